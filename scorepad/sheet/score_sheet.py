"""A score sheet of a table as a value, filled in or for pencil: what the print page and the PDF both show.

Every text of it is ready for people: a true minus sign, "·" where nothing is yet, and never a 0 for something
that is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from scorepad.core.sentence import say
from scorepad.sheet.fonts import NO_LETTER


@dataclass(frozen=True, slots=True)
class FixedWords:
    """What is printed on every sheet. `page_of` has braces where its numbers go."""

    score_sheet: str = say("Score sheet")
    game: str = say("Game")
    date: str = say("Date")
    total: str = say("Total")
    signed: str = say("Signed")
    dealer_mark: str = say("D")
    page_of: str = say("{page} of {pages}", page="{page}", pages="{pages}")
    no_letter: str = say(
        "{sign} is a letter that this file has no font for. The print page in the browser shows it.",
        sign=NO_LETTER,
    )


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column, or the one in which partners count together. `name` may be empty: to be written."""

    name: str
    seats: tuple[int, ...]
    together: bool = False


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
class Sheet:
    """A sheet. `group_sizes` is how many columns belong to each partnership, left to right; `made` the moment
    of the last change, None for an empty sheet; `address` leads back to the table, empty when there is none.
    """

    title: str
    game: str
    house_rules: str
    date: str
    made: datetime | None
    address: str
    columns: tuple[Column, ...]
    group_sizes: tuple[int, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    notes: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()
    words: FixedWords = FixedWords()

    @property
    def blank(self) -> bool:
        """Whether it is for pencil."""
        return self.made is None

    def written_texts(self) -> Iterator[str]:
        """Every text on it that people wrote."""
        yield from (self.title, self.game, self.house_rules, *self.notes)
        yield from (column.name for column in self.columns)
