"""List every meld that a hand can make, alone or with its player's melds on the table (H9).

A table meld stays whole, so the search treats it as one card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    Place,
    Run,
    are_consecutive,
    interlock_problem,
    run_of_meld,
    wilds_well_laid,
)
from scorepad.chattahoochee.interlock.objective import self_interlock_points
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import check_deadline

MOST_MELDS = 3_000


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
