"""The fonts of PDFs and pictures: those that pip installs, and those of this machine.

FiraGO (pymupdf-fonts) has Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai and Georgian. The Noto
fonts of other packages have the other scripts, emoji, and Chinese, Japanese and Korean. A letter missing in
all fonts is shown as NO_LETTER, and `missing_letters` lists it.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile, mkdtemp
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

NO_LETTER = "▯"
_NARROW_SPACE, _PUNCTUATION_SPACE = 0x202F, 0x2008
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)
_PACKAGED_FONTS = (  # where two have a letter, the first one draws it
    ("manimgx_fonts", "NotoSans*.ttf"),
    ("manimgx_fonts", "NotoEmoji*.ttf"),
    ("noto_cjk_sans_jp_regular", "*.otf"),
    ("paperang_p2_fonts_cjk", "fonts/*.ttc"),
)
_EAST_ASIAN_FILES = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/System/Library/Fonts/STHeiti Light.ttc",
    "C:/Windows/Fonts/msyh.ttc",
    "C:/Windows/Fonts/simsun.ttc",
)


def text_font(bold: bool) -> Path:
    """The file of FiraGO with figures of one width and the narrow space of French, kept in the user's cache,
    as the package has only bytes."""
    file_name = f"FiraGO-{'Bold' if bold else 'Regular'}-figures-space.ttf"
    try:
        return _cache_file(user_cache_path("scorepad", appauthor=False) / "fonts", file_name, bold)
    except OSError:  # a home that cannot be written
        return _cache_file(_temporary_folder(), file_name, bold)


@lru_cache(maxsize=1)
def _temporary_folder() -> Path:
    return Path(mkdtemp(prefix="scorepad-fonts-"))


def _cache_file(folder: Path, name: str, bold: bool) -> Path:
    """The font as a file of the folder, written whole or not at all."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / name
    if not path.is_file():
        with NamedTemporaryFile(dir=folder, delete=False) as file:
            _completed(import_module("pymupdf_fonts").fontbuffers["figbo" if bold else "figo"]()).save(file)
        os.replace(file.name, path)
    return path


def _completed(font_bytes: bytes) -> TTFont:
    """The font with figures of one width (`tnum`) as its default, so that figures need no shaping; and with
    its punctuation space as the narrow space, which it lacks."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(font_bytes))
    substitutions = font["GSUB"].table
    lookups = {
        lookup
        for feature in substitutions.FeatureList.FeatureRecord
        if feature.FeatureTag == "tnum"
        for lookup in feature.Feature.LookupListIndex
    }
    even_glyphs: dict[str, str] = {}
    for lookup in lookups:
        for subtable in substitutions.LookupList.Lookup[lookup].SubTable:
            even_glyphs |= subtable.mapping
    for letters in font["cmap"].tables:
        letters.cmap = {code: even_glyphs.get(glyph, glyph) for code, glyph in letters.cmap.items()}
        letters.cmap.setdefault(_NARROW_SPACE, letters.cmap[_PUNCTUATION_SPACE])
    return font


@lru_cache(maxsize=1)
def _other_fonts() -> tuple[Path, ...]:
    """The fonts beside FiraGO, in the order in which they are searched for a letter."""
    packaged = [path for package, names in _PACKAGED_FONTS for path in _files_of(package, names)]
    east_asian = [path for path in map(Path, _EAST_ASIAN_FILES) if path.is_file()]
    return (*packaged, *east_asian[:1])


def _files_of(package: str, names: str) -> list[Path]:
    """The files of these names in a package of fonts; empty if it is not installed."""
    spec = find_spec(package)
    folders = (spec and spec.submodule_search_locations) or ()
    return [
        path for folder in folders for path in sorted(Path(folder).glob(names)) if "Italic" not in path.name
    ]


@lru_cache(maxsize=64)
def font_letters(path: Path) -> frozenset[int]:
    """The code points in a font file."""
    from fontTools.ttLib import TTFont

    with TTFont(path, fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap())


@lru_cache(maxsize=1)
def _text_letters() -> frozenset[int]:
    return font_letters(text_font(bold=False))


def missing_letters(texts: Iterable[str]) -> str:
    """Each letter of the texts that no font has, once; empty if PDFs cannot be made anyway."""
    if find_spec("fontTools") is None:
        return ""
    all_letters = dict.fromkeys("".join(texts))
    return "".join(letter for letter in all_letters if not _has_font(letter))


def printable_text(text: str) -> str:
    """The text with NO_LETTER for each letter that no font has."""
    return "".join(letter if _has_font(letter) else NO_LETTER for letter in text)


def text_of_known_letters(text: str) -> str:
    """The text without the letters that no font has; it may become empty."""
    return " ".join("".join(letter for letter in text if _has_font(letter)).split())


def fonts_beside(texts: Iterable[str]) -> list[Path]:
    """The fonts with letters of the texts that FiraGO lacks."""
    lacking = {ord(letter) for text in texts for letter in text} - _text_letters()
    fonts = []
    for path in _other_fonts() if lacking else ():
        if not font_letters(path).isdisjoint(lacking):
            fonts.append(path)
            lacking -= font_letters(path)
    return fonts


def _has_font(letter: str) -> bool:
    """Whether some font has the letter, or it is invisible anyway."""
    code = ord(letter)
    if code in _text_letters() or unicodedata.category(letter) == "Cf" or code in _VARIATION_SELECTORS:
        return True
    return any(code in font_letters(path) for path in _other_fonts())
