"""Photos on disk while they wait, are read and are looked at: a folder for each, named by its id.

shown.jpg     the picture that people see
whole.jpg     the picture in its full size, where it is larger than that; gone once it is read
request.json  what was asked. Locked while it is read, so that the lock ends with the process that reads
begun         there once reading has begun
outcome.json  what was read, or that nothing was
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from scorepad.photos.decoding import SHOWN, WHOLE
from scorepad.photos.reading import PhotoReading

REQUEST, BEGUN, OUTCOME = "request.json", "begun", "outcome.json"
MOST_PHOTOS = 400  # that lie here in all; beyond them the oldest go

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """A photo that was handed in: its pack, whose phone (empty: nobody's), in which turn it is read, when it
    came (seconds of the epoch), its size whole and as it is shown (width, height in pixels), and how many
    packs are in play (0: any number)."""

    pack: str
    phone: str
    turn: int
    at: float
    whole: tuple[int, int]
    shown: tuple[int, int]
    pack_count: int = 0


@dataclass(frozen=True, slots=True)
class PhotoOutcome:
    """What was read, boxes in pixels of the whole picture; None where reading failed."""

    reading: PhotoReading | None


class PhotoFiles:
    """The photos beneath one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_folder(self, photo: str) -> Path:
        """A folder for a new photo, which does not count before `put_request`."""
        path = self.folder / photo
        path.mkdir(parents=True, mode=0o700)
        return path

    def put_request(self, photo: str, request: PhotoRequest) -> None:
        """From now on the photo waits."""
        self._write_json(photo, REQUEST, request)

    def request(self, photo: str) -> PhotoRequest | None:
        """What was asked of the photo; None where there is none."""
        return self._read_json(photo, REQUEST, PhotoRequest)

    def outcome(self, photo: str) -> PhotoOutcome | None:
        """The end of its reading, if it has ended."""
        return self._read_json(photo, OUTCOME, PhotoOutcome)

    def put_outcome(self, photo: str, reading: PhotoReading | None) -> None:
        """Its reading has ended, well or ill."""
        self._write_json(photo, OUTCOME, PhotoOutcome(reading))
        (self.folder / photo / WHOLE).unlink(missing_ok=True)

    def shown_picture(self, photo: str) -> Path:
        """The picture that people see."""
        return self.folder / photo / SHOWN

    def whole_picture(self, photo: str) -> Path:
        """The picture to read, in its full size."""
        path = self.folder / photo / WHOLE
        return path if path.exists() else self.shown_picture(photo)

    def waiting_photos(self) -> list[str]:
        """The photos that wait, in the order in which their turn comes."""
        requests = self._pending_requests()
        in_turn = sorted(requests, key=lambda photo: (requests[photo].turn, requests[photo].at, photo))
        return [photo for photo in in_turn if not self.has_begun(photo)]

    def next_turn(self, phone: str) -> int:
        """The turn of this phone's next photo: the one that is going on, or the one after its own last."""
        pending = self._pending_requests().values()
        own_turns = [request.turn + 1 for request in pending if phone and request.phone == phone]
        return max(own_turns, default=min((request.turn for request in pending), default=0))

    def has_begun(self, photo: str) -> bool:
        """Whether its reading has begun."""
        return (self.folder / photo / BEGUN).exists()

    def begin_reading(self, photo: str) -> None:
        """Reading begins; only whoever has claimed it says so."""
        (self.folder / photo / BEGUN).touch()

    def unfinished_photos(self) -> list[str]:
        """Photos whose reading has begun and has not ended."""
        return [photo for photo in self._not_ended() if self.has_begun(photo)]

    def is_claimed(self, photo: str) -> bool:
        """Whether a process reads it now."""
        with self.claim_photo(photo) as mine:
            return not mine

    @contextmanager
    def claim_photo(self, photo: str) -> Iterator[bool]:
        """Whether the photo is now this process' own to read; one that dies gives up what it claimed."""
        try:
            file = (self.folder / photo / REQUEST).open(encoding="utf-8")
        except FileNotFoundError:
            yield False
            return
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            yield True

    def delete_photo(self, photo: str) -> None:
        """Delete all of it."""
        shutil.rmtree(self.folder / photo, ignore_errors=True)

    def delete_old(self, seconds: float) -> None:
        """Delete what has lain here for longer than that, and the oldest of far too many."""
        now = time.time()
        photo_ages = sorted((now - _modified_at(self.folder / photo), photo) for photo in self._all_photos())
        for number, (age, photo) in enumerate(reversed(photo_ages)):
            if age > seconds or number < len(photo_ages) - MOST_PHOTOS:
                self.delete_photo(photo)

    def _all_photos(self) -> list[str]:
        with suppress(FileNotFoundError):
            return os.listdir(self.folder)
        return []

    def _pending_requests(self) -> dict[str, PhotoRequest]:
        """Photos that wait or are read."""
        return {photo: request for photo in self._not_ended() if (request := self.request(photo))}

    def _not_ended(self) -> list[str]:
        return [photo for photo in self._all_photos() if not (self.folder / photo / OUTCOME).exists()]

    def _read_json(self, photo: str, name: str, type_: type[T]) -> T | None:
        try:
            return msgspec.json.decode((self.folder / photo / name).read_bytes(), type=type_)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def _write_json(self, photo: str, name: str, value: object) -> None:
        """The whole file or none; nothing where the photo was deleted meanwhile."""
        path = self.folder / photo / name
        with suppress(FileNotFoundError):
            path.with_suffix(".new").write_bytes(msgspec.json.encode(value))
            os.replace(path.with_suffix(".new"), path)


def _modified_at(path: Path) -> float:
    """When the folder was last written to; now where it has just gone."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time.time()
