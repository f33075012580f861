"""A model with a variable for every meld and every interlock: exact under any rules, for hands of moderate
size.

There is an integer variable for each possible meld, and one for each interlock of melds that could lie
together, which counts only if all its melds are laid. Nothing is assumed about schedules, wilds or tracks.
Every meld that a hand can make is listed, alone or with its player's melds on the table (H9). Such a meld
stays whole, so it is treated as one card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import factorial, floor, inf, isfinite
from typing import TYPE_CHECKING

from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    Place,
    Run,
    are_consecutive,
    interlock_problem,
    run_of_meld,
    wilds_well_laid,
)
from scorepad.chattahoochee.interlock.objective import net_lengths, rings_of_runs, self_interlock_points
from scorepad.chattahoochee.leftover import leftover_melds, leftover_points
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import check_deadline
from scorepad.optimize.solvers import has_solver

if TYPE_CHECKING:
    from scorepad.optimize.milp import LinearRow, WholeSolution

MOST_MELDS = 3_000
MOST_INTERLOCKS = 30_000
_TOLERANCE = 1e-6

PartCounts = Counter[Card | int]  # of cards, and of own melds on the table by their numbers


class ModelTooLarge(Exception):
    """The hand has too many melds or interlocks for this search."""


@dataclass(frozen=True, slots=True)
class OwnTableMeld:
    """The player's meld on the table, read upwards, with its run; None for one card.

    A meld that reads upwards both ways round gives two of these, with the same number.
    """

    number: int
    laid_meld: Meld
    run: Run | None


@dataclass(frozen=True, slots=True)
class MeldColumn:
    """A meld that the hand can make: the cards and table melds that it uses, how it lies, and its points,
    including those with itself."""

    cards: tuple[Card, ...]
    fixed_numbers: frozenset[int]
    laid_meld: Meld
    run: Run | None
    value: int

    @property
    def parts(self) -> tuple[Card | int, ...]:
        """The cards of the meld and the numbers of its table melds."""
        return (*self.cards, *self.fixed_numbers)


@dataclass(frozen=True, slots=True)
class PossibleInterlock:
    """Points of melds together: the numbers of their columns, and of partners’ melds."""

    points: int
    columns: tuple[int, ...]
    beside: tuple[int, ...] = ()


EarnedInterlocks = Callable[[Sequence[MeldColumn], Sequence[PossibleInterlock]], Iterable[PossibleInterlock]]


def solve_full_model(
    problem: InterlockProblem,
    cards: Sequence[Card],
    deadline: float,
    fixed_melds: Sequence[OwnTableMeld] = (),
    earned: EarnedInterlocks | None = None,
) -> tuple[tuple[Meld, ...], int | None]:
    """The best melds, and a bound in points, which they reach if there was time; None if none is known.

    `fixed_melds` are own melds on the table. `earned` selects the interlocks that score, of all possible
    ones. Raises ModelTooLarge, TimedOut.
    """
    if not has_solver("HiGHS"):
        raise ModelTooLarge
    supply: PartCounts = Counter((*cards, *{fixed_meld.number for fixed_meld in fixed_melds}))
    columns = all_columns(problem, supply, fixed_melds, deadline)
    interlocks = _possible_interlocks(problem, supply, columns, deadline)
    if earned:
        interlocks = list(earned(columns, interlocks))
    program = _ColumnProgram(problem, supply, columns, interlocks)
    solution = program.solve(deadline)
    # Without any solution in time the caller keeps what it knows, as if there were too many melds.
    if solution.column_values is None:
        raise ModelTooLarge
    # Those of interlocks come after those of columns.
    taken = zip(columns, solution.column_values.tolist(), strict=False)
    chosen = [column for column, times in taken if times]
    cards_left = Counter(cards) - Counter(card for column in chosen for card in column.cards)
    melds = (
        *(column.laid_meld for column in chosen),
        *leftover_melds(problem.rules, list(cards_left.elements())),
    )
    # Points are whole, but HiGHS’s bound may be a little below a whole number.
    return melds, floor(solution.bound + _TOLERANCE) if isfinite(solution.bound) else None


def _possible_interlocks(
    problem: InterlockProblem, supply: PartCounts, columns: Sequence[MeldColumn], deadline: float
) -> list[PossibleInterlock]:
    """The interlocks of each set of columns that could lie together."""
    run_columns = [number for number, column in enumerate(columns) if column.run is not None]
    runs = [run for number in run_columns if (run := columns[number].run)]
    room = _Room(supply, [columns[number].parts for number in run_columns], deadline)
    interlocks = []
    for ring, shared_places in rings_of_runs(problem.places, [*runs, *problem.table_runs], room.fits):
        own = tuple(run_columns[run] for run in ring if run < len(runs))
        beside = tuple(run - len(runs) for run in ring if run >= len(runs))
        net_points = sum(map(problem.rules.interlock_value, net_lengths(problem.places, shared_places)))
        # Interlocks of partners’ melds alone are not the player’s (I7).
        if own and net_points:
            # The factor for k melds is k! / 2 (I4), which is 1 for two.
            interlocks.append(PossibleInterlock(factorial(len(ring)) // 2 * net_points, own, beside))
        if len(interlocks) > MOST_INTERLOCKS:
            raise ModelTooLarge
    return interlocks


class _Room:
    """Checks whether the cards suffice for several melds: eight bits for each kind, the highest kept
    clear."""

    def __init__(self, supply: PartCounts, melds: Sequence[tuple[Card | int, ...]], deadline: float) -> None:
        # A subtraction borrows from the guard bit of a kind of which there is too little.
        bit_offset = {part: 8 * number for number, part in enumerate(supply)}
        self.guard = sum(128 << offset for offset in bit_offset.values())
        self.whole = self.guard + sum(count << bit_offset[part] for part, count in supply.items())
        self.taken = [sum(1 << bit_offset[part] for part in parts) for parts in melds]
        self.deadline = deadline

    def fits(self, ring: tuple[int, ...]) -> bool:
        """Whether these melds can lie together; those of partners use no cards. Raises TimedOut."""
        check_deadline(self.deadline)
        left = self.whole - sum(self.taken[meld] for meld in ring if meld < len(self.taken))
        return left & self.guard == self.guard


@dataclass(frozen=True, slots=True)
class _ColumnProgram:
    """The program. Its variables are, in order: columns; interlocks; for each number of wilds, whether so
    many are left over and laid by themselves; for each rank, the number of quartets; for each rank and suit,
    its cards in them."""

    problem: InterlockProblem
    supply: PartCounts
    columns: Sequence[MeldColumn]
    interlocks: Sequence[PossibleInterlock]

    def solve(self, deadline: float) -> WholeSolution:
        """The best choice of columns and their bonuses. Raises TimedOut."""
        from scorepad.optimize.milp import solve_rows

        rules = self.problem.rules
        ranks = rules.pack.ranks if rules.bonuses.quartet_bonus else ()
        wild_counts = range(1, sum(count for part, count in self.supply.items() if self._is_wild(part)) + 1)
        share_count = len(ranks) * len(rules.pack.common_suits)
        objectives = [float(column.value) for column in self.columns]
        objectives += [float(interlock.points) for interlock in self.interlocks]
        first_leftover = len(objectives)
        objectives += [float(leftover_points(rules, count)) for count in wild_counts]
        first_quartet = len(objectives)
        objectives += [float(rules.bonuses.quartet_bonus)] * len(ranks) + [0.0] * share_count
        # Interlocks and shares are whole of themselves where melds and quartets are.
        must_be_whole = [True] * len(self.columns) + [False] * len(self.interlocks)
        must_be_whole += [True] * (len(wild_counts) + len(ranks)) + [False] * share_count
        # More than quartets and shares can ever be: this bound binds nothing.
        most_in_quartets = float(self.supply.total() * len(self.columns) + 99)
        # A meld that can be laid twice is two columns, so one is the most of each.
        upper_bounds = [1.0] * first_quartet + [most_in_quartets] * (len(ranks) + share_count)
        rows = chain(
            self._part_rows(),
            self._interlock_rows(),
            [self._leftover_row(first_leftover, wild_counts)],
            self._quartet_rows(first_quartet, ranks),
        )
        return solve_rows(rows, objectives, must_be_whole, upper_bounds, deadline)

    def _is_wild(self, part: Card | int) -> bool:
        return isinstance(part, Card) and bool(melding_of(self.problem.rules).reach(part))

    def _part_rows(self) -> Iterator[LinearRow]:
        """Rows: each card and each own meld is in one column; wilds may be left over."""
        for part, count in self.supply.items():
            uses = [
                (number, float(used))
                for number, column in enumerate(self.columns)
                if (used := column.parts.count(part))
            ]
            # All naturals are melded, if only one by one. Wilds that are left have a row of their own (H17).
            yield 0.0 if self._is_wild(part) else count, count, uses

    def _interlock_rows(self) -> Iterator[LinearRow]:
        """Rows: an interlock needs all of its columns."""
        for number, interlock in enumerate(self.interlocks, start=len(self.columns)):
            yield from ((0.0, inf, [(column, 1.0), (number, -1.0)]) for column in interlock.columns)

    def _leftover_row(self, first_variable: int, wild_counts: range) -> LinearRow:
        """The row that no more wilds are laid by themselves than the columns leave."""
        uses = [
            (number, float(used))
            for number, column in enumerate(self.columns)
            if (used := sum(map(self._is_wild, column.cards)))
        ]
        leftover = [(variable, float(count)) for variable, count in enumerate(wild_counts, first_variable)]
        return 0.0, float(len(wild_counts)), [*uses, *leftover]

    def _quartet_rows(self, first_variable: int, ranks: Sequence[str]) -> Iterator[LinearRow]:
        """Rows: a suit's cards in quartets are at most their number, and at most its naturals (H24)."""
        suits = self.problem.rules.pack.common_suits
        first_share = first_variable + len(ranks)
        for quartet_variable, rank in enumerate(ranks, first_variable):
            shares = range(first_share, first_share + len(suits))
            first_share += len(suits)
            # A quartet takes one of four suits each: q of them need shares of 4 q together.
            yield 0.0, inf, [*((share, 1.0) for share in shares), (quartet_variable, -4.0)]
            for share, suit in zip(shares, suits, strict=True):
                yield 0.0, inf, [(quartet_variable, 1.0), (share, -1.0)]
                yield 0.0, inf, [*self._natural_uses(Card(rank, suit)), (share, -1.0)]

    def _natural_uses(self, kind: Card) -> Iterator[tuple[int, float]]:
        """How often each column has that card as a natural."""
        for number, column in enumerate(self.columns):
            at_own_places = column.run.natural if column.run else (True,)
            count = sum(
                at_own_place and laid.card == kind
                for laid, at_own_place in zip(column.laid_meld, at_own_places, strict=True)
            )
            if count:
                yield number, float(count)


