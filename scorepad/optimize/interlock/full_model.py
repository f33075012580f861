"""Every meld and every interlock as a variable: exact under any rules, for hands that are not too large.

One whole variable a meld that could be laid, one for each interlock of melds that could lie together, which
is had only where all of its melds are laid. Nothing is assumed about schedules, wilds or circles.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import factorial, isfinite

import numpy as np

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check
from scorepad.core.melding import melding_of
from scorepad.optimize.deadline import check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Place, Run, wilds_well_laid
from scorepad.optimize.interlock.objective import trivial_bound
from scorepad.optimize.interlock.score import net_lengths, rings_of_runs, self_interlock_points
from scorepad.optimize.milp import INFINITY, MilpModel, SparseMatrix, WholeSolution, solve_whole

MOST_MELDS = 3_000
MOST_INTERLOCKS = 30_000
_TOLERANCE = 1e-6

LinearRow = tuple[float, float, list[tuple[int, float]]]  # least, most, and what variables add


class ModelTooLarge(Exception):
    """More melds or interlocks than can be chosen among."""


@dataclass(frozen=True, slots=True)
class InterlockColumn:
    """One meld that may be laid: the cards in order, and where they lie; wilds alone lie nowhere."""

    cards: tuple[Card, ...]
    run: Run | None
    value: int

    def meld(self, problem: InterlockProblem) -> Meld:
        """The cards as they are laid, each that may be wild saying what it stands for."""
        if self.run is None:
            return tuple(map(Laid, self.cards))
        kinds = [problem.places.cards[place] for place in self.run.places]
        melding = melding_of(problem.rules)
        return tuple(
            Laid(card, kind) if melding.reach(card) else Laid(card)
            for card, kind in zip(self.cards, kinds, strict=True)
        )


def solve_full_model(
    problem: InterlockProblem, cards: Sequence[Card], deadline: float
) -> tuple[tuple[Meld, ...], int, int]:
    """The best melds, their points and a bound, which meet if there was time.

    Raises ModelTooLarge, TimedOut.
    """
    card_counts = Counter(cards)
    columns = [
        copy
        for column in _all_columns(problem, card_counts, deadline)
        for copy in [column]
        * min(card_counts[card] // count for card, count in Counter(column.cards).items())
    ]
    if len(columns) > MOST_MELDS:
        raise ModelTooLarge
    interlocks = _possible_interlocks(problem, card_counts, columns, deadline)
    return _choose_columns(problem, card_counts, columns, interlocks, deadline)


def _all_columns(
    problem: InterlockProblem, card_counts: Counter[Card], deadline: float
) -> list[InterlockColumn]:
    """Every meld, once: runs, cards alone, and wilds alone."""
    rules, places = problem.rules, problem.places
    melding = melding_of(rules)
    by_use: dict[object, InterlockColumn] = {}
    for first_place in range(len(places.cards)):
        for cards, run in _grown_runs(problem, card_counts, first_place, deadline):
            if len(cards) > 1 and wilds_well_laid(rules, run.natural):
                value = rules.values.schedule.value(sum(run.natural)) + self_interlock_points(
                    rules, places, run
                )
                by_use.setdefault((run, tuple(sorted(cards))), InterlockColumn(cards, run, value))
            if len(by_use) > MOST_MELDS:
                raise ModelTooLarge
    lone_cards = [
        InterlockColumn((card,), None, rules.values.schedule.value(1))
        for card in card_counts
        if card in melding.naturals
    ]
    return [*by_use.values(), *lone_cards, *islice(_wild_only_columns(problem, card_counts), MOST_MELDS + 1)]


def _wild_only_columns(problem: InterlockProblem, card_counts: Counter[Card]) -> Iterator[InterlockColumn]:
    """Wilds by themselves (H17): which of them makes no difference to what they are worth together."""
    rules = problem.rules
    melding = melding_of(rules)
    wilds = [card for card in card_counts.elements() if melding.reach(card)]
    if rules.wilds.wild_only_schedule is None or rules.wilds.wilds_apart:
        lone_value = rules.wilds.wild_only_schedule.value(1) if rules.wilds.wild_only_schedule else 0
        yield from (InterlockColumn((card,), None, lone_value) for card in dict.fromkeys(wilds))
        return
    for group in _card_groups(sorted(Counter(wilds).items())):
        if group:
            yield InterlockColumn(group, None, rules.wilds.wild_only_schedule.value(len(group)))


def _card_groups(card_counts: Sequence[tuple[Card, int]]) -> Iterator[tuple[Card, ...]]:
    if not card_counts:
        yield ()
        return
    card, copies = card_counts[0]
    for other_cards in _card_groups(card_counts[1:]):
        for taken in range(copies + 1):
            yield (card,) * taken + other_cards


def _grown_runs(
    problem: InterlockProblem, card_counts: Counter[Card], first_place: Place, deadline: float
) -> Iterator[tuple[tuple[Card, ...], Run]]:
    """Every run from a place on with a natural at least, and the cards that lie there; wilds may end it.

    A wild at the end is worth nothing, but makes a meld of two suits of one card, and lengthens a stretch
    that is worth less when it is longer.
    """
    places, rules = problem.places, problem.rules
    melding = melding_of(rules)

    def grow(
        place: Place, cards_left: Counter[Card], cards: tuple[Card, ...], run: Run
    ) -> Iterator[tuple[tuple[Card, ...], Run]]:
        check_deadline(deadline)
        kind = places.cards[place]
        for card in [card for card, copies in cards_left.items() if copies]:
            if card == kind or kind in melding.reach(card):
                longer_run = Run((*run.places, place), (*run.natural, card == kind))
                if any(longer_run.natural):
                    yield (*cards, card), longer_run
                yield from grow(
                    places.next_place[place], cards_left - Counter([card]), (*cards, card), longer_run
                )

    return grow(first_place, card_counts, (), Run((), ()))


def _possible_interlocks(
    problem: InterlockProblem, card_counts: Counter[Card], columns: Sequence[InterlockColumn], deadline: float
) -> list[tuple[int, tuple[int, ...]]]:
    """What each choice of columns that could lie together earns by interlocking."""
    run_columns = [number for number, column in enumerate(columns) if column.run is not None]
    runs = [run for number in run_columns if (run := columns[number].run)]
    card_room = _CardRoom(card_counts, [columns[number].cards for number in run_columns], deadline)
    interlocks = []
    for ring_runs, shared_places in rings_of_runs(
        problem.places, [*runs, *problem.table_runs], card_room.fits
    ):
        own_columns = tuple(run_columns[run] for run in ring_runs if run < len(runs))
        points = (
            factorial(len(ring_runs))
            // 2
            * sum(map(problem.rules.interlock_value, net_lengths(problem.places, shared_places)))
        )
        if own_columns and points:
            interlocks.append((points, own_columns))
        if len(interlocks) > MOST_INTERLOCKS:
            raise ModelTooLarge
    return interlocks


class _CardRoom:
    """Whether the hand has the cards of several melds: eight bits a kind, the highest of them kept clear."""

    def __init__(
        self, card_counts: Counter[Card], melds: Sequence[tuple[Card, ...]], deadline: float
    ) -> None:
        # A subtraction borrows from the guard bit of a kind of which there is too little.
        bit_offset = {card: 8 * number for number, card in enumerate(card_counts)}
        self.guard = sum(128 << offset for offset in bit_offset.values())
        self.whole = self.guard + sum(copies << bit_offset[card] for card, copies in card_counts.items())
        self.taken = [sum(1 << bit_offset[card] for card in cards) for cards in melds]
        self.deadline = deadline

    def fits(self, ring: tuple[int, ...]) -> bool:
        """Whether these melds can lie together; others than the hand's take nothing. Raises TimedOut."""
        check_deadline(self.deadline)
        cards_left = self.whole - sum(self.taken[meld] for meld in ring if meld < len(self.taken))
        return cards_left & self.guard == self.guard


