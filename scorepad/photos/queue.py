"""The queue of photos: they wait in turn, are read, and are looked at until they are confirmed.

It is one SQL table, in a file of its own beside the store, or on the server that keeps the tables. Other
processes decode and read; where none do, the one that asks.

      handed in            a reader takes it             it ends
    ─────────────▶ WAITING ─────────────────▶ READING ─────────────▶ ENDED ──▶ deleted: used, cancelled,
                    ▲  ▲                         │                   │  ▲      or an hour old
                    │  └── its reader was killed ┤                   │  │
                    │         the first time     └── the second time │──┘
                    │                                                │
                    └── "Read it again": broke off, or no memory ────┘

A reader has a photo on lease: the time that reading may take, and a little more. It was killed where the
lease is over and nothing has ended, or at once where this machine sees that its process is gone. That is
found out whenever somebody looks, and written down by the next reader alone: no lock outlives a statement.
"""

from __future__ import annotations

import logging
import secrets
import time
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec

from scorepad.core.errors import ScorepadError
from scorepad.core.lasting_faults import ShortOfMemory, shortage_of
from scorepad.core.sentence import plain_english, say
from scorepad.jobs import client
from scorepad.jobs.client import JobFailed, ServerDied, TookTooLong
from scorepad.jobs.own_process import end_process_after, process_name
from scorepad.jobs.turns import Asker, Busy
from scorepad.photos import reading
from scorepad.photos.deleted_tables import forget_deleted
from scorepad.photos.kept_photos import KeptPhotos
from scorepad.photos.limits import NotAPhoto, PhotoLimits, check_bytes, check_pack
from scorepad.photos.photo_states import (
    FAILED,
    FIRST_SECONDS,
    PhotoOutcome,
    PhotoState,
    end_state,
    next_turn,
    outcome_of,
    reading_state,
    waiting_state,
    waits,
)
from scorepad.photos.picture_reader import vision_module
from scorepad.photos.reading import PhotoReading, cards_found
from scorepad.store.engine import PhotosBroken, PhotosLost, StoreFault, StoreFull, StoreReadOnly
from scorepad.store.opening import open_photo_table, open_store, store_address
from scorepad.store.photo_table import PhotoRow

if TYPE_CHECKING:
    from vision.progress import FoundIndex

DECODE = "scorepad.photos.queue:decode_job"
READ_WAITING = "scorepad.photos.queue:read_waiting_job"
PATIENCE = 120.0  # seconds that a photo may wait to be decoded
LOOK_EVERY = 0.05  # seconds between two looks for an answer
OF_ONE_PHONE = 10  # photos of one phone that may wait
MOST_PHOTOS = 400  # that are here in all; beyond them the oldest go
MOST_BYTES = 500_000_000  # of their pictures; as many of photos that wait or are read
MARGIN = 2.0  # seconds that a reader has a photo beyond its time
NOT_DECODED = say("The picture is damaged or too large to decode. Use another one.")
NO_MEMORY_TO_DECODE = say(
    "The pad is short of memory for this photo. Send it again in a moment, or send a smaller one."
)
_FAULTS = (StoreFull, StoreReadOnly, PhotosLost, PhotosBroken)
_seconds_taken = deque([FIRST_SECONDS], maxlen=5)
"""How long this process took to read its last photos."""
log = logging.getLogger("scorepad.photos")


class Gone(ScorepadError):
    """No such photo: it was deleted, or not confirmed in time."""

    code = "gone"


class Unreadable(ScorepadError):
    """A picture on which reading failed."""

    code = "unreadable"


class BrokeOff(ScorepadError):
    """The processes that read the picture were ended, by the system or at their time limit."""

    code = "broken"


