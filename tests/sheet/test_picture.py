"""The scores as a picture: the sheet's own drawing, cropped, without a way to its table."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from scorepad.sheet.content import filled_sheet
from scorepad.sheet.pdf import MARGIN, draw_picture
from tests.sheet.sheet_tables import NAMES, evening

WHITE = 255


def drawn(players, deals, address=""):
    table = evening(NAMES[:players], deals).table()
    return Image.open(io.BytesIO(draw_picture(filled_sheet(table, address=address))))


@pytest.mark.parametrize(("players", "deals"), [(2, 1), (4, 6), (8, 40)])
def test_a_picture_is_cropped_and_of_a_size_that_is_sent(players, deals):
    """A margin of white around what is drawn; an evening of any length is one picture."""
    picture = drawn(players, deals)
    assert picture.mode == "L"
    assert max(picture.size) < 2000
    assert picture.point(lambda ink: WHITE - ink).getbbox() == (
        MARGIN,
        MARGIN,
        picture.width - MARGIN,
        picture.height - MARGIN,
    )


def test_more_deals_make_a_taller_picture():
    assert drawn(4, 9).height > drawn(4, 2).height


def test_no_code_on_it_leads_to_the_table():
    """Whoever gets the picture is let in nowhere by it."""
    assert drawn(3, 3, "http://192.168.1.20/t/abc").tobytes() == drawn(3, 3).tobytes()


def test_the_newest_notes_and_the_end_of_the_match_are_on_it():
    """They make it taller; of very many, those that find room on one page."""
    sheet = filled_sheet(evening(NAMES[:4], 6).table())
    bare, told = (
        replace(sheet, notes=notes) for notes in ((), ("Match over after deal 6: Ann wins with 90.",))
    )
    assert _picture(told).height > _picture(bare).height
    many = replace(sheet, notes=tuple("Deal 3: " + "much to tell " * 60 for _ in range(30)))
    assert _picture(bare).height < _picture(many).height < 2000


def _picture(sheet):
    return Image.open(io.BytesIO(draw_picture(sheet)))
