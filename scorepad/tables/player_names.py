"""New names at a table. A name without visible letters, of dots alone, or equal to another player's, is
refused."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.log.event_data import Fault, Refused, refuse_any
from scorepad.core.log.schema import clean_text
from scorepad.core.log.table import Table
from scorepad.core.log.table_events import PlayerRenamed
from scorepad.core.sentence import say
from scorepad.core.spelling import find_name, name_key
from scorepad.tables.operations import Operation


def refuse_names(names: Sequence[str]) -> None:
    """Raise Refused with every fault of the names of a new table."""
    refuse_any(_missing(name, "players") for name in names)
    repeated = [name for seat, name in enumerate(names) if find_name(name, names[:seat])]
    if repeated:
        sentence = say("Two players are called {name}. Add a letter to one.", name=repeated[0])
        raise Refused(sentence, at="players")


def refuse_name(name: str, others: Sequence[str]) -> None:
    """Raise Refused if a player's new name is invalid or one of `others`."""
    sentence = say("Another player is already called {name}. Choose another name.", name=name)
    refuse_any([_missing(name, "name"), (bool(find_name(name, others)), "name", sentence)])


def rename_player(operation: Operation, *, player: int, name: str) -> Table:
    """Rename a player."""
    new_name = clean_text(name)

    def renamed(table: Table) -> PlayerRenamed:
        refuse_name(new_name, [other for seat, other in enumerate(table.names) if seat != player])
        return PlayerRenamed(player, new_name)

    return operation.do(renamed)


def _missing(name: str, field: str) -> Fault:
    # Clients take `.` and `..` in an address for the folder and the one above it.
    return not name_key(name).strip("."), field, say("The name is missing. Type a player’s name.")
