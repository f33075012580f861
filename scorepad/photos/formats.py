"""Decodes the bytes of a picture file to an upright picture, or JPEGs of it. The file's head is checked
before its pixels are decoded."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pillow_heif
from PIL import ExifTags, Image, UnidentifiedImageError, features

from scorepad.core.sentence import say
from scorepad.photos.limits import (
    DAMAGED,
    MOST_SCANNED,
    NO_PICTURE,
    NotAPhoto,
    TooManyPixels,
    check_bytes,
    check_size,
)

if TYPE_CHECKING:
    from vision.spots import Picture

TURNS: dict[int, Callable[[Picture], Any]] = {
    2: lambda plain: cv2.flip(plain, 1),
    3: lambda plain: cv2.rotate(plain, cv2.ROTATE_180),
    4: lambda plain: cv2.flip(plain, 0),
    5: cv2.transpose,
    6: lambda plain: cv2.rotate(plain, cv2.ROTATE_90_CLOCKWISE),
    7: lambda plain: cv2.rotate(cv2.transpose(plain), cv2.ROTATE_180),
    8: lambda plain: cv2.rotate(plain, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""What makes a picture upright, by its EXIF orientation; 1 is upright."""
STRIP = 256  # rows that are turned into plain pixels at a time, so that no second whole copy is needed

# A small JPEG may go over its pixels so often that decoding it never ends.
JPEG_START, JPEG_END, SCAN = b"\xff\xd8", 0xD9, 0xDA
MOST_SCANS = 64  # scans; cameras and programs make 1 to about 14
MOST_SEGMENTS = 10_000
PNG_BITS = 24  # the byte of a PNG that says how many
AVIF_CONFIGURATION, AVIF_DEPTH, HIGH_DEPTH = b"av1C", 6, 0x40  # the box, the byte after its name, the bit
JPEG_MARK = re.compile(rb"\xff([^\x00\xd0-\xd7\xff])")  # what within a scan is neither pixels nor a restart

pillow_heif.register_heif_opener(thumbnails=False)
KINDS = ("JPEG", "PNG", "WEBP", "HEIF", *(("AVIF",) if features.check("avif") else ()))

SIDE = 2048  # pixels of the long side of the picture that people see
FINE, GOOD = 95, 90  # JPEG qualities of the picture that is read, and of one that is only looked at


@dataclass(frozen=True, slots=True)
class UprightPhoto:
    """A photo as JPEGs, with their sizes: width and height in pixels. `whole` is None if the picture shown
    has the full size."""

    size: tuple[int, int]
    shown_size: tuple[int, int]
    shown: bytes
    whole: bytes | None


def upright_photo(data: bytes) -> UprightPhoto:
    """Decode the bytes of a photo. Raises NotAPhoto."""
    picture = decoded_picture(data)
    height, width = picture.shape[:2]
    scale = min(1.0, SIDE / max(width, height))
    if scale == 1:
        return UprightPhoto((width, height), (width, height), _jpeg(picture, FINE), None)
    shown_size = max(1, round(width * scale)), max(1, round(height * scale))
    shown = np.asarray(cv2.resize(picture, shown_size, interpolation=cv2.INTER_AREA), np.uint8)
    return UprightPhoto((width, height), shown_size, _jpeg(shown, GOOD), _jpeg(picture, FINE))


def decoded_picture(data: bytes) -> Picture:
    """The picture in a file: upright, (height, width, 3), blue-green-red. Raises NotAPhoto."""
    # A picture's own end of `with` would keep its pixels.
    with closing(opened_picture(data)) as picture, _refusing_crafted():
        picture.load()  # OpenCV would take half a broken picture for a whole one
        plain = _plain_pixels(picture)
        turn = _orientation(picture)
    return _turned_upright(plain, turn)


