"""Service: the bytes of a photo become cards to confirm. Nothing is scored that nobody has confirmed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scorepad.photos.refusals import known

if TYPE_CHECKING:
    from scorepad.photos.formats import Pixels
    from vision.reader import PictureReading

WILD = "w"
JOKER = "JOKER"
TILES = ("rummikub",)  # packs of tiles; all others are read as cards with French suits


def read(data: bytes, pack: str = "") -> dict[str, Any]:
    """What lies on the photo, as `scorepad read` answers: cards with confidence (0 to 1) and box (x, y,
    width, height in pixels of the upright picture) in reading order, groups, unsure ones, and seconds.

    Raises NotAPhoto, NotRead.
    """
    known(pack)
    from scorepad.photos import formats

    _reader(pack)
    start = time.perf_counter()
    answer = read_pixels(formats.decoded(data), pack)
    return answer | {"seconds": round(time.perf_counter() - start, 3)}


def read_pixels(picture: Pixels, pack: str = "") -> dict[str, Any]:
    """The same for a picture (height, width, 3; blue-green-red) of cards, or of tiles for a pack of tiles.

    Where no pack is named and no card is seen surely, tiles are looked for; if they were read, the answer's
    "pack" says so.
    """
    look = _reader(pack)
    start = time.perf_counter()
    reading, guessed = look(picture), {}
    if not pack and not _sure(reading):
        other = _reader(TILES[0])(picture)
        if _sure(other):
            reading, pack, guessed = other, TILES[0], {"pack": TILES[0]}
    return {
        "cards": [
            {"card": _text(card.name, pack), "confidence": round(float(card.sure), 4), "box": [*card.box]}
            for card in reading.cards
        ],
        "groups": [[*group] for group in reading.groups],
        "unsure": [place for place, card in enumerate(reading.cards) if card.doubtful],
        "seconds": round(time.perf_counter() - start, 3),
        **guessed,
    }


def _sure(reading: PictureReading) -> int:
    return sum(not card.doubtful for card in reading.cards)


def _reader(pack: str) -> Callable[[Pixels], PictureReading]:
    """What reads the pack, its networks loaded; nothing else of the app needs their runtime."""
    from vision import model, reader, tiles

    if pack in TILES:
        model.networks(tiles.FOLDER)
        return tiles.read
    model.networks(model.FOLDER)
    return reader.read


def _text(name: str, pack: str) -> str:
    """The card in the core's notation, which has the rank first: tiles are read as `R13`."""
    if name == JOKER:
        return WILD
    return name[1:] + name[0] if pack in TILES else name