def _choose_columns(
    problem: InterlockProblem,
    card_counts: Counter[Card],
    columns: Sequence[InterlockColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...]]],
    deadline: float,
) -> tuple[tuple[Meld, ...], int, int]:
    """The best choice: every card in one meld, every interlock only with all of its melds."""
    objectives = [float(meld.value) for meld in columns] + [float(points) for points, _ in interlocks]
    ranks = problem.rules.pack.ranks if problem.rules.bonuses.quartet_bonus else ()
    suits = problem.rules.pack.common_suits
    share_count = len(ranks) * len(suits)
    rows = chain(
        _column_rows(card_counts, columns, interlocks),
        quartet_rows(len(objectives), ranks, suits, lambda kind: _natural_uses(problem, columns, kind)),
    )
    objectives += [float(problem.rules.bonuses.quartet_bonus)] * len(ranks) + [0.0] * share_count
    # Interlocks and shares are whole of themselves where melds and quartets are.
    must_be_whole = (
        [True] * len(columns) + [False] * len(interlocks) + [True] * len(ranks) + [False] * share_count
    )
    upper_bounds = [1.0] * (len(columns) + len(interlocks)) + [float(len(columns))] * (
        len(ranks) + share_count
    )
    solution = solve_rows(rows, objectives, must_be_whole, upper_bounds, deadline)
    if solution.column_values is None:
        raise ModelTooLarge
    melds = tuple(
        columns[int(column)].meld(problem)
        for column in np.flatnonzero(solution.column_values[: len(columns)])
    )
    dual_bound = solution.bound
    bound = int(np.floor(dual_bound + _TOLERANCE)) if isfinite(dual_bound) else trivial_bound(problem)
    return melds, check(problem.rules, melds, problem.table_melds).points, bound


