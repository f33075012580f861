"""An evening of each game: two deals, an undo and a redo, a correction, the sheet on the page and as PDF."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from pypdf import PdfReader

from scorepad.rulebook import games


@dataclass(frozen=True)
class Evening:
    """What is recorded at a table of Ann, Ben and Cy, each with one tap: its pages with their fields in the
    address. `corrected` is a field of what is recorded first, and another value for it; `totals` are those of
    the first deal, of it corrected, and of both deals."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    corrected: tuple[str, str]
    totals: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def hands(cards: str, first_score: int) -> Evening:
    """Deals from which hands go out one by one; Ann's first one is put right to 7 points."""
    return Evening(
        (f"out?player=0&cards={cards}", "out?player=1&points=5"),
        ("out?player=2&points=9", "out?player=1&points=1"),
        ("points", "7"),
        ((first_score, 5, 0), (14, 5, 0), (14, 6, 18)),
    )


LEAPS = Evening(
    ("out?player=0&cards=4C+5C+6C+KD", "out?player=1&points=5", "out?player=2&points=-3"),
    ("out?player=2&points=9", "out?player=1&points=1", "out?player=0&points=0"),
    ("points", "7"),
    ((-12, 5, -3), (7, 5, -3), (7, 6, 6)),
)


def settled(first: str, second: str, field: str, *totals: tuple[int, ...]) -> Evening:
    """Two deals that are over at once; Ben's number is put right to 20."""
    return Evening((f"over?{first}",), (f"over?{second}",), (field, "20"), (totals[0], totals[1], totals[2]))


LEFT, RIGHT = "winner=0&number-1=12&number-2=3", "winner=1&number-0=10&number-2=5"
EVENINGS: Mapping[str, Evening] = {
    "chattahoochee": hands("4C+5C+6C+7C", 20),
    "chattahoochee-alternate": hands("4C+5C+6C+7C", 30),
    "chattahoochee-interlocking": hands("7H+8D+9H", 6),
    "leap-rummy": LEAPS,
    "basic-rummy": settled(LEFT, RIGHT, "number-1", (15, 0, 0), (23, 0, 0), (23, 15, 0)),
    "rummy-500": settled(
        f"{LEFT}&melded-0=30&melded-1=40",
        f"{RIGHT}&melded-1=9",
        "number-1",
        (30, 28, -3),
        (30, 20, -3),
        (20, 29, -8),
    ),
    "rummikub": settled(LEFT, RIGHT, "number-1", (15, -12, -3), (23, -20, -3), (13, -5, -8)),
    "shanghai": settled(LEFT, RIGHT, "number-1", (0, 12, 3), (0, 20, 3), (10, 20, 8)),
    "avalanche": settled(
        "number-0=40&number-1=61&number-2=9",
        "number-0=1&number-1=2&number-2=3",
        "number-1",
        (40, 61, 9),
        (40, 20, 9),
        (41, 22, 12),
    ),
    "romme": settled(LEFT, RIGHT, "number-1", (0, 12, 3), (0, 20, 3), (10, 20, 8)),
    "indian-rummy": settled(LEFT, RIGHT, "number-1", (15, -12, -3), (23, -20, -3), (13, -5, -8)),
    "three-thirteen": settled(LEFT, RIGHT, "number-1", (0, 12, 3), (0, 20, 3), (10, 20, 8)),
    "five-crowns": settled(LEFT, RIGHT, "number-1", (0, 12, 3), (0, 20, 3), (10, 20, 8)),
    "kalooki": settled(LEFT, RIGHT, "number-1", (0, 12, 3), (0, 20, 3), (10, 20, 8)),
    "scala-40": settled(LEFT, RIGHT, "number-1", (0, 12, 3), (0, 20, 3), (10, 20, 8)),
    "remi": settled(LEFT, RIGHT, "number-1", (-10, 12, 3), (-10, 20, 3), (0, 10, 8)),
    "chinchon": settled(LEFT, RIGHT, "number-1", (-10, 12, 3), (-10, 20, 3), (0, 10, 8)),
    "contract-rummy": settled(LEFT, RIGHT, "number-1", (0, 12, 3), (0, 20, 3), (10, 20, 8)),
    "phase-10": settled(LEFT, RIGHT, "number-1", (0, 12, 3), (0, 20, 3), (10, 20, 8)),
    "canasta": settled(
        f"{LEFT}&melded-0=90&kind1-0=1",
        f"{RIGHT}&melded-1=90&kind1-1=1",
        "number-1",
        (490, -12, -3),
        (490, -20, -3),
        (480, 470, -8),
    ),
    "hand-and-foot": settled(
        f"{LEFT}&melded-0=500&kind0-0=1&kind1-0=2&kind2-0=2",
        f"{RIGHT}&melded-1=500&kind0-1=1&kind1-1=2&kind2-1=2",
        "number-1",
        (3700, -12, -3),
        (3700, -20, -3),
        (3690, 3680, -8),
    ),
    "burraco": settled(
        f"{LEFT}&melded-0=90&kind2-0=1",
        f"{RIGHT}&melded-1=90&kind2-1=1",
        "number-1",
        (290, -12, -3),
        (290, -20, -3),
        (280, 270, -8),
    ),
    "okey-101": settled(LEFT, RIGHT, "number-1", (-101, 12, 3), (-101, 20, 3), (-91, -81, 8)),
    "okey": settled("winner=0", "winner=1", "", (20, 18, 18), (20, 18, 18), (18, 18, 16)),
    "gin-rummy": settled(
        "winner=0&number-0=3&number-1=12",
        "winner=1&number-0=10&number-1=5",
        "number-1",
        (9, 0),
        (17, 0),
        (17, 5),
    ),
    "any-game": settled(
        "number-0=40&number-1=-61&number-2=9",
        "number-0=1&number-1=2%2B3",
        "number-1",
        (40, -61, 9),
        (40, 20, 9),
        (41, 25, 9),
    ),
}


