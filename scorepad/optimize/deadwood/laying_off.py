"""Every way to lay off cards on a meld of the table: on a run, a set, or a set joined to a run (B2, F2).

Cards laid off on a complete set may begin a run through one of its cards. What is longer than such a part
needs to be lies by itself as well. Two melds that lie there already are not merged by laying off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.joined import halves, is_joined
from scorepad.core.melding import melding_of
from scorepad.optimize.deadwood.deadwood_problem import DeadwoodColumn, DeadwoodProblem

_GrownKinds = tuple[tuple[Card, ...], tuple[Card, ...]]  # kinds before and after what lies there


def lay_off_columns(problem: DeadwoodProblem, home: int, meld: Meld) -> Iterator[DeadwoodColumn]:
    """The meld with cards of the hand, in every way."""
    if is_joined(meld):
        others, run = halves(meld)
        yield from _lengthen_run(problem, home, others, run)
    elif len({kind.rank for kind in _meld_kinds(meld) if kind != WILD}) > 1:
        yield from _lengthen_run(problem, home, (), meld)
    else:
        yield from _complete_set(problem, home, meld)


def with_open_jokers(laid: Meld) -> Meld:
    """A new meld as it is laid: in a set jokers do not say their suits, but for one by which it is a set."""
    if len({kind.rank for kind in _meld_kinds(laid) if kind != WILD}) > 1:
        return laid
    naturals = sum(one.card != WILD for one in laid)
    says = next((one for one in laid if one.card == WILD and one.stands_for), None) if naturals == 1 else None
    return tuple(one if one.card != WILD or one is says else Laid(WILD) for one in laid)


def _meld_kinds(meld: Meld) -> tuple[Card, ...]:
    return tuple(one.stands_for or one.card for one in meld)


def _lengthen_run(problem: DeadwoodProblem, home: int, others: Meld, run: Meld) -> Iterator[DeadwoodColumn]:
    """A run with cards at its ends, by itself or joined to a set."""
    for ahead, behind in set(_run_growths(problem, _meld_kinds(run))):
        for added in problem.ways_to_lay((*ahead, *behind)):
            grown = (*others, *added[: len(ahead)], *run, *added[len(ahead) :])
            yield _grown_column(problem, home, (*others, *run), grown, added)


def _run_growths(problem: DeadwoodProblem, kinds: Sequence[Card]) -> Iterator[_GrownKinds]:
    """What can come before and after a run, in either order in which it lies."""
    most = problem.rules.shapes.shortest_run - 1 + problem.part_jokers
    for track in melding_of(problem.rules).tracks:
        for way in (1, -1):
            line = track.cards[::way]
            if kinds[0] not in line or line[line.index(kinds[0]) :][: len(kinds)] != tuple(kinds):
                continue
            yield from (
                one for one in _stretches_around(line, line.index(kinds[0]), len(kinds), most) if any(one)
            )


def _stretches_around(line: tuple[Card, ...], start: int, length: int, most: int) -> Iterator[_GrownKinds]:
    """Up to so many kinds of a line before and after a stretch of it."""
    end = start + length
    for ahead, behind in product(range(min(most, start) + 1), range(min(most, len(line) - end) + 1)):
        yield line[start - ahead : start], line[end : end + behind]


def _complete_set(problem: DeadwoodProblem, home: int, meld: Meld) -> Iterator[DeadwoodColumn]:
    """A set with missing suits, and once it is complete with a run through one of its cards."""
    whole_set = melding_of(problem.rules).set_of(_meld_kinds(meld)[_told(meld)].rank)
    missing = [card for card in whole_set if card not in _meld_kinds(meld)]
    lacking = len(whole_set) - len(meld)
    for count in range(1, lacking + 1):
        for kinds in combinations(missing, count):
            for added in problem.ways_to_lay(kinds):
                yield _grown_column(problem, home, meld, (*meld, *(Laid(one.card) for one in added)), added)
    for kinds in combinations(missing, lacking):
        for added in problem.ways_to_lay(kinds):
            yield from _join_run(problem, home, meld, _name_suits((*meld, *added), whole_set), added)


def _told(meld: Meld) -> int:
    """The place of a card that says what it is."""
    return next(place for place, kind in enumerate(_meld_kinds(meld)) if kind != WILD)


def _name_suits(meld: Meld, whole_set: Sequence[Card]) -> Meld:
    """A complete set, each joker saying its suit."""
    free = [card for card in whole_set if card not in _meld_kinds(meld)]
    return tuple(
        Laid(WILD, free.pop()) if kind == WILD else one
        for one, kind in zip(meld, _meld_kinds(meld), strict=True)
    )


def _join_run(
    problem: DeadwoodProblem, home: int, before: Meld, whole_set: Meld, first: Meld
) -> Iterator[DeadwoodColumn]:
    """A complete set with a run through one of its cards; `first` are cards of the hand that complete it."""
    melding = melding_of(problem.rules)
    least, most = (
        problem.rules.shapes.shortest_run - 1,
        problem.rules.shapes.shortest_run + problem.part_jokers,
    )
    for shared in whole_set:
        kind = shared.stands_for or shared.card
        others = tuple(one for one in whole_set if one != shared)
        lines = [track.cards for track in melding.tracks if kind in track.cards]
        stretches = {one for line in lines for one in _stretches_around(line, line.index(kind), 1, most)}
        for ahead, behind in stretches:
            if len(ahead) + len(behind) < least:
                continue
            for added in problem.ways_to_lay((*ahead, *behind)):
                run = (*added[: len(ahead)], shared, *added[len(ahead) :])
                if any(one.card != WILD for one in run):
                    yield _grown_column(problem, home, before, (*others, *run), (*first, *added))


def _grown_column(
    problem: DeadwoodProblem, home: int, before: Meld, grown: Meld, added: Meld
) -> DeadwoodColumn:
    points = problem.meld_points(grown) - problem.meld_points(before)
    return problem.make_column(grown, [one.card for one in added], points, home)