def _column_rows(
    card_counts: Counter[Card],
    columns: Sequence[InterlockColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...]]],
) -> Iterator[LinearRow]:
    """Each card lies in one meld, and an interlock has all of its melds."""
    for card, copies in card_counts.items():
        uses = [
            (column, float(used)) for column, meld in enumerate(columns) if (used := meld.cards.count(card))
        ]
        yield copies, copies, uses
    for interlock, (_, own_columns) in enumerate(interlocks, start=len(columns)):
        yield from ((0.0, INFINITY, [(column, 1.0), (interlock, -1.0)]) for column in own_columns)


def quartet_rows(
    first_variable: int,
    ranks: Sequence[str],
    suits: Sequence[str],
    natural_uses: Callable[[Card], Iterable[tuple[int, float]]],
) -> Iterator[LinearRow]:
    """What ties quartets to naturals: a variable a rank for their number, from the first one on, and then
    one a rank and suit for the suit's share, no more than that number or its naturals (H24)."""
    first_share = first_variable + len(ranks)
    for quartet_variable, rank in enumerate(ranks, first_variable):
        shares = range(first_share, first_share + len(suits))
        first_share += len(suits)
        yield 0.0, INFINITY, [*((share_variable, 1.0) for share_variable in shares), (quartet_variable, -4.0)]
        for share_variable, suit in zip(shares, suits, strict=True):
            yield 0.0, INFINITY, [(quartet_variable, 1.0), (share_variable, -1.0)]
            yield 0.0, INFINITY, [*natural_uses(Card(rank, suit)), (share_variable, -1.0)]


def _natural_uses(
    problem: InterlockProblem, columns: Sequence[InterlockColumn], kind: Card
) -> Iterator[tuple[int, float]]:
    """How often each column has that card as itself."""
    melding = melding_of(problem.rules)
    for number, column in enumerate(columns):
        if column.run is None:
            count = int(column.cards == (kind,) and kind in melding.naturals)
        else:
            count = sum(
                natural and card == kind
                for card, natural in zip(column.cards, column.run.natural, strict=True)
            )
        if count:
            yield number, float(count)


def solve_rows(
    rows: Iterable[LinearRow],
    objectives: Sequence[float],
    must_be_whole: Sequence[bool],
    upper_bounds: Sequence[float],
    deadline: float,
) -> WholeSolution:
    """The best choice of each variable from 0 to its most under the rows, as far as there is time.

    Raises TimedOut when that is over before all rows are made.
    """
    rows_made = []
    for row in rows:
        check_deadline(deadline)
        rows_made.append(row)
    program = MilpModel(
        np.array(objectives),
        (np.zeros(len(objectives)), np.array(upper_bounds)),
        (np.array([least for least, _, _ in rows_made]), np.array([most for _, most, _ in rows_made])),
        SparseMatrix.of_lines([uses for _, _, uses in rows_made], by_row=True),
        must_be_whole,
    )
    return solve_whole(program, deadline - time.perf_counter(), presolve=True)
