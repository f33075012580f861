"""The printed sheet: what it shows, how it lies on paper, and the PDF."""

from __future__ import annotations

import io
import json
import re
from datetime import UTC, date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from pypdf import PdfReader

from scorepad.sheet import fonts
from scorepad.sheet.content import (
    NOTHING_YET,
    blank_sheet,
    empty_sheet,
    filled_sheet,
    spread_seats,
)
from scorepad.sheet.pdf import draw_job, draw_sheet, write_sheet
from scorepad.sheet.score_sheet import LOWEST_COLUMN, LOWEST_ROW, PAPERS, Cell, Sheet, lay_out
from scorepad.sheet.wording import DAY, DAY_OF_YEAR, SHORT_DAY, WEEKDAY, Day, catalogue_of
from tests.by_night import each_nth
from tests.evening import recount
from tests.sheet.sheet_tables import NAMES, Log, evening

TWELVE = (*NAMES, "Ida", "Joe", "Kim", "Lou")
PAIRS = [[0, 4], [1, 5], [2, 6], [3, 7]]
ADDRESS = "http://192.168.1.20:8000/t/abcdefghjkmn"


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def read(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def words(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in read(content).pages)


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """Any table: any partnerships, deals ended or not, with corrections, removals, notes and undo."""
    count = draw(st.integers(2, 8))
    groups: dict[int, list[int]] = {}
    for seat in range(count):
        groups.setdefault(draw(st.integers(0, count - 1)), []).append(seat)
    log = Log(NAMES[:count], list(groups.values()) if len(groups) > 1 else None)
    entries: list[tuple[int, int]] = []
    for deal in range(draw(st.integers(1, 4))):
        if deal:
            if not log.ended:
                log.add("closed", deal=deal, reason="")
            log.next_deal(draw(st.integers(0, count - 1)))
        for player in draw(st.permutations(range(count)))[: draw(st.integers(0, count))]:
            if log.ended:
                break
            entries.append((log.out(player, draw(st.integers(-50, 500))), player))
    for entry, player in draw(st.lists(st.sampled_from(entries), max_size=3)) if entries else ():
        log.correct(entry, player, draw(st.integers(-50, 500)))
    if len(log.events) > 1 and draw(st.booleans()):
        log.add("undone", event=log.events[-1].number)
    return log


@given(logs())
def test_the_last_running_totals_are_the_tables_totals(log: Log) -> None:
    """Any table folds into a sheet whose scores add up to its running totals and to the table's totals."""
    table = log.table()
    made = filled_sheet(table)
    for place, column in enumerate(made.columns):
        total = 0
        for row, deal in zip(made.rows, table.deals, strict=True):
            cell = row.cells[place]
            if cell.score == NOTHING_YET:
                assert all(deal.score(seat) is None for seat in column.seats)
                assert cell.running == ""
            else:
                total += number(cell.score)
                assert number(cell.running) == total
        assert number(made.totals[place]) == total == sum(table.totals[seat] for seat in column.seats)


@given(logs())
def test_totals_equal_an_independent_sum(log: Log) -> None:
    """The totals are those that the log alone gives, counted without the table."""
    made = filled_sheet(log.table())
    expected = recount.totals([event.as_dict() for event in log.events])
    for column, total in zip(made.columns, made.totals, strict=True):
        assert number(total) == sum(expected[seat] for seat in column.seats)


def test_a_cell_says_how_its_score_was_made() -> None:
    """Score, running total, points × multiplier, order of going out, dealer, correction: all in a cell."""
    log = Log(NAMES[:4], dealer=1)
    log.correct(log.out(1, 40), 1, 58)
    log.out(0, -5)
    made = filled_sheet(log.table())
    assert made.rows[0].cells == (
        Cell("−10", "−10", "−5 × 2", "2."),
        Cell("174", "174", "58 × 3", "1.", dealer=True, corrected=True),
        Cell(NOTHING_YET),
        Cell(NOTHING_YET),
    )


def test_h4_left_in_scores_zero_and_missing_never_does() -> None:
    """A player left in when the deal ended has 0; one still in has "·", her running total not repeated."""
    log = Log(NAMES[:3])
    log.out(0, 10)
    assert [cell.score for cell in filled_sheet(log.table()).rows[0].cells] == ["20", "·", "·"]
    log.out(1, 10)
    log.next_deal(1)
    first, second = filled_sheet(log.table()).rows
    assert [cell.score for cell in first.cells] == ["20", "10", "0"]
    assert {(cell.score, cell.running) for cell in second.cells} == {("·", "")}


def test_h5_partners_stand_together() -> None:
    """Columns go by partnerships, each with one more where its members count together."""
    log = Log(NAMES[:4], [[0, 2], [1, 3]])
    log.out(0, 10)
    log.out(1, 7)
    made = filled_sheet(log.table())
    assert [column.name for column in made.columns] == ["Ann", "Cid", "Together", "Ben", "Dee", "Together"]
    assert made.group_sizes == (3, 3)
    assert made.totals == ("20", "0", "20", "7", "0", "7")
    assert [cell.score for cell in made.rows[0].cells] == ["20", "·", "20", "7", "·", "7"]


def test_house_rules_are_those_that_differ() -> None:
    """Only options that differ from their default are on the sheet, in one line."""
    options = {"packs": 3, "jokers": 0, "adjacent_naturals": False, "schedule_table": [0, 1, 3]}
    made = filled_sheet(Log(options=options).table())
    assert made.house_rules == "Packs: 3 · Your own values: 0 1 3 · Two naturals side by side: no"
    assert filled_sheet(Log().table()).house_rules == ""


def test_notes_name_their_deal() -> None:
    """Notes of deals and entries and the reason of an end by hand are on the sheet, in order of the deals."""
    log = Log(NAMES[:3])
    log.out(1, 3, "forgot a card")
    log.add("noted", deal=1, text="New cards")
    log.add("closed", deal=1, reason="late")
    assert filled_sheet(log.table()).notes == (
        "Deal 1: New cards",
        "Deal 1 ended by hand: late",
        "Deal 1, Ben: forgot a card",
    )


def test_the_legend_explains_what_is_there() -> None:
    """Marks that the sheet has are explained, others are not."""
    log = Log(NAMES[:3])
    assert filled_sheet(log.table()).legend == ("D deals", "· still in")
    log.correct(log.out(0, 1), 0, 2)
    assert "* corrected" in filled_sheet(log.table()).legend


def test_the_date_is_that_of_the_evening() -> None:
    """A sheet is dated by its first event, in words."""
    assert filled_sheet(Log().table(), zone=UTC).date == "20 November 2026"


@pytest.mark.parametrize(
    ("language", "pattern", "words"),
    [
        ("fr", WEEKDAY, "Vendredi 1er janvier"),
        ("fr", DAY_OF_YEAR, "1er janvier 2027"),
        ("fr", SHORT_DAY, "1er janv."),
        ("es", WEEKDAY, "Viernes, 1 de enero"),
        ("es", DAY, "1 de enero"),
        ("it", WEEKDAY, "Venerdì 1 gennaio"),
        ("pl", DAY, "1 stycznia"),
    ],
)
def test_a_day_is_written_as_its_language_writes_it(language: str, pattern: str, words: str) -> None:
    """In French the first of a month has its ending, in Spanish the month its "de". With its weekday a day
    is a heading, and has a capital."""
    assert Day(date(2027, 1, 1), pattern).in_language(catalogue_of(language)) == words


def test_an_empty_sheet_is_empty() -> None:
    """Nothing stands in its cells and totals, not even a dot; partners sit across from each other."""
    made = empty_sheet([""] * 4, 12, spread_seats(4, 2))
    assert [column.seats for column in made.columns] == [(0,), (2,), (0, 2), (1,), (3,), (1, 3)]
    assert {cell for row in made.rows for cell in row.cells} == {Cell()}
    assert set(made.totals) == {""}
    assert made.blank
    for players, deals in ((1, 5), (13, 5), (4, 0), (4, 61)):
        with pytest.raises(ValueError, match="sheet has"):
            empty_sheet([""] * players, deals)


@given(st.integers(2, 12), st.integers(1, 300), st.sampled_from(sorted(PAPERS)), st.integers(0, 40))
def test_every_deal_lies_on_one_page(players: int, deals: int, paper: str, notes: int) -> None:
    """Pages take the deals in order, none left out, none empty, no row too low to read."""
    rows = empty_sheet([""] * players, 1).rows * deals
    columns = empty_sheet([""] * players, 1).columns
    made = Sheet("", "", "", "", None, "", columns, (1,) * players, rows, (), ("a note",) * notes)
    laid = lay_out(made, PAPERS[paper])
    assert [place for first, end in laid.pages for place in range(first, end)] == list(range(deals))
    assert all(first < end for first, end in laid.pages)
    assert laid.row_height >= LOWEST_ROW


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("partnerships", [None, PAIRS], ids=["alone", "pairs"])
def test_eight_players_and_twenty_deals_fit_one_page(
    paper: str, partnerships: list[list[int]] | None
) -> None:
    """8 × 20 is one page on both papers, and every score, product and total is in its text."""
    made = filled_sheet(evening(NAMES, 20, partnerships).table(), address=ADDRESS)
    content = draw_sheet(made, paper)
    [page] = read(content).pages
    assert {round(float(page.mediabox.width)), round(float(page.mediabox.height))} == {
        round(PAPERS[paper].width * 72 / 25.4),
        round(PAPERS[paper].height * 72 / 25.4),
    }
    text = page.extract_text()
    shown = [cell for row in made.rows for cell in row.cells]
    for wanted in {text for cell in shown for text in (cell.score, cell.product, cell.running)}:
        assert wanted in text
    assert all(total in text for total in made.totals)


@pytest.mark.parametrize("paper", each_nth(sorted(PAPERS), 2))
@pytest.mark.parametrize("size", [1, 2, 3], ids=["alone", "pairs", "trios"])
def test_h5_twelve_players_and_twenty_deals_can_be_read(paper: str, size: int) -> None:
    """Alone on one page; with columns for partners together sideways on two. Everything is in the text."""
    sides = [list(range(side, 12, 12 // size)) for side in range(12 // size)]
    made = filled_sheet(evening(TWELVE, 20, sides).table(), address=ADDRESS)
    pages = read(draw_sheet(made, paper)).pages
    assert len(pages) == (1 if size == 1 else 2)
    assert lay_out(made, PAPERS[paper]).column_width >= LOWEST_COLUMN
    text = "".join(page.extract_text() for page in pages)
    shown = [cell for row in made.rows for cell in row.cells]
    assert {text for cell in shown for text in (cell.score, cell.product, cell.running)} - {""}
    for wanted in {text for cell in shown for text in (cell.score, cell.product, cell.running)}:
        assert wanted in text
    assert all(total in text for total in made.totals)


def test_more_deals_go_on_to_more_pages() -> None:
    """60 deals have several numbered pages, each with the names again; totals stand on the last."""
    pages = [page.extract_text() for page in read(draw_sheet(filled_sheet(evening(NAMES, 60).table()))).pages]
    assert len(pages) == 3
    for place, text in enumerate(pages, 1):
        assert f"{place} of 3" in text
        assert all(name in text for name in NAMES)
    assert ["Signed" in text for text in pages] == [False, False, True]


def test_notes_without_room_have_pages_of_their_own() -> None:
    """Notes are never cut off: they go on to further pages, which the page numbers count."""
    log = evening(NAMES, 20)
    for count in range(150):
        log.add("noted", deal=1, text=f"note {count} of many")
    pages = [page.extract_text() for page in read(draw_sheet(filled_sheet(log.table()))).pages]
    assert f"1 of {len(pages)}" in pages[0]
    assert all(f"note {count} of many" in "".join(pages) for count in range(150))


def test_missing_never_prints_as_zero() -> None:
    """A deal in which nobody is out yet prints dots, and no 0 but those of the totals."""
    made = filled_sheet(Log(NAMES[:3]).table())
    text = words(draw_sheet(made))
    assert text.count(NOTHING_YET) >= 3
    assert re.findall(r"(?<![\d:])0(?!\d)", text) == ["0", "0", "0"]
    assert "0" not in words(draw_sheet(empty_sheet([""] * 3, 9)))


def test_a_corrected_score_below_zero_prints_with_its_mark() -> None:
    """Negative scores print with U+2212; the asterisk has its explanation."""
    log = Log(NAMES[:2])
    log.correct(log.out(0, 20), 0, -12)
    text = words(draw_sheet(filled_sheet(log.table())))
    assert "−12" in text
    assert "-12" not in text
    assert text.count("*") == 2
    assert "* corrected" in text


@pytest.mark.parametrize(
    "name",
    each_nth(
        [
            *(
                "Zoë",
                "Łukasz",
                "Αθηνά",
                "Айша",
                "陈",
                "李小龙",
                "さくら",
                "עברית",
                "محمد",
                "Nguyễn",
                "देव",
                "ไทย",
            ),
            *("한글", "রহিম", "አበበ", "Արամ", "🎉", "😀", "🃏"),
        ],
        3,
    ),
)
def test_names_of_every_script_come_through(name: str) -> None:
    """A name in any script, or of signs, is in the PDF's text."""
    text = words(draw_sheet(filled_sheet(Log([name, "Ben"]).table())))
    # pypdf takes the place of a vowel sign for a space, and half of a glyph's number for a sign.
    assert name in re.sub(r"[\s\0-\x1f]", "", text)


def test_the_narrow_space_of_french_has_its_place_in_the_fonts() -> None:
    """French writes it before a colon, so a sheet in French misses no letter."""
    assert not fonts.missing_letters(["Partie\u202f: Anna"])


@pytest.mark.parametrize(
    "name",
    each_nth(["Ann 🎉", "{nb}", "**Ann**", "(\\)", "a\u200db", "W" * 24, "陈" * 24, "i-" * 12, "-"], 3),
)
def test_no_name_breaks_the_pdf(name: str) -> None:
    """Signs without a letter, signs of the PDF's own and the longest names all print."""
    made = filled_sheet(Log([name, *NAMES[1:]]).table())
    text = words(draw_sheet(made))
    if name in ("{nb}", "**Ann**", "(\\)", "-"):
        assert name in text


def test_letters_without_a_font_are_shown_as_such() -> None:
    """A letter that no font has, such as one of Babylon, prints as ▯ with a line that says so."""
    assert fonts.missing_letters(["Ann 𒀀 ❤️"]) == "𒀀"
    text = words(draw_sheet(filled_sheet(Log(["Ann 𒀀", "Ben"]).table())))
    assert f"Ann {fonts.NO_LETTER}" in text
    assert "has no font for" in text


@pytest.mark.parametrize("length", [1, 20, 60])
def test_long_names_stay_whole(length: int) -> None:
    """Names and titles of any allowed length are on the sheet in full."""
    title = ("Pad " * 20)[:length].strip()
    log = Log(["Maximiliane-Charlotte vd", *NAMES[1:]], name=title)
    text = words(draw_sheet(filled_sheet(log.table())))
    assert title in text
    assert "Maximiliane-Charlottevd" in re.sub(r"\s", "", text)


def test_the_pdf_says_what_it_is() -> None:
    """Title, language and the date of the last change are in the document; its QR code is a link."""
    made = filled_sheet(evening(NAMES, 3).table(), address=ADDRESS)
    reader = read(draw_sheet(made))
    assert reader.metadata is not None
    assert reader.metadata.title == "Friday"
    assert reader.metadata.creation_date == made.made
    assert reader.trailer["/Root"]["/Lang"] == "en"
    [link] = reader.pages[0]["/Annots"]
    assert link.get_object()["/A"]["/URI"] == ADDRESS
    assert ADDRESS in reader.pages[0].extract_text()


def test_the_same_sheet_gives_the_same_bytes() -> None:
    """Drawn twice, also by way of another process's question, a sheet is the same file."""
    made = filled_sheet(evening(NAMES, 5, PAIRS).table(), address=ADDRESS)
    once = draw_sheet(made, "letter")
    assert draw_sheet(made, "letter") == once
    question = json.loads(json.dumps({"sheet": to_builtins(made), "paper": "letter"}))
    assert draw_job(question) == {"pdf": once}


def test_an_empty_sheet_with_a_tables_names() -> None:
    """A table's empty sheet has its names, partnerships and title, and as many deals as asked."""
    table = Log(NAMES[:4], [[0, 2], [1, 3]]).table()
    made = blank_sheet(table, 15)
    assert [column.name for column in made.columns if not column.together] == ["Ann", "Cid", "Ben", "Dee"]
    assert len(made.rows) == 15
    assert "Friday" in words(draw_sheet(made))


def test_write_sheet_writes_a_file(tmp_path) -> None:
    """The command line's sheet is the table's PDF in a file."""
    log = evening(NAMES[:2], 2)

    class Kept:
        def after(self, table_id: str, number: int) -> tuple[object, ...]:
            assert (table_id, number) == ("t1", 0)
            return tuple(log.events)

    write_sheet(Kept(), "t1", tmp_path / "sheet.pdf", "letter")
    assert (tmp_path / "sheet.pdf").read_bytes() == draw_sheet(filled_sheet(log.table()), "letter")
