"""The best of a hand and of her own melds on the table, which interlock when she goes out (I8, H8-H10).

Her melds stay whole: they are extended at their ends and merged. Laid anew with all other cards they could
only be worth more, so that the best of all cards without that bond is a bound; often it keeps them whole.
Else every meld that the hand and her melds make is listed, as in `columns`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import factorial, isfinite

import numpy as np

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.deadline import TimedOut, check_deadline
from scorepad.optimize.interlock import full_model
from scorepad.optimize.interlock.best_interlocks import search_interlocks as best_anew
from scorepad.optimize.interlock.interlock_problem import (
    InterlockProblem,
    Place,
    Run,
    interlock_problem,
    run_of_meld,
    wilds_well_laid,
)
from scorepad.optimize.interlock.score import net_lengths, rings_of_runs, self_interlock_points
from scorepad.optimize.leftover import leftover_melds, leftover_points
from scorepad.optimize.milp import INFINITY

_ANEW_SHARE = 0.5  # of the time, for the best of all cards
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class OwnMeld:
    """A meld of hers on the table, upwards: as it lies, and the places that it covers, None for one card."""

    number: int
    laid_meld: Meld
    run: Run | None


@dataclass(frozen=True, slots=True)
class TurnColumn:
    """A meld that can be made: the cards of the hand and her melds that it takes, and what it is then."""

    cards: tuple[Card, ...]
    own_numbers: frozenset[int]
    laid_meld: Meld
    run: Run | None
    value: int


def search_in_turns(
    rules: Rules, cards: Sequence[Card], own: Sequence[Meld], partners: Sequence[Meld], limit: float
) -> Answer:
    """The arrangement of the highest score of the hand and her own melds, with those of partners (I7).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    began = time.perf_counter()
    every = [*cards, *(laid.card for meld in own for laid in meld)]
    anew = best_anew(rules, every, table=partners, limit=_ANEW_SHARE * limit)
    if keeps_melds_whole(anew.melds, own):
        return replace(anew, seconds=time.perf_counter() - began)
    beside = best_anew(rules, cards, table=(*own, *partners), limit=_ANEW_SHARE * limit / 2)
    laid: tuple[Meld, ...] = (*beside.melds, *own)
    points, bound = check(rules, laid, partners).points, anew.bound
    with suppress(full_model.ModelTooLarge, TimedOut):
        laid_now, value, most = _solve_columns(rules, cards, own, partners, began + limit)
        bound = min(bound, most)
        if value > points:
            laid, points = laid_now, value
    return Answer(laid, points, max(points, bound), time.perf_counter() - began)


def keeps_melds_whole(melds: Sequence[Meld], own: Sequence[Meld]) -> bool:
    """Whether each meld of hers lies within one of the melds as it did, none sharing a card with another."""
    room = [list(meld) for meld in melds]
    for one in sorted(own, key=len, reverse=True):
        for meld in room:
            at = next(
                (at for way in (one, one[::-1]) if (at := _position_within(meld, way)) is not None), None
            )
            if at is not None:
                meld[at : at + len(one)] = [None] * len(one)  # type: ignore[list-item]
                break
        else:
            return False
    return True


def _position_within(meld: Sequence[Laid], part: Meld) -> int | None:
    starts = range(len(meld) - len(part) + 1)
    return next((start for start in starts if tuple(meld[start : start + len(part)]) == part), None)


def _solve_columns(
    rules: Rules, cards: Sequence[Card], own: Sequence[Meld], partners: Sequence[Meld], deadline: float
) -> tuple[tuple[Meld, ...], int, int]:
    """The best melds, their points and a bound. Raises ModelTooLarge, TimedOut."""
    problem, counts = interlock_problem(rules, cards, partners), Counter(cards)
    alone = [meld for meld in own if not any(check_meld(rules, meld).natural)]
    melds = [meld for meld in own if meld not in alone]
    own_melds = [_own_meld(rules, number, meld) for number, meld in enumerate(melds)]
    found = [
        one
        for column in _all_columns(problem, counts, own_melds, deadline)
        for one in [column] * _max_copies(column, counts)
    ]
    if len(found) > full_model.MOST_MELDS:
        raise full_model.ModelTooLarge
    interlocks = list(_possible_interlocks(problem, counts, found, deadline))
    chosen, most = _choose_columns(problem, counts, own_melds, found, interlocks, deadline)
    wilds = counts - Counter(card for one in chosen for card in one.cards)
    lying = (
        sum(rules.wilds.wild_only_schedule.value(len(meld)) for meld in alone)
        if rules.wilds.wild_only_schedule
        else 0
    )
    laid = (*(one.laid_meld for one in chosen), *leftover_melds(rules, list(wilds.elements())), *alone)
    return laid, check(rules, laid, partners).points, most + lying


