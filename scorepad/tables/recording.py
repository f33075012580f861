"""Service: record a hand, judged by the referee alone and never by the search (A4).

Melds are taken as they were shown or laid. Cards that come alone are laid at once in the plainest way that
the referee accepts: the longest runs of natural cards first, every other card by itself, or in hand where
cards may stay there. That is a score which the player surely has; the best melds, which follow, make it no
less. For natural cards in runs of one suit nothing is better, so that nothing is left to follow
(docs/exactness.md, "Longest first"). Nothing but the pack audit can be overruled (P1).

The melds of partners may interlock with those of a player who goes out, and what has scored for one of them
does not score again (I7, I8). So a correction, a removal, a hand put back or added later, and another order
of going out change what later hands are worth: these are judged anew. Multipliers, ends of deals and totals
follow from the order of going out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from scorepad.core.bonuses import LyingBeside
from scorepad.core.card_text import read_canonical_melds
from scorepad.core.cards import Card, Laid, Meld, Track
from scorepad.core.check import check
from scorepad.core.log.entries import Entry, RecordedHand
from scorepad.core.log.entry_events import EntryRejudged
from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import Table
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.values import left_value
from scorepad.core.verdicts import Judgement
from scorepad.tables.judging import (
    DeclaredHand,
    HandPlace,
    IllegalMelds,
    declared_as_recorded,
    illegal_melds,
    judge_hand,
    lying_beside,
    refuse_missing,
)
from scorepad.tables.standing import rules_of_deal

Laying = tuple[tuple[Meld, ...], tuple[Card, ...]]
"""Melds, and the cards that stay in hand."""
_CardStock = dict[Card, list[Card]]
"""The cards that are still to be laid, by the kind that they are in a run."""


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A hand as it is recorded, the verdict on its melds (None for plain points), and its refusal if it is
    illegal. Pages announce a hand by it, and recording writes it."""

    recorded: RecordedHand
    verdict: Judgement | None = None
    refusal: IllegalMelds | None = None


def judged_hand(at: HandPlace, hand: DeclaredHand) -> RecordedHand:
    """The hand as its event records it. Raises UnclearHand, IllegalMelds."""
    if at.rules.scoring.settled_at_once:
        raise Refused(
            say("In this game you record a whole deal when it’s over. Tap “Deal over”."), at="player"
        )
    if hand.cards is not None:
        hand = lay_plainly(at, hand)
    judged = judge_in_deal(at, hand)
    if judged.refusal and not (hand.disputed and judged.refusal.disputable):
        raise judged.refusal
    if at.replaced is None:
        refuse_missing(at, hand)
    return replace(judged.recorded, disputed=judged.refusal is not None)


def judge_in_deal(at: HandPlace, hand: DeclaredHand) -> JudgedHand:
    """Judge the hand among those of its deal. Raises UnclearHand; an illegal hand is judged all the same."""
    verdict, recorded = judge_hand(at.rules, hand, lying_beside(at, hand.player))
    return JudgedHand(recorded, verdict, illegal_melds(at, verdict, hand) if verdict else None)


def lay_plainly(at: HandPlace, hand: DeclaredHand) -> DeclaredHand:
    """Lay the cards of a hand in the best plain way that the rules allow, the pack audit aside (A4). The best
    melds follow later."""
    cards, laid_before = hand.cards or (), at.deal.melds if at.replaced is None else ()
    own_melds = read_canonical_melds(laid_before[hand.player]) if laid_before else ()
    follows = not longest_first_is_best(at.rules, cards, own_melds)
    *better_hands, plainest_hand = (
        replace(hand, cards=None, melds=melds, left=left, to_follow=follows)
        for melds, left in plain_layings(at.rules, cards, own_melds)
    )
    for laid_hand in better_hands:
        # Melds that stand in for one need not be one.
        refusal = judge_in_deal(at, laid_hand.unconcealed).refusal
        if refusal is None or refusal.disputable:
            return laid_hand
    return plainest_hand


def plain_layings(rules: Rules, cards: Sequence[Card], own: Sequence[Meld] = ()) -> tuple[Laying, ...]:
    """The plain ways to lay the cards beside `own` melds on the table, those that count most first.

    The last resort is always among them: single cards only, or everything in hand.
    """
    plainest_laying = _laying_of(rules, (), list(cards), own)
    runs_by_leap = [_longest_runs(rules, cards, leap) for leap in rules.shapes.leaps.each]
    return tuple(
        sorted(
            dict.fromkeys(
                [*(_laying_of(rules, melds, rest, own) for melds, rest in runs_by_leap), plainest_laying]
            ),
            key=lambda laying: _laying_points(rules, laying),
            reverse=True,
        )
    )


