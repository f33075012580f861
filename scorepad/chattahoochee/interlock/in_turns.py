"""The best of a hand and the player's own melds on the table, which interlock at the end (I8, H8-H10).

These melds stay whole: they are extended at their ends, and merged. Laid anew with all other cards they could
only be worth more, so the best of all cards without that restriction is a bound; often it keeps them whole.
Otherwise every meld of the hand and these is listed, as in `full_model`. What scored as partners went out
does not score again, however much it grows; ignoring that can only increase the worth.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from scorepad.chattahoochee.interlock.best_interlocks import search_interlocks as best_anew
from scorepad.chattahoochee.interlock.full_model import (
    MeldColumn,
    ModelTooLarge,
    PossibleInterlock,
    own_table_melds,
    solve_full_model,
)
from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    interlock_problem,
    run_of_meld,
)
from scorepad.core.bonuses import LaidStretch, LyingBeside, grown_stretches, own_stretches
from scorepad.core.cards import Card, Laid, Meld, cards_of
from scorepad.core.check import check, check_meld, scored_before
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer, TimedOut

_ANEW_SHARE = 0.5  # of the time, for the best of all cards


def search_in_turns(
    rules: Rules,
    cards: Sequence[Card],
    own_melds: Sequence[Meld],
    partners: LyingBeside,
    limit: float,
) -> Answer:
    """The arrangement of the highest score of the hand and own melds, with partners' melds (I7, I8).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    began = time.perf_counter()
    all_cards = [*cards, *cards_of(own_melds)]
    from_scratch = best_anew(rules, all_cards, table=partners.melds, limit=_ANEW_SHARE * limit)
    points_anew = check(rules, from_scratch.melds, partners).points
    # Interlocks that scored as partners went out don’t score again (I8), so points may be missing here.
    if keeps_melds_whole(from_scratch.melds, own_melds) and points_anew == from_scratch.points:
        return replace(from_scratch, seconds=time.perf_counter() - began)
    # Own melds lie here as a partner’s would, which never grow. That is legal in any case.
    new_beside = best_anew(rules, cards, table=(*own_melds, *partners.melds), limit=_ANEW_SHARE * limit / 2)
    best_melds: tuple[Meld, ...] = (*new_beside.melds, *own_melds)
    points, bound = check(rules, best_melds, partners).points, from_scratch.bound
    method = from_scratch.method
    with suppress(ModelTooLarge, TimedOut):
        model_melds, model_points, model_bound = _solve_columns(
            rules, cards, own_melds, partners, began + limit
        )
        if model_bound is not None and model_bound < bound:
            bound, method = model_bound, "HiGHS"
        if model_points > points:
            best_melds, points = model_melds, model_points
    seconds = time.perf_counter() - began
    return Answer(best_melds, points, max(points, bound), seconds, method=method)


def keeps_melds_whole(melds: Sequence[Meld], own_melds: Sequence[Meld]) -> bool:
    """Whether each own meld is unchanged within one of the melds, no two sharing a card."""
    cards_left = [list(meld) for meld in melds]
    # Long melds find room in fewer places, so they come first. A miss costs time, never points.
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
                # Cards of one own meld can’t be those of another.
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
    partners: LyingBeside,
    deadline: float,
) -> tuple[tuple[Meld, ...], int, int | None]:
    """The best melds, their points and a bound. Raises ModelTooLarge, TimedOut."""
    # Only melds that have a run, so that one number names a run and its meld.
    problem = interlock_problem(rules, cards, [meld for meld in partners.melds if run_of_meld(rules, meld)])
    wild_only = tuple(meld for meld in own_melds if not any(check_meld(rules, meld).natural))
    runs = [meld for meld in own_melds if meld not in wild_only]
    fixed_melds = [way for number, meld in enumerate(runs) for way in own_table_melds(rules, number, meld)]
    unscored = partial(_unscored_interlocks, problem, scored_before(rules, partners))
    melds, bound = solve_full_model(problem, cards, deadline, fixed_melds, unscored)
    schedule = rules.wilds.wild_only_schedule
    wild_only_points = sum(schedule.value(len(meld)) for meld in wild_only) if schedule else 0
    points = check(rules, (*melds, *wild_only), partners).points
    return (*melds, *wild_only), points, None if bound is None else bound + wild_only_points


def _unscored_interlocks(
    problem: InterlockProblem,
    scored: Sequence[LaidStretch],
    columns: Sequence[MeldColumn],
    interlocks: Sequence[PossibleInterlock],
) -> Iterable[PossibleInterlock]:
    """Each interlock without what has `scored` before; in full if it is unclear which one grew from that."""
    if not scored:
        return interlocks
    stretches_of = [list(_stretches_of_all(problem, columns, interlock)) for interlock in interlocks]
    # Paying an interlock that has scored makes the bound too high at worst, never too low.
    if not all(_is_clear(columns, interlocks, stretches_of, earlier) for earlier in scored):
        return interlocks
    # Each that scored has grown into one at most, so all that the same melds make are matched together.
    by_columns: dict[tuple[int, ...], list[LaidStretch]] = {}
    for interlock, stretches in zip(interlocks, stretches_of, strict=True):
        by_columns.setdefault(tuple(sorted(interlock.columns)), []).extend(stretches)
    return [
        PossibleInterlock(stretch.bonus.points, own_columns)
        for own_columns, stretches in by_columns.items()
        for grown in [grown_stretches(stretches, scored)]
        for place, stretch in enumerate(stretches)
        if place not in grown
    ]


def _stretches_of_all(
    problem: InterlockProblem, columns: Sequence[MeldColumn], interlock: PossibleInterlock
) -> Iterator[LaidStretch]:
    """List the stretches of ranks that all melds of an interlock cover."""
    rules = problem.rules
    own = [check_meld(rules, columns[number].laid_meld) for number in interlock.columns]
    beside = [check_meld(rules, problem.table_melds[number]) for number in interlock.beside]
    for stretch in own_stretches(rules, own, beside):
        if len(stretch.bonus.melds) == len(own) + len(beside):
            yield stretch


def _is_clear(
    columns: Sequence[MeldColumn],
    interlocks: Sequence[PossibleInterlock],
    stretches_of: Sequence[Sequence[LaidStretch]],
    earlier: LaidStretch,
) -> bool:
    """Return whether every interlock that could have been `earlier` takes the same own table melds. Then the
    order in which they were laid does not matter."""
    taken_by = [
        [columns[number].fixed_numbers for number in interlock.columns]
        for interlock, stretches in zip(interlocks, stretches_of, strict=True)
        if any(stretch.holds(earlier) for stretch in stretches)
    ]
    if not taken_by:
        return True
    in_all = frozenset.intersection(*(frozenset().union(*taken) for taken in taken_by))
    return all(numbers & in_all for taken in taken_by for numbers in taken)
