"""Every meld and every interlock as a variable: exact under any rules, for hands that are not too large.

One whole variable a meld that could be laid, one for each interlock of melds that could lie together, which
is had only where all of its melds are laid. Nothing is assumed about schedules, wilds or circles.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import factorial, isfinite

import numpy as np

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.optimize.deadline import check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Place, Run, wilds_well_laid
from scorepad.optimize.interlock.objective import trivial_bound
from scorepad.optimize.interlock.score import net_lengths, rings_of_runs, self_interlock_points
from scorepad.optimize.milp import INFINITY, Program, SparseMatrix, WholeSolution, solve_whole

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
        """The cards as they are laid, each wild saying what it stands for."""
        if self.run is None:
            return tuple(map(Laid, self.cards))
        kinds = [problem.places.cards[place] for place in self.run.places]
        return tuple(
            Laid(card) if natural else Laid(card, kind)
            for card, kind, natural in zip(self.cards, kinds, self.run.natural, strict=True)
        )


def solve_full_model(
    problem: InterlockProblem, cards: Sequence[Card], deadline: float
) -> tuple[tuple[Meld, ...], int, int]:
    """The best melds, their points and a bound, which meet if there was time.

    Raises ModelTooLarge, TimedOut.
    """
    counts = Counter(cards)
    columns = [
        one
        for column in _all_columns(problem, counts, deadline)
        for one in [column] * min(counts[card] // count for card, count in Counter(column.cards).items())
    ]
    if len(columns) > MOST_MELDS:
        raise ModelTooLarge
    interlocks = _possible_interlocks(problem, counts, columns, deadline)
    return _choose_columns(problem, counts, columns, interlocks, deadline)


def _all_columns(problem: InterlockProblem, counts: Counter[Card], deadline: float) -> list[InterlockColumn]:
    """Every meld, once: runs, cards alone, and wilds alone."""
    rules, known = problem.rules, problem.places
    melding = melding_of(rules)
    found: dict[object, InterlockColumn] = {}
    for first in range(len(known.cards)):
        for cards, run in _grown_runs(problem, counts, first, deadline):
            if len(cards) > 1 and wilds_well_laid(rules, run.natural):
                value = rules.values.schedule.value(sum(run.natural)) + self_interlock_points(
                    rules, known, run
                )
                found.setdefault((run, tuple(sorted(cards))), InterlockColumn(cards, run, value))
            if len(found) > MOST_MELDS:
                raise ModelTooLarge
    alone = [
        InterlockColumn((card,), None, rules.values.schedule.value(1))
        for card in counts
        if card in melding.naturals
    ]
    return [*found.values(), *alone, *islice(_wild_only_columns(problem, counts), MOST_MELDS + 1)]


def _wild_only_columns(problem: InterlockProblem, counts: Counter[Card]) -> Iterator[InterlockColumn]:
    """Wilds by themselves (H17): which of them makes no difference to what they are worth together."""
    rules = problem.rules
    melding = melding_of(rules)
    wilds = [card for card in counts.elements() if melding.reach(card)]
    if rules.wilds.wild_only_schedule is None or rules.wilds.wilds_apart:
        value = rules.wilds.wild_only_schedule.value(1) if rules.wilds.wild_only_schedule else 0
        yield from (InterlockColumn((card,), None, value) for card in dict.fromkeys(wilds))
        return
    for group in _card_groups(sorted(Counter(wilds).items())):
        if group:
            yield InterlockColumn(group, None, rules.wilds.wild_only_schedule.value(len(group)))


def _card_groups(counts: Sequence[tuple[Card, int]]) -> Iterator[tuple[Card, ...]]:
    if not counts:
        yield ()
        return
    card, copies = counts[0]
    for rest in _card_groups(counts[1:]):
        for number in range(copies + 1):
            yield (card,) * number + rest


def _grown_runs(
    problem: InterlockProblem, counts: Counter[Card], first: Place, deadline: float
) -> Iterator[tuple[tuple[Card, ...], Run]]:
    """Every run from a place on with a natural at least, and the cards that lie there; wilds may end it.

    A wild at the end is worth nothing, but makes a meld of two suits of one card, and lengthens a stretch
    that is worth less when it is longer.
    """
    known, rules = problem.places, problem.rules
    melding = melding_of(rules)

    def grow(
        place: Place, left: Counter[Card], cards: tuple[Card, ...], run: Run
    ) -> Iterator[tuple[tuple[Card, ...], Run]]:
        check_deadline(deadline)
        kind = known.cards[place]
        for card in [card for card, copies in left.items() if copies]:
            if card == kind or kind in melding.reach(card):
                further = Run((*run.places, place), (*run.natural, card == kind))
                if any(further.natural):
                    yield (*cards, card), further
                yield from grow(known.next_place[place], left - Counter([card]), (*cards, card), further)

    return grow(first, counts, (), Run((), ()))


def _possible_interlocks(
    problem: InterlockProblem, counts: Counter[Card], columns: Sequence[InterlockColumn], deadline: float
) -> list[tuple[int, tuple[int, ...]]]:
    """What each choice of columns that could lie together earns by interlocking."""
    laid = [place for place, column in enumerate(columns) if column.run is not None]
    runs = [run for place in laid if (run := columns[place].run)]
    room = _CardRoom(counts, [columns[place].cards for place in laid], deadline)
    found = []
    for ring, places in rings_of_runs(problem.places, [*runs, *problem.table_runs], room.fits):
        own = tuple(laid[run] for run in ring if run < len(runs))
        points = (
            factorial(len(ring))
            // 2
            * sum(map(problem.rules.interlock_value, net_lengths(problem.places, places)))
        )
        if own and points:
            found.append((points, own))
        if len(found) > MOST_INTERLOCKS:
            raise ModelTooLarge
    return found


class _CardRoom:
    """Whether the hand has the cards of several melds: eight bits a kind, the highest of them kept clear."""

    def __init__(self, counts: Counter[Card], melds: Sequence[tuple[Card, ...]], deadline: float) -> None:
        place = {card: 8 * number for number, card in enumerate(counts)}
        self.guard = sum(128 << shift for shift in place.values())
        self.whole = self.guard + sum(copies << place[card] for card, copies in counts.items())
        self.taken = [sum(1 << place[card] for card in cards) for cards in melds]
        self.deadline = deadline

    def fits(self, ring: tuple[int, ...]) -> bool:
        """Whether these melds can lie together; others than the hand's take nothing. Raises TimedOut."""
        check_deadline(self.deadline)
        left = self.whole - sum(self.taken[meld] for meld in ring if meld < len(self.taken))
        return left & self.guard == self.guard