def opened_picture(data: bytes) -> Image.Image:
    """The picture in a file before its pixels are decoded. Raises NotAPhoto."""
    check_bytes(len(data))
    scan_count = _count_scans(data)
    with _refusing_crafted():
        # No other decoder of Pillow is to meet bytes from strangers.
        picture = Image.open(io.BytesIO(data), formats=KINDS)
    check_size(*picture.size, picture.format or "", bits_of_a_colour(picture, data))
    if scan_count * picture.width * picture.height > MOST_SCANNED:
        raise _too_many_scans(MOST_SCANNED // (picture.width * picture.height))
    return picture


def bits_of_a_colour(picture: Image.Image, data: bytes) -> int:
    """The bits of a colour of a pixel, by the head of the file."""
    if picture.format == "PNG":
        return data[PNG_BITS]
    if picture.format == "AVIF":
        configuration = data.find(AVIF_CONFIGURATION)
        at = configuration + AVIF_DEPTH
        return 10 if configuration >= 0 and at < len(data) and data[at] & HIGH_DEPTH else 8
    return int(picture.info.get("bit_depth", 8))


def _count_scans(data: bytes) -> int:
    """The number of scans of a JPEG; 0 for other files. Raises NotAPhoto for more scans or segments than any
    program makes."""
    if not data.startswith(JPEG_START):
        return 0
    at, scan_count, segment_count = len(JPEG_START), 0, 0
    while jpeg_mark := JPEG_MARK.search(data, at):
        kind, at = jpeg_mark[1][0], jpeg_mark.end()
        if kind == JPEG_END:
            break
        segment_count += 1
        scan_count += kind == SCAN
        if scan_count > MOST_SCANS:
            raise _too_many_scans(MOST_SCANS)
        if segment_count > MOST_SEGMENTS:
            raise NotAPhoto(DAMAGED)
        # Behind its mark a segment has its length, in two bytes.
        at += int.from_bytes(data[at : at + 2], "big")
    return scan_count


def _too_many_scans(most: int) -> NotAPhoto:
    return NotAPhoto(
        say("The picture is drawn over more than {most} times. Use one from a camera.", most=most)
    )


@contextmanager
def _refusing_crafted() -> Iterator[None]:
    """Turn any error of a decoder, such as from crafted bytes, into NotAPhoto."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        except (NotAPhoto, MemoryError):
            raise
        except UnidentifiedImageError:
            raise NotAPhoto(NO_PICTURE) from None
        except Image.DecompressionBombError:
            raise TooManyPixels from None
        except Exception:
            raise NotAPhoto(DAMAGED) from None


def _plain_pixels(picture: Image.Image) -> Picture:
    width, height = picture.size
    plain = np.empty((height, width, 3), np.uint8)
    for top_row in range(0, height, STRIP):
        bottom_row = min(top_row + STRIP, height)
        strip = _plain_strip(picture.crop((0, top_row, width, bottom_row)))
        cv2.cvtColor(strip, cv2.COLOR_RGB2BGR, dst=plain[top_row:bottom_row])
    return plain


def _plain_strip(part: Image.Image) -> Picture:
    """The pixels as red-green-blue of 8 bits, with white behind transparent ones."""
    if part.mode.startswith("I;16"):
        grey_levels = (np.asarray(part) >> 8).astype(np.uint8)
        return np.repeat(grey_levels[:, :, None], 3, axis=2)
    if not part.has_transparency_data:
        return np.asarray(part.convert("RGB"), np.uint8)
    with_alpha = part.convert("RGBA")
    on_white = Image.new("RGB", with_alpha.size, "white")
    on_white.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return np.asarray(on_white, np.uint8)


def _orientation(picture: Image.Image) -> int:
    """The orientation in the EXIF data, 1 to 8; 1 if missing or invalid."""
    try:
        orientation = picture.getexif().get(ExifTags.Base.Orientation, 1)
    except Exception:  # EXIF data is as easily crafted as pixels
        return 1
    return orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else 1


def _turned_upright(plain: Picture, orientation: int) -> Picture:
    """The picture turned by its EXIF orientation."""
    turn = TURNS.get(orientation)
    return plain if turn is None else np.asarray(turn(plain), np.uint8)


def _jpeg(picture: Picture, quality: int) -> bytes:
    """A JPEG of the pixels only, with colours at full resolution."""
    fine_colours = cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality, *fine_colours])
    return jpeg.tobytes()
