"""A result as a picture, to be sent from a phone: the sheet's own drawing, its newest deals on one page."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import ImageOps
from PIL.Image import Image

from scorepad.core.log.table import fold
from scorepad.sheet.content import filled_sheet
from scorepad.sheet.pdf import draw_sheet
from scorepad.sheet.score_sheet import Sheet
from scorepad.sheet.wording import catalogue_of
from scorepad.store.opening import open_store

MOST_DEALS = 24  # on a picture; totals count all
MOST_NOTES = 8
SCALE = 2.0  # pixels of a point
MARGIN = 36  # pixels around what is drawn


def draw_picture(sheet: Sheet) -> bytes:
    """A PNG of the sheet, without the address that leads to its table: as many of its newest notes, among
    them how the match came out, as find room on the page."""
    newest = replace(sheet, rows=sheet.rows[-MOST_DEALS:], notes=sheet.notes[-MOST_NOTES:], address="")
    png = io.BytesIO()
    _cropped(_one_page(newest)).save(png, "PNG", optimize=True)
    return png.getvalue()


def _one_page(sheet: Sheet) -> Image:
    """The sheet on one page, its oldest notes left out until it fits."""
    document = pypdfium2.PdfDocument(draw_sheet(sheet))
    try:
        if len(document) == 1 or not sheet.notes:
            page: Image = document[0].render(scale=SCALE, grayscale=True).to_pil()
            return page
    finally:
        document.close()
    return _one_page(replace(sheet, notes=sheet.notes[1:]))


def picture_job(question: Mapping[str, Any], database: str | Path) -> dict[str, str | bytes]:
    """A job: the `png` of a `table` in the store at `database`, and its `title`;
    in the words of a `language`."""
    with closing(open_store(database)) as store:
        table = fold(store.after(question["table"], 0), question["table"])
    catalogue = catalogue_of(question["language"])
    sheet = filled_sheet(table, catalogue=catalogue)
    return {"png": draw_picture(sheet), "title": sheet.title}


def _cropped(page: Image) -> Image:
    """What is drawn, with a margin, on white."""
    drawn = page.crop(ImageOps.invert(page.convert("L")).getbbox())
    return ImageOps.expand(drawn.convert("L"), MARGIN, 255)
