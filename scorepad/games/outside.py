"""Games of other packages, by the entry points of the group `scorepad.games`; each names a `Game`.

A faulty one is left out, and said in the log and by `scorepad doctor`: whatever it raises, the pad goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from scorepad.games.game import Game

GROUP = "scorepad.games"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OutsideGames:
    """Those that can be played, and in a sentence each what is wrong with the others."""

    games: tuple[Game, ...]
    faults: tuple[str, ...]


@cache
def outside_games(taken_ids: Collection[str]) -> OutsideGames:
    """The games that other installed packages bring, in the order of their ids, beside those of ours."""
    from importlib.metadata import entry_points  # here, as only who lists all games needs it

    games: dict[str, Game] = {}
    faults = []
    for point in sorted(entry_points(group=GROUP)):
        try:
            game = _checked_game(point.load(), {*taken_ids, *games})
        except Exception as error:
            faults.append(f"{point.name} = {point.value}: {type(error).__name__}: {error}")
            _log.warning("A game of another package is left out: %s", faults[-1])
        else:
            games[game.id] = game
    return OutsideGames(tuple(games[game_id] for game_id in sorted(games)), tuple(faults))


def _checked_game(game: object, taken_ids: Collection[str]) -> Game:
    """The game, when it can be played by its usual rules. Raises whatever its code does."""
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game, not {game!r:.60}")
    if game.id in taken_ids:
        raise ValueError(f"another game is called {game.id!r}")
    if (rules := game.rules({})).game != game.id:
        raise ValueError(f"expected rules of {game.id!r}, not of {rules.game!r}")
    return game
