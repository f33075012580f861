"""Photos while they wait, are read and are looked at: a folder for each, named by its id, on a shelf. Those
that tables keep lie on another shelf, in a folder for each table.

shown.jpg     the picture that people see
whole.jpg     the picture in its full size, where it is larger than that; gone once it is read
request.json  what was asked
begun         there once reading has begun
outcome.json  what was read, or that nothing was
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import time
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from scorepad.core.sentence import plain_english
from scorepad.photos.reading import PhotoReading
from scorepad.store.engine import StoreFull, StoreReadOnly
from scorepad.store.opening import on_server

if TYPE_CHECKING:
    from scorepad.store.postgres_shelf import ServerShelf

FOLDER = "photos"
SHOWN, WHOLE = "shown.jpg", "whole.jpg"
REQUEST, BEGUN, OUTCOME = "request.json", "begun", "outcome.json"
SIDE = 2048  # pixels of the long side of the picture that people see
FINE, GOOD = 95, 90  # JPEG qualities of the picture that is read, and of one that is only looked at
PIXELS_OF_A_TURN = 12_000_000  # a usual photo of a phone
MOST_PHOTOS = 400  # that lie here in all; beyond them the oldest go
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_LOCKED = (errno.EROFS, errno.EACCES, errno.EPERM)

T = TypeVar("T")


class PictureSizes(Struct, frozen=True):
    """Width and height in pixels of the whole picture and of the one that is shown."""

    whole: tuple[int, int]
    shown: tuple[int, int]


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
    """What was read, boxes in pixels of the whole picture; None where reading failed: perhaps for want of
    memory, or as its process ended before it did."""

    reading: PhotoReading | None
    short_of_memory: bool = False
    broke_off: bool = False

    @property
    def can_be_read_again(self) -> bool:
        """Whether the photo may be in order."""
        return self.short_of_memory or self.broke_off


@contextmanager
def writing() -> Iterator[None]:
    """That the disk takes nothing is no fault of a photo. Raises StoreFull, StoreReadOnly."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StoreFull from error
        if error.errno in _LOCKED:
            raise StoreReadOnly from error
        raise


def upright(question: Mapping[str, Any]) -> PictureSizes:
    """A job of another process, so that crafted bytes meet none that does anything else: write the photo
    (base64) upright and without metadata into `folder`.

    Raises NotAPhoto, StoreFull, StoreReadOnly.
    """
    import cv2

    from scorepad.photos import formats

    picture = formats.decoded_picture(b64decode(question["photo"]))
    height, width = picture.shape[:2]
    scale = min(1.0, SIDE / max(width, height))
    shown = max(1, round(width * scale)), max(1, round(height * scale))
    folder = Path(question["folder"])
    if scale < 1:
        _write_jpeg(folder / WHOLE, picture, FINE)
        _write_jpeg(folder / SHOWN, cv2.resize(picture, shown, interpolation=cv2.INTER_AREA), GOOD)
    else:
        _write_jpeg(folder / SHOWN, picture, FINE)
    return PictureSizes((width, height), shown)


def _write_jpeg(path: Path, picture: Any, quality: int) -> None:
    """A JPEG of nothing but pixels, its colours as fine as its light."""
    import cv2

    fine_colours = cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality, *fine_colours])
    with writing():
        path.write_bytes(jpeg.tobytes())


class FolderShelf:
    """A shelf beneath one folder of this machine; `ServerShelf` is one that several machines share."""

    def __init__(self, top: Path) -> None:
        self._top = top

    @contextmanager
    def receiving(self, folder: str) -> Iterator[Path]:
        """A path into which the files of a new folder are written; they stand here at its end, or none."""
        path = self._top / folder
        with writing():
            path.mkdir(parents=True, mode=0o700)
        try:
            yield path
        except BaseException:
            self.delete(folder)
            raise

    def add(self, folder: str, name: str, content: bytes) -> None:
        """Put the file into the folder, making that where there is none."""
        with writing():
            (self._top / folder).mkdir(parents=True, exist_ok=True, mode=0o700)
        self.put(folder, name, content)

    def put(self, folder: str, name: str, content: bytes) -> None:
        """Put the file into the folder, the whole file or none; nothing where the folder is gone."""
        path = self._top / folder / name
        new_file = path.with_suffix(".new")
        try:
            with suppress(FileNotFoundError), writing():
                new_file.write_bytes(content)
                os.replace(new_file, path)
        # Half a file would take the room that is lacking.
        except StoreFull:
            new_file.unlink(missing_ok=True)
            raise

    def get(self, folder: str, name: str) -> bytes | None:
        """The file; None where there is none."""
        try:
            return (self._top / folder / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def contents(self, name: str, *, without: str) -> dict[str, bytes]:
        """The file of that name of every folder that has it and does not have the file `without`."""
        folders = (folder for folder in self._folders() if not (self._top / folder / without).exists())
        return {folder: content for folder in folders if (content := self.get(folder, name)) is not None}

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the folder's files, in order."""
        with suppress(FileNotFoundError):
            return tuple(sorted(os.listdir(self._top / folder)))
        return ()

    def drop(self, folder: str, name: str) -> None:
        """Delete the file, if it is there."""
        with writing():
            (self._top / folder / name).unlink(missing_ok=True)

    def delete(self, folder: str) -> None:
        """Delete the folder, if it is there."""
        shutil.rmtree(self._top / folder, ignore_errors=True)

    def delete_old(self, seconds: float, most: int) -> None:
        """Delete folders that were not written to for longer, and the oldest of more than `most`."""
        now = time.time()
        ages = sorted((now - _modified_at(self._top / folder), folder) for folder in self._folders())
        for number, (age, folder) in enumerate(ages):
            if age > seconds or number >= most:
                self.delete(folder)

    @contextmanager
    def claim(self, folder: str) -> Iterator[bool]:
        """Whether the folder is now this process' own; one that dies gives up what it claimed."""
        try:
            file = os.open(self._top / folder, os.O_RDONLY)
        except FileNotFoundError:
            yield False
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
        finally:
            os.close(file)

    def _folders(self) -> list[str]:
        with suppress(FileNotFoundError):
            return os.listdir(self._top)
        return []


def _modified_at(path: Path) -> float:
    """When the folder was last written to; now where it has just gone."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time.time()


def shelf_of(instance: Path, database: str | Path | None, place: str) -> FolderShelf | ServerShelf:
    """Where photos of that kind stand: where the tables are, or beneath the instance folder."""
    if database is not None and on_server(database):
        from scorepad.store.postgres_shelf import ServerShelf

        return ServerShelf(str(database), place)
    return FolderShelf(instance / FOLDER / place)


class PhotoFiles:
    """The photos on one shelf."""

    def __init__(self, shelf: FolderShelf | ServerShelf) -> None:
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

    def put_outcome(self, photo: str, outcome: PhotoOutcome) -> None:
        """Its reading has ended, well or ill. The whole picture stays where it can be read again."""
        self._shelf.put(photo, OUTCOME, msgspec.json.encode(outcome, enc_hook=plain_english))
        if not outcome.can_be_read_again:
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
        self._shelf.drop(photo, OUTCOME)

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
