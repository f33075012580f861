"""Which game a page is about: the one picked or named, else the one that this phone picked last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from flask import request
from werkzeug.wrappers import Response

from scorepad.rulebook import Game, UnknownGame, find_game, games
from scorepad.web.came_from import keep_choice

PICK_FIELD = "pick"
GAME_COOKIE = "game"
UNNAMED = "chattahoochee"
"""The game of an address that holds cards and names none, as addresses did while it was the first one."""


@cache
def melding() -> tuple[Game, ...]:
    """The games in which the cards of a hand can be melded."""
    return tuple(game for game in games() if game.rules({}).scoring.lays_melds)


def named(name: str, among: Sequence[Game] = ()) -> Game | None:
    """The game of that id, name or alias, where it is one of those; any game where none are given."""
    if not name:
        return None
    try:
        game = find_game(name)
    except UnknownGame:
        return None
    return game if game in (among or games()) else None


def picked(args: Mapping[str, str], among: Sequence[Game] = ()) -> Game | None:
    """The game whose button was pressed."""
    return named(args[PICK_FIELD], among) if PICK_FIELD in args else None


def last_picked(among: Sequence[Game] = ()) -> Game:
    """The game that this phone picked last, the best known one on a phone that never picked one."""
    return named(request.cookies.get(GAME_COOKIE, ""), among) or (among or games())[0]


def remember(answer: Response, game: Game) -> Response:
    """Keep the choice on this phone."""
    return keep_choice(answer, GAME_COOKIE, game.id)
