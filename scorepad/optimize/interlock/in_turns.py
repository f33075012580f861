"""The best of a hand and of the player's own melds on the table, which interlock at the end (I8, H8-H10).

These melds stay whole: they are extended at their ends and merged. Laid anew with all other cards they could
only be worth more, so that the best of all cards without that bond is a bound; often it keeps them whole.
Else every meld that the hand and they make is listed, as in `full_model`. What has scored as partners went
out does not score again, however much it grows; without that all is worth no less.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from math import factorial, isfinite

import numpy as np

from scorepad.core.bonuses import PartnerOut, own_stretches, scored_stretches
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check, check_meld, lying_then
from scorepad.core.laid_stretch import LaidStretch, grown_stretches
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.deadline import TimedOut, check_deadline
from scorepad.optimize.interlock import full_model
from scorepad.optimize.interlock.best_interlocks import search_interlocks as best_anew
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, interlock_problem, run_of_meld
from scorepad.optimize.interlock.score import net_lengths, rings_of_runs
from scorepad.optimize.interlock.turn_columns import (
    OwnTableMeld,
    TurnColumn,
    all_columns,
    max_copies,
    own_table_meld,
)
from scorepad.optimize.leftover import leftover_melds, leftover_points
from scorepad.optimize.milp import INFINITY

_ANEW_SHARE = 0.5  # of the time, for the best of all cards
_TOLERANCE = 1e-6


def search_in_turns(
    rules: Rules,
    cards: Sequence[Card],
    own_melds: Sequence[Meld],
    partners: Sequence[Meld],
    partners_out: Sequence[PartnerOut],
    limit: float,
) -> Answer:
    """The arrangement of the highest score of the hand and own melds, with those of partners (I7, I8).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    began = time.perf_counter()
    all_cards = [*cards, *(laid.card for meld in own_melds for laid in meld)]
    from_scratch = best_anew(rules, all_cards, table=partners, limit=_ANEW_SHARE * limit)
    points_anew = check(rules, from_scratch.melds, partners, partners_out).points
    if keeps_melds_whole(from_scratch.melds, own_melds) and points_anew == from_scratch.points:
        return replace(from_scratch, seconds=time.perf_counter() - began)
    new_beside = best_anew(rules, cards, table=(*own_melds, *partners), limit=_ANEW_SHARE * limit / 2)
    best_melds: tuple[Meld, ...] = (*new_beside.melds, *own_melds)
    points, bound = check(rules, best_melds, partners, partners_out).points, from_scratch.bound
    method = from_scratch.method
    with suppress(full_model.ModelTooLarge, TimedOut):
        model_melds, model_points, model_bound = _solve_columns(
            rules, cards, own_melds, partners, partners_out, began + limit
        )
        if model_bound < bound:
            bound, method = model_bound, "HiGHS"
        if model_points > points:
            best_melds, points = model_melds, model_points
    seconds = time.perf_counter() - began
    return Answer(best_melds, points, max(points, bound), seconds, method=method)


def keeps_melds_whole(melds: Sequence[Meld], own_melds: Sequence[Meld]) -> bool:
    """Whether each own meld lies within one of the melds as it did, none sharing a card with another."""
    cards_left = [list(meld) for meld in melds]
    for own_meld in sorted(own_melds, key=len, reverse=True):
        for meld in cards_left:
            start = next(
                (
                    start
                    for direction in (own_meld, own_meld[::-1])
                    if (start := _position_within(meld, direction)) is not None
                ),
                None,
            )
            if start is not None:
                meld[start : start + len(own_meld)] = [None] * len(own_meld)  # type: ignore[list-item]
                break
        else:
            return False
    return True


def _position_within(meld: Sequence[Laid], own_meld: Meld) -> int | None:
    starts = range(len(meld) - len(own_meld) + 1)
    return next((start for start in starts if tuple(meld[start : start + len(own_meld)]) == own_meld), None)


