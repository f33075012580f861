"""The best arrangement of a hand, every card in one meld.

Melds are first laid longest first. Where that is not known to be best, a hand of few melds is parted by
dynamic programming, and a larger one by column generation.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer, Method
from scorepad.optimize.dynamic_program import best_choice
from scorepad.optimize.leftover import leftover_melds
from scorepad.optimize.partition.columns import (
    all_columns,
    first_columns,
    is_simple,
    objective_of,
    trivial_bound,
)
from scorepad.optimize.partition.longest_first import lay_longest_first, longest_first, longest_first_is_best
from scorepad.optimize.partition.problem import (
    VOID,
    Choice,
    PartitionColumn,
    PartitionProblem,
    partition_problem,
)

MOST_MELDS = 50  # to be chosen among without a solver, which takes a millisecond to get ready
MOST_NATURAL_MELDS = 120  # of naturals alone, likewise
MOST_TRIES = 1_000  # of columns, likewise
MOST_NATURALS = 80  # on all tracks, to list melds one by one
_LEAST_SECONDS = 0.02  # to list melds in, however short the limit


def search_partition(rules: Rules, cards: Sequence[Card], *, limit: float = 2.0) -> Answer:
    """The arrangement of the highest score, every card of the hand in exactly one meld (H2).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    start_time = time.perf_counter()
    problem = partition_problem(rules, cards)
    parted_hand = _part_hand(problem, start_time + limit, start_time + max(limit, _LEAST_SECONDS))
    certain_bonus = rules.bonuses.quartet_bonus * problem.linking_rows.certain_quartets
    return Answer(
        to_melds(problem, parted_hand.choice),
        parted_hand.points + certain_bonus,
        max(parted_hand.points, parted_hand.bound) + certain_bonus,
        time.perf_counter() - start_time,
        method=parted_hand.method,
    )


@dataclass(frozen=True, slots=True)
class PartedHand:
    """The best choice found for a hand, its points, and the most there could be, by `method`.

    Without the quartets that the hand has however it is melded.
    """

    choice: Choice
    points: int
    bound: int
    method: Method


def _part_hand(problem: PartitionProblem, deadline: float, listing_deadline: float) -> PartedHand:
    if not problem.wild_count and longest_first_is_best(problem):
        return _proven_hand(problem, lay_longest_first(problem), "longest first")
    naturals_on_tracks = len(problem.kind_at) - problem.kind_at.count(VOID)
    simple = is_simple(problem)
    if not simple or naturals_on_tracks <= MOST_NATURALS:
        columns, all_listed = first_columns(problem, listing_deadline)
        if not all_listed:
            choice = longest_first(problem, columns)
            points, bound = objective_of(problem, choice), trivial_bound(problem)
            return PartedHand(
                choice,
                problem.points_within(points),
                problem.points_within(max(points, bound)),
                "trivial bound",
            )
        if small_choice := _of_few_melds(problem, columns):
            return _proven_hand(problem, small_choice, "dynamic program")
        if problem.wild_count or not simple or not columns:
            return _by_column_generation(problem, columns, lambda: longest_first(problem, columns), deadline)
    from scorepad.optimize.partition.listed_stretches import Stretches

    stretches = Stretches(problem)
    return _by_column_generation(problem, stretches, stretches.longest_first, deadline)


def _by_column_generation(
    problem: PartitionProblem,
    columns: Sequence[PartitionColumn],
    lay_first: Callable[[], Choice],
    deadline: float,
) -> PartedHand:
    from scorepad.optimize.partition.column_generation import ColumnGeneration

    generation = ColumnGeneration(problem, deadline)
    generation.find_best(columns, lay_first)
    return PartedHand(generation.best_choice or (), generation.points, generation.bound, generation.method)


def _proven_hand(problem: PartitionProblem, choice: Choice, method: Method) -> PartedHand:
    points = problem.points_within(objective_of(problem, choice))
    return PartedHand(choice, points, points, method)


def _of_few_melds(problem: PartitionProblem, columns: Sequence[PartitionColumn]) -> Choice | None:
    """The best choice where there are few melds and nothing links them; None where that is not soon known."""
    if not problem.wild_count:
        return (
            _chosen(problem, columns, _kinds_by_rank(problem)) if len(columns) <= MOST_NATURAL_MELDS else None
        )
    if problem.has_links or len(columns) > MOST_MELDS:
        return None
    every_column = all_columns(problem, 3 * MOST_MELDS)  # each meld is laid in some ways
    if every_column is None or len(every_column) > MOST_MELDS:
        return None
    return _chosen(problem, every_column, range(len(problem.kinds)))


def _chosen(
    problem: PartitionProblem, columns: Sequence[PartitionColumn], kind_order: Sequence[int]
) -> Choice | None:
    """The best choice of the columns, kind by kind in that order; None where it takes too many tries."""
    rows = {kind: row for row, kind in enumerate(kind_order)}
    options = [
        (column.objective, [(rows[kind], used) for kind, used in column.row_uses]) for column in columns
    ]
    card_limits = problem.card_limits
    outcome = best_choice([card_limits[kind] for kind in kind_order], options, most_tries=MOST_TRIES)
    if not outcome.complete or outcome.chosen_columns is None:
        return None
    return [(columns[number], times) for number, times in Counter(outcome.chosen_columns).items()]


def _kinds_by_rank(problem: PartitionProblem) -> list[int]:
    """The naturals rank by rank as tracks take them, begun where the hand has the fewest cards.

    What is left of a hand whose first ranks are melded differs only in what their melds reach beyond, so that
    states are few, as in a decomposition of small width (Bodlaender, A partial k-arboretum, Theoretical
    Computer Science 209, 1998).
    """
    order = problem.melding.rank_order
    places = [order[card.rank] for card in problem.kinds]
    cards_there = [0] * len(order)
    for place, count in zip(places, problem.kind_counts, strict=True):
        cards_there[place] += count
    beginning = cards_there.index(min(cards_there))
    return sorted(range(len(places)), key=lambda kind: (places[kind] - beginning) % len(order))


def to_melds(problem: PartitionProblem, choice: Choice) -> tuple[Meld, ...]:
    """The melds of a choice, suit by suit and long ones first; wilds left over by themselves at the end."""
    melds = [_meld_of_column(problem, column) for column, times in choice for _ in range(times)]
    cards_left = Counter(dict(zip(problem.kinds, problem.kind_counts, strict=True)))
    cards_left.subtract(laid.card for meld in melds for laid in meld)
    melds.sort(key=lambda meld: _listing_order(problem.rules.pack, meld))
    wilds = [card for card in problem.kinds for _ in range(cards_left[card])]
    return (*melds, *leftover_melds(problem.rules, wilds))


def _meld_of_column(problem: PartitionProblem, column: PartitionColumn) -> Meld:
    """The column's cards, each that may be wild saying what it stands for."""
    return tuple(
        Laid(problem.kinds[kind], problem.place_cards[place])
        if problem.may_be_wild[kind]
        else Laid(problem.kinds[kind])
        for place, kind in column.placed_kinds
    )


def _listing_order(pack: Pack, meld: Meld) -> tuple[int, int, int]:
    first = meld[0].card
    suit = next(place for place, suit in enumerate(pack.suits) if suit.letter == first.suit)
    return (suit, -len(meld), pack.order[first])
