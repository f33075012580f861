"""Reads a grid with the players across: which rows are deals, which columns are players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scorepad.core.errors import ScorepadError
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.schema import LONGEST_NAME, MOST_POINTS
from scorepad.core.points import Points, in_data, is_whole
from scorepad.core.sentence import Sentence, say
from scorepad.core.spelling import find_name, name_key
from scorepad.tables.point_files import lines
from scorepad.tables.point_files.blocks import Block, find_block
from scorepad.tables.point_files.cell_numbers import DECIMALS, is_date, read_counts, read_number, step_of
from scorepad.tables.point_files.grids import Grid
from scorepad.tables.point_files.labels import DIFFERENCE_WORDS, OTHER_WORDS, SUM_WORDS, is_word
from scorepad.tables.point_files.player_columns import Columns, sort_columns
from scorepad.tables.point_files.understood import Part, Told, Understood, fault_of

MOST_COLUMNS = 60
LEFT_OUT = say("You left it out.")
MAYBE_TOTAL = say("It’s the sum of other lines. It may be a total, or a deal.")
MAYBE_RUNNING = say(
    "It’s the same as one of the deals. They may be running totals: enter the points of each deal."
)
MAYBE_PLACES = say("It may be a deal, or have the averages or places of the players.")
MAYBE_START = say("It’s 0 for everybody. It may be the start, or a deal.")


@dataclass
class _Reading:
    """The deals and players found so far. `deals` are rows, in the order of play."""

    deals: list[int]
    columns: Columns
    left_out: list[Part] = field(default_factory=list)
    doubts: list[Part] = field(default_factory=list)


def read_across(grid: Grid, decimal: str, told: Told) -> Understood:
    """Read a grid with a column for each player; in a transposed grid that is a line of the file."""
    if len(grid.column_places) > MOST_COLUMNS:
        fault = fault_of(say("The file has too many columns. Keep those of the players."))
        return Understood((), (), (), (), grid.transposed, faults=(fault,))
    block = find_block(grid, decimal, told)
    reading = _read_told(block) if block.told_rows else _read_numbered(block) or _read_by_sums(block)
    return _understood(block, reading, told)


def _sorted(block: Block, deals: Sequence[int]) -> Columns:
    if block.told_columns:
        others = (column for column in block.number_columns if column not in block.told_columns)
        return Columns([*block.told_columns], dict.fromkeys(others, LEFT_OUT))
    points = [*block.number_columns]
    maybe_points = [column for column in block.labels.columns if column in block.labels.doubts]
    if len(points) < 2:
        # A table has two players, so what seems to count is one of them.
        points = sorted([*points, *maybe_points])
    columns = {column: [block.numbers[row][column] for row in deals] for column in points}
    called, differing, odd = (
        frozenset(column for column in points if is_word(block.headings[column], words))
        for words in (SUM_WORDS, DIFFERENCE_WORDS, OTHER_WORDS)
    )
    return sort_columns(columns, dict(enumerate(block.headings)), called, differing, odd)


def _read_told(block: Block) -> _Reading:
    """Take the rows that a person named as the deals."""
    reading = _Reading([*block.told_rows], _sorted(block, block.told_rows))
    reading.left_out = [block.row_part(row, LEFT_OUT) for row in block.rows if row not in block.told_rows]
    return reading


def _read_numbered(block: Block) -> _Reading | None:
    """Take the numbered rows as the deals, if every other row is a sum of them or the like; else None."""
    numbered = dict(zip(block.rows, block.labels.numbered, strict=True))
    if True not in numbered.values() or None in numbered.values():
        return None
    deals = [row for row in block.rows if numbered[row] and block.has_points(row)]
    reading = _Reading(deals, _sorted(block, deals[::-1] if block.labels.counts_down else deals))
    empty = (row for row in block.rows if numbered[row] and not block.has_points(row))
    reading.left_out = [block.row_part(row, lines.EMPTY) for row in empty]
    _explain_others(block, reading, [row for row in block.rows if not numbered[row]])
    reading.doubts += _doubtful_numbered(block, reading)
    if block.labels.counts_down:
        deals.reverse()
    return reading


def _doubtful_numbered(block: Block, reading: _Reading) -> Iterator[Part]:
    """The numbered rows that may be a total or a start."""
    players = reading.columns.players
    before, all_deals = lines.Sums(len(players)), _sums(block, players, reading.deals)
    for row in reading.deals:
        line = block.points(row, players)
        twice = lines.Sums(len(players), [line, line])
        is_half = all_deals.totals == twice.totals and lines.is_telling([*twice.totals], all_deals)
        if any(line) and (is_half or (before.deals > 1 and _is_sure_total(line, before))):
            yield block.row_part(row, MAYBE_TOTAL)
        before.add(line)
    first = reading.deals[0] if len(reading.deals) > 1 else None
    if (
        first is not None
        and not any(block.points(first, players))
        and block.row_labels[first].strip(".# ") == "0"
    ):
        yield block.row_part(first, MAYBE_START)


def _sums(block: Block, players: Sequence[int], rows: Sequence[int]) -> lines.Sums:
    return lines.Sums(len(players), (block.points(row, players) for row in rows))


def _is_sure_total(line: lines.Line, sums: lines.Sums) -> bool:
    return lines.is_total(line, sums) and lines.is_telling(line, sums)


def _explain_others(block: Block, reading: _Reading, others: Sequence[int]) -> None:
    """Explain each row that is not a deal, or note that nothing explains it."""
    players = reading.columns.players
    names = _headings(block, reading.columns)
    sums = _sums(block, players, reading.deals)
    points = [block.points(row, players) for row in reading.deals]
    for row, words in _explained(block, reading, others).items():
        if (
            words in (lines.HIGHEST, lines.LOWEST)
            and len(points) > 1
            and block.points(row, players) in points
        ):
            reading.doubts.append(block.row_part(row, MAYBE_RUNNING))
        elif words:
            reading.left_out.append(block.row_part(row, words))
        else:
            differences = lines.differences(block.points(row, players), sums, names)
            words = say(
                "It has no number, and it isn’t the sum of the deals: {differences}.", differences=differences
            )
            reading.doubts.append(block.row_part(row, words))


def _explained(block: Block, reading: _Reading, others: Sequence[int]) -> dict[int, Sentence | None]:
    """What each row other than the deals holds, such as a total; None if nothing explains it."""
    players, deals = reading.columns.players, set(reading.deals)
    sums = _sums(block, players, reading.deals)
    before, since = lines.Sums(len(players)), lines.Sums(len(players))
    explained: dict[int, Sentence | None] = {}
    for row in sorted([*deals, *others]):
        line = block.points(row, players)
        if row in deals:
            before.add(line)
            since.add(line)
        else:
            explained[row] = lines.explain(line, before, since, sums)
            since = lines.Sums(len(players))
    return explained


def _read_by_sums(block: Block) -> _Reading:
    """Take as the deals the rows whose sums are the other rows."""
    called = [
        row for row, numbered in zip(block.rows, block.labels.numbered, strict=True) if numbered is False
    ]
    rows = [row for row in block.rows if row not in called and block.has_points(row)]
    points = [block.points(row, block.number_columns) for row in rows]
    for split in lines.splits(points) if rows else ():
        reading = _split(
            block, [rows[place] for place in split.deals], [rows[place] for place in split.others]
        )
        if reading is not None:
            _explain_others(block, reading, called)
            return reading
    reading = _Reading(rows, _sorted(block, rows))
    _explain_others(block, reading, called)
    reading.doubts += _doubtful_rows(block, reading)
    return reading


def _split(block: Block, deals: list[int], others: Sequence[int]) -> _Reading | None:
    """The reading with these deals, if all other rows are sums of them or the like, at least one surely; else
    None."""
    reading = _Reading(deals, _sorted(block, deals))
    players = reading.columns.players
    explained = _explained(block, reading, others)
    sums = _sums(block, players, deals)
    is_sure = any(_is_sure_total(block.points(row, players), sums) for row in others)
    if len(players) < 2 or not is_sure or not all(explained.values()):
        return None
    reading.left_out = [block.row_part(row, words) for row, words in explained.items() if words]
    return reading


def _doubtful_rows(block: Block, reading: _Reading) -> Iterator[Part]:
    """The first or last deal, if it may be a total or a start of the others."""
    players, deals = reading.columns.players, reading.deals
    names = _headings(block, reading.columns)
    for place in sorted({0, len(deals) - 1}, reverse=True) if len(deals) > 1 else ():
        others = deals[:place] + deals[place + 1 :]
        line, sums = block.points(deals[place], players), _sums(block, players, others)
        if words := _doubt_of_line(line, sums, names, is_first=place == 0):
            yield block.row_part(deals[place], words)


def _doubt_of_line(
    line: lines.Line, others: lines.Sums, names: Sequence[str], *, is_first: bool
) -> Sentence | None:
    if not any(line):
        return MAYBE_START if is_first and any(others.scored) else None
    differing = lines.differing(line, others)
    if not differing:
        return MAYBE_TOTAL
    if len(differing) * 2 <= len(line) and lines.is_telling(line, others):
        differences = lines.differences(line, others, names)
        return say("It’s nearly the sum of the other lines: {differences}.", differences=differences)
    if others.deals > 1 and lines.explain(line, others, others, others) in (lines.AVERAGE, lines.PLACES):
        return MAYBE_PLACES
    return None


def _understood(block: Block, reading: _Reading, told: Told) -> Understood:
    players, labels = reading.columns.players, block.labels
    faults: list[ScorepadError] = []
    doubts = [*block.doubts, *reading.doubts]
    if not block.told_columns:
        doubts += [block.column_part(column, words) for column, words in labels.doubts.items()]
        doubts += [block.column_part(column, words) for column, words in reading.columns.doubts.items()]
    left_out = [*block.apart, *reading.left_out]
    others = {**labels.columns, **reading.columns.others}
    left_out += [
        block.column_part(column, others[column]) for column in sorted(others) if column not in players
    ]
    headings = _headings(block, reading.columns)
    names = _names(block, players, headings, told, faults)
    deals = tuple(_points(block, players, row, faults) for row in reading.deals)
    if not deals and not faults:
        faults.append(fault_of(say("The file has no deals. Add a line of points for each deal.")))
    if not 2 <= len(players) <= MOST_SEATS and deals:
        message = say(
            "A table has 2 to {most} players, and the file has {number}.",
            most=MOST_SEATS,
            number=len(players),
        )
        faults.append(fault_of(message))
    columns = tuple(block.grid.column_places[column] for column in players)
    rows = tuple(block.grid.row_places[row] for row in reading.deals)
    if block.grid.transposed:
        columns, rows = rows, columns
    return Understood(
        names,
        deals,
        columns,
        rows,
        block.grid.transposed,
        tuple(left_out),
        tuple(part.error for part in doubts),
        tuple(faults),
        has_names=any(name and not _is_number(name) for name in headings),
        # The names that a person gave are those above the players.
        by_heading=bool(headings) and [*map(str.casefold, headings)] == [*map(str.casefold, told.players)],
    )


def _headings(block: Block, columns: Columns) -> list[str]:
    """The heading of each player's column. If only the running total beside it has a name, that one."""
    headings = [block.headings[column] for column in columns.players]
    named = []
    for column, heading in zip(columns.players, headings, strict=True):
        total = block.headings[columns.totals.get(column, column)]
        is_name = heading and headings.count(heading) < 2 and not is_word(heading, DIFFERENCE_WORDS)
        named.append(heading if is_name or is_word(total, SUM_WORDS) else total)
    return named


