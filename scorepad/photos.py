"""Service: the bytes of a photo become cards to confirm. Nothing is scored that nobody has confirmed."""

from __future__ import annotations

import time
from typing import Any

from scorepad.core.errors import ScorepadError
from scorepad.core.pack_list import PACKS
from scorepad.photo_formats import MOST_BYTES, MOST_PIXELS, NotAPhoto, Pixels, checked, pixels, upright

__all__ = ["MOST_BYTES", "MOST_PIXELS", "NotAPhoto", "NotRead", "checked", "read", "read_pixels", "readable"]

WILD = "w"
JOKER = "JOKER"
TILES = ("rummikub",)


class NotRead(ScorepadError):
    """A pack that no photo is read for."""

    code = "pack"


def readable(pack: str) -> str:
    """The pack's id, French where none is named. Raises NotRead."""
    if pack and pack not in PACKS:
        raise NotRead(f"Unknown pack {pack!r}: expected one of {', '.join(PACKS)}.", at="pack")
    return pack or "french"


def read(data: bytes, pack: str = "") -> dict[str, Any]:
    """What lies on the photo, as `scorepad read` answers: cards with confidence (0 to 1) and box (x, y,
    width, height in pixels of the upright picture) in reading order, groups, unsure ones, and seconds.

    Raises NotAPhoto, NotRead.
    """
    readable(pack)
    start = time.perf_counter()
    answer = read_pixels(pixels(upright(data)), pack)
    return {**answer, "seconds": round(time.perf_counter() - start, 3)}


def read_pixels(picture: Pixels, pack: str = "") -> dict[str, Any]:
    """The same for a picture (height, width, 3; blue-green-red). Raises NotRead."""
    readable(pack)
    from vision import reader  # loads the networks' runtime, which nothing else of the app needs

    start = time.perf_counter()
    reading = reader.read(picture)
    return {
        "cards": [
            {
                "card": WILD if card.name == JOKER else card.name,
                "confidence": card.sure,
                "box": [*card.box],
            }
            for card in reading.cards
        ],
        "groups": [[*group] for group in reading.groups],
        "unsure": [place for place, card in enumerate(reading.cards) if card.doubtful],
        "seconds": round(time.perf_counter() - start, 3),
    }