def test_every_game_has_an_evening():
    """A new one is tried too."""
    assert set(EVENINGS) == {game.id for game in games()}


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
    leads_to = re.search(rf'href="({table}/[^"]+)"[^>]*?aria-label="Ann, deal 1:', page_of(phone))
    phone.open(leads_to[1])
    if field == "points":
        phone.open(f"{phone.url.partition('?')[0]}?player=0&points={text}")
    typed = {field.replace("-", "_"): text} if field and field != "points" else {}
    phone.press("Record", **typed)


@pytest.mark.parametrize("game", EVENINGS)
def test_a3_an_evening_with_undo_correction_and_sheet(phone, game):
    """Every total is right at every step, and the sheets say the same as the table."""
    evening = EVENINGS[game]
    names = dict(
        zip(("name_0", "name_1", "name_2"), ("Ann", "Ben", "Cy")[: len(evening.totals[0])], strict=False)
    )
    table = "/t/" + phone.open(f"/new?game={game}").press("Open the table", **names).table_id
    for path in evening.first:
        phone.open(f"{table}/{path}").press("Record")
    assert totals(phone) == evening.totals[0]
    assert "Deal 1 is over." in phone.text
    assert "Deal 1 is over." not in phone.press("Undo").text
    assert "Deal 1 is over." in phone.press("Redo").text
    correct(phone, table, *evening.corrected)
    assert totals(phone) == evening.totals[1]
    assert "Deal 2" in phone.press("Next deal").text
    for path in evening.second:
        phone.open(f"{table}/{path}").press("Record")
    assert totals(phone) == evening.totals[2]
    row = page_of(phone.open(f"{table}/sheet")).partition('<tr class="totals">')[2].partition("</tr>")[0]
    assert tuple(map(as_number, re.findall("<td>([^<]+)</td>", row))) == evening.totals[2]
    pdf = phone.client.get(f"{table}/sheet.pdf").get_data()
    words = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert all(name in words for name in names.values())
    assert all(str(abs(total)) in words for total in evening.totals[2])