def _names(
    block: Block,
    players: Sequence[int],
    names: list[str],
    told: Told,
    faults: list[ScorepadError],
) -> tuple[str, ...]:
    """The players’ names, from a person or else from the file. Faults are appended to `faults`."""
    if told.players:
        if len(told.players) != len(players):
            message = say(
                "{names} names were given, and the file has points of {number} players.",
                names=len(told.players),
                number=len(players),
            )
            faults.append(fault_of(message))
        return told.players
    if block.header is None:
        if len(players) > 1:
            message = say("No line or column has names. Name the {number} players.", number=len(players))
            faults.append(fault_of(message))
        return ("",) * len(players)
    counts = read_counts(names, block.decimal)
    is_count = None not in counts and step_of([count for count in counts if count is not None])
    for seat, (name, column) in enumerate(zip(names, players, strict=True)):
        if fault := _name_fault(name, names[:seat], is_count=bool(is_count) or _is_number(name)):
            faults.append(block.column_part(column, fault).error)
    return tuple(names)


def _is_number(name: str) -> bool:
    return is_date(name) or any(read_number(name, decimal) is not None for decimal in DECIMALS)


def _name_fault(name: str, earlier: Sequence[str], *, is_count: bool) -> Sentence | None:
    if not name_key(name):
        return say("The name is missing. Type a player’s name.")
    if is_count:
        return say("{name} doesn’t look like a name. Type a player’s name.", name=name[:60])
    if len(name) > LONGEST_NAME:
        return say("{name} is too long. Use at most {most} characters.", name=name[:60], most=LONGEST_NAME)
    if find_name(name, earlier):
        return say("Two players are called {name}. Add a letter to one.", name=name)
    return None


def _points(
    block: Block, players: Sequence[int], row: int, faults: list[ScorepadError]
) -> Mapping[int, Points]:
    """The points of a deal by seat. Faults are appended to `faults`."""
    points: dict[int, Points] = {}
    wrong = 0
    for seat, column in enumerate(players):
        cell, number = block.grid.cells[row][column], block.numbers[row][column]
        points_here = None if number is None else float(number)
        if points_here is not None and abs(points_here) <= MOST_POINTS and is_whole(2 * points_here):
            points[seat] = in_data(points_here)
        elif cell:
            wrong += 1
            fault = say(
                "{cell} isn’t a number up to {most}. Type one, such as 45, −5 or 3.5.",
                cell=repr(cell[:20]),
                most=MOST_POINTS,
            )
            faults.append(Part(block.grid.cell_name(row, column), fault).error)
    if len(points) < 2 and not wrong:
        fault = say("It has points of too few players. Enter those of two or more.")
        faults.append(block.row_part(row, fault).error)
    return points
