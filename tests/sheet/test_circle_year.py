"""A year of a circle on paper: what stands on it, on how many pages."""

from __future__ import annotations

import io
from datetime import date

import pytest
from msgspec import convert, to_builtins
from pypdf import PdfReader

from scorepad.circles.circle_play import CirclePlay
from scorepad.circles.table_results import result_of
from scorepad.core.log.circle import fold_circle
from scorepad.core.log.circle_events import CircleMade
from scorepad.core.log.event_data import Event
from scorepad.core.log.table import fold
from scorepad.sheet.circle_pdf import draw_year
from scorepad.sheet.circle_year import YearSheet, year_sheet
from tests.circles.test_standings import Evening
from tests.open_tables import AT, event

DEALS = (((0, 10), (1, 20), (2, 5)), ((3, 40), (0, 1), (1, 0)))


def play(*evenings):
    """A circle with these tables."""
    circle = fold_circle([Event(1, "op", CircleMade("Friday rummy"), "Ann", AT)])
    results = [result_of(fold(evening.log(), str(number))) for number, evening in enumerate(evenings)]
    return CirclePlay(circle, tuple(results), {})


def evening(month, people=("Ann", "Ben", "Cy", "Di"), pairs=False):
    return Evening(date(2025, month, 3), people, pairs, DEALS)


def text_of(pdf):
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def test_a_year_has_its_tables_alone():
    """Standings, charts, head to head, partners and evenings of that year."""
    before = Evening(date(2024, 12, 30), ("Zoe", "Ben", "Cy", "Di"), pairs=False, deals=DEALS)
    sheet = year_sheet(play(before, evening(1), evening(2, pairs=True)), 2025, "http://pad/c/x")
    assert sheet.subtitle == "2025 · 2 evenings · 2 tables"
    assert [table.title for table in sheet.tables] == [
        "Chattahoochee", "People", "Head to head", "Partners", "Evenings",
    ]  # fmt: skip
    assert sheet.tables[0].chart is not None
    assert "Zoe" not in [row[0] for row in sheet.tables[0].rows]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_it_is_drawn_with_all_that_stands_on_it(paper):
    """As it comes from another process; names of any letters."""
    sheet = year_sheet(
        play(*(evening(month, ("Åse", "Ben", "Cy", "Дима")) for month in range(1, 13))), 2025, "x"
    )
    pdf = draw_year(convert(to_builtins(sheet), YearSheet), paper)
    text = text_of(pdf)
    for words in ("Friday rummy", "Åse", "Дима", "Head to head", "3 December"):
        assert words in text
    assert pdf == draw_year(sheet, paper)


def test_the_best_hand_is_drawn_as_cards():
    """Ten as 10, suits and wilds as drawings."""
    log = evening(5).log()
    hand = {"melds": [["TC", "JC"], ["w=4H", "5H"]], "points": 99, "meld_points": [98, 1]}
    log[1] = event(2, "out", {"deal": 1, "player": 0, "bonuses": [], "note": "", **hand}, at=log[1].at)
    shown = play()
    shown = CirclePlay(shown.circle, (result_of(fold(log, "t")),), {})
    sheet = year_sheet(shown, 2025, "x")
    assert sheet.best is not None
    assert [[(card.rank, card.drawing) for card in meld] for meld in sheet.best.melds] == [
        [("10", "C"), ("J", "C")],
        [("", "w"), ("5", "H")],
    ]
    assert "Ann, 99 points, 3 May" in text_of(draw_year(sheet))


def test_many_evenings_go_on_to_more_pages():
    """With the heads again on each."""
    evenings = [
        Evening(date(2025, 1 + n // 28, 1 + n % 28), ("Ann", "Ben"), False, (((0, 3),),)) for n in range(150)
    ]
    pdf = draw_year(year_sheet(play(*evenings), 2025, "x"))
    pages = PdfReader(io.BytesIO(pdf)).pages
    assert len(pages) >= 4
    assert all("Won by" in page.extract_text() for page in pages[1:])
