"""The interface of a database engine (SQLite or PostgreSQL), the values that a store returns, and its
errors."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Protocol

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import Sentence, say

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks or sounds like another: no 0 O 1 I L U
CODE_LENGTH = 6  # of such letters, by which a log is joined
SERVERS = ("postgresql://", "postgres://")
Row = dict[str, Any]


def now(precision: str = "seconds") -> str:
    """The current time in UTC, ISO 8601, to the second or to another `timespec`."""
    return datetime.now(UTC).isoformat(timespec=precision)


def on_server(address: str | Path) -> bool:
    """Whether the address is that of a PostgreSQL server."""
    return str(address).startswith(SERVERS)


class NotFound(ScorepadError):
    """No table, circle, key or code of that name exists."""

    code = "not-found"


class NotAllowed(ScorepadError):
    """The key does not open this table for writing. Without a key one may only watch."""

    code = "not-allowed"


class Stale(ScorepadError):
    """The log's head is not the one that the writer expected; `head` is the actual one."""

    code = "stale"

    def __init__(self, head: int) -> None:
        super().__init__(say("The table changed in the meantime. Check it and send again."), at="expected")
        self.head = head


class KeyRefused(ScorepadError):
    """A request for a new key that is refused."""

    code = "refused"


class StoreFault(ScorepadError):
    """The store cannot serve any request now; no player can do anything about it."""

    words: ClassVar[Sentence]

    def __init__(self) -> None:
        super().__init__(self.words)


class StoreBusy(StoreFault):
    """Other writers held the lock for longer than a request waits."""

    code = "busy"
    words = say("The pad was busy, and nothing was recorded. Send it again.")


class StoreFull(StoreFault):
    """No room is left to write. Reading still works."""

    code = "store-full"
    words = say(
        "The disk is full, so nothing more can be recorded. Everything recorded is safe. Ask the "
        "host to make room."
    )


class StoreReadOnly(StoreFault):
    """The store can be read but not written."""

    code = "store-read-only"
    words = say(
        "The pad can’t write to its folder, so nothing more can be recorded. Everything recorded "
        "is safe. Ask the host to allow writing."
    )


class StoreBroken(StoreFault):
    """The store cannot be read: the file is damaged, gone, or not a store."""

    code = "store-broken"
    words = say(
        "The pad’s store is damaged or gone. Ask the host to run 'scorepad doctor' and restore a backup."
    )


class PhotosLost(StoreFault):
    """The file of queued photos was damaged, and is begun anew."""

    code = "photos-lost"
    words = say("The file of waiting photos was damaged, and the photos in it are lost. Take yours again.")


class PhotosBroken(StoreFault):
    """The file of queued photos is damaged and cannot be deleted."""

    code = "photos-broken"
    words = say(
        "The file of waiting photos is damaged, and the pad can’t delete it. Photos can’t be read until "
        "the host restarts the pad. Type the cards meanwhile."
    )


class StoreAway(StoreFault):
    """The database server does not answer."""

    code = "store-away"
    words = say("Can’t reach the scores right now. Everything recorded is safe. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table or circle as one phone has it: its public id, the code to join it by, and the phone's own
    key."""

    id: str
    code: str = field(repr=False)
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The newest event of a log: its number and the operation that wrote it. Equal ends mean equal logs."""

    head: int
    op: str


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in the list of all.

    `title` is the table's name or else its game, `game` the id of that; `players` are the names at its
    opening. `renamed`: the table or a player was renamed since.
    """

    id: str
    code: str
    title: str
    game: str
    players: tuple[str, ...]
    renamed: bool


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A key as the host may see it.

    `name` opens nothing. `is_host`: it is the host's; `only_reads`: it cannot write. `program` is the name of
    the program that has it, if one does.
    """

    name: str
    given_at: str
    is_host: bool = False
    only_reads: bool = False
    program: str = ""

    @property
    def is_program(self) -> bool:
        """Whether a program holds it. Phones that only watch have no key."""
        return bool(self.program) or self.only_reads


@dataclass(frozen=True, slots=True)
class JoinedLog:
    """What a phone is at a table or in a circle: its key, empty if it only watches, and its player's seat."""

    id: str
    key: str = field(default="", repr=False)
    seat: int | None = None


class ChangeListener(Protocol):
    """Hears of writes to tables, whatever process makes them."""

    def wait(self) -> frozenset[str] | None:
        """Wait for a write, then return the tables written to since the last call.

        None if that may be any table; also after a few quiet seconds, so that the caller looks at all its
        tables.
        """

    def close(self) -> None:
        """Let go of the listener's resources."""


class Engine(Protocol):
    """A database that runs SQL statements: the part of a store that differs between engines."""

    row_order: str
    """The column that counts rows as they are made."""

    def select_rows(self, sql: str, *values: object) -> list[Row]:
        """Run the statement. Returns its rows as dictionaries, or none if it only writes."""

    def write_rows(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run the statement once for each row of values."""

    def write_transaction(self, subject: str) -> AbstractContextManager[None]:
        """A write transaction, committed as a whole or not at all.

        Transactions on the same `subject` run one after another. The subject is a table's id, or the hash of
        the operation that opens a table.
        """

    def announce(self, table_id: str) -> None:
        """Inside a write transaction: tell listeners of the table's change once it is committed."""

    def check(self) -> None:
        """Check that the store can be read and written. Raises StoreFull, StoreReadOnly, StoreBroken,
        StoreAway."""

    def copy_out(self, target: Path) -> None:
        """Write the whole store, as it is at one moment, to a new SQLite file."""

    def close(self) -> None:
        """Release the engine's connections."""
