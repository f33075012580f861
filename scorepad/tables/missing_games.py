"""Tables whose game is not installed: its package was removed, or cannot be loaded any more.

Their records can be read and saved. Nothing can be recorded until the game is back.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.rulebook import has_game
from scorepad.store.engine import ListedTable

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store


class GameMissing(ScorepadError):
    """The table's game is not installed on this pad."""

    code = "game-missing"

    def __init__(self, table: Table) -> None:
        sentence = say(
            "This pad doesn’t have this table’s game, {game}, so nothing can be recorded here now. "
            "Everything recorded before is kept. Ask the host of this pad to install the game’s package "
            "again.",
            game=repr(table.game),
        )
        super().__init__(sentence, at="game")


def require_game(table: Table) -> None:
    """Raise GameMissing unless the table's game is installed."""
    if not has_game(table.game):
        raise GameMissing(table)


def missing_games(store: Store) -> dict[str, list[ListedTable]]:
    """The tables of missing games, by the game's id."""
    tables_by_game: dict[str, list[ListedTable]] = defaultdict(list)
    for table in store.listed_tables():
        tables_by_game[table.game].append(table)
    return {game: tables for game, tables in sorted(tables_by_game.items()) if not has_game(game)}
