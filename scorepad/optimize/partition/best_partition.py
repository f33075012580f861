"""The best arrangement of a hand, every card in one meld.

Melds are first laid longest first. Where that is not known to be best, a hand of few melds is parted by
dynamic programming, and a larger one by column generation.

A hand of many wilds goes suit by suit where melds of one suit share nothing but the wilds (H1, H14): each
suit is solved with every number of wilds, and the wilds are dealt out to the suits for the most points. The
relaxation of the whole hand would let every suit use half of the same wilds.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.dynamic_program import best_choice
from scorepad.optimize.leftover import leftover_melds
from scorepad.optimize.partition.columns import (
    all_columns,
    first_columns,
    longest_first,
    longest_first_is_best,
    objective_of,
)
from scorepad.optimize.partition.problem import Choice, PartitionColumn, PartitionProblem, partition_problem

MANY_WILDS = 6  # with fewer the whole hand at once is faster
MOST_MELDS = 50  # to be chosen among without a solver, which takes a millisecond to get ready
MOST_TRIES = 1_000  # of columns, likewise


@dataclass(frozen=True, slots=True)
class Parted:
    """The best melds found for a hand or for some of its suits, their points, and the most there could be."""

    melds: tuple[Meld, ...] = ()
    points: int = 0
    bound: int = 0

    def better(self, other: Parted) -> Parted:
        """The better melds of the two, and the higher bound."""
        best = max(self, other, key=lambda parted: (parted.points, -len(parted.melds)))
        return replace(best, bound=max(self.bound, other.bound))

    def beside(self, other: Parted) -> Parted:
        """Both together, of different cards."""
        return Parted(self.melds + other.melds, self.points + other.points, self.bound + other.bound)


def best(rules: Rules, cards: Sequence[Card], *, limit: float = 2.0) -> Answer:
    """The arrangement of the highest score, every card of the hand in exactly one meld (H2).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    began = time.perf_counter()
    problem = partition_problem(rules, cards)
    parted = (_by_suit if _suits_apart(rules, cards) else _at_once)(problem, began + limit)
    bonus = rules.bonuses.quartet_bonus * problem.linking.certain_quartets
    bound = max(parted.points, parted.bound)
    return Answer(parted.melds, parted.points + bonus, bound + bonus, time.perf_counter() - began)


def _at_once(problem: PartitionProblem, deadline: float) -> Parted:
    """The whole hand, without the quartets that it has however it is melded."""
    columns = first_columns(problem)
    choice = longest_first(problem, columns)
    if longest_first_is_best(problem):
        return _proven(problem, choice)
    if small := _of_few_melds(problem, columns):
        return _proven(problem, small)
    from scorepad.optimize.partition.column_generation import ColumnGeneration

    search = ColumnGeneration(problem, deadline)
    search.run(columns, choice)
    return Parted(to_melds(problem, search.choice), search.points, search.bound)


def _proven(problem: PartitionProblem, choice: Choice) -> Parted:
    points = problem.points_within(objective_of(problem, choice))
    return Parted(to_melds(problem, choice), points, points)


def _of_few_melds(problem: PartitionProblem, columns: Sequence[PartitionColumn]) -> Choice | None:
    """The best choice where there are few melds and nothing links them; None where that is not soon known."""
    if problem.linked or len(columns) > MOST_MELDS:
        return None
    every = all_columns(problem, 3 * MOST_MELDS) if problem.wilds else columns  # a meld is laid in some ways
    if every is None or len(every) > MOST_MELDS:
        return None
    options = [(column.objective, column.uses) for column in every]
    outcome = best_choice(problem.card_limits, options, most_tries=MOST_TRIES)
    if not outcome.complete or outcome.chosen is None:
        return None
    return [(every[number], times) for number, times in Counter(outcome.chosen).items()]


def _suits_apart(rules: Rules, cards: Sequence[Card]) -> bool:
    """Whether the suits can be solved one by one, and it pays."""
    if rules.shapes.suit_pattern != "single" or cards.count(WILD) < MANY_WILDS:
        return False
    melding = melding_of(rules)
    return not any(melding.reach(card) for card in cards if card != WILD)