def _solve_columns(
    rules: Rules,
    cards: Sequence[Card],
    own_melds: Sequence[Meld],
    partners: Sequence[Meld],
    partners_out: Sequence[PartnerOut],
    deadline: float,
) -> tuple[tuple[Meld, ...], int, int]:
    """The best melds, their points and a bound. Raises ModelTooLarge, TimedOut."""
    interlocking = [meld for meld in partners if run_of_meld(rules, meld)]
    problem, card_counts = interlock_problem(rules, cards, interlocking), Counter(cards)
    wild_only = [meld for meld in own_melds if not any(check_meld(rules, meld).natural)]
    runs = [meld for meld in own_melds if meld not in wild_only]
    fixed_melds = [own_table_meld(rules, number, meld) for number, meld in enumerate(runs)]
    columns = [
        copy
        for column in all_columns(problem, card_counts, fixed_melds, deadline)
        for copy in [column] * max_copies(column, card_counts)
    ]
    if len(columns) > full_model.MOST_MELDS:
        raise full_model.ModelTooLarge
    scored = scored_stretches(rules, [lying_then(rules, partner_out) for partner_out in partners_out])
    interlocks = list(_possible_interlocks(problem, card_counts, columns, scored, deadline))
    chosen_columns, bound = _choose_columns(problem, card_counts, fixed_melds, columns, interlocks, deadline)
    cards_left = card_counts - Counter(card for copy in chosen_columns for card in copy.cards)
    wild_only_points = (
        sum(rules.wilds.wild_only_schedule.value(len(meld)) for meld in wild_only)
        if rules.wilds.wild_only_schedule
        else 0
    )
    melds_laid = (
        *(copy.laid_meld for copy in chosen_columns),
        *leftover_melds(rules, list(cards_left.elements())),
        *wild_only,
    )
    points = check(rules, melds_laid, partners, partners_out).points
    return melds_laid, points, bound + wild_only_points


def _stretches_of_all(
    rules: Rules, own_melds: Sequence[Meld], partners: Sequence[Meld]
) -> Iterator[LaidStretch]:
    """The interlocks of all of these melds at once."""
    own, beside = ([check_meld(rules, meld) for meld in melds] for melds in (own_melds, partners))
    for stretch in own_stretches(rules, own, beside):
        if len(stretch.bonus.melds) == len(own) + len(beside):
            yield stretch


def _unscored_interlocks(
    columns: Sequence[TurnColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...], Sequence[LaidStretch]]],
    scored: Sequence[LaidStretch],
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What each interlock earns but for what has `scored`: all of it where it is not clear which of them
    will be the one that scored."""
    are_clear = all(_is_clear(columns, interlocks, earlier) for earlier in scored)
    by_columns: dict[tuple[int, ...], list[LaidStretch]] = {}
    for points, own_columns, stretches in interlocks:
        if are_clear:
            by_columns.setdefault(tuple(sorted(own_columns)), []).extend(stretches)
        else:
            yield points, own_columns
    for own_columns, stretches in by_columns.items():
        grown = grown_stretches(stretches, scored)
        for place, stretch in enumerate(stretches):
            if place not in grown:
                yield stretch.bonus.points, own_columns


def _is_clear(
    columns: Sequence[TurnColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...], Sequence[LaidStretch]]],
    earlier: LaidStretch,
) -> bool:
    """Whether all interlocks that could be an earlier one are made by the same of the own melds on the
    table, so that those that can lie together are of the same melds."""
    makers = [
        own_columns
        for _, own_columns, stretches in interlocks
        if any(stretch.holds(earlier) for stretch in stretches)
    ]
    taken_by = [[columns[number].fixed_numbers for number in own_columns] for own_columns in makers]
    if not taken_by:
        return True
    in_all = frozenset.intersection(*(frozenset().union(*taken) for taken in taken_by))
    return all(numbers & in_all for taken in taken_by for numbers in taken)


def _possible_interlocks(
    problem: InterlockProblem,
    card_counts: Counter[Card],
    columns: Sequence[TurnColumn],
    scored: Sequence[LaidStretch],
    deadline: float,
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What each choice of melds that could lie together earns by interlocking, but for what has `scored`."""
    interlocks: list[tuple[int, tuple[int, ...], list[LaidStretch]]] = []
    column_numbers = [number for number, column in enumerate(columns) if column.run is not None]
    runs = [run for column in columns if (run := column.run)]

    def fit_hand(ring: tuple[int, ...]) -> bool:
        check_deadline(deadline)
        melds = [columns[column_numbers[run_number]] for run_number in ring if run_number < len(runs)]
        cards_taken = sum((Counter(meld.cards) for meld in melds), Counter[Card]())
        fixed_taken = [number for meld in melds for number in meld.fixed_numbers]
        return len(fixed_taken) == len(set(fixed_taken)) and not cards_taken - card_counts

    for count, (ring, shared_places) in enumerate(
        rings_of_runs(problem.places, [*runs, *problem.table_runs], fit_hand)
    ):
        own_columns = tuple(column_numbers[run_number] for run_number in ring if run_number < len(runs))
        points = (
            factorial(len(ring))
            // 2
            * sum(map(problem.rules.interlock_value, net_lengths(problem.places, shared_places)))
        )
        if own_columns and points:
            own_melds = [columns[column_number].laid_meld for column_number in own_columns]
            beside = [problem.table_melds[number - len(runs)] for number in ring if number >= len(runs)]
            stretches = list(_stretches_of_all(problem.rules, own_melds, beside)) if scored else []
            interlocks.append((points, own_columns, stretches))
        if count > full_model.MOST_INTERLOCKS:
            raise full_model.ModelTooLarge
    yield from (
        _unscored_interlocks(columns, interlocks, scored)
        if scored
        else ((points, own_columns) for points, own_columns, _ in interlocks)
    )


