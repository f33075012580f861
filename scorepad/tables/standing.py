"""Tables as they stand and the rules that they play by, worked out once in a process and gone on with.

A log only grows, so a table that was folded before needs what is new alone. That it is still the same log is
seen by its newest event: another store, or one that a backup has replaced, has another one at that number.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import Any

from scorepad.core.log.table import Table, fold
from scorepad.core.rules import Rules
from scorepad.games import find_game
from scorepad.store.engine import Engine

MOST_EVENTS = 30_000  # of all tables that are kept, about 2 kB each
LONGEST_LOG = 20_000  # of one table, which keeps what stood after each of its events
_tables_kept: OrderedDict[str, Table] = OrderedDict()
_tables_lock = Lock()


def standing_table(store: Engine, table_id: str) -> Table:
    """The table after its newest event. Raises NotFound."""
    table = _tables_kept.get(table_id)
    if table is None:
        return keep_table(fold(store.after(table_id, 0), table_id))
    events = store.after(table_id, table.head - 1)
    if not events or events[0] != table.log.steps[-1].event:
        return keep_table(fold(store.after(table_id, 0), table_id))
    return keep_table(table.after(events[1:]))


def keep_table(table: Table) -> Table:
    """The table itself, kept for the next request; those not asked for longest make room."""
    with _tables_lock:
        if _tables_kept.pop(table.id, None) is table:
            _tables_kept[table.id] = table
        elif table.head <= LONGEST_LOG:
            _tables_kept[table.id] = table
            while sum(other_table.head for other_table in _tables_kept.values()) > MOST_EVENTS:
                _tables_kept.popitem(last=False)
    return table


def rules_of(table: Table) -> Rules:
    """The rules that the table plays by."""
    return _rules_under(table.game, _hashable_options(table.options))


def _hashable_options(options: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value) for name, value in options.items()
    )


@lru_cache(maxsize=64)
def _rules_under(game: str, options: tuple[tuple[str, Any], ...]) -> Rules:
    return find_game(game).rules(
        {name: list(value) if isinstance(value, tuple) else value for name, value in options}
    )
