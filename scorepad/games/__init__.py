"""Every game that the pad knows, and the one way to find it.

A game's module is loaded when the game is asked for, so that the command line starts fast.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from scorepad.games.game import Game, UnknownGame

_MODULES = {
    "chattahoochee": "chattahoochee",
    "chattahoochee-alternate": "alternate",
    "chattahoochee-interlocking": "interlocking",
    "leap-rummy": "leap_rummy",
    "basic-rummy": "basic_rummy",
    "rummy-500": "rummy_500",
    "rummikub": "rummikub",
    "shanghai": "shanghai",
    "avalanche": "avalanche",
}

GAMES: tuple[Game, ...]


def __getattr__(name: str) -> object:
    if name == "GAMES":
        return tuple(map(_load, _MODULES))
    raise AttributeError(name)


@cache
def _load(id: str) -> Game:
    game = import_module(f"scorepad.games.{_MODULES[id]}").GAME
    assert isinstance(game, Game)
    return game


def find(name: str) -> Game:
    """The game of that id, name or alias, whatever its case. Raises UnknownGame."""
    wanted = name.strip().lower()
    if wanted in _MODULES:
        return _load(wanted)
    for game in map(_load, _MODULES):
        if wanted in (game.name.lower(), *game.aliases):
            return game
    known = ", ".join(_MODULES)
    raise UnknownGame(f"No game is called {name[:40]!r}: expected one of {known}.", at="game")


__all__ = ["GAMES", "Game", "UnknownGame", "find"]