def _by_suit(problem: PartitionProblem, deadline: float) -> Parted:
    """The same where suits share nothing but wilds."""

    def solve(rules: Rules, cards: Sequence[Card]) -> Parted:
        return _at_once(partition_problem(rules, cards), deadline)

    parted = _wilds_dealt_out(problem, solve)
    used = sum(laid.card == WILD for meld in parted.melds for laid in meld)
    leftover = leftover_melds(problem.rules, [WILD] * (problem.wilds - used))
    return replace(parted, melds=(*parted.melds, *leftover))


def _wilds_dealt_out(problem: PartitionProblem, solve: Callable[[Rules, Sequence[Card]], Parted]) -> Parted:
    """The best melds of naturals, with the points of the wilds left over; quartets not counted."""
    rules = problem.rules.variant(wild_only_schedule=None, quartet_bonus=0)
    every = range(problem.wilds + 1)
    by_wilds = [Parted()] * (problem.wilds + 1)
    for suit in _suits(problem):
        own = [_of_naturals(solve(rules, [*suit, *[WILD] * wilds])) for wilds in every]
        by_wilds = [_shared(by_wilds, own, wilds) for wilds in every]
    ends = [_with_wilds_left(problem, parted, used) for used, parted in enumerate(by_wilds)]
    return reduce(Parted.better, ends)


def _suits(problem: PartitionProblem) -> list[list[Card]]:
    """The naturals of each suit that the hand holds."""
    by_suit: dict[str, list[Card]] = {}
    for card, count in zip(problem.kinds, problem.counts, strict=True):
        if card != WILD:
            by_suit.setdefault(card.suit, []).extend([card] * count)
    return list(by_suit.values())


def _shared(before: Sequence[Parted], own: Sequence[Parted], wilds: int) -> Parted:
    """The best way to deal that many wilds to the suits before and to this one."""
    return reduce(Parted.better, (before[wilds - mine].beside(own[mine]) for mine in range(wilds + 1)))


def _with_wilds_left(problem: PartitionProblem, parted: Parted, used: int) -> Parted:
    """Counts the wilds that the melds do not use, and for the bound those that were not dealt."""
    laid = sum(laid.card == WILD for meld in parted.melds for laid in meld)
    points = parted.points + problem.leftover_points(problem.wilds - laid)
    bound = max(points, parted.bound + problem.leftover_points(problem.wilds - used))
    return replace(parted, points=points, bound=bound)


def _of_naturals(parted: Parted) -> Parted:
    """Without the melds of wilds alone, which were worth nothing here."""
    melds = tuple(meld for meld in parted.melds if any(laid.card != WILD for laid in meld))
    return replace(parted, melds=melds)


def to_melds(problem: PartitionProblem, choice: Choice) -> tuple[Meld, ...]:
    """The melds of a choice, suit by suit and long ones first; wilds left over by themselves at the end."""
    melds = [_meld(problem, column) for column, times in choice for _ in range(times)]
    left = Counter(dict(zip(problem.kinds, problem.counts, strict=True)))
    left.subtract(laid.card for meld in melds for laid in meld)
    melds.sort(key=lambda meld: _listing(problem.rules.pack, meld))
    wilds = [card for card in problem.kinds for _ in range(left[card])]
    return (*melds, *leftover_melds(problem.rules, wilds))


def _meld(problem: PartitionProblem, column: PartitionColumn) -> Meld:
    """The column's cards, each that may be wild saying what it stands for."""
    return tuple(
        Laid(problem.kinds[kind], problem.cards[place]) if problem.wild[kind] else Laid(problem.kinds[kind])
        for place, kind in column.laid
    )


def _listing(pack: Pack, meld: Meld) -> tuple[int, int, int]:
    first = meld[0].card
    suit = next(place for place, suit in enumerate(pack.suits) if suit.letter == first.suit)
    return (suit, -len(meld), pack.order[first])
