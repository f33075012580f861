"""The desk where photos are handed in, wait their turn, are read, and are looked at until they are confirmed.

Everything lies on disk beneath the instance folder, so that every web worker sees it.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from PIL import Image

from scorepad import photos
from scorepad.core.errors import ScorepadError
from scorepad.photo_formats import pixels, upright

FOLDER = "photos"
SHOWN = 2048  # pixels of the long side of the picture that people see
KEPT_FOR = 3600.0  # seconds that a photo waits to be confirmed
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


class Gone(ScorepadError):
    """No such photo: it was forgotten, or nobody confirmed it within the hour."""

    code = "gone"


@dataclass(frozen=True, slots=True)
class State:
    """How far a photo is.

    place   1 = next; counts the photos before it and itself, while waiting
    answer  when read: as `photos.read`, and "width" and "height" of the picture that its boxes are in
    message when failed: a sentence for people
    """

    name: Literal["waiting", "reading", "read", "failed"]
    place: int = 0
    answer: dict[str, Any] | None = None
    message: str = ""


class Desk:
    """The photos of one instance folder."""

    def __init__(self, instance: Path) -> None:
        self._waiting = instance / FOLDER / "waiting"
        self._kept = instance / FOLDER / "kept"

    def hand_in(self, data: bytes, pack: str = "", phone: str = "") -> str:
        """Take a photo and give back its id. `phone` names who hands in, so that turns can be taken.

        Raises NotAPhoto, NotRead for the pack, Busy when the queue is full.
        """
        photos.readable(pack)
        picture = upright(data)
        picture.thumbnail((SHOWN, SHOWN), Image.Resampling.LANCZOS)
        photo = secrets.token_urlsafe(16)
        folder = self._waiting / photo
        folder.mkdir(parents=True, mode=0o700)
        picture.save(folder / "shown.jpg", quality=92)
        asked = {"pack": pack, "phone": phone, "at": time.time(), "width": picture.width}
        (folder / "asked.json").write_text(json.dumps(asked | {"height": picture.height}))
        return photo

    def state(self, photo: str) -> State:
        """How far the photo is. Raises Gone."""
        folder = self._folder(photo)
        answered = folder / "answer.json"
        if not answered.exists():
            asked = json.loads((folder / "asked.json").read_text())
            with Image.open(folder / "shown.jpg") as picture:
                answer = photos.read_pixels(pixels(picture), asked["pack"])
            answer |= {"width": asked["width"], "height": asked["height"]}
            answered.write_text(json.dumps(answer))
        return State("read", answer=json.loads(answered.read_text()))

    def picture(self, photo: str) -> Path:
        """The picture to show: an upright JPEG without metadata, its long side at most 2048. Raises Gone."""
        return self._folder(photo) / "shown.jpg"

    def forget(self, photo: str) -> None:
        """Delete the picture and what was read on it; nothing happens when it is gone already."""
        if _ID.fullmatch(photo):
            shutil.rmtree(self._waiting / photo, ignore_errors=True)

    def keep(self, photo: str, table: str) -> None:
        """Move the picture to what the table keeps as evidence. Raises Gone."""
        folder = self._table(table)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.picture(photo).rename(folder / f"{time.time_ns()}-{photo}.jpg")
        self.forget(photo)

    def kept(self, table: str) -> tuple[Path, ...]:
        """The pictures that the table keeps, the oldest first."""
        return tuple(sorted(self._table(table).glob("*.jpg")))

    def _folder(self, photo: str) -> Path:
        folder = self._waiting / photo
        if not _ID.fullmatch(photo) or not (folder / "asked.json").exists():
            raise Gone("This photo is no longer here. Take it again.", at="photo")
        return folder

    def _table(self, table: str) -> Path:
        if not _ID.fullmatch(table):
            raise Gone("There is no such table.", at="table")
        return self._kept / table
