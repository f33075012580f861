"""Letters, numbers and signs of fonts as masks."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
from fontTools import agl
from fontTools.ttLib import TTFont
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from training.suit_shapes import Mask, trimmed_mask

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("~/.local/share/fonts"))
_NOT_LETTERS = ("emoji", "math", "music", "symbols", "icon", "braille", "mono-", "signwriting")


@lru_cache(maxsize=1)
def _font_files() -> list[str]:
    files = (file for folder in _FONT_FOLDERS for file in folder.expanduser().rglob("*"))
    return sorted({str(file) for file in files if file.suffix.lower() in (".ttf", ".otf")})


@lru_cache(maxsize=1)
def usable_fonts() -> tuple[list[str], list[str]]:
    """Files of the machine's fonts with every letter of an index, and those with the four suit signs."""
    letter_fonts, sign_fonts = [], []
    for file in _font_files():
        try:
            with TTFont(file, lazy=True) as font:
                glyph_names = (font.getBestCmap() or {}) if "glyf" in font or "CFF " in font else {}
        except Exception:  # a font that does not open is simply not used, whatever is wrong with it
            continue
        if all(_is_letter(letter, glyph_names) for letter in "0123456789AJQKBDVR") and not any(
            word in file.lower() for word in _NOT_LETTERS
        ):
            letter_fonts.append(file)
        if all(ord(sign) in glyph_names for sign in SUIT_SIGNS.values()):
            sign_fonts.append(file)
    return letter_fonts, sign_fonts


def _is_letter(letter: str, glyph_names: Mapping[int, str]) -> bool:
    """Whether the font has the letter; fonts of dingbats have other signs in the letters' places."""
    name = glyph_names.get(ord(letter))
    return name is not None and agl.toUnicode(name, isZapfDingbats=True) in (letter, "")


_BOOK_FACES = (
    "serif", "roman", "termes", "tinos", "bodoni", "didot", "didone", "baskerv", "garamond",
    "libertine", "century", "schola", "bookman", "pagella", "charis", "doulos", "gentium",
    "caladea", "vollkorn", "oldstandard", "cmu", "junicode", "stix", "artemisia", "levien",
    "georgew", "p052", "c059", "cardo", "romande", "caslon",
)  # fmt: skip


@lru_cache(maxsize=8)
def _letter_fonts(letters: str, of_books: bool) -> list[str]:
    """Fonts with these letters too; of books by their names, as most makers' B, D and K have serifs."""
    files = [file for file in usable_fonts()[0] if letters.isascii() or _has_letters(file, letters)]
    named_so = [
        file
        for file in files
        if any(word in file.lower() for word in _BOOK_FACES) and "sans" not in Path(file).name.lower()
    ]
    return (named_so or files) if of_books else files


def _has_letters(file: str, letters: str) -> bool:
    with TTFont(file, lazy=True) as font:
        return all(ord(letter) in font.getBestCmap() for letter in letters)


def random_font(rng: np.random.Generator, book_share: float = 0.0, letters: str = "") -> str:
    """The file of some font with every letter of an index and these, so often of one with serifs at least."""
    files = _letter_fonts(letters, bool(book_share) and rng.random() < book_share)
    return files[int(rng.integers(len(files)))]


@lru_cache(maxsize=512)
def _load_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size)


def text_mask(text: str, font_file: str, size: int = 110, tracking: float = 0.0) -> Mask:
    """The text in one line, trimmed; `tracking` moves letters together or apart, in parts of the size."""
    font = _load_font(font_file, size)
    line_width = int(sum(font.getlength(letter) for letter in text) + size * (1 + abs(tracking) * len(text)))
    image = Image.new("L", (line_width, size * 2), 0)
    pen = ImageDraw.Draw(image)
    x = size / 2
    for letter in text:
        pen.text((x, size * 0.3), letter, fill=255, font=font)
        x += font.getlength(letter) + tracking * size
    pixels: NDArray[np.uint8] = np.asarray(image)
    return trimmed_mask(pixels)
