"""Photos while they wait, are read and are looked at: a folder for each, named by its id, on a shelf.

shown.jpg     the picture that people see
whole.jpg     the picture in its full size, where it is larger than that; gone once it is read
request.json  what was asked
begun         there once reading has begun
outcome.json  what was read, or that nothing was
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from scorepad.core.sentence import plain_english
from scorepad.photos.decoding import SHOWN, WHOLE
from scorepad.photos.reading import PhotoReading

REQUEST, BEGUN, OUTCOME = "request.json", "begun", "outcome.json"
PIXELS_OF_A_TURN = 12_000_000
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


class Shelf(Protocol):
    """Where folders of files stand: a machine's own disk, or a server that several machines share."""

    def receiving(self, folder: str) -> AbstractContextManager[Path]:
        """A path into which the files of a new folder are written; they stand here at its end, or none."""

    def add(self, folder: str, name: str, content: bytes) -> None:
        """Put the file into the folder, making that where there is none."""

    def put(self, folder: str, name: str, content: bytes) -> None:
        """Put the file into the folder, the whole file or none; nothing where the folder is gone."""

    def get(self, folder: str, name: str) -> bytes | None:
        """The file; None where there is none."""

    def contents(self, name: str, *, without: str) -> dict[str, bytes]:
        """The file of that name of every folder that has it and does not have the file `without`."""

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the folder's files, in order."""

    def drop(self, folder: str, name: str) -> None:
        """Delete the file, if it is there."""

    def delete(self, folder: str) -> None:
        """Delete the folder, if it is there."""

    def delete_old(self, seconds: float, most: int) -> None:
        """Delete folders that were not written to for longer, and the oldest of more than `most`."""

    def claim(self, folder: str) -> AbstractContextManager[bool]:
        """Whether the folder is now this process' own; one that dies gives up what it claimed."""


class PhotoFiles:
    """The photos on one shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.receiving = shelf.receiving
        self.claim_photo = shelf.claim
        self.delete_photo = shelf.delete

    def put_request(self, photo: str, request: PhotoRequest) -> None:
        """From now on the photo waits."""
        self._shelf.put(photo, REQUEST, msgspec.json.encode(request, enc_hook=plain_english))

    def request(self, photo: str) -> PhotoRequest | None:
        """What was asked of the photo; None where there is none."""
        return _decoded(self._shelf.get(photo, REQUEST), PhotoRequest)

    def outcome(self, photo: str) -> PhotoOutcome | None:
        """The end of its reading, if it has ended."""
        return _decoded(self._shelf.get(photo, OUTCOME), PhotoOutcome)

    def put_outcome(self, photo: str, reading: PhotoReading | None) -> None:
        """Its reading has ended, well or ill."""
        self._shelf.put(photo, OUTCOME, msgspec.json.encode(PhotoOutcome(reading), enc_hook=plain_english))
        self._shelf.drop(photo, WHOLE)

    def shown_picture(self, photo: str) -> bytes | None:
        """The picture that people see; None where the photo is gone."""
        return self._shelf.get(photo, SHOWN)

    def whole_picture(self, photo: str) -> bytes | None:
        """The picture to read, in its full size; None where the photo is gone."""
        return self._shelf.get(photo, WHOLE) or self.shown_picture(photo)

    def waiting_photos(self) -> list[str]:
        """The photos that wait, in the order in which their turn comes."""
        requests = self._pending_requests()
        in_turn = sorted(requests, key=lambda photo: (requests[photo].turn, requests[photo].at, photo))
        begun = self.unfinished_photos()
        return [photo for photo in in_turn if photo not in begun]

    def next_turn(self, phone: str) -> int:
        """The turn of this phone's next photo: the one that is going on, or after its own last as many later
        as that has dozens of megapixels."""
        pending = self._pending_requests().values()
        own_requests = [request for request in pending if phone and request.phone == phone]
        own_turns = [request.turn + _price(request.whole) for request in own_requests]
        return max(own_turns, default=min((request.turn for request in pending), default=0))

    def has_begun(self, photo: str) -> bool:
        """Whether its reading has begun."""
        return self._shelf.get(photo, BEGUN) is not None

    def begin_reading(self, photo: str) -> None:
        """Reading begins; only whoever has claimed it says so."""
        self._shelf.put(photo, BEGUN, b"")

    def wait_again(self, photo: str) -> None:
        """Its reading has not begun after all."""
        self._shelf.drop(photo, BEGUN)

    def unfinished_photos(self) -> set[str]:
        """Photos whose reading has begun and has not ended."""
        return set(self._shelf.contents(BEGUN, without=OUTCOME))

    def delete_old(self, seconds: float) -> None:
        """Delete what has lain here for longer than that, and the oldest of far too many."""
        self._shelf.delete_old(seconds, MOST_PHOTOS)

    def _pending_requests(self) -> dict[str, PhotoRequest]:
        """Photos that wait or are read."""
        requests = self._shelf.contents(REQUEST, without=OUTCOME)
        return {photo: msgspec.json.decode(data, type=PhotoRequest) for photo, data in requests.items()}


def _price(size: tuple[int, int]) -> int:
    """How many turns a picture of that width and height costs."""
    return max(1, round(size[0] * size[1] / PIXELS_OF_A_TURN))


def _decoded(data: bytes | None, type_: type[T]) -> T | None:
    return None if data is None else msgspec.json.decode(data, type=type_)
