"""The scores as a picture: the sheet's own drawing, cropped, without a way to its table."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from scorepad.sheet.content import filled_sheet
from scorepad.sheet.picture import MARGIN, draw_picture
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
