"""The state of a photo, from its row in the queue: waiting, being read or ended, and its turn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Struct

from scorepad.core.sentence import say
from scorepad.jobs.own_process import has_ended
from scorepad.photos.reading import CardFound, PhotoReading
from scorepad.store.photo_table import ENDED, READING, WAITING, PhotoRow

FIRST_SECONDS = 3.0  # that a reader takes which has read nothing yet
MOST_TRIES = 2  # readers that a photo may have had killed
PIXELS_OF_A_TURN = 12_000_000  # a usual photo of a phone
FAILED = say("This photo couldn’t be read. Take it again.")
NO_MEMORY_TO_READ = say(
    "The pad is short of memory. Your photo is kept: have it read again in a moment, or type the cards."
)
BROKE_OFF = say(
    "Reading broke off, perhaps because the pad is short of memory. Your photo is kept: have it read again "
    "in a moment, or type the cards."
)


@dataclass(frozen=True, slots=True)
class PhotoState:
    """The state of a photo.

    place    while waiting: its place in the queue, from 1
    reading  when read: the cards, with boxes in pixels of the picture shown
    size     width and height of that picture, when read or being read
    found    while being read: the corners found so far, in pixels of that picture
    pack     the pack named with the photo, if any
    seconds  while waiting or being read: the estimated time until it is read; 0 if unknown
    message  when failed: the message for people
    is_kept  when failed: whether it can be read again
    """

    name: Literal["waiting", "reading", "read", "failed"]
    place: int = 0
    reading: PhotoReading | None = None
    size: tuple[int, int] = (0, 0)
    message: str = ""
    is_kept: bool = False
    found: tuple[CardFound, ...] = ()
    pack: str = ""
    seconds: int = 0


class PhotoOutcome(Struct, frozen=True, omit_defaults=True):
    """The result of reading, with boxes in pixels of the whole picture; `reading` is None if it failed,
    perhaps for lack of memory, or because its process was ended."""

    reading: PhotoReading | None = None
    short_of_memory: bool = False
    broke_off: bool = False

    @property
    def can_be_read_again(self) -> bool:
        """Whether reading may succeed another time."""
        return self.short_of_memory or self.broke_off


def waits(row: PhotoRow) -> bool:
    """Whether the next free reader may take the photo."""
    return row.state == WAITING or (_is_abandoned(row) and row.tries < MOST_TRIES)


def outcome_of(row: PhotoRow) -> PhotoOutcome | None:
    """The result of reading; None if it has not ended."""
    if row.state == ENDED:
        return msgspec.json.decode(row.outcome, type=PhotoOutcome)
    return PhotoOutcome(broke_off=True) if _is_abandoned(row) and not waits(row) else None


def reading_state(row: PhotoRow) -> PhotoState:
    """The state of a photo that is being read."""
    found = msgspec.json.decode(row.found or "[]", type=tuple[CardFound, ...])
    shown = tuple(index.scaled(row.shown_width / row.width) for index in found)
    seconds = _whole_seconds(row.expected)
    return PhotoState("reading", size=_shown_size(row), found=shown, pack=row.pack, seconds=seconds)


def waiting_state(place: int, pending: Sequence[PhotoRow]) -> PhotoState:
    """The state of the waiting photo at that place; photos being read come before it."""
    expected = max((row.expected for row in pending), default=0.0) or FIRST_SECONDS
    ahead = place + sum(not waits(row) for row in pending)
    return PhotoState("waiting", place=place, seconds=_whole_seconds(ahead * expected))


def end_state(row: PhotoRow, outcome: PhotoOutcome) -> PhotoState:
    if outcome.can_be_read_again:
        message = NO_MEMORY_TO_READ if outcome.short_of_memory else BROKE_OFF
        return PhotoState("failed", message=message, is_kept=True)
    if outcome.reading is None:
        return PhotoState("failed", message=FAILED)
    scaled_reading = outcome.reading.scaled(row.shown_width / row.width)
    return PhotoState("read", reading=scaled_reading, size=_shown_size(row))


def next_turn(pending: Sequence[PhotoRow], phone: str) -> int:
    """The turn of this phone's next photo: the current turn or, while it has photos waiting, that of its last
    one plus the price of that photo.
    """
    own_turns = [row.turn + _price(row) for row in pending if phone and row.phone == phone]
    return max(own_turns, default=min((row.turn for row in pending), default=0))


def _is_abandoned(row: PhotoRow) -> bool:
    """Whether the reader of a photo was killed."""
    return row.state == READING and (row.lease_ends < time.time() or has_ended(row.reader))


def _shown_size(row: PhotoRow) -> tuple[int, int]:
    return row.shown_width, row.shown_height


def _whole_seconds(seconds: float) -> int:
    return max(1, round(seconds))


def _price(row: PhotoRow) -> int:
    """The number of turns that the photo costs, by its pixels."""
    return max(1, round(row.width * row.height / PIXELS_OF_A_TURN))
