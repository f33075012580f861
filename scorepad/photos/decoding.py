"""A photo is decoded by another process, so that crafted bytes meet none that does anything else."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.jobs import client
from scorepad.jobs.client import JobFailed, TookTooLong
from scorepad.jobs.turns import Asker, Busy
from scorepad.photos.folder_shelf import writing
from scorepad.photos.limits import NotAPhoto
from scorepad.store.engine import StoreFull, StoreReadOnly

SHOWN, WHOLE = "shown.jpg", "whole.jpg"
UPRIGHT = "scorepad.photos.decoding:upright"
PATIENCE = 120.0  # seconds that a photo may wait to be decoded
SIDE = 2048  # pixels of the long side of the picture that people see
FINE, GOOD = 95, 90  # JPEG qualities of the picture that is read, and of one that is only looked at
NOT_DECODED = say("The picture is damaged, or takes too much time or memory to decode.")


class PictureSizes(Struct, frozen=True):
    """Width and height in pixels of the whole picture and of the one that is shown."""

    whole: tuple[int, int]
    shown: tuple[int, int]


def decode_photo(data: bytes, folder: Path, seconds: float, asker: Asker) -> PictureSizes:
    """Write the photo into the folder as plain pictures; their sizes. `seconds` are what it may take,
    `asker` who takes turns.

    Raises NotAPhoto, Busy, TookTooLong, StoreFull, StoreReadOnly.
    """
    question = {"photo": b64encode(data).decode("ascii"), "folder": str(folder)}
    try:
        sizes = client.ask(UPRIGHT, question, PATIENCE, limit=seconds, asker=asker, on_this_machine=True)
        return convert(sizes, PictureSizes)
    except JobFailed:
        raise NotAPhoto(NOT_DECODED) from None
    except (Busy, TookTooLong):
        raise
    except ScorepadError as error:  # the job's own, which travels without its class
        if refused := next((fault for fault in (StoreFull, StoreReadOnly) if fault.code == error.code), None):
            raise refused from None
        raise NotAPhoto(error.message, code=error.code) from None


def upright(question: Mapping[str, Any]) -> PictureSizes:
    """Write the photo (base64) upright and without metadata into `folder`.

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
        _write(folder / WHOLE, picture, FINE)
        small_picture = cv2.resize(picture, shown, interpolation=cv2.INTER_AREA)
        _write(folder / SHOWN, small_picture, GOOD)
    else:
        _write(folder / SHOWN, picture, FINE)
    return PictureSizes((width, height), shown)


def _write(path: Path, picture: Any, quality: int) -> None:
    """A JPEG of nothing but pixels, its colours as fine as its light."""
    import cv2

    chroma_sampling = (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)
    _, jpeg_bytes = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality, *chroma_sampling])
    with writing():
        path.write_bytes(jpeg_bytes.tobytes())
