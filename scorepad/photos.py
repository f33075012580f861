"""Service: the bytes of a photo become cards to confirm. Nothing is scored that nobody has confirmed."""

from __future__ import annotations

import io
import time
import warnings
from typing import Any

from PIL import Image, UnidentifiedImageError

from scorepad.core.errors import ScorepadError

MOST_BYTES = 20_000_000
MOST_PIXELS = 60_000_000
KINDS = ("JPEG", "PNG", "WEBP")
WILD = "w"


class NotAPhoto(ScorepadError):
    """Bytes that are no picture, or too large a one."""

    code = "photo"


def checked(data: bytes) -> None:
    """Say what is wrong with a photo before it is decoded. Raises NotAPhoto."""
    if len(data) > MOST_BYTES:
        raise NotAPhoto(
            f"The photo has {len(data) / 1e6:.0f} MB; at most {MOST_BYTES / 1e6:.0f} MB are read."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=KINDS) as picture:
                width, height = picture.size
    except Image.DecompressionBombError:
        width, height = MOST_PIXELS, 2
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise NotAPhoto(f"This is no picture that can be read ({', '.join(KINDS)}).") from None
    if width * height > MOST_PIXELS:
        raise NotAPhoto(f"The photo has more than {MOST_PIXELS / 1e6:.0f} megapixels, the most that is read.")


def read(data: bytes) -> dict[str, Any]:
    """What lies on the photo, as `scorepad read` answers: cards with confidence (0 to 1) and box (x, y,
    width, height in pixels of the upright picture) in reading order, groups, unsure ones, and seconds.

    Raises NotAPhoto.
    """
    checked(data)
    from vision import reader  # loads the networks' runtime, which nothing else of the app needs

    start = time.perf_counter()
    picture = reader.decoded(data)
    if picture is None:
        raise NotAPhoto("The picture is damaged and cannot be read.")
    reading = reader.read(picture)
    return {
        "cards": [
            {"card": WILD if card.name == "JOKER" else card.name, "confidence": card.sure, "box": [*card.box]}
            for card in reading.cards
        ],
        "groups": [[*group] for group in reading.groups],
        "unsure": [place for place, card in enumerate(reading.cards) if card.doubtful],
        "seconds": round(time.perf_counter() - start, 3),
    }
