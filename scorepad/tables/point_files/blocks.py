"""The block of numbers in a grid: the row of names above it, its rows, and rows that are not part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorepad.core.log.schema import LONGEST_NAME
from scorepad.core.sentence import Sentence, say
from scorepad.tables.point_files.cell_numbers import Number, read_number
from scorepad.tables.point_files.grids import Grid
from scorepad.tables.point_files.labels import WORDS, LabelledRows, Labels, read_labels
from scorepad.tables.point_files.understood import Part, Told

ABOVE = say("It stands above the points.")
MAYBE_NAMES = say("It may have the names, too. Keep one line of names.")
NAMES_AGAIN = say("It has the names again. Is it another table?")


@dataclass(frozen=True)
class Block:
    """The rows of numbers of a grid, with their meaning as far as known.

    `header`: the row of names, None if there is none. `rows`: the rows with numbers below it. `told_rows` and
    `told_columns`: those with points, if a person said so.
    """

    grid: Grid
    decimal: str
    numbers: Sequence[Sequence[Number | None]]
    header: int | None
    rows: Sequence[int]
    told_rows: Sequence[int]
    told_columns: Sequence[int]
    apart: Sequence[Part]
    doubts: Sequence[Part]

    @cached_property
    def headings(self) -> list[str]:
        if self.header is None:
            return [""] * len(self.grid.column_places)
        return list(self.grid.cells[self.header])

    @cached_property
    def labels(self) -> Labels:
        rows = LabelledRows(
            [self.grid.cells[row] for row in self.rows],
            [self.numbers[row] for row in self.rows],
            self.headings,
            self.decimal,
        )
        return read_labels(rows, self.told_columns)

    @cached_property
    def row_labels(self) -> dict[int, str]:
        return dict(zip(self.rows, self.labels.names, strict=True))

    def row_part(self, row: int, words: Sentence) -> Part:
        return Part(self.grid.row_name(row, self.row_labels[row][:LONGEST_NAME]), words)

    def column_part(self, column: int, words: Sentence) -> Part:
        return Part(self.grid.column_name(column, self.headings[column][:LONGEST_NAME]), words)

    def points(self, row: int, columns: Sequence[int]) -> list[Number | None]:
        return [self.numbers[row][column] for column in columns]

    def has_points(self, row: int) -> bool:
        """Whether any column of points is filled in that row."""
        return any(self.grid.cells[row][column] for column in self.number_columns)

    @cached_property
    def number_columns(self) -> list[int]:
        """The columns of points: those that are filled and aren’t labels."""
        return [
            column
            for column in range(len(self.headings))
            if column not in self.labels.columns and any(self.grid.cells[row][column] for row in self.rows)
        ]


def find_block(grid: Grid, decimal: str, told: Told) -> Block:
    """Find the block of numbers in a grid; `decimal` is the sign before fractions."""
    columns, lines = (told.lines, told.columns) if grid.transposed else (told.columns, told.lines)
    told_rows = [row for row, place in enumerate(grid.row_places) if place in lines]
    told_columns = [column for column, place in enumerate(grid.column_places) if place in columns]
    numbers = [[read_number(cell, decimal) for cell in row] for row in grid.cells]
    counted = [sum(number is not None for number in row) for row in numbers]
    worded = [sum(map(bool, row)) - count for row, count in zip(grid.cells, counted, strict=True)]
    count = len(numbers)
    first = min(told_rows, default=next((row for row in range(count) if counted[row] > 1), count))
    header = next((row for row in reversed(range(first)) if worded[row] > 1), None)
    rows: list[int] = []
    apart: list[Part] = []
    doubts: list[Part] = []
    for row in range(count):
        if row == header:
            continue
        if row < (header or 0) or (row < first and not counted[row]):
            is_like_names = header is not None and worded[row] > 1 and worded[row] >= worded[header] - 1
            (doubts if is_like_names else apart).append(
                Part(grid.row_name(row), MAYBE_NAMES if is_like_names else ABOVE)
            )
        elif header is not None and _are_alike(grid.cells[row], grid.cells[header]):
            doubts.append(Part(grid.row_name(row), NAMES_AGAIN))
        elif counted[row] or worded[row] > 1 or row in told_rows:
            rows.append(row)
        else:
            apart.append(Part(grid.row_name(row), WORDS))
    if header is not None and not told_columns:
        told_columns = _named_columns(grid.cells[header], told)
    return Block(grid, decimal, numbers, header, rows, told_rows, told_columns, apart, doubts)


def _are_alike(cells: Sequence[str], others: Sequence[str]) -> bool:
    return sum(bool(cell) and cell == other for cell, other in zip(cells, others, strict=True)) > 1


def _named_columns(headings: Sequence[str], told: Told) -> list[int]:
    """The columns of the players that a person named, in that order, if each name is one heading; else
    empty."""
    folded = [heading.casefold() for heading in headings]
    wanted = [name.casefold() for name in told.players]
    is_known = all(folded.count(name) == 1 for name in wanted)
    return [folded.index(name) for name in wanted] if is_known else []
