"""A score sheet of a table as a value, filled in or for pencil, and its layout on paper: orientation, sizes,
and the deals of each page. The print page and the PDF both show it. Lengths are millimetres.

Every text is ready for people: a true minus sign, "·" where nothing is yet, and never a 0 for something
missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from math import ceil

from scorepad.core.scoring import DEALS
from scorepad.core.sentence import say
from scorepad.sheet.fonts import NO_LETTER

PAGE_MARGIN = 12.0
LABEL_WIDTH = 11.0  # width of the column of deal numbers
NAMES_HEIGHT = 12.0  # height of the names above the columns
TITLE_HEIGHT = 22.0  # height of the title with its QR code, on the first page
LATER_TITLE_HEIGHT = 9.0  # height of the title on the pages after it
GROUPS_HEIGHT = 5.5  # height of the names above groups of columns
BONUS_HEIGHT = 6.0  # height of a row of bonuses above the totals
TOTALS_HEIGHT = 9.0
SIGNED_HEIGHT = 13.0
FOOT_HEIGHT = 7.0  # the line at the bottom of every page
LEGEND_HEIGHT = 6.0
NOTE_LINE = 3.6
WIDE_LETTER = 1.7  # of a note

LOWEST_ROW = 6.4
EASY_ROW = 8.0  # on several pages rows need not be squeezed
HIGHEST_ROW = 12.0
HIGHEST_PENCIL_ROW = 12.5
WIDEST_COLUMN = 44.0
EASY_COLUMN = 17.0
LOWEST_COLUMN = 12.0  # a narrower one is not read where the other way round is wider


@dataclass(frozen=True, slots=True)
class FixedWords:
    """The words printed on every sheet. `page_of` has braces for its numbers, `rows` for its title; `rows` is
    for screen readers."""

    score_sheet: str = say("Score sheet")
    game: str = say("Game")
    date: str = say("Date")
    total: str = say("Total")
    signed: str = say("Signed")
    dealer_mark: str = say("D")
    deal: str = DEALS.heading
    rows: str = DEALS.rows("{title}")
    page_of: str = say("{page} of {pages}", page="{page}", pages="{pages}")
    no_letter: str = say(
        "This file has no font for {sign}. Use the print page in the browser instead.",
        sign=NO_LETTER,
    )


USUAL_WORDS = FixedWords()


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """The column of a player, or of partners who count together. `name` may be empty, to be written by hand.
    `game` is the index of its game, if several are kept at once."""

    name: str
    seats: tuple[int, ...]
    together: bool = False
    game: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """One column's part of one deal. Texts are empty where the sheet leaves room for pencil.

    `score` and `running` are the points of the deal and after it, `product` how the score was made
    (`58 × 3`, `12 left`), `place` the order of going out (`1.`), or `out` where one alone goes out.
    """

    score: str = ""
    running: str = ""
    product: str = ""
    place: str = ""
    dealer: bool = False
    corrected: bool = False
    disputed: bool = False
    to_follow: bool = False

    @property
    def remarks(self) -> str:
        """The marks that hang beyond the score: `*` corrected, `?` disputed, `…` melds to follow."""
        return "*" * self.corrected + "?" * self.disputed + "…" * self.to_follow


@dataclass(frozen=True, slots=True)
class Row:
    """One deal, a cell for each column."""

    deal: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class BonusRow:
    """A row of points beside the deals, a text for each column."""

    name: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet.

    `group_sizes` are the numbers of columns of each partnership, left to right, or of each of the games named
    in `group_names`. `made` is the moment of the last change, None for an empty sheet. `address` leads back
    to the table, empty if there is none. `bonuses` are rows above the totals.
    """

    title: str
    game: str
    house_rules: str
    date: str
    made: datetime | None
    address: str
    columns: tuple[SheetColumn, ...]
    group_sizes: tuple[int, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    notes: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()
    words: FixedWords = USUAL_WORDS
    group_names: tuple[str, ...] = ()
    bonuses: tuple[BonusRow, ...] = ()
    language: str = "en"

    @property
    def head_height(self) -> float:
        """The height of everything above the columns."""
        return NAMES_HEIGHT + (GROUPS_HEIGHT if self.group_names else 0)

    @property
    def end_height(self) -> float:
        """The height of everything below the deals."""
        return BONUS_HEIGHT * len(self.bonuses) + TOTALS_HEIGHT + SIGNED_HEIGHT

    @property
    def group_starts(self) -> frozenset[int]:
        """The indexes of columns that begin a group after another."""
        grouped = max(self.group_sizes) > 1 or self.group_names
        return frozenset(accumulate(self.group_sizes)) if grouped else frozenset()

    @property
    def blank(self) -> bool:
        """Whether it is an empty sheet for pencil."""
        return self.made is None

    def written_texts(self) -> Iterator[str]:
        """Every text on the sheet that people wrote."""
        yield from (self.title, self.game, self.house_rules, *self.notes)
        yield from (column.name for column in self.columns)


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright; `id` is its name in requests."""

    id: str
    name: str
    width: float
    height: float


PAPERS = {
    paper.id: paper for paper in (Paper("a4", "A4", 210.0, 297.0), Paper("letter", "Letter", 215.9, 279.4))
}


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a sheet. `pages` has for each page the indexes in `sheet.rows` of its first row and of
    the row after its last."""

    paper: Paper
    landscape: bool
    row_height: float
    column_width: float
    pages: tuple[tuple[int, int], ...]

    @property
    def width(self) -> float:
        return self.paper.height if self.landscape else self.paper.width

    @property
    def height(self) -> float:
        return self.paper.width if self.landscape else self.paper.height

    @property
    def ease(self) -> float:
        """The readability, 1 at best."""
        return min(1.0, self.row_height / EASY_ROW, self.column_width / EASY_COLUMN)


def lay_out(sheet: Sheet, paper: Paper) -> Layout:
    """The layout with legible columns on the fewest pages, then the more readable orientation; upright if
    both are equal."""
    ways = [_lay_out_way(sheet, paper, landscape) for landscape in (False, True)]
    return min(
        ways, key=lambda way: (way.column_width < LOWEST_COLUMN, len(way.pages), -way.ease, way.landscape)
    )


def _lay_out_way(sheet: Sheet, paper: Paper, landscape: bool) -> Layout:
    """The layout in one orientation. Notes stay below the signatures if that costs no page; else they get
    pages of their own."""
    width, height = (paper.height, paper.width) if landscape else (paper.width, paper.height)
    rows_room = height - 2 * PAGE_MARGIN - TITLE_HEIGHT - sheet.head_height - FOOT_HEIGHT
    last_room = rows_room - sheet.end_height - LEGEND_HEIGHT
    without_notes = _fit_rows(sheet, rows_room, last_room)
    with_notes = _fit_rows(sheet, rows_room, last_room - NOTE_LINE * _note_lines(sheet, width))
    row_height, row_counts = (
        with_notes if len(with_notes[1]) == len(without_notes[1]) and with_notes[1][-1] else without_notes
    )
    page_ends = list(accumulate(row_counts))
    return Layout(
        paper,
        landscape,
        row_height=row_height,
        column_width=min(WIDEST_COLUMN, (width - 2 * PAGE_MARGIN - LABEL_WIDTH) / len(sheet.columns)),
        pages=tuple(zip([0, *page_ends[:-1]], page_ends, strict=True)),
    )


def _fit_rows(sheet: Sheet, room: float, last_room: float) -> tuple[float, list[int]]:
    """The height of a row, and the number of rows on each page; `room` is the height for rows, `last_room`
    that on the last page."""
    row_count, highest_row = len(sheet.rows), HIGHEST_PENCIL_ROW if sheet.blank else HIGHEST_ROW
    if last_room / row_count >= LOWEST_ROW:
        return min(highest_row, last_room / row_count), [row_count]
    row_counts = _rows_per_page(row_count, int(room / EASY_ROW), max(0, int(last_room / EASY_ROW)))
    row_heights = [room / count for count in row_counts[:-1]]
    return min(
        highest_row, *row_heights, *([last_room / row_counts[-1]] if row_counts[-1] else [])
    ), row_counts


def _rows_per_page(row_count: int, full_page: int, last_page: int) -> list[int]:
    """The rows of each page, about equal: at most `full_page`, and on the last page `last_page`."""
    page_count = 1 + ceil((row_count - last_page) / full_page)
    last_rows = min(last_page, row_count // page_count)
    each, more = divmod(row_count - last_rows, page_count - 1)
    return [*[each + 1] * more, *[each] * (page_count - 1 - more), last_rows]


def _note_lines(sheet: Sheet, width: float) -> int:
    """The lines that the notes take, by a safe estimate, and one to spare."""
    letters_per_line = int((width - 2 * PAGE_MARGIN) / WIDE_LETTER)
    line_count = sum(ceil(len(note) / letters_per_line) for note in sheet.notes)
    return line_count + 1
