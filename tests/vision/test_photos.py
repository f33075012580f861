"""Photos that cannot be read are refused with one clear line, before they are decoded."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from scorepad import photos


def _png(width: int, height: int) -> bytes:
    """A PNG that claims this size and has no pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    start = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return start + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))


def _jpeg(side: int = 64) -> bytes:
    file = io.BytesIO()
    Image.fromarray(np.full((side, side, 3), 90, np.uint8)).save(file, "JPEG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture"),
        (b"GIF89a" + bytes(40), "no picture"),
        (_png(20_000, 20_000), "megapixels"),
        (_png(60_000, 60_000), "megapixels"),
        (b"\xff" * (photos.MOST_BYTES + 1), "MB"),
    ],
)
def test_what_is_no_photo_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(photos.NotAPhoto, match=said):
        photos.checked(data)


def test_a_photo_cut_short_anywhere_is_read_or_refused() -> None:
    data = _jpeg()
    for end in range(0, len(data), 7):
        try:
            photos.checked(data[:end])
        except photos.NotAPhoto as refused:
            assert refused.message.endswith(".")


def test_a_photo_with_no_cards_says_so() -> None:
    answer = photos.read(_jpeg(400))
    assert answer["cards"] == answer["groups"] == answer["unsure"] == []
