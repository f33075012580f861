"""Every meld that a hand can make with the player's own melds on the table, which stay whole (H9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.deadline import check_deadline
from scorepad.optimize.interlock.full_model import MOST_MELDS, ModelTooLarge
from scorepad.optimize.interlock.interlock_problem import (
    InterlockProblem,
    Place,
    Run,
    interlock_problem,
    run_of_meld,
    wilds_well_laid,
)
from scorepad.optimize.interlock.score import self_interlock_points


@dataclass(frozen=True, slots=True)
class OwnTableMeld:
    """An own meld on the table, upwards: as it lies, and the places that it covers, None for one card."""

    number: int
    laid_meld: Meld
    run: Run | None


@dataclass(frozen=True, slots=True)
class TurnColumn:
    """A meld that can be made: the cards of the hand and the own melds that it takes, and what it is then."""

    cards: tuple[Card, ...]
    fixed_numbers: frozenset[int]
    laid_meld: Meld
    run: Run | None
    value: int


def own_table_meld(rules: Rules, number: int, meld: Meld) -> OwnTableMeld:
    """The meld upwards, as runs are."""
    run = run_of_meld(rules, meld)
    if run is None or len(meld) < 2:
        return OwnTableMeld(number, meld, None)
    places = interlock_problem(rules, (), ()).places
    leads_up = places.cards[run.places[0]] == (meld[0].stands_for or meld[0].card)
    return OwnTableMeld(number, meld if leads_up else meld[::-1], run)


def all_columns(
    problem: InterlockProblem,
    card_counts: Counter[Card],
    fixed_melds: Sequence[OwnTableMeld],
    deadline: float,
) -> Iterator[TurnColumn]:
    """Every meld, once for each use of cards and melds at its places; wilds left over are none of them."""
    rules, places = problem.rules, problem.places
    melding = melding_of(rules)
    value = rules.values.schedule.value
    seen: set[object] = set()
    for first_place in range(len(places.cards)):
        for column in _grown_columns(problem, first_place, card_counts, fixed_melds, deadline):
            assert column.run is not None
            use = (column.run, column.fixed_numbers, tuple(sorted(column.cards)))
            if len(column.laid_meld) > 1 and wilds_well_laid(rules, column.run.natural) and use not in seen:
                seen.add(use)
                yield replace(
                    column,
                    value=value(sum(column.run.natural)) + self_interlock_points(rules, places, column.run),
                )
            if len(seen) > MOST_MELDS:
                raise ModelTooLarge
    for card in card_counts:
        if card in melding.naturals:
            yield TurnColumn((card,), frozenset(), (Laid(card),), None, value(1))
    for fixed_meld in fixed_melds:
        if len(fixed_meld.laid_meld) == 1:
            yield TurnColumn((), frozenset([fixed_meld.number]), fixed_meld.laid_meld, None, value(1))


def _grown_columns(
    problem: InterlockProblem,
    first_place: Place,
    card_counts: Counter[Card],
    fixed_melds: Sequence[OwnTableMeld],
    deadline: float,
) -> Iterator[TurnColumn]:
    """Every run from a place on, card by card or by a whole own meld, with a natural at least."""
    places, rules = problem.places, problem.rules
    melding = melding_of(rules)

    def grow(place: Place, cards_left: Counter[Card], column: TurnColumn, run: Run) -> Iterator[TurnColumn]:
        check_deadline(deadline)
        kind = places.cards[place]
        for card in [card for card, copies in cards_left.items() if copies]:
            is_natural = card == kind
            if is_natural or kind in melding.reach(card):
                laid_card = Laid(card, kind) if melding.reach(card) else Laid(card)
                longer_run = Run((*run.places, place), (*run.natural, is_natural))
                longer_column = replace(
                    column,
                    cards=(*column.cards, card),
                    laid_meld=(*column.laid_meld, laid_card),
                    run=longer_run,
                )
                yield from grow_on(
                    longer_column, longer_run, places.next_place[place], cards_left - Counter([card])
                )
        for fixed_meld in fixed_melds:
            own_run = _run_from(problem, fixed_meld, place)
            if own_run and fixed_meld.number not in column.fixed_numbers:
                longer_run = Run((*run.places, *own_run.places), (*run.natural, *own_run.natural))
                longer_column = replace(
                    column,
                    fixed_numbers=column.fixed_numbers | {fixed_meld.number},
                    laid_meld=(*column.laid_meld, *fixed_meld.laid_meld),
                    run=longer_run,
                )
                yield from grow_on(
                    longer_column, longer_run, places.next_place[own_run.places[-1]], cards_left
                )

    def grow_on(
        longer_column: TurnColumn, run: Run, place: Place, cards_left: Counter[Card]
    ) -> Iterator[TurnColumn]:
        if any(run.natural):
            yield longer_column
        yield from grow(place, cards_left, longer_column, run)

    return grow(first_place, card_counts, TurnColumn((), frozenset(), (), None, 0), Run((), ()))


def _run_from(problem: InterlockProblem, fixed_meld: OwnTableMeld, place: Place) -> Run | None:
    """The block as it lies from a place on; one card lies at any place of its kind."""
    if fixed_meld.run is not None:
        return fixed_meld.run if fixed_meld.run.places[0] == place else None
    if len(fixed_meld.laid_meld) > 1 or fixed_meld.laid_meld[0].card != problem.places.cards[place]:
        return None
    return Run((place,), (True,))


def max_copies(column: TurnColumn, card_counts: Counter[Card]) -> int:
    """How often a meld can be made of the hand; once with an own meld."""
    if column.fixed_numbers:
        return 1
    return min(card_counts[card] // count for card, count in Counter(column.cards).items())