def _max_copies(column: TurnColumn, counts: Counter[Card]) -> int:
    """How often a meld can be made of the hand; once with a meld of hers."""
    if column.own_numbers:
        return 1
    return min(counts[card] // count for card, count in Counter(column.cards).items())


def _own_meld(rules: Rules, number: int, meld: Meld) -> OwnMeld:
    """The meld upwards, as runs are."""
    run = run_of_meld(rules, meld)
    if run is None or len(meld) < 2:
        return OwnMeld(number, meld, None)
    known = interlock_problem(rules, (), ()).places
    upwards = known.cards[run.places[0]] == (meld[0].stands_for or meld[0].card)
    return OwnMeld(number, meld if upwards else meld[::-1], run)


def _all_columns(
    problem: InterlockProblem, counts: Counter[Card], own_melds: Sequence[OwnMeld], deadline: float
) -> Iterator[TurnColumn]:
    """Every meld, once for each use of cards and melds at its places; wilds left over are none of them."""
    rules, known = problem.rules, problem.places
    melding = melding_of(rules)
    value = rules.values.schedule.value
    seen: set[object] = set()
    for first in range(len(known.cards)):
        for one in _grown_columns(problem, first, counts, own_melds, deadline):
            assert one.run is not None
            key = (one.run, one.own_numbers, tuple(sorted(one.cards)))
            if len(one.laid_meld) > 1 and wilds_well_laid(rules, one.run.natural) and key not in seen:
                seen.add(key)
                yield replace(
                    one, value=value(sum(one.run.natural)) + self_interlock_points(rules, known, one.run)
                )
            if len(seen) > full_model.MOST_MELDS:
                raise full_model.ModelTooLarge
    for card in counts:
        if card in melding.naturals:
            yield TurnColumn((card,), frozenset(), (Laid(card),), None, value(1))
    for own_meld in own_melds:
        if len(own_meld.laid_meld) == 1:
            yield TurnColumn((), frozenset([own_meld.number]), own_meld.laid_meld, None, value(1))


def _grown_columns(
    problem: InterlockProblem,
    first: Place,
    counts: Counter[Card],
    own_melds: Sequence[OwnMeld],
    deadline: float,
) -> Iterator[TurnColumn]:
    """Every run from a place on, card by card or by a whole meld of hers, with a natural at least."""
    known, rules = problem.places, problem.rules
    melding = melding_of(rules)

    def grow(place: Place, left: Counter[Card], one: TurnColumn, run: Run) -> Iterator[TurnColumn]:
        check_deadline(deadline)
        kind = known.cards[place]
        for card in [card for card, copies in left.items() if copies]:
            natural = card == kind
            if natural or kind in melding.reach(card):
                laid = Laid(card, kind) if melding.reach(card) else Laid(card)
                further = Run((*run.places, place), (*run.natural, natural))
                more = replace(one, cards=(*one.cards, card), laid_meld=(*one.laid_meld, laid), run=further)
                yield from _on(more, further, known.next_place[place], left - Counter([card]))
        for own_meld in own_melds:
            covers = _run_from(problem, own_meld, place)
            if covers and own_meld.number not in one.own_numbers:
                further = Run((*run.places, *covers.places), (*run.natural, *covers.natural))
                more = replace(
                    one,
                    own_numbers=one.own_numbers | {own_meld.number},
                    laid_meld=(*one.laid_meld, *own_meld.laid_meld),
                    run=further,
                )
                yield from _on(more, further, known.next_place[covers.places[-1]], left)

    def _on(more: TurnColumn, run: Run, place: Place, left: Counter[Card]) -> Iterator[TurnColumn]:
        if any(run.natural):
            yield more
        yield from grow(place, left, more, run)

    return grow(first, counts, TurnColumn((), frozenset(), (), None, 0), Run((), ()))


def _run_from(problem: InterlockProblem, own_meld: OwnMeld, place: Place) -> Run | None:
    """The block as it lies from a place on; one card lies at any place of its kind."""
    if own_meld.run is not None:
        return own_meld.run if own_meld.run.places[0] == place else None
    if len(own_meld.laid_meld) > 1 or own_meld.laid_meld[0].card != problem.places.cards[place]:
        return None
    return Run((place,), (True,))


def _possible_interlocks(
    problem: InterlockProblem, counts: Counter[Card], found: Sequence[TurnColumn], deadline: float
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What each choice of melds that could lie together earns by interlocking."""
    numbers = [number for number, one in enumerate(found) if one.run is not None]
    runs = [run for one in found if (run := one.run)]

    def fits(ring: tuple[int, ...]) -> bool:
        check_deadline(deadline)
        melds = [found[numbers[place]] for place in ring if place < len(runs)]
        taken = sum((Counter(one.cards) for one in melds), Counter[Card]())
        own = [number for one in melds for number in one.own_numbers]
        return len(own) == len(set(own)) and not taken - counts

    for count, (ring, places) in enumerate(rings_of_runs(problem.places, [*runs, *problem.table_runs], fits)):
        mine = tuple(numbers[place] for place in ring if place < len(runs))
        points = (
            factorial(len(ring))
            // 2
            * sum(map(problem.rules.interlock_value, net_lengths(problem.places, places)))
        )
        if mine and points:
            yield points, mine
        if count > full_model.MOST_INTERLOCKS:
            raise full_model.ModelTooLarge


def _choose_columns(
    problem: InterlockProblem,
    counts: Counter[Card],
    own_melds: Sequence[OwnMeld],
    found: Sequence[TurnColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...]]],
    deadline: float,
) -> tuple[list[TurnColumn], int]:
    """The best choice, each of her melds and each card that is no wild in one meld; and a bound."""
    rules = problem.rules
    melding = melding_of(rules)
    wilds = sum(copies for card, copies in counts.items() if melding.reach(card))
    ranks, suits = rules.pack.ranks if rules.bonuses.quartet_bonus else (), rules.pack.common_suits
    alone = range(1, wilds + 1)
    objectives = [float(one.value) for one in found] + [float(points) for points, _ in interlocks]
    objectives += [float(leftover_points(rules, count)) for count in alone]
    rows = list(_linear_rows(problem, counts, own_melds, found, interlocks, alone))
    rows += full_model.quartet_rows(len(objectives), ranks, suits, lambda kind: _natural_uses(found, kind))
    objectives += [float(rules.bonuses.quartet_bonus)] * len(ranks) + [0.0] * (len(ranks) * len(suits))
    whole = [
        number < len(found) or number >= len(found) + len(interlocks) for number in range(len(objectives))
    ]
    most = [1.0] * (len(found) + len(interlocks) + wilds)
    most += [float(len(counts) + len(own_melds) + 1) * 99] * (len(objectives) - len(most))
    solution = full_model.solve_rows(rows, objectives, whole, most, deadline)
    if solution.values is None or not isfinite(solution.bound):
        raise full_model.ModelTooLarge
    taken = np.flatnonzero(solution.values[: len(found)])
    return [found[int(place)] for place in taken], int(np.floor(solution.bound + _TOLERANCE))


def _linear_rows(
    problem: InterlockProblem,
    counts: Counter[Card],
    own_melds: Sequence[OwnMeld],
    found: Sequence[TurnColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...]]],
    alone: range,
) -> Iterator[full_model.LinearRow]:
    """Cards and melds are used up, interlocks need all of their melds, wilds left over are laid once."""
    rules, endless = problem.rules, INFINITY
    melding = melding_of(rules)
    for card, copies in counts.items():
        uses = [(place, float(n)) for place, one in enumerate(found) if (n := one.cards.count(card))]
        yield 0.0 if melding.reach(card) else copies, copies, uses
    for own_meld in own_melds:
        yield (
            1.0,
            1.0,
            [(place, 1.0) for place, one in enumerate(found) if own_meld.number in one.own_numbers],
        )
    for interlock, (_, melds) in enumerate(interlocks, start=len(found)):
        yield from ((0.0, endless, [(place, 1.0), (interlock, -1.0)]) for place in melds)
    wild = [(place, float(n)) for place, one in enumerate(found) if (n := _count_wilds(rules, one))]
    first = len(found) + len(interlocks)
    left = [(first + place, float(count)) for place, count in enumerate(alone)]
    yield 0.0, float(len(alone)), [*wild, *left]


def _count_wilds(rules: Rules, one: TurnColumn) -> int:
    melding = melding_of(rules)
    return sum(bool(melding.reach(card)) for card in one.cards)


def _natural_uses(found: Sequence[TurnColumn], kind: Card) -> Iterator[tuple[int, float]]:
    """How often each meld has that card as itself."""
    for place, one in enumerate(found):
        natural = one.run.natural if one.run else (True,)
        count = sum(own and laid.card == kind for laid, own in zip(one.laid_meld, natural, strict=True))
        if count:
            yield place, float(count)
