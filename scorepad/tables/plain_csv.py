"""Service: a CSV of anybody's as a table of points: the first line names the players, each other line is a
deal.

A first column without a name, or called Deal or the like, numbers the deals. A last line that is called Total
must add up. An empty cell says that the player did not play the deal.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.schema import LONGEST_NAME, MOST_POINTS, clean_text
from scorepad.core.phrasing import show_number
from scorepad.core.sentence import say
from scorepad.core.spelling import find_name, name_key
from scorepad.tables.exports import FORMULA_GUARD
from scorepad.tables.told_tables import ToldTable

DELIMITERS = (",", ";", "\t")
UNREAD = "\ufffd"  # what stands for bytes that are no UTF-8
MOST_FAULTS = 20
_DEAL_COLUMNS = {"", "#", "deal", "round", "hand", "no", "no.", "nr", "nr.", "runde", "spiel", "partie"}
_TOTAL_LINES = {"total", "totals", "sum", "summe", "gesamt", "endstand"}
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the file that is not empty, by its number in it."""

    number: int
    cells: Sequence[str]


@dataclass
class _Reading:
    """What was read of a file so far. `first` is the place of the first column that is a player's."""

    names: list[str]
    first: int
    deals: list[dict[int, int]] = field(default_factory=list)
    faults: list[ScorepadError] = field(default_factory=list)

    def refuse(self, message: str, line: int) -> None:
        self.faults.append(ScorepadError(message, at=f"line:{line}", code="import"))

    def refuse_cell(self, fault: str, line: int, column: int) -> None:
        self.refuse(
            say("Line {line}, column {column}: {fault}", line=line, column=column + 1, fault=fault), line
        )

    def raise_faults(self) -> None:
        if self.faults:
            raise join_errors(self.faults[:MOST_FAULTS])


def read_plain_csv(text: str) -> ToldTable:
    """The table of a file. Raises ScorepadError with every fault, by line and column."""
    if UNREAD in text:
        message = say(
            "Some letters came as {sign}. Save the file as “CSV UTF-8”, or correct them.", sign=UNREAD
        )
        raise ScorepadError(message, at="file", code="import")
    lines = _split_lines(text)
    reading = _read_names(lines[0] if lines else _Line(1, ()))
    reading.raise_faults()
    for place, line in enumerate(lines[1:], 2):
        # Without a column that numbers deals the first cell is a player's points, and no Total.
        if place == len(lines) and line.cells[0].casefold() in _TOTAL_LINES and reading.first:
            _check_totals(reading, line)
        else:
            _read_deal(reading, line)
    if not reading.deals and not reading.faults:
        reading.refuse(say("The file has no deals. Add a line of points for each deal."), 2)
    reading.raise_faults()
    return ToldTable(reading.names, reading.deals)


def _split_lines(text: str) -> list[_Line]:
    """Its lines at the delimiter with which most of them have as many cells as the first one."""

    def fit(lines: list[_Line]) -> tuple[int, int]:
        columns = len(lines[0].cells) if lines else 0
        alike = sum(len(line.cells) == columns for line in lines) if columns > 1 else 0
        return alike, columns

    faults: list[csv.Error] = []
    ways: list[list[_Line]] = []
    for delimiter in DELIMITERS:
        try:
            ways.append(list(_lines_at(delimiter, text)))
        except csv.Error as error:
            faults.append(error)
    if not ways:
        message = say("The file isn’t CSV: {fault}. Save it again as CSV.", fault=faults[0])
        raise ScorepadError(message, at="file", code="import")
    return [_Line(line.number, _without_empty_end(line.cells)) for line in max(ways, key=fit)]


def _without_empty_end(cells: Sequence[str]) -> Sequence[str]:
    """Spreadsheets save columns beside the table too, in which somebody once wrote."""
    filled = [place for place, cell in enumerate(cells, 1) if cell]
    return cells[: filled[-1]]


def _lines_at(delimiter: str, text: str) -> Iterator[_Line]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    for row in reader:
        cells = [clean_text(cell.strip().removeprefix(FORMULA_GUARD)) for cell in row]
        if any(cells):
            yield _Line(number, cells)
        # A quoted cell may hold line ends, so only the reader knows which line comes next.
        number = reader.line_num + 1


def _read_names(line: _Line) -> _Reading:
    cells = line.cells
    first = int(len(cells) > 1 and cells[0].casefold() in _DEAL_COLUMNS)
    reading = _Reading(list(cells[first:]), first)
    if not 2 <= len(reading.names) <= MOST_SEATS:
        message = say(
            "Name 2 to {most} players in line {line}, one in each column.", most=MOST_SEATS, line=line.number
        )
        reading.refuse(message, line.number)
    for seat, name in enumerate(reading.names):
        fault = ""
        if not name_key(name):
            fault = say("The name is missing. Type a player’s name.")
        elif len(name) > LONGEST_NAME:
            fault = say(
                "{name} is too long. Use at most {most} characters.", name=name[:60], most=LONGEST_NAME
            )
        elif find_name(name, reading.names[:seat]):
            fault = say("Two players are called {name}. Add a letter to one.", name=name)
        if fault:
            reading.refuse_cell(fault, line.number, first + seat)
    return reading


def _read_points(reading: _Reading, line: _Line) -> dict[int, int]:
    """The points of a line by seat."""
    points: dict[int, int] = {}
    most = reading.first + len(reading.names)
    if len(line.cells) > most:
        message = say(
            "Line {line} has {number} columns, and the first line has {most}. Remove the others.",
            line=line.number,
            number=len(line.cells),
            most=most,
        )
        reading.refuse(message, line.number)
    for seat, cell in enumerate(line.cells[reading.first : most]):
        number = _whole_number(cell)
        if number is not None:
            points[seat] = number
        elif cell:
            fault = say(
                "{cell} isn’t a whole number up to {most}. Type one, such as 45 or −5.",
                cell=repr(cell[:20]),
                most=MOST_POINTS,
            )
            reading.refuse_cell(fault, line.number, reading.first + seat)
    return points


def _read_deal(reading: _Reading, line: _Line) -> None:
    before = len(reading.faults)
    points = _read_points(reading, line)
    if len(points) < 2 and len(reading.faults) == before:
        message = say(
            "Line {line} has points of too few players. Enter those of two or more.", line=line.number
        )
        reading.refuse(message, line.number)
    reading.deals.append(points)


def _check_totals(reading: _Reading, line: _Line) -> None:
    for seat, total in _read_points(reading, line).items():
        added = sum(points.get(seat, 0) for points in reading.deals)
        # Faults above would make every sum wrong.
        if added != total and not reading.faults:
            fault = say(
                "The total is {total}, but the points above add up to {added}. Correct one of them.",
                total=show_number(total),
                added=show_number(added),
            )
            reading.refuse_cell(fault, line.number, reading.first + seat)


def _whole_number(cell: str) -> int | None:
    plain = cell.replace("−", "-").replace(" ", "")
    number = int(plain) if _WHOLE.fullmatch(plain) else None
    return number if number is not None and abs(number) <= MOST_POINTS else None
