"""Hollywood (gin-rummy G7): three games at once, side by side on the table's page and on its sheet."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.sheet.content import blank_sheet, filled_sheet
from scorepad.sheet.pdf import draw_sheet
from scorepad.tables import settlements
from scorepad.tables.dealing import next_deal
from scorepad.tables.standing import match_of
from tests.open_tables import open_table
from tests.tables.phones import Phone


@pytest.fixture
def hollywood(store):
    """Ann wins 32, 28 and 45, then Ben 9."""
    opened = open_table(store, 2, game="gin-rummy", options={"hollywood": True})
    phone = Phone(store, opened.id, opened.key)
    table = None
    for number, left in enumerate([(0, 7), (2, 30), (0, 20), (12, 3)]):
        if number:
            phone.do(next_deal)
        shares = {seat: PlayerShare(left=points) for seat, points in enumerate(left)}
        table = phone.do(settlements.record_ending, ended=SeatedDeal(shares, int(number == 3)))
    return table


def shown(sheet, text):
    """A text of each cell, row by row, those of a game between bars."""
    rows = [[getattr(cell, text) for cell in row.cells] for row in sheet.rows]
    return [" | ".join(" ".join(row[place : place + 2]).strip() for place in (0, 2, 4)) for row in rows]


def test_gin_rummy_g7_a_second_win_counts_in_two_games_and_later_ones_in_all(hollywood):
    sheet = filled_sheet(hollywood)
    assert sheet.group_names == ("I", "II", "III")
    assert [column.name for column in sheet.columns] == ["Ann", "Ben"] * 3
    assert shown(sheet, "running") == ["32 |  | ", "60 | 28 | ", "105 | 73 | 45", " | 9 | "]


def test_gin_rummy_g7_bonuses_stand_below_the_game_that_is_over(hollywood):
    """Ben had won nothing as the first game ended, so begins in the second."""
    sheet = filled_sheet(hollywood)
    rows = {row.name: row.points for row in sheet.bonuses}
    assert rows == {
        "Boxes": ("75", "", "", "", "", ""),
        "Game": ("100", "", "", "", "", ""),
        "Shutout": ("105", "", "", "", "", ""),
    }
    assert sheet.totals == ("385", "0", "73", "9", "45", "0")
    assert "All games: Ann 503, Ben 9" in sheet.notes


def test_the_pdf_has_the_three_games_side_by_side(hollywood):
    (page,) = PdfReader(io.BytesIO(draw_sheet(filled_sheet(hollywood)))).pages
    lines = [line.split() for line in page.extract_text(extraction_mode="layout").splitlines()]
    assert ["I", "II", "III"] in lines
    assert ["Ann", "Ben"] * 3 in lines
    assert ["Total", "385", "0", "73", "9", "45", "0"] in lines


def test_an_empty_sheet_has_room_for_three_games(hollywood):
    sheet = blank_sheet(hollywood, 12)
    assert (len(sheet.columns), sheet.group_names) == (6, ("I", "II", "III"))


def test_a_table_that_keeps_one_game_has_its_bonuses_in_rows(store):
    opened = open_table(store, 2, game="gin-rummy")
    phone = Phone(store, opened.id, opened.key)
    shares = {0: PlayerShare(left=0), 1: PlayerShare(left=80)}
    table = phone.do(settlements.record_ending, ended=SeatedDeal(shares, 0))
    sheet = filled_sheet(table)
    assert match_of(table).games == ()
    assert [(row.name, row.points) for row in sheet.bonuses] == [
        ("Boxes", ("25", "")),
        ("Game", ("100", "")),
        ("Shutout", ("105", "")),
    ]
    assert sheet.totals == ("335", "0")
