"""What the SQL of the store stands on: the database that runs it, and what its tables are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from scorepad.core.sentence import say

Row = dict[str, Any]


class SqlDatabase(Protocol):
    """What runs statements: the part of a store that each engine does in its own way."""

    row_order: str
    """The column that counts rows as they are made."""

    def select_rows(self, sql: str, *values: object) -> list[Row]:
        """What the statement gives, a dictionary a row; nothing for one that only writes."""

    def write_rows(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run the statement once for each row of values."""

    def write_transaction(self, subject: str) -> AbstractContextManager[None]:
        """A write transaction: committed as a whole, or nothing of it. Of those on the same `subject`, a
        table's id or the hash of an operation that opens one, each begins after the one before has ended."""

    def announce(self, table_id: str) -> None:
        """Inside a write transaction: once it is committed, tell those who listen that the table changed."""

    def check(self) -> None:
        """Whether it can be read and written. Raises StoreFull, StoreReadOnly, StoreBroken, StoreAway."""

    def copy_out(self, target: Path) -> None:
        """Write all of it, as it is at one moment, to a new SQLite file."""

    def close(self) -> None:
        """Let go of its connections."""


@dataclass(frozen=True, slots=True)
class LogTables:
    """What the SQL tables of a kind of log are called: `logs`, `keys`, `events` and `phones`, the last three
    with the id of the log in the column `owner`; `noun` is what people call what it is the log of; `no_such`
    says that there is none, `no_code` that there is none with a code."""

    logs: str
    keys: str
    events: str
    phones: str
    owner: str
    noun: str
    no_such: str
    no_code: Callable[[str], str]


TABLES = LogTables(
    "tables",
    "keys",
    "events",
    "phone_tables",
    "table_id",
    "table",
    say("There is no such table."),
    lambda code: say("No table has the code {code}.", code=code),
)
CIRCLES = LogTables(
    "circles",
    "circle_keys",
    "circle_events",
    "phone_circles",
    "circle_id",
    "circle",
    say("There is no such circle."),
    lambda code: say("No circle has the code {code}.", code=code),
)
