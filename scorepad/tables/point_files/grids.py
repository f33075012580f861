"""Text or bytes of a file as a grid of cells, each with its line and column in the file."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepad.core.errors import ScorepadError
from scorepad.core.log.schema import clean_text
from scorepad.core.sentence import Sentence, say

FORMULA_GUARD = "'"  # before text that a spreadsheet would run as a formula
DELIMITERS = ("\t", ";", ",")
"""What separates columns, the surest first: a comma may also stand in a number."""
UNREAD = "\ufffd"  # what stands for bytes that are no UTF-8
_NAMED_DELIMITER = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
_BYTE_ORDERS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode_file(content: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16. `UNREAD` replaces each byte that can't be read."""
    if content.startswith(_BYTE_ORDERS):
        return content.decode("utf-16", "replace")
    # Without a byte order mark every other byte of plain letters is 0.
    if b"\0" in content[:2]:
        return content.decode("utf-16-be" if content[0] == 0 else "utf-16-le", "replace")
    return content.decode("utf-8-sig", "replace")


@dataclass(frozen=True)
class Grid:
    """Cells in rows of one width, without empty rows and columns.

    `row_places` and `column_places` are the numbers of lines and columns in the file. In a `transposed` grid
    each row is a column of the file.
    """

    cells: Sequence[Sequence[str]]
    row_places: Sequence[int]
    column_places: Sequence[int]
    transposed: bool = False

    def transpose(self) -> Grid:
        """Return the grid with rows and columns exchanged."""
        return Grid(
            [*zip(*self.cells, strict=True)], self.column_places, self.row_places, not self.transposed
        )

    def column(self, place: int) -> list[str]:
        return [row[place] for row in self.cells]

    def row_name(self, row: int, label: str = "") -> Sentence:
        """The name of a row for people: its line in the file, or its column for a transposed grid."""
        return (_column_name if self.transposed else _line_name)(self.row_places[row], label)

    def column_name(self, column: int, label: str = "") -> Sentence:
        return (_line_name if self.transposed else _column_name)(self.column_places[column], label)

    def cell_name(self, row: int, column: int) -> Sentence:
        line, place = self.row_places[row], self.column_places[column]
        if self.transposed:
            line, place = place, line
        return say("Line {line}, column {column}", line=line, column=place)


def _line_name(line: int, label: str) -> Sentence:
    return say("Line {line}, {label}", line=line, label=label) if label else say("Line {line}", line=line)


def _column_name(column: int, label: str) -> Sentence:
    if label:
        return say("Column {column}, {label}", column=column, label=label)
    return say("Column {column}", column=column)


def read_grid(text: str) -> Grid:
    """The grid of a CSV with any usual delimiter. Raises ScorepadError for text that isn't CSV."""
    if UNREAD in text:
        message = say(
            "Some letters came as {sign}. Save the file as “CSV UTF-8”, or correct them.", sign=UNREAD
        )
        raise ScorepadError(message, at="file", code="import")
    lines = _split_lines(text.removeprefix("\ufeff"))
    width = max((len(cells) for _, cells in lines), default=0)
    rows = [[*cells, *[""] * (width - len(cells))] for _, cells in lines]
    filled = [column for column in range(width) if any(row[column] for row in rows)]
    return Grid(
        [[row[column] for column in filled] for row in rows],
        [number for number, _ in lines],
        [column + 1 for column in filled],
    )


def _split_lines(text: str) -> list[tuple[int, list[str]]]:
    """The lines that aren't empty, with their numbers, split by the delimiter that gives most lines the same
    number of cells."""
    first_line, _, rest = text.partition("\n")
    if named := _NAMED_DELIMITER.fullmatch(first_line.rstrip("\r")):
        return [(number + 1, cells) for number, cells in _read_lines(rest, named[1])]
    ways: list[list[tuple[int, list[str]]]] = []
    faults: list[csv.Error] = []
    for delimiter in DELIMITERS:
        try:
            ways.append([*_read_lines(text, delimiter)])
        except csv.Error as error:
            faults.append(error)
    if not ways:
        message = say("The file isn’t CSV: {fault}. Save it again as CSV.", fault=faults[0])
        raise ScorepadError(message, at="file", code="import")
    return max(ways, key=_lines_alike)


def _lines_alike(lines: Sequence[tuple[int, list[str]]]) -> int:
    """The number of lines that have the most frequent number of cells, if that is more than one."""
    widths = Counter(len(cells) for _, cells in lines if len(cells) > 1)
    return max(widths.values(), default=0)


def _read_lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    for row in reader:
        cells = [clean_text(cell.strip().removeprefix(FORMULA_GUARD)) for cell in row]
        if any(cells):
            yield number, cells
        # A quoted cell may hold line ends, so only the reader knows which line comes next.
        number = reader.line_num + 1
