"""What an engine must do for the store, SQLite or PostgreSQL; the values that the store gives, and how it
refuses."""

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
Row = dict[str, Any]


def now(precision: str = "seconds") -> str:
    """This moment, ISO 8601 in UTC, to the second or to another `timespec`."""
    return datetime.now(UTC).isoformat(timespec=precision)


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
        super().__init__(say("The table changed in the meantime. Check it and send again."), at="expected")
        self.head = head


class KeyRefused(ScorepadError):
    """A key that is not given as it was asked for."""

    code = "refused"


class StoreFault(ScorepadError):
    """The store refuses, whatever it was asked; no player can do anything about it."""

    words: ClassVar[Sentence]

    def __init__(self) -> None:
        super().__init__(self.words)


class StoreBusy(StoreFault):
    """Others have been writing for longer than a request waits."""

    code = "busy"
    words = say("The pad was busy, and nothing was recorded. Send it again.")


class StoreFull(StoreFault):
    """There is no room to write. What is there can be read."""

    code = "store-full"
    words = say(
        "The disk is full, so nothing more can be recorded. Everything recorded is safe. Ask the "
        "host to make room."
    )


class StoreReadOnly(StoreFault):
    """The store can be read and not written."""

    code = "store-read-only"
    words = say(
        "The pad can’t write to its folder, so nothing more can be recorded. Everything recorded "
        "is safe. Ask the host to allow writing."
    )


class StoreBroken(StoreFault):
    """The store cannot be read: damaged, gone, or no store at all."""

    code = "store-broken"
    words = say(
        "The pad’s store is damaged or gone. Ask the host to run 'scorepad doctor' and restore a backup."
    )


class StoreAway(StoreFault):
    """The server that keeps the tables does not answer."""

    code = "store-away"
    words = say("Can’t reach the scores right now. Everything recorded is safe. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table, or a circle, for one phone: its public id, the code others join with, and this phone's own
    key."""

    id: str
    code: str = field(repr=False)
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The newest event of a log: its number, and the operation that wrote it. Two logs with the same end are
    the same."""

    head: int
    op: str


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list of all: its name or else its game, the id of its game, who played when it was opened,
    and whether it or players were given other names since."""

    id: str
    code: str
    title: str
    game: str
    players: tuple[str, ...]
    renamed: bool


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A key to a table as its host may know it: a name that opens nothing, when it was given, and whether it
    is the host's, or only reads. A program's says what the `program` is called."""

    name: str
    given_at: str
    is_host: bool = False
    only_reads: bool = False
    program: str = ""

    @property
    def is_program(self) -> bool:
        """Whether a program has it: phones that only watch have none."""
        return bool(self.program) or self.only_reads


@dataclass(frozen=True, slots=True)
class JoinedLog:
    """What a phone is at a table or in a circle: its key, empty where it only watches; its player's seat."""

    id: str
    key: str = field(default="", repr=False)
    seat: int | None = None


class ChangeListener(Protocol):
    """Hears that tables were written to, by whatever process."""

    def wait(self) -> frozenset[str] | None:
        """The tables that were written to since the last call, as soon as there is one; None where it may be
        any table, and every few seconds, so that whoever asks looks at all that matter."""

    def close(self) -> None:
        """Let go of the listener's resources."""


class Engine(Protocol):
    """A database that runs statements: the part of a store that each engine does in its own way."""

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
