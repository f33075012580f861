"""Every game that the pad knows, and the one way to find it.

    >>> import scorepad
    >>> [game.id for game in scorepad.games()][:3]
    ['chattahoochee', 'chattahoochee-alternate', 'chattahoochee-interlocking']

A game's module is loaded when the game is asked for, so that the command line starts fast.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType

from scorepad.core.phrasing import nearest_names, say_nearest
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
    """The game of that id, name or alias, whatever its case, with hyphens or spaces. Raises UnknownGame.

    >>> find("Rummy 500").id
    'rummy-500'
    """
    if name in _MODULES:
        return _load(name)
    wanted = _plain(name)
    called = {_plain(word): (game, word) for game in map(_load, _MODULES) for word in names(game)}
    if wanted in called:
        return called[wanted][0]
    meant = {
        game.id: word for game, word in (called[near] for near in reversed(nearest_names(wanted, called)))
    }
    there = say_nearest(list(reversed(meant.values()))) or f"expected one of {', '.join(_MODULES)}"
    raise UnknownGame(f"No game is called {name[:40]!r}: {there}.", at="game")


def names(game: Game) -> tuple[str, ...]:
    """Everything that a game is called."""
    return (*game.aliases, game.name, game.id)


def _plain(name: str) -> str:
    """A name without what people write in different ways."""
    return "".join(char for char in name.lower() if char.isalnum())


class _Games(ModuleType):
    """The package itself; called, it answers with every game."""

    def __call__(self) -> tuple[Game, ...]:
        return tuple(map(_load, _MODULES))


sys.modules[__name__].__class__ = _Games

__all__ = ["GAMES", "Game", "UnknownGame", "find"]
