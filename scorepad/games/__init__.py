"""Every game that the pad knows, and the one way to find it.

    >>> import scorepad
    >>> [game.id for game in scorepad.games()][:3]
    ['chattahoochee', 'chattahoochee-alternate', 'chattahoochee-interlocking']

A game's module is loaded when the game is asked for, so that the command line starts fast; those of other
packages are looked for when all games are asked for, or a name that is no id of ours.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from types import ModuleType

from scorepad.core.phrasing import nearest_names, say_nearest
from scorepad.core.sentence import say
from scorepad.games.game import Game, UnknownGame
from scorepad.games.outside import outside_games

_GAME_MODULES = {
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
_OUR_IDS = frozenset(_GAME_MODULES)

GAMES: tuple[Game, ...]


def __getattr__(name: str) -> object:
    if name == "GAMES":
        return known_games()
    raise AttributeError(name)


def known_games() -> tuple[Game, ...]:
    """All games: ours, then those of other packages."""
    return (*_our_games(), *outside_games(_OUR_IDS).games)


def _our_games() -> Iterable[Game]:
    return map(_load_game, _GAME_MODULES)


def outside_faults() -> tuple[str, ...]:
    """What is wrong with games of other packages, a sentence each; they are left out."""
    return outside_games(_OUR_IDS).faults


@cache
def _load_game(game_id: str) -> Game:
    game = import_module(f"scorepad.games.{_GAME_MODULES[game_id]}").GAME
    assert isinstance(game, Game)
    return game


def find_game(name: str) -> Game:
    """The game of that id, name or alias, whatever its case, with hyphens or spaces. Raises UnknownGame.

    >>> find_game("Rummy 500").id
    'rummy-500'
    """
    if name in _GAME_MODULES:
        return _load_game(name)
    plain_name = _plain_name(name)
    games_by_name = _named_games(_our_games())
    if plain_name not in games_by_name:
        games_by_name = _named_games(known_games()) | games_by_name
    if plain_name in games_by_name:
        return games_by_name[plain_name][0]
    near_games = {
        game.id: game_name
        for game, game_name in (
            games_by_name[near_name] for near_name in reversed(nearest_names(plain_name, games_by_name))
        )
    }
    near_names = say_nearest(list(reversed(near_games.values()))) or say(
        "expected one of {names}", names=", ".join(game.id for game in known_games())
    )
    message = say("No game is called {name}: {advice}.", name=repr(name[:40]), advice=near_names)
    raise UnknownGame(message, at="game")


def _named_games(games: Iterable[Game]) -> dict[str, tuple[Game, str]]:
    """Games by each of their names as people may write it, with that name."""
    return {_plain_name(name): (game, name) for game in games for name in game_names(game)}


def game_names(game: Game) -> tuple[str, ...]:
    """Everything that a game is called."""
    return (*game.aliases, game.name, game.id)


def _plain_name(name: str) -> str:
    """A name without what people write in different ways."""
    return "".join(char for char in name.lower() if char.isalnum())


class _Games(ModuleType):
    """The package itself; called, it answers with every game."""

    def __call__(self) -> tuple[Game, ...]:
        return known_games()


sys.modules[__name__].__class__ = _Games

__all__ = ["GAMES", "Game", "UnknownGame", "find_game", "outside_faults"]
