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
from scorepad.core.sentence import say

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks or sounds like another: no 0 O 1 I L U
CODE_LENGTH = 6  # of such letters, by which a log is joined


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
        super().__init__(say("The table changed in the meantime: look at it and send again."), at="expected")
        self.head = head


class StoreBusy(ScorepadError):
    """Others have been writing for longer than a request waits."""

    code = "busy"

    def __init__(self) -> None:
        super().__init__(say("The pad is still writing something else. Nothing was recorded: send it again."))


class StoreFull(ScorepadError):
    """There is no room to write. What is there can be read."""

    code = "store-full"

    def __init__(self) -> None:
        super().__init__(
            say(
                "The disk of the pad is full: nothing more can be recorded until its host makes room. "
                "What was recorded is safe."
            )
        )


class StoreReadOnly(ScorepadError):
    """The store can be read and not written."""

    code = "store-read-only"

    def __init__(self) -> None:
        super().__init__(
            say(
                "The pad may not write to its own folder: nothing more can be recorded until its host allows "
                "it. What was recorded is safe."
            )
        )


class StoreBroken(ScorepadError):
    """The store cannot be read: damaged, gone, or no store at all."""

    code = "store-broken"

    def __init__(self) -> None:
        super().__init__(
            say(
                "The pad's store is damaged or gone. Its host finds out more with 'scorepad doctor', and can "
                "restore a backup."
            )
        )


class StoreAway(ScorepadError):
    """The server that keeps the tables does not answer."""

    code = "store-away"

    def __init__(self) -> None:
        super().__init__(
            say(
                "The pad does not reach its tables at the moment. What was recorded is safe: "
                "send it again soon."
            )
        )


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table, or a circle, for one phone: its public id, the code others join with, and this phone's own
    key."""

    id: str
    code: str
    key: str


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The newest event of a log: its number, and the operation that wrote it. Two logs with the same end are
    the same."""

    head: int
    op: str


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
    """A phone's key to a table as its host may know it: a name that opens nothing, when it was given, and
    whether it is the host's."""

    name: str
    given_at: str
    is_host: bool = False


@dataclass(frozen=True, slots=True)
class JoinedLog:
    """What a phone is at a table or in a circle: its key, empty where it only watches; its player's seat."""

    id: str
    key: str = ""
    seat: int | None = None


class ChangeListener(Protocol):
    """Hears that tables were written to, by whatever process."""

    def wait(self) -> frozenset[str] | None:
        """The tables that were written to since the last call, as soon as there is one; None where it may be
        any table, and every few seconds, so that whoever asks looks at all that matter."""

    def close(self) -> None:
        """Let go of the listener's resources."""


class Logs(Protocol):
    """Logs of one kind: those of tables, or those of circles."""

    def create_log(self, events: Sequence[Event], *, op: str) -> OpenedTable:
        """A new log with these events. The same `op` again opens the one it made, with another key."""

    def append(self, log_id: str, events: Sequence[Event], *, expected: int | None) -> tuple[Event, ...]:
        """Write the events of one operation at the end of the log, all or none; gives them back.

        An operation that was written before is not written again: its events are given back, whatever
        `expected` says. `expected` is the head that the writer saw, None to take any.
        Raises NotFound, Stale.
        """

    def after(self, log_id: str, number: int, most: int | None = None) -> tuple[Event, ...]:
        """The events after that number, in order; the first `most` of them. Raises NotFound."""

    def head(self, log_id: str) -> int:
        """The number of the last event. Raises NotFound."""

    def heads(self, log_ids: Iterable[str]) -> dict[str, int]:
        """The heads of those of the logs that exist."""

    def by_code(self, code: str) -> str:
        """The id of the log that is joined with this code. Raises NotFound."""

    def code(self, log_id: str) -> str:
        """The code that it is joined with. Raises NotFound."""

    def add_key(self, log_id: str) -> str:
        """A new key to it, for one phone. Raises NotFound."""

    def check_key(self, log_id: str, key: str) -> bool:
        """Whether the key opens it for writing. Raises NotFound."""

    def is_host_key(self, log_id: str, key: str) -> bool:
        """Whether the key was given to who opened the log, or made the host's since. Raises NotFound."""

    def keys(self, log_id: str) -> tuple[GivenKey, ...]:
        """Its keys, the oldest first."""

    def take_back(self, log_id: str, names: Collection[str]) -> None:
        """The keys of these names open it no longer, nor does sending its opening again give another."""

    def make_host(self, log_id: str, name: str) -> None:
        """The key of that name is the host's from now on."""

    def join(self, phone: str, joined: JoinedLog) -> None:
        """The phone with that secret is this from now on. Raises NotFound."""

    def leave(self, phone: str, log_id: str) -> None:
        """The phone with that secret is nothing there any more."""

    def joined_log(self, phone: str, log_id: str) -> JoinedLog | None:
        """What the phone with that secret is there; None where it never joined."""

    def joined_logs(self, phone: str) -> tuple[JoinedLog, ...]:
        """Everything that the phone with that secret joined, the newest at the end."""

    def change_code(self, log_id: str, *, joins: bool = True) -> str:
        """Another code for it, or one that nobody can type. Raises NotFound."""

    def log_ends(self, log_ids: Iterable[str]) -> dict[str, LogEnd]:
        """The newest events of those of the logs that exist."""

    def ids(self) -> tuple[str, ...]:
        """Every log, in the order in which they were made."""

    def delete_log(self, log_id: str) -> None:
        """The log and its keys, for good. Raises NotFound."""

    def counts(self) -> tuple[int, int]:
        """How many logs there are, and how many events in all of them."""

    def log_with_gap(self) -> str | None:
        """The id of a log whose events are not numbered from 1 on, if there is one."""


class Engine(Logs, Protocol):
    """A store of tables, open for one request, with the logs of tables as its own."""

    @property
    def circles(self) -> Logs:
        """The logs of circles."""

    def create_table(self, events: Sequence[Event], *, op: str) -> OpenedTable:
        """A new table with this log. The same `op` again opens the table it made, with another key."""

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

    def best_points(self, hands: Iterable[str]) -> dict[str, int | None]:
        """What the best melds of hands are worth that were searched before, by the hands' digests; None for
        those whose search ended without a proof."""

    def keep_best_points(self, hand: str, points: int | None) -> None:
        """Remember what the best melds of a hand are worth."""

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
