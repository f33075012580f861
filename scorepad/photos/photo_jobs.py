"""What is done to photos in other processes: made upright and plain, then read."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorepad.photos.files import SHOWN, WHOLE, Shelf

SIDE = 2048  # pixels of the long side of the picture that people see
FINE, GOOD = 95, 90  # JPEG qualities of the picture that is read, and of one that is only looked at
FAILED = (
    "This photo could not be read: it took too much time or memory, or the pad stopped meanwhile. "
    "Take it again."
)


def upright(question: Mapping[str, Any]) -> dict[str, Any]:
    """Write the photo (base64) upright and without metadata into `folder`; answers its sizes.

    Raises NotAPhoto.
    """
    import cv2

    from scorepad.photos import formats

    picture = formats.decoded(b64decode(question["photo"]))
    height, width = picture.shape[:2]
    scale = min(1.0, SIDE / max(width, height))
    shown = max(1, round(width * scale)), max(1, round(height * scale))
    folder = Path(question["folder"])
    if scale < 1:
        _write(folder / WHOLE, picture, FINE)
        small = cv2.resize(picture, shown, interpolation=cv2.INTER_AREA)
        _write(folder / SHOWN, small, GOOD)
    else:
        _write(folder / SHOWN, picture, FINE)
    return {"whole": [width, height], "shown": shown}


def _write(path: Path, picture: Any, quality: int) -> None:
    """A JPEG of nothing but pixels, its colours as fine as its light."""
    import cv2

    sampling = (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)
    _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality, *sampling])
    path.write_bytes(encoded.tobytes())


def read(shelf: Shelf, photo: str) -> None:
    """Read one photo of the shelf and put its answer there, unless another process does.

    Whatever breaks the reading is the answer, and is raised again.
    """
    with shelf.claimed(photo) as mine:
        asked = shelf.asked(photo)
        if not mine or asked is None or shelf.begun(photo):
            return
        try:
            shelf.begin(photo)
            shelf.put_answer(photo, _read(shelf.whole(photo), asked.pack))
        except Exception:
            if shelf.asked(photo) is None:
                return  # forgotten meanwhile
            shelf.put_answer(photo, {"failed": FAILED})
            raise


def settle(shelf: Shelf, photo: str) -> None:
    """A photo whose reading has begun has failed when nobody reads it and there is no answer."""
    with shelf.claimed(photo) as mine:
        if mine and shelf.answer(photo) is None:
            shelf.put_answer(photo, {"failed": FAILED})


def _read(path: Path, pack: str) -> dict[str, Any]:
    import cv2
    import numpy as np

    from scorepad.photos import reading

    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(path)
    return reading.read_pixels(np.asarray(picture, np.uint8), pack)