def longest_first_is_best(rules: Rules, cards: Sequence[Card], own: Sequence[Meld] = ()) -> bool:
    """Whether laying the longest runs is surely best (H1, S).

    That needs runs of one suit by leap 1 on a circular track, no wilds, no melds on the table, and a schedule
    whose steps never fall.
    """
    single_suit_runs = (
        rules.shapes.suit_pattern == "single"
        and rules.shapes.runs.suits == "one"
        and rules.shapes.leaps.each == (1,)
        and rules.shapes.runs.circular
    )
    nothing_else_counts = not (
        own
        or rules.shapes.sets
        or rules.bonuses.interlocks
        or rules.shapes.routes
        or rules.shapes.leaps.tokens
    )
    steps_count = (
        rules.scoring.must_meld_all
        and rules.values.value_source == "schedule"
        and rules.shapes.runs.shortest == 1
    )
    return (
        single_suit_runs
        and nothing_else_counts
        and steps_count
        and _steps_never_fall(rules, len(cards))
        and _all_natural(rules, cards)
    )


def _steps_never_fall(rules: Rules, longest: int) -> bool:
    run_values = [rules.values.schedule.value(length) for length in range(longest + 1)]
    steps = [later_step - earlier_step for earlier_step, later_step in pairwise(run_values)]
    return all(earlier_step <= later_step for earlier_step, later_step in pairwise(steps))


def _all_natural(rules: Rules, cards: Sequence[Card]) -> bool:
    melding = melding_of(rules)
    return not any(melding.reach(card) for card in cards)


def _laying_of(rules: Rules, melds: Sequence[Meld], rest: Sequence[Card], own: Sequence[Meld]) -> Laying:
    if rules.scoring.must_meld_all:
        return (*own, *melds, *((Laid(card),) for card in rest)), ()
    return (*own, *melds), tuple(rest)


def _laying_points(rules: Rules, laying: Laying) -> int:
    melds, left = laying
    return check(rules, melds).points - (left_value(rules, left) if rules.scoring.left_counts else 0)


def _longest_runs(rules: Rules, cards: Sequence[Card], leap: int) -> tuple[list[Meld], list[Card]]:
    """Lay the longest run of the leap again and again. Returns the runs and the remaining cards."""
    melding = melding_of(rules)
    stock: _CardStock = {}
    for card in cards:
        stock.setdefault(melding.run_kind(card), []).append(card)
    melds: list[Meld] = []
    # A run of one is no more than a card by itself.
    while len(run := _longest_run(rules, stock, leap)) >= max(2, rules.shapes.runs.shortest):
        melds.append(tuple(Laid(stock[kind].pop()) for kind in run))
    return melds, [card for cards_left in stock.values() for card in cards_left]


def _longest_run(rules: Rules, stock: _CardStock, leap: int) -> Sequence[Card]:
    stretches = (
        tuple(_stretch(track, start, stock))
        for track in melding_of(rules).tracks
        if track.leap == leap
        for start in range(len(track.cards))
    )
    return max(stretches, key=len, default=())


def _stretch(track: Track, start: int, stock: _CardStock) -> Iterator[Card]:
    """The cards of consecutive kinds from `start` on, as long as the stock has them."""
    taken_counts: dict[Card, int] = {}
    # On a circle a run may go round and on, but never holds more cards than there are.
    for place in range(start, start + sum(map(len, stock.values()))):
        if place >= len(track.cards) and not track.circular:
            return
        kind = track.cards[place % len(track.cards)]
        taken_counts[kind] = taken_counts.get(kind, 0) + 1
        if taken_counts[kind] > len(stock.get(kind, ())):
            return
        yield kind


def rejudged_entries(before: Table, after: Table) -> Iterator[EntryRejudged]:
    """The events that correct hands whose points depend on other melds that have changed (I7, I8)."""
    for old_deal, new_deal in after.deals.changed_since(before.deals):
        rules = rules_of_deal(after, new_deal)
        if not rules.bonuses.interlocks:
            continue
        # Interlocks are of one deal (I7), so hands of deals with the same entries stay as they are.
        if old_deal.entries != new_deal.entries:
            beside_before = {
                entry.number: lying_beside(HandPlace(rules, before, old_deal, entry), entry.player)
                for entry in old_deal.entries
            }
            for entry in new_deal.entries:
                beside = lying_beside(HandPlace(rules, after, new_deal, entry), entry.player)
                if entry.melds is not None and beside != beside_before.get(entry.number):
                    yield from _judged_anew(rules, after, entry, beside)


def _judged_anew(rules: Rules, table: Table, entry: Entry, beside: LyingBeside) -> Iterator[EntryRejudged]:
    """The event with the entry's new points beside the partners' melds, if they differ from the recorded
    ones."""
    _, judged_now = judge_hand(rules, declared_as_recorded(entry), beside)
    worth = (judged_now.points, judged_now.meld_points, judged_now.bonuses)
    if worth != (entry.points, entry.meld_points, entry.bonuses):
        yield EntryRejudged(entry.number, table.head, *worth)
