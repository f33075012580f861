"""Every meld that a hand can make, by itself or with the player's own melds on the table (H9).

An own meld stays whole: it is as one card that the hand has once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import check_deadline
from scorepad.optimize.interlock.interlock_problem import (
    InterlockProblem,
    Place,
    Run,
    are_consecutive,
    interlock_problem,
    run_of_meld,
    wilds_well_laid,
)
from scorepad.optimize.interlock.objective import self_interlock_points

MOST_MELDS = 3_000


class ModelTooLarge(Exception):
    """More melds or interlocks than can be chosen among."""


@dataclass(frozen=True, slots=True)
class OwnTableMeld:
    """An own meld on the table, upwards: as it lies, and the places that it covers, None for one card.

    A meld that leads upwards both ways round has two of these, with one number.
    """

    number: int
    laid_meld: Meld
    run: Run | None


@dataclass(frozen=True, slots=True)
class MeldColumn:
    """A meld that can be made: the cards of the hand and the own melds that it takes, how it then lies, and
    its points with what it interlocks with itself."""

    cards: tuple[Card, ...]
    fixed_numbers: frozenset[int]
    laid_meld: Meld
    run: Run | None
    value: int

    @property
    def parts(self) -> tuple[Card | int, ...]:
        """All that it takes; own melds by their numbers."""
        return (*self.cards, *self.fixed_numbers)


def own_table_melds(rules: Rules, number: int, meld: Meld) -> Iterator[OwnTableMeld]:
    """The meld upwards, as runs are. On a circle of two ranks both ways round lead upwards."""
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


def all_columns(
    problem: InterlockProblem,
    supply: Counter[Card | int],
    fixed_melds: Sequence[OwnTableMeld],
    deadline: float,
) -> list[MeldColumn]:
    """Every meld, as often as there are cards for it; wilds left over are none of them.

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
    """Every meld, once for each use of cards and melds at its places."""
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
    """Every run from a place on, card by card or by a whole own meld, with a natural at least.

    Wilds may end it. They are worth nothing there, but make a meld of two suits of one card, and lengthen a
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
    """What begins as a column and goes on at a place with each card or own meld that can lie there."""
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
    """The block as it lies from a place on; one card lies at any place of its kind."""
    if fixed_meld.run is not None:
        # Its cards never move (H9), so it begins only at its own first place.
        return fixed_meld.run if fixed_meld.run.places[0] == place else None
    if len(fixed_meld.laid_meld) > 1 or fixed_meld.laid_meld[0].card != problem.places.cards[place]:
        return None
    return Run((place,), (True,))
