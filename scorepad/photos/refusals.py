"""What is no photo to read, and how that is said. Light: the pages know it without loading a decoder."""

from __future__ import annotations

from scorepad.core.errors import ScorepadError
from scorepad.core.standard_packs import PACKS

MOST_BYTES = 20_000_000
MOST_PIXELS = 60_000_000
LONGEST = 65_500  # pixels of a side; a JPEG has no more
DAMAGED = "The picture is damaged and cannot be read."


class NotAPhoto(ScorepadError):
    """Bytes that are no picture, or too large a one."""

    code = "photo"

    def __init__(self, message: str, *, at: str = "photo", code: str | None = None) -> None:
        super().__init__(message, at=at, code=code)


class TooManyBytes(NotAPhoto):
    """A file larger than is read."""

    code = "photo-size"


class TooManyPixels(NotAPhoto):
    """A picture larger than is decoded."""

    def __init__(self) -> None:
        super().__init__(
            f"The photo has more than {MOST_PIXELS / 1e6:.0f} megapixels, the most that is read."
        )


class NotRead(ScorepadError):
    """A pack that no photo is read for."""

    code = "pack"


def check_bytes(size: int) -> None:
    """Judge a file by its bytes. Raises NotAPhoto for none, TooManyBytes for more than are read."""
    if not size:
        raise NotAPhoto("The file is empty: expected a picture.")
    if size > MOST_BYTES:
        raise TooManyBytes(f"The photo has more than {MOST_BYTES / 1e6:.0f} MB, the most that is read.")


def check_size(width: int, height: int) -> None:
    """Judge a picture by its size in pixels. Raises TooManyPixels, NotAPhoto."""
    if width * height > MOST_PIXELS:
        raise TooManyPixels
    if max(width, height) > LONGEST:
        raise NotAPhoto(f"The photo is {max(width, height)} pixels long: at most {LONGEST} are read.")


def check_pack(pack: str) -> None:
    """Raises NotRead for a pack that there is not; none at all is the French one."""
    if pack and pack not in PACKS:
        raise NotRead(f"There is no pack {pack[:40]!r}: expected one of {', '.join(PACKS)}.", at="pack")
