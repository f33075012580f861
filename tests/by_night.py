"""Parameters of tests that repeat one rule over much that is alike: a few every day, all of them by night."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest

from scorepad.core.first_melds import needs_first_meld
from scorepad.optimize import search_of
from scorepad.rulebook import Game, games
from tests.store.conftest import ENGINES

Parameters = type(pytest.param())


def _as_param(case: Any) -> Any:
    if isinstance(case, Parameters):
        return case
    return pytest.param(*case) if isinstance(case, tuple) else pytest.param(case)


def by_night(*values: Any) -> Any:
    """The case of those values, or of one `pytest.param`, left to the night."""
    given = values[0] if isinstance(values[0], Parameters) else pytest.param(*values)
    return pytest.param(*given.values, marks=[*given.marks, pytest.mark.nightly], id=given.id)


def one_of_each(cases: Iterable[Any], kind: Callable[..., Hashable]) -> list[Any]:
    """The first case of each kind every day, the others by night.

    `kind` is called with what the test is given. It says all that the tested code may treat differently.
    """
    seen, marked = set(), []
    for case in map(_as_param, cases):
        like = kind(*case.values)
        marked.append(by_night(case) if like in seen else case)
        seen.add(like)
    return marked


def each_nth(cases: Iterable[Any], step: int) -> list[Any]:
    """The first of every `step` cases every day, the others by night."""
    return [by_night(case) if number % step else case for number, case in enumerate(map(_as_param, cases))]


def as_shown(game: Game) -> Hashable:
    """What pages treat differently from game to game: where melds lie, and what a deal is settled by."""
    scoring = game.rules({}).scoring
    return game.table, scoring.settled_at_once, scoring.lays_melds, scoring.final.has_cards


def as_settled(game: Game) -> Hashable:
    """`as_shown`, and which fields the page has where a deal is settled."""
    scoring = game.rules({}).scoring
    fields = (scoring.canasta_kinds, "phases" in scoring.counts, scoring.notes, "melded" in scoring.counts)
    return as_shown(game), *map(bool, (*fields, "left" in scoring.counts))


def as_searched(game: Game) -> Hashable:
    """Which search answers by the rules of the game, and whether it looks for first melds."""
    rules = game.rules({})
    return search_of(rules), needs_first_meld(rules, ())


def games_by_day(kind: Callable[[Game], Hashable] = as_shown, among: Iterable[Game] = games()) -> list[Any]:
    """Games for a test: the first of each kind every day, the others by night."""
    return one_of_each([pytest.param(game, id=game.id) for game in among], kind)


def options_by_day() -> list[Any]:
    """Games with some of their options: those of a name that no game before has every day, the others by
    night."""
    before: set[str] = set()
    cases = []
    for game in games():
        new = [option for option in game.options if option.name not in before]
        known = [option for option in game.options if option.name in before]
        before |= {option.name for option in new}
        cases += [pytest.param(game, new, id=game.id)] if new else []
        cases += [by_night(pytest.param(game, known, id=f"{game.id}-known"))] if known else []
    return cases


SERVER_BY_NIGHT = [ENGINES[0], *map(by_night, ENGINES[1:])]
"""Engines for tests of what both do alike: a file every day, a server by night."""