def _choose_columns(
    problem: InterlockProblem,
    card_counts: Counter[Card],
    fixed_melds: Sequence[OwnTableMeld],
    columns: Sequence[TurnColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...]]],
    deadline: float,
) -> tuple[list[TurnColumn], int]:
    """The best choice, each own meld and each card that is no wild in one meld; and a bound."""
    rules = problem.rules
    melding = melding_of(rules)
    wild_count = sum(copies for card, copies in card_counts.items() if melding.reach(card))
    ranks, suits = rules.pack.ranks if rules.bonuses.quartet_bonus else (), rules.pack.common_suits
    wild_counts = range(1, wild_count + 1)
    objectives = [float(column.value) for column in columns] + [float(points) for points, _ in interlocks]
    objectives += [float(leftover_points(rules, count)) for count in wild_counts]
    rows = chain(
        _linear_rows(problem, card_counts, fixed_melds, columns, interlocks, wild_counts),
        full_model.quartet_rows(len(objectives), ranks, suits, lambda kind: _natural_uses(columns, kind)),
    )
    objectives += [float(rules.bonuses.quartet_bonus)] * len(ranks) + [0.0] * (len(ranks) * len(suits))
    must_be_whole = [
        number < len(columns) or number >= len(columns) + len(interlocks) for number in range(len(objectives))
    ]
    upper_bounds = [1.0] * (len(columns) + len(interlocks) + wild_count)
    upper_bounds += [float(len(card_counts) + len(fixed_melds) + 1) * 99] * (
        len(objectives) - len(upper_bounds)
    )
    solution = full_model.solve_rows(rows, objectives, must_be_whole, upper_bounds, deadline)
    if solution.column_values is None or not isfinite(solution.bound):
        raise full_model.ModelTooLarge
    chosen = np.flatnonzero(solution.column_values[: len(columns)])
    return [columns[int(number)] for number in chosen], int(np.floor(solution.bound + _TOLERANCE))


def _linear_rows(
    problem: InterlockProblem,
    card_counts: Counter[Card],
    fixed_melds: Sequence[OwnTableMeld],
    columns: Sequence[TurnColumn],
    interlocks: Sequence[tuple[int, tuple[int, ...]]],
    wild_counts: range,
) -> Iterator[full_model.LinearRow]:
    """Cards and melds are used up, interlocks need all of their melds, wilds left over are laid once."""
    rules, unbounded = problem.rules, INFINITY
    melding = melding_of(rules)
    for card, copies in card_counts.items():
        uses = [
            (number, float(used))
            for number, column in enumerate(columns)
            if (used := column.cards.count(card))
        ]
        yield 0.0 if melding.reach(card) else copies, copies, uses
    for fixed_meld in fixed_melds:
        yield (
            1.0,
            1.0,
            [
                (number, 1.0)
                for number, column in enumerate(columns)
                if fixed_meld.number in column.fixed_numbers
            ],
        )
    for interlock, (_, columns_needed) in enumerate(interlocks, start=len(columns)):
        yield from (
            (0.0, unbounded, [(column_needed, 1.0), (interlock, -1.0)]) for column_needed in columns_needed
        )
    wild_uses = [
        (number, float(used))
        for number, column in enumerate(columns)
        if (used := _count_wilds(rules, column))
    ]
    first_leftover = len(columns) + len(interlocks)
    leftover_uses = [(variable, float(count)) for variable, count in enumerate(wild_counts, first_leftover)]
    yield 0.0, float(len(wild_counts)), [*wild_uses, *leftover_uses]


def _count_wilds(rules: Rules, column: TurnColumn) -> int:
    melding = melding_of(rules)
    return sum(bool(melding.reach(card)) for card in column.cards)


def _natural_uses(columns: Sequence[TurnColumn], kind: Card) -> Iterator[tuple[int, float]]:
    """How often each meld has that card as itself."""
    for number, column in enumerate(columns):
        at_own_places = column.run.natural if column.run else (True,)
        count = sum(
            at_own_place and laid.card == kind
            for laid, at_own_place in zip(column.laid_meld, at_own_places, strict=True)
        )
        if count:
            yield number, float(count)
