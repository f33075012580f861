"""The bytes of a picture file become an upright picture. Which files are taken is settled before decoding."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError, features
from pillow_heif import register_heif_opener

from scorepad.core.errors import ScorepadError

Pixels = NDArray[np.uint8]

MOST_BYTES = 20_000_000
MOST_PIXELS = 60_000_000
WORDS = "a JPEG, PNG, WEBP, HEIC or AVIF file"
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What makes a picture upright, by the orientation that its EXIF data names."""

register_heif_opener(thumbnails=False)
KINDS = ("JPEG", "PNG", "WEBP", "HEIF", *(("AVIF",) if features.check("avif") else ()))


class NotAPhoto(ScorepadError):
    """Bytes that are no picture, or too large a one."""

    code = "photo"


class TooManyBytes(NotAPhoto):
    """A file larger than is read."""

    code = "photo-size"


def weighed(size: int) -> None:
    """Raises TooManyBytes for a file of more bytes than are read."""
    if size > MOST_BYTES:
        raise TooManyBytes(f"The photo has {size / 1e6:.1f} MB: at most {MOST_BYTES / 1e6:.0f} MB are read.")


def checked(data: bytes) -> None:
    """Say what is wrong with a photo before it is decoded. Raises NotAPhoto."""
    _opened(data).close()


def upright(data: bytes) -> Image.Image:
    """The picture in a file, upright, red-green-blue, without its metadata. Raises NotAPhoto."""
    with _opened(data) as picture:
        turn = UPRIGHT.get(_orientation(picture))
        try:
            plain = _plain(picture)
        except MemoryError:
            raise
        except Exception:  # on crafted bytes decoders raise anything at all
            raise NotAPhoto("The picture is damaged and cannot be read.") from None
    return plain if turn is None else plain.transpose(turn)


def pixels(picture: Image.Image) -> Pixels:
    """The picture as the reader takes it: (height, width, 3), blue-green-red."""
    return np.ascontiguousarray(np.asarray(picture, np.uint8)[:, :, ::-1])


def _opened(data: bytes) -> Image.Image:
    """The picture, its head read and judged, its pixels not yet. Raises NotAPhoto."""
    weighed(len(data))
    if not data:
        raise NotAPhoto("The file is empty.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=KINDS)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise _too_large() from None
    except UnidentifiedImageError:
        raise NotAPhoto(f"This is no picture that can be read: expected {WORDS}.") from None
    except MemoryError:
        raise
    except Exception:  # on crafted bytes decoders raise anything at all
        raise NotAPhoto("The picture is damaged and cannot be read.") from None
    if picture.width * picture.height > MOST_PIXELS:
        raise _too_large()
    return picture


def _too_large() -> NotAPhoto:
    return NotAPhoto(f"The photo has more than {MOST_PIXELS / 1e6:.0f} megapixels, the most that is read.")


def _orientation(picture: Image.Image) -> Any:
    """What the EXIF data says about it; 1 where that says nothing or nonsense."""
    try:
        return int(picture.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:  # EXIF data is as easily crafted as pixels
        return 1


def _plain(picture: Image.Image) -> Image.Image:
    """Red-green-blue of 8 bits, what is transparent on white."""
    if picture.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8)).convert("RGB")
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    seen = picture.convert("RGBA")
    white = Image.new("RGB", seen.size, "white")
    white.paste(seen, mask=seen.getchannel("A"))
    return white