class PhotoQueue:
    """The photos of one pad."""

    def __init__(
        self, instance: Path, limits: PhotoLimits | None = None, database: str | Path | None = None
    ) -> None:
        """`database` is the address of the store: a file of the instance folder, or a server."""
        self._limits = limits or PhotoLimits()
        self._opened = partial(open_photo_table, instance, database)
        self._given = {"instance": instance, "database": database, "limits": self._limits}

    def hand_in(self, data: bytes, pack: str = "", phone: str = "", pack_count: int = 0) -> str:
        """Queue a photo and return its id. `phone` identifies the sender, so that phones take turns;
        `pack_count` is the number of packs in play.

        Raises NotAPhoto, NotRead for the pack, Busy if too many wait, TookTooLong, StoreFault.
        """
        check_pack(pack)
        check_bytes(len(data))
        try:
            return self._handed_in(data, pack, phone, pack_count)
        except PhotosLost:  # others, which waited: this one is still here
            return self._handed_in(data, pack, phone, pack_count)

    def _handed_in(self, data: bytes, pack: str, phone: str, pack_count: int) -> str:
        self.delete_old()
        with self._opened() as table:
            self._check_room(table.pending(), phone)
        photo = secrets.token_urlsafe(16)
        question = {"id": photo, "phone": phone, "pack": pack, "pack_count": pack_count}
        question["photo"] = b64encode(data).decode("ascii")
        _have_decoded(question, self._given, self._limits.seconds)
        client.want(READ_WAITING)
        return photo

    def decode(self, question: Mapping[str, Any]) -> None:
        """Decode the photo of a question of `hand_in`, and put it into the queue. Raises NotAPhoto, Busy,
        StoreFault."""
        from scorepad.photos.formats import upright_photo

        photo = upright_photo(b64decode(question["photo"]))
        phone, size = question["phone"], len(photo.shown) + len(photo.whole or b"")
        with self._opened() as table, table.one_at_a_time():
            pending = table.pending()
            self._check_room(pending, phone, size)
            row = PhotoRow(
                question["id"],
                phone,
                next_turn(pending, phone),
                time.time(),
                question["pack"],
                question["pack_count"],
                *photo.size,
                *photo.shown_size,
                size,
            )
            table.add(row, photo.shown, photo.whole)

    def photo_state(self, photo: str) -> PhotoState:
        """The state of the photo. Raises Gone."""
        row = self._row(photo)
        if waits(row) and not client.want(READ_WAITING):
            self._read_here(photo)
            row = self._row(photo)
        if outcome := outcome_of(row):
            return end_state(row, outcome)
        with self._opened() as table:
            pending = table.pending()
        waiting = [other.id for other in pending if waits(other)]
        if photo not in waiting:
            return reading_state(row)
        return waiting_state(waiting.index(photo) + 1, pending)

    def wait_for_reading(self, photo: str, within: float) -> PhotoReading:
        """Wait for the reading, with boxes in pixels of the whole picture.

        Raises Gone, Unreadable, ShortOfMemory, BrokeOff, and TookTooLong after `within` seconds.
        """
        deadline = time.monotonic() + within
        while (state := self.photo_state(photo)).name in ("waiting", "reading"):
            if time.monotonic() > deadline:
                reason = say(
                    "The photo couldn’t be read within {seconds} seconds. Try again.", seconds=f"{within:g}"
                )
                raise TookTooLong(reason, at="photo")
            time.sleep(LOOK_EVERY)
        outcome = outcome_of(self._row(photo)) or PhotoOutcome()
        if outcome.short_of_memory:
            raise ShortOfMemory
        if outcome.broke_off:
            raise BrokeOff(ServerDied.words, at="photo")
        if outcome.reading is None:
            raise Unreadable(state.message or FAILED, at="photo")
        return outcome.reading

    def read_again(self, photo: str) -> None:
        """Queue a photo again whose reading lacked memory or broke off. Raises Gone."""
        outcome = outcome_of(self._row(photo))
        if outcome and outcome.can_be_read_again:
            with self._opened() as table:
                table.wait_again(photo)
            client.want(READ_WAITING)

    def shown_picture(self, photo: str) -> bytes:
        """The picture to show: an upright JPEG without metadata, its long side at most 2048. Raises Gone."""
        with self._opened() as table:
            picture = table.shown_picture(photo)
        if picture is None:
            raise _gone_photo()
        return picture

    def forget(self, photo: str) -> None:
        """Delete the picture and its reading; nothing happens if it is gone already. If a full disk prevents
        that, it is deleted once it is old."""
        with suppress(StoreFault), self._opened() as table:
            table.delete(photo)

    def delete_old(self) -> None:
        """Delete photos not confirmed for too long, and the oldest ones if there are far too many."""
        with self._opened() as table:
            table.delete_old(time.time() - 60.0 * self._limits.minutes, MOST_PHOTOS, MOST_BYTES)

    def read_waiting(self, begin: Callable[[float], None] = lambda _seconds: None) -> None:
        """Read all waiting photos in turn; `begin` is called before each with the seconds that it may
        take."""
        while row := self._take():
            begin(self._limits.seconds)
            self._read(row)

    def _take(self, photo: str = "") -> PhotoRow | None:
        """Begin to read the next photo, or that one; None if it does not wait."""
        with self._opened() as table, table.one_at_a_time():
            waiting = filter(waits, table.pending())
            row = next((row for row in waiting if photo in ("", row.id)), None)
            if row:
                lease_ends = time.time() + self._limits.seconds + MARGIN
                table.begin(row.id, process_name(), lease_ends, median(_seconds_taken))
            return row

    def _read(self, row: PhotoRow) -> None:
        """Read a photo that was taken. Errors of the reading are raised again."""
        with self._opened() as table:
            jpeg = table.whole_picture(row.id)
        if jpeg is None:
            return  # forgotten meanwhile
        listening = vision_module("progress").listening  # here: it loads what only readers need
        began = time.monotonic()
        try:
            with listening(partial(self._tell_found, row)):
                outcome = PhotoOutcome(_read_picture(jpeg, row.pack, row.pack_count))
        except Exception as error:
            self._end(row, PhotoOutcome(short_of_memory=isinstance(shortage_of(error), ShortOfMemory)))
            raise
        self._end(row, outcome)
        _seconds_taken.append(time.monotonic() - began)

    def _tell_found(self, row: PhotoRow, found: Sequence[FoundIndex]) -> None:
        """Save what a reader has found so far; nothing depends on it."""
        written = msgspec.json.encode(cards_found(found, row.pack)).decode()
        with suppress(StoreFault), self._opened() as table:
            table.tell_found(row.id, process_name(), written)

    def _end(self, row: PhotoRow, outcome: PhotoOutcome) -> None:
        written = msgspec.json.encode(outcome, enc_hook=plain_english).decode()
        with self._opened() as table:
            table.end(row.id, process_name(), written, keeps_whole=outcome.can_be_read_again)

    def _read_here(self, photo: str) -> None:
        try:
            if row := self._take(photo):
                self._read(row)
        except Exception:
            log.exception("a photo could not be read")

    def _check_room(self, pending: Sequence[PhotoRow], phone: str, size: int = 0) -> None:
        """Raise Busy if too many photos wait, too many of this phone, or too many bytes with `size` more. A
        phone without waiting photos is admitted up to twice the queue."""
        waiting = [*filter(waits, pending)]
        of_phone = sum(row.phone == phone for row in waiting)
        queue = self._limits.queue if of_phone or not phone else 2 * self._limits.queue
        if len(waiting) >= queue or sum(row.size for row in pending) + size > MOST_BYTES:
            raise Busy(say("Too many photos are waiting. Try again in a moment."), at="photo")
        if phone and of_phone >= OF_ONE_PHONE:
            reason = say(
                "{number} of your photos are already waiting. Try again in a moment.", number=OF_ONE_PHONE
            )
            raise Busy(reason, at="photo")

    def _row(self, photo: str) -> PhotoRow:
        with self._opened() as table:
            row = table.row(photo)
        if row is None:
            raise _gone_photo()
        return row


