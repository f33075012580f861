"""Letters, numbers and signs of fonts as masks."""

from functools import lru_cache
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.training.shapes import Mask, trimmed

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("~/.local/share/fonts"))
_NOT_LETTERS = ("emoji", "math", "music", "symbols", "icon", "braille", "mono-", "signwriting")


@lru_cache(maxsize=1)
def _installed() -> list[str]:
    files = (file for folder in _FOLDERS for file in folder.expanduser().rglob("*"))
    return sorted({str(file) for file in files if file.suffix.lower() in (".ttf", ".otf")})


@lru_cache(maxsize=1)
def fonts() -> tuple[list[str], list[str]]:
    """Files of the machine's fonts with every letter of an index, and those with the four suit signs."""
    letters, signs = [], []
    for file in _installed():
        try:
            with TTFont(file, lazy=True) as font:
                known = (font.getBestCmap() or {}) if "glyf" in font or "CFF " in font else {}
        except Exception:  # a font that does not open is simply not used, whatever is wrong with it
            continue
        if all(ord(letter) in known for letter in "0123456789AJQKBDVRT") and not any(
            word in file.lower() for word in _NOT_LETTERS
        ):
            letters.append(file)
        if all(ord(sign) in known for sign in SUIT_SIGNS.values()):
            signs.append(file)
    return letters, signs


@lru_cache(maxsize=512)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size)


def text_mask(text: str, file: str, size: int = 110, tracking: float = 0.0) -> Mask:
    """The text in one line, trimmed; `tracking` moves letters together or apart, in parts of the size."""
    font = _font(file, size)
    width = int(sum(font.getlength(letter) for letter in text) + size * (1 + abs(tracking) * len(text)))
    image = Image.new("L", (width, size * 2), 0)
    draw = ImageDraw.Draw(image)
    x = size / 2
    for letter in text:
        draw.text((x, size * 0.3), letter, fill=255, font=font)
        x += font.getlength(letter) + tracking * size
    pixels: NDArray[np.uint8] = np.asarray(image)
    return trimmed(pixels)