def _choose_columns(
    problem: InterlockProblem,
    counts: Counter[Card],
    columns: Sequence[InterlockColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...]]],
    deadline: float,
) -> tuple[tuple[Meld, ...], int, int]:
    """The best choice: every card in one meld, every interlock only with all of its melds."""
    rows: list[LinearRow] = []
    for card, copies in counts.items():
        uses = [(place, float(n)) for place, one in enumerate(columns) if (n := one.cards.count(card))]
        rows.append((copies, copies, uses))
    for interlock, (_, own) in enumerate(interlocks, start=len(columns)):
        rows += [(0.0, INFINITY, [(place, 1.0), (interlock, -1.0)]) for place in own]
    objectives = [float(one.value) for one in columns] + [float(points) for points, _ in interlocks]
    ranks = problem.rules.pack.ranks if problem.rules.bonuses.quartet_bonus else ()
    suits = problem.rules.pack.common_suits
    shares = len(ranks) * len(suits)
    rows += quartet_rows(len(objectives), ranks, suits, lambda kind: _natural_uses(problem, columns, kind))
    objectives += [float(problem.rules.bonuses.quartet_bonus)] * len(ranks) + [0.0] * shares
    check_deadline(deadline)
    whole = [True] * len(columns) + [False] * len(interlocks) + [True] * len(ranks) + [False] * shares
    most = [1.0] * (len(columns) + len(interlocks)) + [float(len(columns))] * (len(ranks) + shares)
    solution = solve_rows(rows, objectives, whole, most, deadline)
    if solution.values is None:
        raise ModelTooLarge
    melds = tuple(
        columns[int(place)].meld(problem) for place in np.flatnonzero(solution.values[: len(columns)])
    )
    dual = solution.bound
    bound = int(np.floor(dual + _TOLERANCE)) if isfinite(dual) else trivial_bound(problem)
    return melds, round(solution.objective), bound


def quartet_rows(
    first: int,
    ranks: Sequence[str],
    suits: Sequence[str],
    laid_as: Callable[[Card], Iterable[tuple[int, float]]],
) -> Iterator[LinearRow]:
    """What ties quartets to naturals: a variable a rank for their number from `first` on, and after those
    one a rank and suit for the suit's share, no more than that number or its naturals (H24)."""
    share = first + len(ranks)
    for quartets, rank in enumerate(ranks, first):
        shares = range(share, share + len(suits))
        share += len(suits)
        yield 0.0, INFINITY, [*((one, 1.0) for one in shares), (quartets, -4.0)]
        for one, suit in zip(shares, suits, strict=True):
            yield 0.0, INFINITY, [(quartets, 1.0), (one, -1.0)]
            yield 0.0, INFINITY, [*laid_as(Card(rank, suit)), (one, -1.0)]


def _natural_uses(
    problem: InterlockProblem, columns: Sequence[InterlockColumn], kind: Card
) -> Iterator[tuple[int, float]]:
    """How often each column has that card as itself."""
    melding = melding_of(problem.rules)
    for place, one in enumerate(columns):
        if one.run is None:
            count = int(one.cards == (kind,) and kind in melding.naturals)
        else:
            count = sum(
                natural and card == kind for card, natural in zip(one.cards, one.run.natural, strict=True)
            )
        if count:
            yield place, float(count)


def solve_rows(
    rows: Sequence[LinearRow],
    objectives: Sequence[float],
    whole: Sequence[bool],
    most: Sequence[float],
    deadline: float,
) -> WholeSolution:
    """The best choice of each variable from 0 to its most under the rows, as far as there is time."""
    program = Program(
        np.array(objectives),
        (np.zeros(len(objectives)), np.array(most)),
        (np.array([low for low, _, _ in rows]), np.array([high for _, high, _ in rows])),
        SparseMatrix.of_lines([uses for _, _, uses in rows], by_row=True),
        whole,
    )
    return solve_whole(program, deadline - time.perf_counter(), presolve=True)