def decode_job(
    question: Mapping[str, Any], instance: Path, database: str | Path | None, limits: PhotoLimits
) -> dict[str, Any]:
    """A job: decode the photo of a question of `PhotoQueue.hand_in`, and queue it. It runs in a process that
    does nothing else, as the bytes may be crafted."""
    PhotoQueue(instance, limits, database).decode(question)
    return {}


def read_waiting_job(
    _question: object, instance: Path, database: str | Path | None, limits: PhotoLimits
) -> dict[str, Any]:
    """A regular job: read all waiting photos; delete those not confirmed for too long, and the rest of
    deleted tables. A photo that takes too long ends the process."""
    queue = PhotoQueue(instance, limits, database)
    with suppress(PhotosLost):
        queue.delete_old()
    # Photos are read also while the store is away.
    with suppress(StoreFault), closing(open_store(database or store_address(instance))) as store:
        forget_deleted(store, KeptPhotos(instance, database))
    with suppress(PhotosLost):
        queue.read_waiting(begin=end_process_after)
    end_process_after(0)
    return {}


def _have_decoded(question: Mapping[str, Any], given: Mapping[str, Any], seconds: float) -> None:
    """Have another process decode the photo within `seconds`. Raises NotAPhoto, Busy, TookTooLong, StoreFull,
    StoreReadOnly."""
    try:
        asker = Asker(question["phone"])
        client.ask(DECODE, question, PATIENCE, limit=seconds, asker=asker, on_this_machine=True, given=given)
    except JobFailed:
        raise NotAPhoto(NOT_DECODED) from None
    except (Busy, TookTooLong):
        raise
    except ScorepadError as error:  # the job's own, which travels without its class
        if error.code == ShortOfMemory.code:
            raise NotAPhoto(NO_MEMORY_TO_DECODE, code=error.code) from None
        if refused := next((fault for fault in _FAULTS if fault.code == error.code), None):
            raise refused from None
        if error.code == Busy.code:
            raise Busy(error.message, at="photo") from None
        raise NotAPhoto(error.message, code=error.code) from None


def _gone_photo() -> Gone:
    return Gone(say("This photo is gone. Take it again."), at="photo")


def _read_picture(jpeg: bytes, pack: str, pack_count: int) -> PhotoReading:
    picture = vision_module("reader").decode_picture(jpeg)
    if picture is None:
        raise ValueError("a picture that was decoded before is no picture")
    return reading.read_pixels(picture, pack, pack_count)
