"""What a store of tables must do, whatever engine is behind it, and how it refuses.

The services know a store by this interface alone. A log is append-only; every event has the number that
follows its table's head, and every operation (one request of one phone) is written at most once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Event


def now() -> str:
    """This moment, ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class NotFound(ScorepadError):
    """There is no such table or code."""

    code = "not-found"


class NotAllowed(ScorepadError):
    """The key does not open this table: whoever has none may watch."""

    code = "not-allowed"


class Stale(ScorepadError):
    """The log has moved on from the number that was expected; `head` is where it is now."""

    code = "stale"

    def __init__(self, head: int) -> None:
        super().__init__("The table changed in the meantime: look at it and send again.", at="expected")
        self.head = head


class StoreBusy(ScorepadError):
    """Others have been writing for longer than a request waits."""

    code = "busy"

    def __init__(self) -> None:
        super().__init__("The pad is still writing something else. Nothing was recorded: send it again.")


class StoreFull(ScorepadError):
    """There is no room to write. What is there can be read."""

    code = "store-full"

    def __init__(self) -> None:
        super().__init__(
            "The disk of the pad is full: nothing more can be recorded until its host makes room. "
            "What was recorded is safe."
        )


class StoreReadOnly(ScorepadError):
    """The store can be read and not written."""

    code = "store-read-only"

    def __init__(self) -> None:
        super().__init__(
            "The pad may not write to its own folder: nothing more can be recorded until its host allows it. "
            "What was recorded is safe."
        )


class StoreBroken(ScorepadError):
    """The store cannot be read: damaged, gone, or no store at all."""

    code = "store-broken"

    def __init__(self) -> None:
        super().__init__(
            "The pad's store is damaged or gone. Its host finds out more with 'scorepad doctor', and can "
            "restore a backup."
        )


class StoreAway(ScorepadError):
    """The server that keeps the tables does not answer."""

    code = "store-away"

    def __init__(self) -> None:
        super().__init__(
            "The pad does not reach its tables at the moment. What was recorded is safe: send it again soon."
        )


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table for one phone: its public id, the code others join with, and this phone's own key."""

    id: str
    code: str
    key: str


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list of all: its name or else its game, who played when it was opened, and whether players
    were given other names since."""

    id: str
    code: str
    title: str
    players: tuple[str, ...]
    renamed: bool


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A phone's key to a table as its host may know it: a name that opens nothing, and when it was given."""

    name: str
    given_at: str


class ChangeListener(Protocol):
    """Hears that tables were written to, by whatever process."""

    def wait(self) -> frozenset[str] | None:
        """The tables that were written to since the last call, as soon as there is one; None where it may be
        any table, and every few seconds, so that whoever asks looks at all that matter."""

    def close(self) -> None:
        """Let go of the listener's resources."""


class Engine(Protocol):
    """A store of tables, open for one request."""

    def create_table(self, events: Sequence[Event], *, op: str) -> OpenedTable:
        """A new table with this log. The same `op` again opens the table it made, with another key."""

    def append(self, table_id: str, events: Sequence[Event], *, expected: int | None) -> tuple[Event, ...]:
        """Write the events of one operation at the end of the log, all or none; gives them back.

        An operation that was written before is not written again: its events are given back, whatever
        `expected` says. `expected` is the head that the writer saw, None to take any.
        Raises NotFound, Stale.
        """

    def after(self, table_id: str, number: int) -> tuple[Event, ...]:
        """The events after that number, in order. Raises NotFound."""

    def head(self, table_id: str) -> int:
        """The number of the last event. Raises NotFound."""

    def heads(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The heads of those of the tables that exist."""

    def by_code(self, code: str) -> str:
        """The id of the table that is joined with this code. Raises NotFound."""

    def code(self, table_id: str) -> str:
        """The code to join the table with. Raises NotFound."""

    def add_key(self, table_id: str) -> str:
        """A new key to the table, for one phone. Raises NotFound."""

    def check_key(self, table_id: str, key: str) -> bool:
        """Whether the key opens the table for writing. Raises NotFound."""

    def keys(self, table_id: str) -> tuple[GivenKey, ...]:
        """The keys of the table, the oldest first."""

    def take_back(self, table_id: str, names: Collection[str]) -> None:
        """The keys of these names open the table no longer."""

    def change_code(self, table_id: str, *, joins: bool = True) -> str:
        """Another code for the table, or one that nobody can type. Raises NotFound."""

    def last_changes(self) -> dict[str, str]:
        """When each table was last written to, ISO 8601."""

    def delete_table(self, table_id: str) -> None:
        """The table with its log, its keys and what it knows of photos, for good. Raises NotFound."""

    def keeps_photos(self, table_id: str) -> bool:
        """Whether the table keeps the photos of its hands. Raises NotFound."""

    def set_keeps_photos(self, table_id: str, keeps: bool) -> None:
        """Raises NotFound."""

    def add_photo(self, table_id: str, photo: str, entry: int) -> None:
        """Remember that the photo belongs to the entry of that number. Raises NotFound."""

    def photos(self, table_id: str) -> dict[str, int]:
        """The photos of the table with the number of the entry of each, the oldest first."""

    def drop_photo(self, table_id: str, photo: str) -> None:
        """Nothing happens when it is gone already."""

    def table_ids(self) -> tuple[str, ...]:
        """Every table, in the order in which they were made."""

    def listed_tables(self) -> tuple[ListedTable, ...]:
        """Every table, in the order in which they were made."""

    def check(self) -> None:
        """Whether the store can be read and written, seen without writing to it and soon.

        Raises StoreFull, StoreReadOnly, StoreBroken, StoreBusy, StoreAway.
        """

    def try_to_write(self) -> None:
        """Take the lock for writing, and let it go again. Raises StoreBusy, StoreReadOnly, StoreAway."""

    def backup(self, target: Path) -> None:
        """Write a whole copy of the store as it is at one moment to the file `target`."""

    def close(self) -> None:
        """Let go of the engine's resources."""
