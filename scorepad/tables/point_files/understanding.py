"""What a file of names and points says, before a table is made of it.

A file is read in every possible way: players across or down, and either sign before fractions. If exactly one
way is clear, that is taken. If several are, a person must choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorepad.core.phrasing import join_words
from scorepad.core.sentence import Sentence, as_data, say
from scorepad.tables.point_files.across import read_across
from scorepad.tables.point_files.cell_numbers import DECIMALS, read_number
from scorepad.tables.point_files.grids import Grid, read_grid
from scorepad.tables.point_files.understood import (
    NOTHING,
    Told,
    Understood,
    fault_of,
    list_names,
    list_places,
    read_told,
)

FAULT = 3
"""How many doubts a fault weighs where no way to read a file is clear."""


def understand(text: str, told: Told = NOTHING) -> Understood:
    """Interpret the text of a file. Raises ScorepadError for text that isn't CSV."""
    return understand_grid(read_grid(text), told)


def understand_job(question: Mapping[str, Any]) -> dict[str, Any]:
    """`understand` as a job: a `text`, and in `told` the arguments of `read_told`."""
    understood = understand(question["text"], read_told(*question["told"]))
    return {
        "players": [*understood.players],
        "names": list_names(understood.players),
        "totals": [*understood.totals],
        "deals": len(understood.deals),
        "columns": list_places(understood.columns),
        "lines": list_places(understood.lines),
        "left_out": [as_data(part.sentence) for part in understood.left_out],
        "questions": [error.as_data() for error in (*understood.faults, *understood.doubts)],
    }


def understand_grid(grid: Grid, told: Told = NOTHING) -> Understood:
    """Interpret the cells of a file."""
    decimals = DECIMALS if _has_two_readings(grid) else DECIMALS[:1]
    ways = [read_across(way, decimal, told) for way in (grid, grid.transpose()) for decimal in decimals]
    # Names that a person gave and the file has say where the players are.
    ways = [way for way in ways if way.by_heading] or ways
    clear = _distinct([way for way in ways if way.is_clear])
    # Names in the file say where the players are; without any a line is a deal.
    clear = [way for way in clear if way.has_names] or [way for way in clear if not way.transposed] or clear
    if len(clear) == 1:
        return clear[0]
    if clear:
        return replace(clear[0], doubts=(fault_of(_difference(grid, clear)),))
    # The way with the least to mend or answer; the first one, players across, where all are alike.
    return min(
        ways, key=lambda way: (not way.deals, not way.has_names, len(way.faults) * FAULT + len(way.doubts))
    )


def _distinct(ways: Sequence[Understood]) -> list[Understood]:
    distinct: dict[object, Understood] = {}
    for way in ways:
        deals = tuple(tuple(sorted(deal.items())) for deal in way.deals)
        distinct.setdefault((way.players, deals), way)
    return [*distinct.values()]


def _difference(grid: Grid, ways: Sequence[Understood]) -> Sentence:
    """A sentence on how two ways to read a file differ."""
    first, second = ways[:2]
    if first.transposed != second.transposed:
        return say(
            "The players may be in the columns or in the lines: {first}, or {second}.",
            first=_list_names(first),
            second=_list_names(second),
        )
    cell = next(cell for row in grid.cells for cell in row if _is_twofold(cell))
    one, other = (read_number(cell, decimal) for decimal in DECIMALS)
    return say("{cell} may be {first} or {second}.", cell=cell, first=one, second=other)


def _has_two_readings(grid: Grid) -> bool:
    return any(_is_twofold(cell) for row in grid.cells for cell in row)


def _is_twofold(cell: str) -> bool:
    """Whether the sign before fractions changes the number in a cell."""
    return len({read_number(cell, decimal) for decimal in DECIMALS}) > 1


def _list_names(way: Understood) -> str:
    return join_words(way.players, "and")
