"""An evening of each game: two deals, an undo and a redo, a correction, the sheet on the page and as PDF."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass

import msgspec
import pytest
from pypdf import PdfReader

from scorepad.rulebook import FOLDER, Game
from tests.by_night import as_settled, games_by_day


@dataclass(frozen=True)
class Evening:
    """What is recorded at a table of Ann, Ben and Cy, each with one tap: its pages with their fields in the
    address. `corrected` is a field of what is recorded first, and another value for it; `totals` are those of
    the first deal, of it corrected, and of both deals."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    corrected: tuple[str, str]
    totals: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def evening_of(game: Game) -> Evening:
    """The evening in the example of the game's folder."""
    example = json.loads((FOLDER / game.example).read_text("utf-8"))
    return msgspec.convert(example["evening"], Evening)


def as_number(text: str) -> int:
    return int(text.replace("−", "-"))


def page_of(phone):
    return phone.answer.get_data(as_text=True)


def totals(phone) -> tuple[int, ...]:
    """As they stand on the scoreboard, by seat."""
    sides = re.findall(r'class="side side-(\d+).*?"total num">([^<]+)<', page_of(phone), re.DOTALL)
    return tuple(as_number(total) for _, total in sorted(sides))


def correct(phone, table: str, field: str, text: str) -> None:
    """The first deal's first score, from its cell in the grid."""
    leads_to = re.search(rf'href="({table}/[^"]+)"[^>]*?aria-label="Ann, (?:deal|round) 1:', page_of(phone))
    phone.open(leads_to[1])
    if field == "points":
        phone.open(f"{phone.url.partition('?')[0]}?player=0&points={text}")
    typed = {field.replace("-", "_"): text} if field and field != "points" else {}
    phone.press("Record", **typed)


@pytest.mark.parametrize("game", games_by_day(as_settled))
def test_a3_an_evening_with_undo_correction_and_sheet(phone, game):
    """Every total is right at every step, and the sheets say the same as the table."""
    evening = evening_of(game)
    names = dict(
        zip(("name_0", "name_1", "name_2"), ("Ann", "Ben", "Cy")[: len(evening.totals[0])], strict=False)
    )
    table = "/t/" + phone.open(f"/new?game={game.id}").press("Open the table", **names).table_id
    for path in evening.first:
        phone.open(f"{table}/{path}").press("Record")
    assert totals(phone) == evening.totals[0]
    deal_names = game.rules({}).scoring.deal_names
    over = str(deal_names.over(1))
    assert over in phone.text
    assert over not in phone.press("Undo").text
    assert over in phone.press("Redo").text
    correct(phone, table, *evening.corrected)
    assert totals(phone) == evening.totals[1]
    assert str(deal_names.named(2)) in phone.press(str(deal_names.next(""))).text
    for path in evening.second:
        phone.open(f"{table}/{path}").press("Record")
    assert totals(phone) == evening.totals[2]
    row = page_of(phone.open(f"{table}/sheet")).partition('<tr class="totals">')[2].partition("</tr>")[0]
    assert tuple(map(as_number, re.findall("<td>([^<]+)</td>", row))) == evening.totals[2]
    pdf = phone.client.get(f"{table}/sheet.pdf").get_data()
    words = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert all(name in words for name in names.values())
    assert all(str(abs(total)) in words for total in evening.totals[2])