def all_columns(
    problem: InterlockProblem,
    supply: Counter[Card | int],
    fixed_melds: Sequence[OwnTableMeld],
    deadline: float,
) -> list[MeldColumn]:
    """List every meld, as many times as the cards allow; leftover wilds make none.

    Raises ModelTooLarge, TimedOut.
    """
    columns = [
        copy
        for column in _different_columns(problem, supply, fixed_melds, deadline)
        # Variables are 0 or 1, so a meld that can be laid twice is there twice.
        for copy in [column] * min(supply[part] // count for part, count in Counter(column.parts).items())
    ]
    if len(columns) > MOST_MELDS:
        raise ModelTooLarge
    return columns


def _different_columns(
    problem: InterlockProblem,
    supply: Counter[Card | int],
    fixed_melds: Sequence[OwnTableMeld],
    deadline: float,
) -> Iterator[MeldColumn]:
    """List each different meld once: by the cards and table melds that it uses and the places that it
    covers."""
    rules, places = problem.rules, problem.places
    melding = melding_of(rules)
    value = rules.values.schedule.value
    cards = Counter({part: count for part, count in supply.items() if isinstance(part, Card)})
    seen: set[object] = set()
    for first_place in range(len(places.cards)):
        for column in _grown_columns(problem, first_place, cards, fixed_melds, deadline):
            assert column.run is not None
            # The cards count too: another wild at the same place leaves another one for other melds.
            use = (column.run, column.fixed_numbers, tuple(sorted(column.cards)))
            # Runs that may not be laid yet are grown all the same: two naturals may follow (H15).
            if len(column.laid_meld) > 1 and wilds_well_laid(rules, column.run.natural) and use not in seen:
                seen.add(use)
                yield replace(
                    column,
                    value=value(sum(column.run.natural)) + self_interlock_points(rules, places, column.run),
                )
            if len(seen) > MOST_MELDS:
                raise ModelTooLarge
    # A card alone lies at no place, so these come once for each kind.
    for card in cards:
        if card in melding.naturals:
            yield MeldColumn((card,), frozenset(), (Laid(card),), None, value(1))
    for fixed_meld in fixed_melds:
        if len(fixed_meld.laid_meld) == 1:
            yield MeldColumn((), frozenset([fixed_meld.number]), fixed_meld.laid_meld, None, value(1))


def _grown_columns(
    problem: InterlockProblem,
    first_place: Place,
    cards: Counter[Card],
    fixed_melds: Sequence[OwnTableMeld],
    deadline: float,
) -> Iterator[MeldColumn]:
    """List every run from a place on with at least one natural, grown by a card or a whole table meld at a
    time.

    Wilds may end a run. They add no points there, but turn one card into a meld of two suits, or lengthen a
    stretch that is worth less when it is longer.
    """
    next_place = problem.places.next_place

    def grow(place: Place, cards_left: Counter[Card], column: MeldColumn) -> Iterator[MeldColumn]:
        check_deadline(deadline)
        for further in _with_one_more(problem, place, cards_left, fixed_melds, column):
            assert further.run is not None
            # Wilds alone are melds of their own kind (H17), counted by `leftover`.
            if any(further.run.natural):
                yield further
            taken = Counter(further.cards[len(column.cards) :])
            yield from grow(next_place[further.run.places[-1]], cards_left - taken, further)

    return grow(first_place, cards, MeldColumn((), frozenset(), (), Run((), ()), 0))


def _with_one_more(
    problem: InterlockProblem,
    place: Place,
    cards_left: Counter[Card],
    fixed_melds: Sequence[OwnTableMeld],
    column: MeldColumn,
) -> Iterator[MeldColumn]:
    """Extend a column at a place, once with each card or table meld that can lie there."""
    kind, reach, run = problem.places.cards[place], melding_of(problem.rules).reach, column.run
    assert run is not None
    for card in cards_left:
        if card == kind or kind in reach(card):
            laid = Laid(card, kind) if reach(card) else Laid(card)
            longer_run = Run((*run.places, place), (*run.natural, card == kind))
            cards, laid_meld = (*column.cards, card), (*column.laid_meld, laid)
            yield MeldColumn(cards, column.fixed_numbers, laid_meld, longer_run, 0)
    for fixed_meld in fixed_melds:
        own_run = _run_from(problem, fixed_meld, place)
        if own_run and fixed_meld.number not in column.fixed_numbers:
            longer_run = Run((*run.places, *own_run.places), (*run.natural, *own_run.natural))
            numbers, laid_meld = (
                column.fixed_numbers | {fixed_meld.number},
                column.laid_meld + fixed_meld.laid_meld,
            )
            yield MeldColumn(column.cards, numbers, laid_meld, longer_run, 0)


def _run_from(problem: InterlockProblem, fixed_meld: OwnTableMeld, place: Place) -> Run | None:
    """Return the run of a table meld from a place on; None if it cannot lie there. A single card lies at any
    place of its kind."""
    if fixed_meld.run is not None:
        # Its cards never move (H9), so it begins only at its own first place.
        return fixed_meld.run if fixed_meld.run.places[0] == place else None
    if len(fixed_meld.laid_meld) > 1 or fixed_meld.laid_meld[0].card != problem.places.cards[place]:
        return None
    return Run((place,), (True,))


def own_table_melds(rules: Rules, number: int, meld: Meld) -> Iterator[OwnTableMeld]:
    """List the readings of a table meld upwards. On a circle of two ranks both directions lead upwards."""
    run = run_of_meld(rules, meld)
    # A card alone is tied to no other suit: it may yet alternate with any.
    if run is None or len(meld) < 2:
        yield OwnTableMeld(number, meld, None)
        return
    places = interlock_problem(rules, (), ()).places
    leads_up = places.cards[run.places[0]] == (meld[0].stands_for or meld[0].card)
    upward_meld = meld if leads_up else meld[::-1]
    yield OwnTableMeld(number, upward_meld, run)
    turned_run = Run(run.places[::-1], run.natural[::-1])
    if turned_run != run and are_consecutive(places, turned_run.places):
        yield OwnTableMeld(number, upward_meld[::-1], turned_run)
