"""Service: a hand as it is recorded: judged for the log by the referee alone, never by the search (A4).

Melds are taken as they were shown or laid. Cards that come alone are recorded at once, with melds that stand
in for those to follow. Nothing but the pack audit can be overruled (P1).

The melds of partners may interlock with those of a player who goes out, and what has scored for one of them
does not score again (I7, I8). So a correction, a removal, a hand put back or added later, and another order
of going out change what later hands are worth: these are judged anew. Multipliers, ends of deals and totals
follow from the order of going out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.core.card_text import read_canonical_melds
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry, RecordedHand
from scorepad.core.log.entry_events import EntryRejudged
from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import Table
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.verdicts import Judgement
from scorepad.tables.judging import (
    DeclaredHand,
    IllegalMelds,
    LyingBeside,
    judge_hand,
    lying_beside,
    refuse_illegal,
    refuse_missing,
)
from scorepad.tables.provisional import longest_first_is_best, plain_layings
from scorepad.tables.standing import rules_of


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A hand as it is recorded, the verdict on its melds, None for plain points, and what speaks against
    them. A page announces the hand by it, and recording writes it."""

    recorded: RecordedHand
    verdict: Judgement | None = None
    refusal: IllegalMelds | None = None


def judged_hand(
    rules: Rules,
    table: Table,
    deal: Deal,
    hand: DeclaredHand,
    replaced: Entry | None = None,
    place: int | None = None,
) -> RecordedHand:
    """The hand for its event: one that takes the place of an entry, or one at its place in the order of going
    out. Raises UnclearHand, IllegalMelds."""
    if rules.deal.scoring.settled_at_once:
        raise Refused(say("In this game a deal is recorded as a whole, when it is over."), at="player")
    if hand.cards is not None:
        hand = lay_plainly(rules, table, deal, hand, replaced, place)
    judged = judge_in_deal(rules, table, deal, hand, replaced, place)
    if judged.refusal and not (hand.disputed and judged.refusal.disputable):
        raise judged.refusal
    if replaced is None:
        refuse_missing(rules, deal, hand)
    return replace(judged.recorded, disputed=judged.refusal is not None)


def judge_in_deal(
    rules: Rules,
    table: Table,
    deal: Deal,
    hand: DeclaredHand,
    replaced: Entry | None = None,
    place: int | None = None,
) -> JudgedHand:
    """The hand judged among those of its deal. Raises UnclearHand; an illegal hand is judged all the same."""
    beside = lying_beside(rules, table, deal, hand.player, replaced, place)
    verdict, recorded = judge_hand(rules, hand, beside)
    if verdict is None:
        return JudgedHand(recorded)
    try:
        refuse_illegal(
            rules,
            table,
            deal,
            verdict,
            replaced,
            left=hand.left,
            player=hand.player,
            to_follow=hand.to_follow,
        )
    except IllegalMelds as refusal:
        return JudgedHand(recorded, verdict, refusal)
    return JudgedHand(recorded, verdict)


def lay_plainly(
    rules: Rules,
    table: Table,
    deal: Deal,
    hand: DeclaredHand,
    replaced: Entry | None = None,
    place: int | None = None,
) -> DeclaredHand:
    """The hand of cards whose melds are to follow, laid in the first plain way that nothing but the pack
    audit speaks against (A4)."""
    cards = hand.cards or ()
    own_melds = read_canonical_melds(deal.melds[hand.player]) if deal.melds and replaced is None else ()
    follows = not longest_first_is_best(rules, cards, own_melds)
    *better_hands, plainest_hand = (
        replace(hand, cards=None, melds=melds, left=left, to_follow=follows)
        for melds, left in plain_layings(rules, cards, own_melds)
    )
    for laid_hand in better_hands:
        shown_hand = replace(laid_hand, concealed=False)  # melds that stand in for one need not be one
        refusal = judge_in_deal(rules, table, deal, shown_hand, replaced, place).refusal
        if refusal is None or refusal.disputable:
            return laid_hand
    return plainest_hand


def rejudged_entries(before: Table, after: Table) -> Iterator[EntryRejudged]:
    """The events that set right every hand whose points rest on other melds since the last event."""
    rules = rules_of(after)
    if not rules.bonuses.interlocks:
        return
    for old_deal, new_deal in after.deals.changed_since(before.deals):
        if old_deal.entries != new_deal.entries:
            beside_before = {
                entry.number: lying_beside(rules, before, old_deal, entry.player, entry)
                for entry in old_deal.entries
            }
            for entry in new_deal.entries:
                beside = lying_beside(rules, after, new_deal, entry.player, entry)
                if entry.melds is not None and beside != beside_before.get(entry.number):
                    yield from _judged_anew(rules, after, entry, beside)


def _judged_anew(rules: Rules, table: Table, entry: Entry, beside: LyingBeside) -> Iterator[EntryRejudged]:
    """The event that says what the entry is worth beside what lies there, unless it is worth that already."""
    melds = read_canonical_melds(entry.melds)
    declared_hand = DeclaredHand(
        entry.player, melds, None, concealed=entry.concealed, to_follow=entry.to_follow
    )
    _, judged_now = judge_hand(rules, declared_hand, beside)
    worth = (judged_now.points, judged_now.meld_points, judged_now.bonuses)
    if worth != (entry.points, entry.meld_points, entry.bonuses):
        yield EntryRejudged(entry.number, table.head, *worth)
