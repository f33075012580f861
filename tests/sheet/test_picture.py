"""The scores as a picture for a chat: always of one size, whatever the table, and without a way to it."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from scorepad.sheet.picture import HEIGHT, WIDTH, draw_picture
from scorepad.sheet.wording import catalogue_of
from tests.sheet.sheet_tables import NAMES, evening


def drawn(players, deals, language="en"):
    table = evening(NAMES[:players], deals).table()
    return Image.open(io.BytesIO(draw_picture(table, catalogue_of(language))))


@pytest.mark.parametrize(("players", "deals"), [(2, 1), (4, 6), (8, 40)])
def test_a_picture_is_as_chats_show_it(players, deals):
    """An evening of any length and any number of players is one picture of one size."""
    picture = drawn(players, deals)
    assert picture.size == (WIDTH, HEIGHT) == (1080, 1350)
    assert picture.mode == "RGB"


def test_a_picture_follows_the_scores_and_the_language():
    assert drawn(4, 9).tobytes() != drawn(4, 2).tobytes()
    assert drawn(4, 2, "de").tobytes() != drawn(4, 2).tobytes()
    assert drawn(4, 2).tobytes() == drawn(4, 2).tobytes()
