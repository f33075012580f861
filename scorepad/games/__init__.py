"""Every game that the pad knows, and the one way to find it."""

from __future__ import annotations

from scorepad.games.chattahoochee import GAME as CHATTAHOOCHEE
from scorepad.games.game import Game, UnknownGame

GAMES = (CHATTAHOOCHEE,)

_NAMES = {name: game for game in GAMES for name in (game.id, game.name.lower(), *game.aliases)}


def find(name: str) -> Game:
    """The game of that id, name or alias, whatever its case. Raises UnknownGame."""
    game = _NAMES.get(name.strip().lower())
    if game is None:
        known = ", ".join(game.id for game in GAMES)
        raise UnknownGame(f"No game is called {name[:40]!r}: expected one of {known}.", at="game")
    return game


__all__ = ["GAMES", "Game", "UnknownGame", "find"]
