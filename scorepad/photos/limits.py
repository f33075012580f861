"""What is not accepted as a photo, and the limits of reading: the host's SCOREPAD_PHOTO_<NAME>.

Light, as pages use it without importing a decoder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from scorepad.core.cards import Card
from scorepad.core.errors import ScorepadError
from scorepad.core.packs import OKEY, PACKS, RUMMIKUB, Pack
from scorepad.core.sentence import say

TILES = {RUMMIKUB.id: RUMMIKUB, "okey": OKEY}
"""Packs of tiles; all others are read as cards with French suits. A tile without a number is a joker in the
first, a false joker in okey's."""
_QUEEN_OF_HEARTS = Card("Q", "H")
PREFIX = "PHOTO_"
VARIABLES = "SCOREPAD_"
MOST_BYTES = 20_000_000
MOST_PIXELS = 60_000_000  # of what cameras write
MOST_DRAWN_PIXELS = 30_000_000  # of other kinds of file, which take longer and more memory
CAMERA_KINDS = ("JPEG", "MPO", "HEIF")
MOST_SCANNED = 900_000_000  # pixels of a JPEG, times the scans over them
MOST_PACKS = 100  # in play
LONGEST = 65_500  # pixels of a side; a JPEG has no more
NO_PICTURE = say("This isn’t a picture that can be read. Use a JPEG, PNG, WEBP, HEIC or AVIF file.")
DAMAGED = say("The picture is damaged. Use another one.")


class BadLimit(ScorepadError):
    """A setting that is not a number, or too small."""

    code = "setting"


@dataclass(frozen=True, slots=True)
class PhotoLimits:
    """The limits of reading photos.

    processes  photos that are read at the same time
    queue      photos that may wait
    seconds    time that reading one photo may take
    memory     megabytes that a decoding or reading process may take
    minutes    time that a photo waits to be confirmed before it is deleted
    """

    processes: int = 1
    queue: int = 40
    seconds: int = 30
    memory: int = 1500
    minutes: int = 60

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or value < 1:
                name = f"{VARIABLES}{PREFIX}{field.name.upper()}"
                raise BadLimit(f"{name} is {value!r}. Set it to a whole number, 1 or more.", at=name)


def default_settings() -> dict[str, int]:
    """Every setting with its default."""
    return {PREFIX + field.name.upper(): getattr(PhotoLimits(), field.name) for field in fields(PhotoLimits)}


def limits_of(setting_values: Mapping[str, Any]) -> PhotoLimits:
    """The limits in settings by name; defaults for missing ones. Raises BadLimit."""
    setting_names = {field.name: PREFIX + field.name.upper() for field in fields(PhotoLimits)}
    return PhotoLimits(
        **{field: setting_values[name] for field, name in setting_names.items() if name in setting_values}
    )


def from_environment() -> PhotoLimits:
    """The limits in the environment. Raises BadLimit."""
    texts_set = {name: os.environ.get(VARIABLES + name) for name in default_settings()}
    return limits_of({name: _number(text) for name, text in texts_set.items() if text is not None})


def _number(text: str) -> int | str:
    return int(text) if text.strip().isdecimal() and text.isascii() else text


class NotAPhoto(ScorepadError):
    """Bytes that are no picture, or one that is too large."""

    code = "photo"

    def __init__(self, message: str, *, at: str = "photo", code: str | None = None) -> None:
        super().__init__(message, at=at, code=code)


class TooManyBytes(NotAPhoto):
    """A file with too many bytes."""

    code = "photo-size"


class TooManyPixels(NotAPhoto):
    """A picture with too many pixels."""

    def __init__(self, most: int = MOST_PIXELS) -> None:
        megapixels = f"{most / 1e6:.0f}"
        if most == MOST_PIXELS:
            words = say("The photo has more than {most} megapixels. Take a smaller one.", most=megapixels)
        else:
            words = say(
                "A picture of this kind may have {most} megapixels. Save it as a JPEG, or use a smaller one.",
                most=megapixels,
            )
        super().__init__(words)


class NotRead(ScorepadError):
    """A pack whose cards are not read from photos."""

    code = "pack"


def check_bytes(size: int) -> None:
    """Check the size of a file. Raises NotAPhoto if empty, TooManyBytes if too large."""
    if not size:
        raise NotAPhoto(say("The file is empty. Choose a picture."))
    if size > MOST_BYTES:
        most = f"{MOST_BYTES / 1e6:.0f}"
        raise TooManyBytes(say("The photo is larger than {most} MB. Take a smaller one.", most=most))


def check_size(width: int, height: int, kind: str = "JPEG", bits: int = 8) -> None:
    """Check a picture's size in pixels, by its kind of file and the bits of a colour. Raises TooManyPixels,
    NotAPhoto."""
    most = (MOST_PIXELS if kind in CAMERA_KINDS else MOST_DRAWN_PIXELS) // (1 if bits <= 8 else 2)
    if width * height > most:
        raise TooManyPixels(most)
    if max(width, height) > LONGEST:
        message = say(
            "The photo is {length} pixels long. Use one of at most {most}.",
            length=max(width, height),
            most=LONGEST,
        )
        raise NotAPhoto(message)


def is_read(pack: Pack) -> bool:
    """Whether the cards of the pack can be read from photos: tiles, and packs with the usual courts."""
    return pack.id in TILES or (
        _QUEEN_OF_HEARTS in pack.order and pack.suit[_QUEEN_OF_HEARTS.suit].drawing == _QUEEN_OF_HEARTS.suit
    )


def read_packs() -> list[str]:
    """The names of packs that can be read from photos."""
    return list(dict.fromkeys((*(name for name, pack in PACKS.items() if is_read(pack)), *TILES)))


def check_pack(pack: str) -> None:
    """Raise NotRead for an unknown pack, or one that cannot be read; an empty name is the French pack."""
    if pack and pack not in (names := read_packs()):
        if pack in PACKS:
            message = say(
                "The cards of {pack} can’t be read from photos. Use one of {packs}.",
                pack=repr(pack),
                packs=", ".join(names),
            )
        else:
            message = say(
                "There’s no pack {pack}. Use one of {packs}.", pack=repr(pack[:40]), packs=", ".join(names)
            )
        raise NotRead(message, at="pack")


def check_pack_count(count: int | None) -> None:
    """Raise NotRead for an impossible number of packs; 0 is any number."""
    if count is None or not 0 <= count <= MOST_PACKS:
        message = say("Use a whole number of packs from 0 to {most}; 0 means any number.", most=MOST_PACKS)
        raise NotRead(message, at="packs")
