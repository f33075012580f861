"""The desk where photos are handed in, wait their turn, are read, and are looked at until they are confirmed.

Everything lies on disk beneath the instance folder, so that every web worker sees it. Other processes decode
and read; where none do, the one that asks.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from scorepad.core.errors import ScorepadError
from scorepad.jobs import client
from scorepad.jobs.client import Busy, TookTooLong
from scorepad.photos.decoding import decode
from scorepad.photos.files import Asked, Shelf
from scorepad.photos.limits import Limits
from scorepad.photos.refusals import known, weighed

FOLDER = "photos"
READING = "SCOREPAD_PHOTO_READING"
LOOK_EVERY = 0.05  # seconds between two looks for an answer
OF_ONE_PHONE = 10  # photos of one phone that may wait
FAILED = (
    "This photo could not be read: it took too much time or memory, or the pad stopped meanwhile. "
    "Take it again."
)

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
log = logging.getLogger("scorepad.photos")


class Gone(ScorepadError):
    """No such photo: it was forgotten, or nobody confirmed it in time."""

    code = "gone"


class Unreadable(ScorepadError):
    """A picture that broke the reading."""

    code = "unreadable"


@dataclass(frozen=True, slots=True)
class State:
    """How far a photo is.

    place    while waiting: 1 = next; counts the photos before it and itself
    answer   when read: as `photos.read`, with "width" and "height" of the picture that its boxes are in
    message  when failed: what to tell people
    """

    name: Literal["waiting", "reading", "read", "failed"]
    place: int = 0
    answer: dict[str, Any] | None = None
    message: str = ""


class Desk:
    """The photos of one instance folder."""

    def __init__(self, instance: Path, limits: Limits | None = None) -> None:
        self._shelf = Shelf(instance / FOLDER / "waiting")
        self._kept = instance / FOLDER / "kept"
        self._limits = limits or Limits()

    def hand_in(self, data: bytes, pack: str = "", phone: str = "") -> str:
        """Take a photo and give back its id. `phone` says who hands in, so that turns are taken.

        Raises NotAPhoto, NotRead for the pack, Busy when too many wait, TookTooLong.
        """
        known(pack)
        weighed(len(data))
        self.sweep()
        self._room(phone)
        photo = secrets.token_urlsafe(16)
        try:
            whole, shown = decode(data, self._shelf.make(photo), self._limits.seconds)
        except Exception:
            self._shelf.drop(photo)
            raise
        self._shelf.put(photo, Asked(pack, phone, self._shelf.turn(phone), time.time(), whole, shown))
        client.answering(READING)  # whoever reads is woken by being asked
        return photo

    def state(self, photo: str) -> State:
        """How far the photo is. Raises Gone."""
        asked = self._asked(photo)
        if READING not in os.environ:
            self._read_here(photo)
        waiting = self._shelf.waiting()
        if photo in waiting:
            return State("waiting", place=waiting.index(photo) + 1)
        held = self._shelf.held(photo)  # before the answer, which is there when the lock is gone
        answer = self._shelf.answer(photo)
        if answer is None:
            return State("reading") if held else State("failed", message=FAILED)
        if "failed" in answer:
            return State("failed", message=answer["failed"])
        return State("read", answer=_as_shown(answer, asked))

    def answer(self, photo: str, within: float) -> dict[str, Any]:
        """Wait for what `photos.read` answers, boxes in pixels of the whole picture.

        Raises Gone, Unreadable, and TookTooLong after so many seconds.
        """
        until = time.monotonic() + within
        while (state := self.state(photo)).name in ("waiting", "reading"):
            if time.monotonic() > until:
                raise TookTooLong(f"The photo was not read within {within:g} seconds.", at="photo")
            time.sleep(LOOK_EVERY)
        if state.name == "failed":
            raise Unreadable(state.message, at="photo")
        return self._shelf.answer(photo) or {}

    def picture(self, photo: str) -> Path:
        """The picture to show: an upright JPEG without metadata, its long side at most 2048. Raises Gone."""
        self._asked(photo)
        return self._shelf.shown(photo)

    def forget(self, photo: str) -> None:
        """Delete the picture and what was read on it; nothing happens when it is gone already."""
        if _ID.fullmatch(photo):
            self._shelf.drop(photo)

    def keep(self, photo: str, table: str) -> None:
        """Move the picture to what the table keeps as evidence. Raises Gone."""
        folder = self._table(table)
        picture = self.picture(photo)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            picture.rename(folder / f"{time.time_ns()}-{photo}.jpg")
        except FileNotFoundError:
            raise _gone() from None
        self.forget(photo)

    def kept(self, table: str) -> tuple[Path, ...]:
        """The pictures that the table keeps, the oldest first."""
        return tuple(sorted(self._table(table).glob("*.jpg")))

    def sweep(self) -> None:
        """Delete photos that nobody has confirmed for too long."""
        self._shelf.sweep(60.0 * self._limits.minutes)

    def read_waiting(self, begin: Callable[[float], None] = lambda _seconds: None) -> None:
        """Read all that wait, in turn; `begin` is told before each how many seconds it may take.

        What breaks a reading is raised.
        """
        for photo in self._shelf.unfinished():
            _settle(self._shelf, photo)
        while waiting := self._shelf.waiting():
            begin(self._limits.seconds)
            _read(self._shelf, waiting[0])

    def _read_here(self, photo: str) -> None:
        try:
            _read(self._shelf, photo)
        except Exception:
            log.exception("a photo could not be read")

    def _room(self, phone: str) -> None:
        """Raises Busy when too many photos wait, or too many of this phone."""
        waiting = [self._shelf.asked(photo) for photo in self._shelf.waiting()]
        if len(waiting) >= self._limits.queue:
            raise Busy("Many photos wait to be read already. Try again in a moment.", at="photo")
        if phone and sum(asked is not None and asked.phone == phone for asked in waiting) >= OF_ONE_PHONE:
            raise Busy(f"{OF_ONE_PHONE} photos of yours wait already. Try again in a moment.", at="photo")

    def _asked(self, photo: str) -> Asked:
        asked = self._shelf.asked(photo) if _ID.fullmatch(photo) else None
        if asked is None:
            raise _gone()
        return asked

    def _table(self, table: str) -> Path:
        if not _ID.fullmatch(table):
            raise Gone("There is no such table.", at="table")
        return self._kept / table


def _gone() -> Gone:
    return Gone("This photo is no longer here. Take it again.", at="photo")


def _as_shown(answer: dict[str, Any], asked: Asked) -> dict[str, Any]:
    """The answer with its boxes in pixels of the picture that is shown."""
    width, height = asked.shown
    factor = width / asked.whole[0]
    cards = [card | {"box": [round(side * factor) for side in card["box"]]} for card in answer["cards"]]
    return answer | {"cards": cards, "width": width, "height": height}


def _read(shelf: Shelf, photo: str) -> None:
    """Read one photo of the shelf and put its answer there, unless another process does.

    Whatever breaks the reading is the answer, and is raised again.
    """
    with shelf.claimed(photo) as mine:
        asked = shelf.asked(photo)
        if not mine or asked is None or shelf.begun(photo):
            return
        try:
            shelf.begin(photo)
            shelf.put_answer(photo, _pixels_read(shelf.whole(photo), asked.pack))
        except Exception:
            if shelf.asked(photo) is None:
                return  # forgotten meanwhile
            shelf.put_answer(photo, {"failed": FAILED})
            raise


def _settle(shelf: Shelf, photo: str) -> None:
    """A photo whose reading has begun has failed when nobody reads it and there is no answer."""
    with shelf.claimed(photo) as mine:
        if mine and shelf.answer(photo) is None:
            shelf.put_answer(photo, {"failed": FAILED})


def _pixels_read(path: Path, pack: str) -> dict[str, Any]:
    import cv2
    import numpy as np

    from scorepad.photos import reading

    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(path)
    return reading.read_pixels(np.asarray(picture, np.uint8), pack)
