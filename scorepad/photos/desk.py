"""The desk where photos are handed in, wait their turn, are read, and are looked at until they are confirmed.

Everything lies where every web worker sees it: on disk beneath the instance folder, or on the server that
keeps the tables. Other processes decode and read; where none do, the one that asks.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from msgspec import convert

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.core.shortages import ShortOfMemory, shortage_of
from scorepad.jobs import client
from scorepad.jobs.client import JobFailed, ServerDied, TookTooLong
from scorepad.jobs.turns import Asker, Busy
from scorepad.jobs.workers import end_process_after
from scorepad.photos import reading
from scorepad.photos.files import PhotoFiles, PhotoOutcome, PhotoRequest, PictureSizes, shelf_of
from scorepad.photos.limits import NotAPhoto, PhotoLimits, check_bytes, check_pack
from scorepad.photos.reading import PhotoReading
from scorepad.store.engine import StoreFull, StoreReadOnly

UPRIGHT = "scorepad.photos.files:upright"
READ_WAITING = "scorepad.photos.desk:read_waiting_job"
PATIENCE = 120.0  # seconds that a photo may wait to be decoded
LOOK_EVERY = 0.05  # seconds between two looks for an answer
OF_ONE_PHONE = 10  # photos of one phone that may wait
NOT_DECODED = say("The picture is damaged or too large to decode. Use another one.")
FAILED = say("This photo couldn’t be read. Take it again.")
NO_MEMORY_TO_DECODE = say(
    "The pad is short of memory for this photo. Send it again in a moment, or send a smaller one."
)
NO_MEMORY_TO_READ = say(
    "The pad is short of memory. Your photo is kept: have it read again in a moment, or type the cards."
)
BROKE_OFF = say(
    "Reading broke off, perhaps because the pad is short of memory. Your photo is kept: have it read again "
    "in a moment, or type the cards."
)

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
log = logging.getLogger("scorepad.photos")


class Gone(ScorepadError):
    """No such photo: it was forgotten, or nobody confirmed it in time."""

    code = "gone"


class Unreadable(ScorepadError):
    """A picture that broke the reading."""

    code = "unreadable"


class BrokeOff(ScorepadError):
    """The process that read the picture was ended, by the system or at its limit of time."""

    code = "broken"


@dataclass(frozen=True, slots=True)
class PhotoState:
    """How far a photo is.

    place    while waiting: 1 = next; counts the photos before it and itself
    reading  when read: what, boxes in pixels of the picture that is shown
    size     of that picture, width and height
    message  when failed: what to tell people
    is_kept  when failed: whether it can be read again
    """

    name: Literal["waiting", "reading", "read", "failed"]
    place: int = 0
    reading: PhotoReading | None = None
    size: tuple[int, int] = (0, 0)
    message: str = ""
    is_kept: bool = False


class Desk:
    """The photos of one pad."""

    def __init__(
        self, instance: Path, limits: PhotoLimits | None = None, database: str | Path | None = None
    ) -> None:
        """`database` is where the tables are, a file of the instance folder or a server."""
        self._files = PhotoFiles(shelf_of(instance, database, "waiting"))
        self._evidence = shelf_of(instance, database, "kept")
        self._limits = limits or PhotoLimits()

    def hand_in(self, data: bytes, pack: str = "", phone: str = "", pack_count: int = 0) -> str:
        """Take a photo and give back its id. `phone` says who hands in, so that turns are taken; `pack_count`
        how many packs are in play.

        Raises NotAPhoto, NotRead for the pack, Busy when too many wait, TookTooLong, StoreFull and
        StoreReadOnly.
        """
        check_pack(pack)
        check_bytes(len(data))
        self.delete_old()
        self._check_room(phone)
        photo = secrets.token_urlsafe(16)
        with self._files.receiving(photo) as folder:
            sizes = _decoded_photo(data, folder, self._limits.seconds, phone)
        turn = self._files.next_turn(phone)
        request = PhotoRequest(pack, phone, turn, time.time(), sizes.whole, sizes.shown, pack_count)
        # Last, as a photo waits to be read from now on.
        self._files.put_request(photo, request)
        client.want(READ_WAITING)
        return photo

    def photo_state(self, photo: str) -> PhotoState:
        """How far the photo is. Raises Gone."""
        request = self._request(photo)
        waiting = self._files.waiting_photos()
        if photo in waiting and not client.want(READ_WAITING):
            self._read_here(photo)
            waiting = self._files.waiting_photos()
        if photo in waiting:
            return PhotoState("waiting", place=waiting.index(photo) + 1)
        # before the outcome, which is there when the lock is gone; once failed it stays so
        is_settled = self._settle_unfinished(photo)
        outcome = self._files.outcome(photo)
        if outcome is None and not is_settled:
            return PhotoState("reading")
        if outcome is not None and outcome.can_be_read_again:
            message = NO_MEMORY_TO_READ if outcome.short_of_memory else BROKE_OFF
            return PhotoState("failed", message=message, is_kept=True)
        if outcome is None or outcome.reading is None:
            return PhotoState("failed", message=FAILED)
        shown_scale = request.shown[0] / request.whole[0]
        return PhotoState("read", reading=outcome.reading.scaled(shown_scale), size=request.shown)

    def wait_for_reading(self, photo: str, within: float) -> PhotoReading:
        """Wait for what was read, boxes in pixels of the whole picture.

        Raises Gone, Unreadable, ShortOfMemory, BrokeOff, and TookTooLong after so many seconds.
        """
        deadline = time.monotonic() + within
        while (state := self.photo_state(photo)).name in ("waiting", "reading"):
            if time.monotonic() > deadline:
                reason = say(
                    "The photo couldn’t be read within {seconds} seconds. Try again.", seconds=f"{within:g}"
                )
                raise TookTooLong(reason, at="photo")
            time.sleep(LOOK_EVERY)
        outcome = self._files.outcome(photo)
        if outcome is not None and outcome.short_of_memory:
            raise ShortOfMemory
        if outcome is not None and outcome.broke_off:
            raise BrokeOff(ServerDied.words, at="photo")
        if outcome is None or outcome.reading is None:
            raise Unreadable(state.message or FAILED, at="photo")
        return outcome.reading

    def read_again(self, photo: str) -> None:
        """Have a photo read that there was no memory for, or whose reading broke off. Raises Gone."""
        self._request(photo)
        outcome = self._files.outcome(photo)
        if outcome is not None and outcome.can_be_read_again:
            self._files.wait_again(photo)
            client.want(READ_WAITING)

    def shown_picture(self, photo: str) -> bytes:
        """The picture to show: an upright JPEG without metadata, its long side at most 2048. Raises Gone."""
        self._request(photo)
        picture = self._files.shown_picture(photo)
        if picture is None:
            raise _gone_photo()
        return picture

    def forget(self, photo: str) -> None:
        """Delete the picture and what was read on it; nothing happens when it is gone already."""
        if _ID.fullmatch(photo):
            self._files.delete_photo(photo)

    def keep_as_evidence(self, photo: str, table: str) -> None:
        """Move the picture to what the table keeps as evidence. Raises Gone."""
        _check_table(table)
        self._evidence.add(table, f"{time.time_ns()}-{photo}.jpg", self.shown_picture(photo))
        self.forget(photo)

    def evidence_names(self, table: str) -> dict[str, str]:
        """The pictures that the table keeps, the oldest first: the names of their files by their photos."""
        _check_table(table)
        names = (name for name in self._evidence.names(table) if name.endswith(".jpg"))
        return {name.removesuffix(".jpg").partition("-")[2]: name for name in names}

    def evidence_picture(self, table: str, name: str) -> bytes | None:
        """The picture of that name that the table keeps; None where it is gone."""
        _check_table(table)
        return self._evidence.get(table, name)

    def drop_evidence(self, table: str, name: str) -> None:
        """Delete a picture that the table keeps."""
        _check_table(table)
        self._evidence.drop(table, name)

    def delete_evidence(self, table: str) -> None:
        """Delete every picture that the table keeps."""
        _check_table(table)
        self._evidence.delete(table)

    def delete_old(self) -> None:
        """Delete photos that nobody has confirmed for too long."""
        self._files.delete_old(60.0 * self._limits.minutes)

    def read_waiting(self, begin: Callable[[float], None] = lambda _seconds: None) -> None:
        """Read all that wait, in turn; `begin` is told before each how many seconds it may take.

        What breaks a reading is raised.
        """
        for photo in self._files.unfinished_photos():
            self._settle_unfinished(photo)
        while waiting := self._files.waiting_photos():
            begin(self._limits.seconds)
            self._read_photo(waiting[0])

    def _settle_unfinished(self, photo: str) -> bool:
        """Reading that has begun and not ended broke off when nobody reads the photo. False while somebody
        reads it."""
        with self._files.claim_photo(photo) as mine:
            if mine and self._files.has_begun(photo) and self._files.outcome(photo) is None:
                self._files.put_outcome(photo, PhotoOutcome(None, broke_off=True))
            return mine

    def _read_photo(self, photo: str) -> None:
        """Read one photo, unless another process does. Whatever breaks the reading is raised again."""
        with self._files.claim_photo(photo) as mine:
            request = self._files.request(photo)
            if not mine or request is None or self._files.has_begun(photo):
                return
            try:
                self._files.begin_reading(photo)
                jpeg = self._files.whole_picture(photo) or b""
                seen = _read_picture(jpeg, request.pack, request.pack_count)
                self._files.put_outcome(photo, PhotoOutcome(seen))
            except StoreFull:
                self._files.wait_again(photo)  # until there is room for what was read
                raise
            except Exception as error:
                if self._files.request(photo) is None:
                    return  # forgotten meanwhile
                lacks_memory = isinstance(shortage_of(error), ShortOfMemory)
                self._files.put_outcome(photo, PhotoOutcome(None, short_of_memory=lacks_memory))
                raise

    def _read_here(self, photo: str) -> None:
        try:
            self._read_photo(photo)
        except Exception:
            log.exception("a photo could not be read")

    def _check_room(self, phone: str) -> None:
        """Raises Busy when too many photos wait, or too many of this phone; a phone of which none waits comes
        in after others too, up to twice the queue."""
        waiting = list(map(self._files.request, self._files.waiting_photos()))
        own_requests = [request for request in waiting if request and request.phone == phone]
        queue = self._limits.queue if own_requests or not phone else 2 * self._limits.queue
        if len(waiting) >= queue:
            raise Busy(say("Too many photos are waiting. Try again in a moment."), at="photo")
        if phone and len(own_requests) >= OF_ONE_PHONE:
            reason = say(
                "{number} of your photos are already waiting. Try again in a moment.", number=OF_ONE_PHONE
            )
            raise Busy(reason, at="photo")

    def _request(self, photo: str) -> PhotoRequest:
        request = self._files.request(photo) if _ID.fullmatch(photo) else None
        if request is None:
            raise _gone_photo()
        return request


def read_waiting_job(
    _question: object, instance: Path, database: str | Path, limits: PhotoLimits
) -> dict[str, Any]:
    """A regular job: read all photos that wait on the desk, and delete those that wait too long to be
    confirmed. A photo that takes too much time ends the process."""
    desk = Desk(instance, limits, database)
    desk.delete_old()
    desk.read_waiting(begin=end_process_after)
    end_process_after(0)
    return {}


def _decoded_photo(data: bytes, folder: Path, seconds: float, phone: str) -> PictureSizes:
    """Have the photo written into the folder as plain pictures, by another process within so many seconds;
    their sizes. Raises NotAPhoto, Busy, TookTooLong, StoreFull, StoreReadOnly."""
    question = {"photo": b64encode(data).decode("ascii"), "folder": str(folder)}
    try:
        sizes = client.ask(
            UPRIGHT, question, PATIENCE, limit=seconds, asker=Asker(phone), on_this_machine=True
        )
        return convert(sizes, PictureSizes)
    except JobFailed:
        raise NotAPhoto(NOT_DECODED) from None
    except (Busy, TookTooLong):
        raise
    except ScorepadError as error:  # the job's own, which travels without its class
        if error.code == ShortOfMemory.code:
            raise NotAPhoto(NO_MEMORY_TO_DECODE, code=error.code) from None
        if refused := next((fault for fault in (StoreFull, StoreReadOnly) if fault.code == error.code), None):
            raise refused from None
        raise NotAPhoto(error.message, code=error.code) from None


def _check_table(table: str) -> None:
    if not _ID.fullmatch(table):
        raise Gone(say("There’s no such table. Check the address."), at="table")


def _gone_photo() -> Gone:
    return Gone(say("This photo is gone. Take it again."), at="photo")


def _read_picture(jpeg: bytes, pack: str, pack_count: int) -> PhotoReading:
    from vision.reader import decode_picture

    picture = decode_picture(jpeg)
    if picture is None:
        raise ValueError("a picture that was decoded before is no picture")
    return reading.read_pixels(picture, pack, pack_count)
