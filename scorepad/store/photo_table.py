"""The queued photos: their SQL table, and that of their pictures.

On SQLite they are in a file of their own. It is begun anew where it is damaged: a photo waits an hour at
most, and can be taken again.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from scorepad.machine.folders import JOURNAL_ENDINGS
from scorepad.machine.system import lock
from scorepad.store.engine import Engine, PhotosBroken, PhotosLost, StoreBroken
from scorepad.store.sqlite import damage, is_damage

WAITING, READING, ENDED = "waiting", "reading", "ended"
PATIENCE = 10.0  # seconds that a look at all pages may take, once the file is known to be damaged
log = logging.getLogger("scorepad.photos")


@dataclass(frozen=True, slots=True)
class PhotoRow:
    """A photo without its pictures.

    phone       the sender; empty if unknown
    turn        the round of turns in which it is read
    came_at     time of its arrival, in seconds of the clock
    pack_count  packs in play; 0: any number
    width, height, shown_width, shown_height  pixels of the whole picture, and of the one shown
    size        bytes of its pictures
    state       WAITING, READING, ENDED
    reader      the process that reads it
    lease_ends  end of that process's time, in seconds of the clock
    tries       number of processes that began to read it
    outcome     result of reading, as JSON
    found       corners found so far, as JSON
    expected    estimated seconds of reading
    """

    id: str
    phone: str
    turn: int
    came_at: float
    pack: str
    pack_count: int
    width: int
    height: int
    shown_width: int
    shown_height: int
    size: int
    state: str = WAITING
    reader: str = ""
    lease_ends: float = 0.0
    tries: int = 0
    outcome: str = ""
    found: str = ""
    expected: float = 0.0

    @property
    def is_pending(self) -> bool:
        """Whether the photo waits or is being read."""
        return self.state != ENDED


_COLUMNS = ", ".join(field.name for field in fields(PhotoRow))
_MARKS = ", ".join("?" for _ in fields(PhotoRow))


class PhotoTable:
    """The queued photos, in a database whose schema is up to date."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def one_at_a_time(self) -> AbstractContextManager[None]:
        """A write transaction, after any other on these photos has ended."""
        return self._database.write_transaction("photo_queue")

    def add(self, row: PhotoRow, shown: bytes, whole: bytes | None) -> None:
        """Add a photo with its pictures; `whole` only if that is larger than the one shown."""
        values = (getattr(row, field.name) for field in fields(PhotoRow))
        self._database.select_rows(f"insert into photo_queue ({_COLUMNS}) values ({_MARKS})", *values)
        sql = "insert into photo_pictures (photo, shown, whole) values (?, ?, ?)"
        self._database.select_rows(sql, row.id, shown, whole)

    def row(self, photo: str) -> PhotoRow | None:
        """The photo of that id; None if there is none."""
        rows = self._rows("where id = ?", photo)
        return rows[0] if rows else None

    def pending(self) -> list[PhotoRow]:
        """The photos that wait or are being read, in the order of their turns."""
        return self._rows("where state <> ? order by turn, came_at, id", ENDED)

    def begin(self, photo: str, reader: str, lease_ends: float, expected: float) -> None:
        """Note that the process `reader` begins to read the photo, and expects to take `expected` seconds."""
        columns = "state = ?, reader = ?, lease_ends = ?, expected = ?, found = '', tries = tries + 1"
        sql = f"update photo_queue set {columns} where id = ?"
        self._database.select_rows(sql, READING, reader, lease_ends, expected, photo)

    def tell_found(self, photo: str, reader: str, found: str) -> None:
        """Save what the process `reader` has found so far."""
        sql = "update photo_queue set found = ? where id = ? and state = ? and reader = ?"
        self._database.select_rows(sql, found, photo, READING, reader)

    def end(self, photo: str, reader: str, outcome: str, *, keeps_whole: bool) -> None:
        """End the reading of the photo, unless another process reads it by now. `keeps_whole` keeps the
        full-size picture."""
        sql = "update photo_queue set state = ?, outcome = ? where id = ? and state = ? and reader = ?"
        with self.one_at_a_time():
            self._database.select_rows(sql, ENDED, outcome, photo, READING, reader)
            if not keeps_whole:
                self._drop_whole(photo, reader)

    def _drop_whole(self, photo: str, reader: str) -> None:
        """Drop the full-size picture, if that process has ended reading the photo."""
        ended = "select id from photo_queue where id = ? and state = ? and reader = ?"
        sql = f"update photo_pictures set whole = null where whole is not null and photo in ({ended})"
        self._database.select_rows(sql, photo, ENDED, reader)
        size = "(select length(shown) from photo_pictures where photo = id)"
        sql = f"update photo_queue set size = {size} where id = ? and state = ? and reader = ?"
        self._database.select_rows(sql, photo, ENDED, reader)

    def wait_again(self, photo: str) -> None:
        """Put the photo back to waiting, as if no process had read it."""
        sql = "update photo_queue set state = ?, reader = '', tries = 0, outcome = '' where id = ?"
        self._database.select_rows(sql, WAITING, photo)

    def shown_picture(self, photo: str) -> bytes | None:
        """The picture that people see; None if the photo is gone."""
        return self._picture("shown", photo)

    def whole_picture(self, photo: str) -> bytes | None:
        """The full-size picture; None if the photo is gone."""
        return self._picture("coalesce(whole, shown)", photo)

    def delete(self, photo: str) -> None:
        """Delete the photo; nothing happens if it is gone already."""
        with self.one_at_a_time():
            self._database.select_rows("delete from photo_queue where id = ?", photo)
            self._delete_pictures()

    def delete_old(self, came_before: float, most: int, most_bytes: int) -> None:
        """Delete photos that came before `came_before`. Then delete the oldest ended ones until at most
        `most` photos and `most_bytes` of pictures remain."""
        order = "order by case when state = ? then 1 else 0 end, came_at desc, id"
        ranks = f"row_number() over ({order}) as place, sum(size) over ({order}) as bytes_so_far"
        ranked = f"select id, state, {ranks} from photo_queue"
        over = f"select id from ({ranked}) as ranked where state = ? and (place > ? or bytes_so_far > ?)"
        sql = f"delete from photo_queue where came_at < ? or id in ({over})"
        with self.one_at_a_time():
            self._database.select_rows(sql, came_before, ENDED, ENDED, ENDED, most, most_bytes)
            self._delete_pictures()

    def _delete_pictures(self) -> None:
        """Delete the pictures of photos that are gone."""
        sql = "delete from photo_pictures where photo not in (select id from photo_queue)"
        self._database.select_rows(sql)

    def close(self) -> None:
        """Release the connection of the table."""
        self._database.close()

    def _rows(self, where: str, *values: object) -> list[PhotoRow]:
        rows = self._database.select_rows(f"select {_COLUMNS} from photo_queue {where}", *values)
        return [PhotoRow(**row) for row in rows]

    def _picture(self, column: str, photo: str) -> bytes | None:
        sql = f"select {column} as picture from photo_pictures where photo = ?"
        rows = self._database.select_rows(sql, photo)
        return bytes(rows[0]["picture"]) if rows else None


@contextmanager
def begun_anew_if_damaged(queue: Path) -> Iterator[None]:
    """Begin the file anew if its use in this context finds it damaged.

    Raises PhotosLost then, PhotosBroken if it cannot be deleted.
    """
    try:
        yield
    except StoreBroken as fault:
        if not is_damage(fault.__cause__):
            raise
        _begin_anew(queue)
        raise PhotosLost from fault


def delete_queue(queue: Path) -> None:
    """Delete the file with its journals. Raises OSError."""
    for ending in (*JOURNAL_ENDINGS, ""):
        Path(f"{queue}{ending}").unlink(missing_ok=True)


def _begin_anew(queue: Path) -> None:
    """Delete the file, unless another process has begun it anew by now."""
    try:
        with _one_at_a_time(queue.parent):
            if damage(queue, PATIENCE, "integrity_check"):
                delete_queue(queue)
                log.error("The file of waiting photos was damaged, and is deleted. Those photos are lost.")
    except OSError as error:
        raise PhotosBroken from error


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Lock the folder against other processes that do the same."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        lock(descriptor)
        yield
    finally:
        os.close(descriptor)
