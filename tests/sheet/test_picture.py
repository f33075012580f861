"""The scores as a picture for a chat: always of one size, whatever the table, and without a way to it."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from scorepad.sheet import fonts
from scorepad.sheet.picture import HEIGHT, WIDTH, draw_page, draw_picture
from scorepad.sheet.wording import catalogue_of
from tests.by_night import each_nth
from tests.sheet.sheet_tables import NAMES, Log, evening


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


SCRIPTS = ("李小龙", "さくら", "한글", "রহিম", "தமிழ்", "Ann 🎉", "አበበ", "ไทย")


@pytest.fixture
def bare_machine(monkeypatch):
    """No fonts but FiraGO."""
    monkeypatch.setattr(fonts, "_other_fonts", tuple)


def lines_of(table):
    """The lines of text on the picture, and all of it without its spaces."""
    page = PdfDocument(draw_page(table, catalogue_of("en")))[0].get_textpage()
    text = page.get_text_bounded()
    return page, text.splitlines(), re.sub(r"[\s\0-\x1f]", "", text)


@pytest.mark.parametrize("name", each_nth(SCRIPTS, 3))
def test_names_of_every_script_are_drawn(name):
    """With their letters, in the headline, on the podium and in the chart."""
    log = Log([name, "Ben"])
    for points in (30, 40):
        log.out(0, points)
        log.next_deal(1)
    _, _, text = lines_of(log.table())
    assert text.count(re.sub(r"\s", "", name)) >= 3
    assert fonts.NO_LETTER not in text


@pytest.mark.usefixtures("bare_machine")
def test_a_name_without_any_font_is_its_number():
    """And one with a sign that none has goes without it."""
    log = Log(["李小龙", "Ann 🎉", "Ben"])
    log.out(1, 20)
    log.out(0, 12)
    _, lines, text = lines_of(log.table())
    assert "Ann ahead with 40" in lines
    assert "Player1" in text
    assert fonts.NO_LETTER not in text


@pytest.mark.parametrize("name", ["أحمد", "שרה"])
def test_a_headline_begins_with_a_name_that_reads_from_the_right(name):
    """The sentence goes from left to right as on the page; in the name the first letter is rightmost."""
    log = Log([name, "Ben"])
    log.out(0, 30)
    table = log.table()
    page, _, _ = lines_of(table)
    lefts = {}
    for place in range(page.count_chars()):
        left, _, _, top = page.get_charbox(place)
        if 1100 < top < 1180:  # of the headline, from the bottom
            lefts.setdefault(page.get_text_range(place, 1), left)
    first, last = lefts[name[0]], lefts[name[-1]]
    assert last < first < lefts["w"] < lefts[str(table.partnership_totals[0])[0]]


def test_the_picture_has_podium_chart_and_the_best_hand():
    """All that a result is told by, three on the podium and the others in rows."""
    log = evening(NAMES[:5], 3)
    log.next_deal(0)
    melds = [["4C", "5C", "6C", "7C"], ["QH", "QS", "QD"]]
    log.add("out", deal=4, player=1, melds=melds, points=90, meld_points=[30, 60], bonuses=[], note="")
    table = log.table()
    _, lines, _ = lines_of(table)
    totals = [str(total) for total in table.partnership_totals]
    assert all(line in " ".join(lines) for line in (*NAMES[:5], *totals, "Best hand: Ben, deal 4"))
    assert {"4.", "5."} <= set(" ".join(lines).split())
    assert "1 2 3 4" in lines  # the deals beneath the chart
