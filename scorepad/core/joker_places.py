"""The cards that keep the jokers of a rebuilt table in their places, where each is freed for its card alone
(raeuberromme RR3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.melding import Melding, melding_of
from scorepad.core.rules import Rules

Demand = tuple[frozenset[Card], int]
"""Kinds, and the fewest cards of them that a new table has, a joker counting as what it stands for."""


def joker_demands(rules: Rules, table: Sequence[Meld]) -> tuple[Demand, ...]:
    """Return what a new table must have so that no joker left its place without its card.

    A joker still stands for one of its kinds, or a card of these came from the hand. So the new table has
    them as often as the old one has naturals of them, and once more for each joker. A joker of a set may
    stand for each missing suit, so that several kinds are demanded together. Every wild of `table` says what
    it stands for. Empty where jokers move as they like.
    """
    if rules.hand.takes_jokers != "card" or not (rules.board.shared and rules.board.first_play.done):
        return ()
    jokers = Counter(kinds for meld in table for kinds in _kinds_of_jokers(melding_of(rules), meld))
    naturals = Counter(cards_of(table))
    demands: dict[frozenset[Card], int] = {}
    # Each joker needs a card of its own: enough of them by Hall's theorem, group by group.
    for size in range(1, len(jokers) + 1):
        for group in combinations(jokers, size):
            kinds = frozenset[Card]().union(*group)
            held = sum(count for some, count in jokers.items() if some <= kinds)
            demands[kinds] = held + sum(naturals[kind] for kind in kinds)
    return tuple(demands.items())


def lacks_card_for_joker(rules: Rules, table: Sequence[Meld], new_table: Sequence[Meld]) -> bool:
    """Whether a joker of the table left its place without its card."""
    there = Counter(laid.kind for meld in new_table for laid in meld)
    return any(sum(there[kind] for kind in kinds) < least for kinds, least in joker_demands(rules, table))


def _kinds_of_jokers(melding: Melding, meld: Meld) -> Iterator[frozenset[Card]]:
    """List for each joker of a meld the kinds that it may stand for."""
    is_run = len({laid.kind.rank for laid in meld}) > 1
    for laid in meld:
        if laid.card == WILD:
            yield frozenset([laid.kind]) if is_run else _missing_kinds(melding, meld)


def _missing_kinds(melding: Melding, meld: Meld) -> frozenset[Card]:
    """Return the kinds that a set lacks."""
    naturals = Counter(laid.card for laid in meld)
    most_copies = melding.rules.packs if melding.rules.shapes.sets.repeated_colours else 1
    kinds = melding.set_of_rank(meld[0].kind.rank)
    return frozenset(kind for kind in kinds if naturals[kind] < most_copies)
