"""Service: what cards count while their melds are still to be found (A4).

Recording never waits for the search. Cards that come without melds are laid at once in the plainest way
that the referee accepts: the longest runs of natural cards first, every other card by itself, or in hand
where cards may stay there. That is a score which the player surely has; the best melds make it no less. For
natural cards in runs of one suit nothing is better, so that nothing is left to follow (docs/optimizer.md,
"Longest first").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scorepad.core.cards import Card, Laid, Meld, Track
from scorepad.core.check import check
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import left_value

Laying = tuple[tuple[Meld, ...], tuple[Card, ...]]
"""Melds, and the cards that stay in hand."""
_CardStock = dict[Card, list[Card]]
"""The cards that are still to be laid, by the kind that they are in a run."""


def plain_layings(rules: Rules, cards: Sequence[Card], own: Sequence[Meld] = ()) -> tuple[Laying, ...]:
    """The plain ways to lay the cards beside `own` melds on the table, those that count most first.

    The last resort, nothing but single cards or everything in hand, is always among them.
    """
    plainest_laying = _laying_of(rules, (), list(cards), own)
    runs_by_leap = [_longest_runs(rules, cards, leap) for leap in rules.shapes.leaps]
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
    """Whether the longest runs are surely the best melds: of one suit, by leap 1, on a circle, without wilds
    or melds on the table, under a schedule whose steps never fall (H1, S)."""
    single_suit_runs = (
        rules.shapes.suit_pattern == "single"
        and rules.shapes.run_suits == "one"
        and rules.shapes.leaps == (1,)
        and rules.shapes.circular
    )
    nothing_else_counts = not (
        own
        or rules.shapes.sets
        or rules.bonuses.interlocks
        or rules.shapes.routes
        or rules.shapes.leap_tokens
    )
    steps_count = (
        rules.deal.must_meld_all
        and rules.values.value_source == "schedule"
        and rules.shapes.shortest_run == 1
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
    if rules.deal.must_meld_all:
        return (*own, *melds, *((Laid(card),) for card in rest)), ()
    return (*own, *melds), tuple(rest)


def _laying_points(rules: Rules, laying: Laying) -> int:
    melds, left = laying
    return check(rules, melds).points - (left_value(rules, left) if rules.deal.left_counts else 0)


def _longest_runs(rules: Rules, cards: Sequence[Card], leap: int) -> tuple[list[Meld], list[Card]]:
    """The longest run of the leap again and again, and the cards that are in none."""
    melding = melding_of(rules)
    stock: _CardStock = {}
    for card in cards:
        stock.setdefault(melding.run_kind(card), []).append(card)
    melds: list[Meld] = []
    while len(run := _longest_run(rules, stock, leap)) >= max(2, rules.shapes.shortest_run):
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
    """The kinds from `start` on, for as long as there are cards of them."""
    taken_counts: dict[Card, int] = {}
    for place in range(start, start + sum(map(len, stock.values()))):
        if place >= len(track.cards) and not track.circular:
            return
        kind = track.cards[place % len(track.cards)]
        taken_counts[kind] = taken_counts.get(kind, 0) + 1
        if taken_counts[kind] > len(stock.get(kind, ())):
            return
        yield kind
