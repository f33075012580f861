"""A hand of many wilds, suit by suit: melds of one suit share nothing but the wilds (H1, H14).

Each suit is solved with every number of wilds, and the wilds are dealt out to the suits for the most
points. The relaxation of the whole hand would let every suit use half of the same wilds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.partition.problem import Problem

MANY = 6  # wilds; with fewer the whole hand at once is faster


@dataclass(frozen=True, slots=True)
class Dealt:
    """The best melds of the suits so far with a number of wilds, and the most that they could be worth."""

    melds: tuple[Meld, ...] = ()
    points: int = 0
    bound: int = 0

    def better(self, other: Dealt) -> Dealt:
        """The better melds of the two, and the higher bound."""
        best = max(self, other, key=lambda dealt: (dealt.points, -len(dealt.melds)))
        return replace(best, bound=max(self.bound, other.bound))


Solve = Callable[[Rules, Sequence[Card]], Dealt]


def apart(rules: Rules, cards: Sequence[Card]) -> bool:
    """Whether the suits can be solved one by one, and it pays."""
    melding = melding_of(rules)
    if rules.shapes.suit_pattern != "single" or cards.count(WILD) < MANY:
        return False
    return not any(melding.reach(card) for card in cards if card != WILD)


def suit_by_suit(problem: Problem, solve: Solve) -> Dealt:
    """The best melds of naturals, with the points of the wilds left over; quartets not counted."""
    rules = problem.rules.variant(wild_only_schedule=None, quartet_bonus=0)
    every = range(problem.wilds + 1)
    dealt = [Dealt()] * (problem.wilds + 1)
    for held in _suits(problem):
        own = [_of_naturals(solve(rules, [*held, *[WILD] * wilds])) for wilds in every]
        dealt = [_shared(dealt, own, wilds) for wilds in every]
    ends = [_with_wilds_left(problem, one, used) for used, one in enumerate(dealt)]
    return reduce(Dealt.better, ends)


def _suits(problem: Problem) -> list[list[Card]]:
    """The naturals of each suit that the hand holds."""
    held: dict[str, list[Card]] = {}
    for card, count in zip(problem.kinds, problem.counts, strict=True):
        if card != WILD:
            held.setdefault(card.suit, []).extend([card] * count)
    return list(held.values())


def _with_wilds_left(problem: Problem, dealt: Dealt, used: int) -> Dealt:
    """Counts the wilds that the melds do not use, and for the bound those that were not dealt."""
    laid = sum(one.card == WILD for meld in dealt.melds for one in meld)
    points = dealt.points + problem.alone(problem.wilds - laid)
    return replace(dealt, points=points, bound=max(points, dealt.bound + problem.alone(problem.wilds - used)))


def _of_naturals(dealt: Dealt) -> Dealt:
    """Without the melds of wilds alone, which were worth nothing here."""
    melds = tuple(meld for meld in dealt.melds if any(laid.card != WILD for laid in meld))
    return replace(dealt, melds=melds)


def _shared(before: list[Dealt], own: list[Dealt], wilds: int) -> Dealt:
    """The best way to deal that many wilds to the suits before and to this one."""
    ways = (_both(before[wilds - mine], own[mine]) for mine in range(wilds + 1))
    return reduce(Dealt.better, ways)


def _both(one: Dealt, other: Dealt) -> Dealt:
    return Dealt(one.melds + other.melds, one.points + other.points, one.bound + other.bound)
