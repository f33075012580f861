"""The letters of the PDF: fonts that pip installs, and for Chinese, Japanese and Korean what is there.

FiraGO (pymupdf-fonts) has Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai and Georgian. East
Asian letters need megabytes, so they come from an optional package or from the system's own fonts. A
letter that no font has is shown as NO_LETTER, and `missing` names it.
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
_EAST_ASIAN_PACKAGE = ("paperang_p2_fonts_cjk", "fonts/wqy-microhei.ttc")
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
    """FiraGO as a file with figures of one width and the narrow space of French, kept in the user's cache;
    the package holds it as bytes."""
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
    """The font with its figures of one width (`tnum`) in the place of the others, so that a text of figures
    needs no shaping; and with its punctuation space as the narrow space, which it lacks."""
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
def east_asian_font() -> Path | None:
    """A font with Chinese, Japanese and Korean letters, if this machine has one."""
    package, name = _EAST_ASIAN_PACKAGE
    spec = find_spec(package)
    packaged_files = [Path(place) / name for place in (spec and spec.submodule_search_locations) or ()]
    return next((path for path in (*packaged_files, *map(Path, _EAST_ASIAN_FILES)) if path.is_file()), None)


@lru_cache(maxsize=4)
def font_letters(path: Path) -> frozenset[int]:
    """The code points that a font file has."""
    from fontTools.ttLib import TTFont

    with TTFont(path, fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap())


@lru_cache(maxsize=1)
def _text_letters() -> frozenset[int]:
    return font_letters(text_font(bold=False))


def missing_letters(texts: Iterable[str]) -> str:
    """Each letter of the texts that no font has, once; none where no PDF can be made anyway."""
    if find_spec("fontTools") is None:
        return ""
    all_letters = dict.fromkeys("".join(texts))
    return "".join(letter for letter in all_letters if not _has_font(letter))


def printable_text(text: str) -> str:
    """The text with NO_LETTER for each letter that no font has."""
    return "".join(letter if _has_font(letter) else NO_LETTER for letter in text)


def needs_east_asian(texts: Iterable[str]) -> bool:
    """Whether FiraGO alone does not have all letters of the texts."""
    return any(ord(letter) not in _text_letters() for text in texts for letter in text)


def _has_font(letter: str) -> bool:
    """Whether some font has it, or it is a mark that is not seen anyway."""
    if ord(letter) in _text_letters() or unicodedata.category(letter) == "Cf":
        return True
    path = east_asian_font()
    return path is not None and ord(letter) in font_letters(path)
