"""Photos on disk while they wait, are read and are looked at: a folder for each, named by its id.

shown.jpg    the picture that people see
whole.jpg    the picture in its full size, where it is larger than that; gone once it is read
asked.json   what was asked. Locked while it is read, so that the lock ends with the process that reads
begun        there once reading has begun
answer.json  what was read, or why nothing was
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

SHOWN, WHOLE = "shown.jpg", "whole.jpg"
ASKED, BEGUN, ANSWER = "asked.json", "begun", "answer.json"
MOST = 400  # photos that lie here in all; beyond them the oldest go


@dataclass(frozen=True, slots=True)
class Asked:
    """A photo that was handed in: its pack, whose phone (empty: nobody's), in which turn it is read, when it
    came (seconds of the epoch), and its size whole and as it is shown (width, height in pixels)."""

    pack: str
    phone: str
    turn: int
    at: float
    whole: tuple[int, int]
    shown: tuple[int, int]


class Shelf:
    """The photos beneath one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, photo: str) -> Path:
        """A folder for a new photo; it does not count before `put`."""
        path = self.folder / photo
        path.mkdir(parents=True, mode=0o700)
        return path

    def put(self, photo: str, asked: Asked) -> None:
        """From now on the photo waits."""
        self._write(photo, ASKED, asdict(asked))

    def asked(self, photo: str) -> Asked | None:
        """What was asked of the photo; None where there is none."""
        data = self._read(photo, ASKED)
        if data is None:
            return None
        return Asked(**data | {"whole": tuple(data["whole"]), "shown": tuple(data["shown"])})

    def answer(self, photo: str) -> dict[str, Any] | None:
        """What was answered, if anything was."""
        return self._read(photo, ANSWER)

    def put_answer(self, photo: str, answer: Mapping[str, Any]) -> None:
        """The end of reading, well or ill."""
        self._write(photo, ANSWER, answer)
        (self.folder / photo / WHOLE).unlink(missing_ok=True)

    def shown(self, photo: str) -> Path:
        """The picture that people see."""
        return self.folder / photo / SHOWN

    def whole(self, photo: str) -> Path:
        """The picture to read, in its full size."""
        path = self.folder / photo / WHOLE
        return path if path.exists() else self.shown(photo)

    def waiting(self) -> list[str]:
        """The photos that wait, in the order in which their turn comes."""
        asked = self._pending()
        in_turn = sorted(asked, key=lambda photo: (asked[photo].turn, asked[photo].at, photo))
        return [photo for photo in in_turn if not self.begun(photo)]

    def turn(self, phone: str) -> int:
        """The turn of this phone's next photo: the one that is going on, or the one after its own last."""
        pending = self._pending().values()
        own = [asked.turn + 1 for asked in pending if phone and asked.phone == phone]
        return max(own, default=min((asked.turn for asked in pending), default=0))

    def begun(self, photo: str) -> bool:
        """Whether its reading has begun."""
        return (self.folder / photo / BEGUN).exists()

    def begin(self, photo: str) -> None:
        """Reading begins; only whoever has claimed it says so."""
        (self.folder / photo / BEGUN).touch()

    def unfinished(self) -> list[str]:
        """Photos whose reading has begun and has no answer."""
        return [photo for photo in self._unanswered() if self.begun(photo)]

    def held(self, photo: str) -> bool:
        """Whether a process reads it now."""
        with self.claimed(photo) as mine:
            return not mine

    @contextmanager
    def claimed(self, photo: str) -> Iterator[bool]:
        """Whether the photo is now this process' own to read; one that dies gives up what it claimed."""
        try:
            file = (self.folder / photo / ASKED).open(encoding="utf-8")
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

    def drop(self, photo: str) -> None:
        """Delete all of it."""
        shutil.rmtree(self.folder / photo, ignore_errors=True)

    def sweep(self, seconds: float) -> None:
        """Delete what has lain here for longer than that, and the oldest of far too many."""
        now = time.time()
        ages = sorted((now - _modified(self.folder / photo), photo) for photo in self._photos())
        for place, (age, photo) in enumerate(reversed(ages)):
            if age > seconds or place < len(ages) - MOST:
                self.drop(photo)

    def _photos(self) -> list[str]:
        with suppress(FileNotFoundError):
            return os.listdir(self.folder)
        return []

    def _pending(self) -> dict[str, Asked]:
        """Photos that wait or are read."""
        return {photo: asked for photo in self._unanswered() if (asked := self.asked(photo))}

    def _unanswered(self) -> list[str]:
        return [photo for photo in self._photos() if not (self.folder / photo / ANSWER).exists()]

    def _read(self, photo: str, name: str) -> dict[str, Any] | None:
        try:
            data: dict[str, Any] = json.loads((self.folder / photo / name).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        return data

    def _write(self, photo: str, name: str, data: Mapping[str, Any]) -> None:
        """The whole file or none; nothing where the photo was dropped meanwhile."""
        path = self.folder / photo / name
        with suppress(FileNotFoundError):
            path.with_suffix(".new").write_text(json.dumps(data), encoding="utf-8")
            os.replace(path.with_suffix(".new"), path)


def _modified(path: Path) -> float:
    """When the folder was last written to; now where it has just gone."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time.time()
