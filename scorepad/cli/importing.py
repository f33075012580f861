"""`scorepad import` of a file of points: says what was understood, asks, then makes the table."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorepad.cli.command import Arguments, argument
from scorepad.core.errors import ScorepadError

if TYPE_CHECKING:
    from scorepad.tables.point_files.understood import Told, Understood

PLACES = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")
MOST_PLACES = 20_000
MOST_LISTED = 30  # of the lines and columns that were left out
OF_POINTS = (
    argument("--players", metavar="NAMES", help="the players of a file of points, such as Ann,Ben"),
    argument("--columns", metavar="COLUMNS", help="the columns that have points, such as 2,3 or 2-5"),
    argument("--lines", metavar="LINES", help="the lines that have points, such as 2-9"),
    argument("--look", action="store_true", help="only show how a file of points was understood"),
)


def told_by(arguments: Arguments) -> Told:
    """What the flags say of a file of points. Raises ScorepadError for flags that don't read."""
    from scorepad.core.log.schema import clean_text
    from scorepad.tables.point_files.understood import Told

    names = next(csv.reader([arguments.players or ""]), [])
    players = tuple(clean_text(name) for name in names)
    if arguments.players is not None and not all(players):
        raise ScorepadError(
            "--players: type the names with commas between them, such as Ann,Ben.", at="players"
        )
    return Told(players, _places("columns", arguments.columns), _places("lines", arguments.lines))


def _places(flag: str, text: str | None) -> frozenset[int]:
    places: set[int] = set()
    for part in text.split(",") if text is not None else ():
        match = PLACES.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not 1 <= first <= last or last - first > MOST_PLACES:
            raise ScorepadError(f"--{flag}: type numbers such as 2,3 or 2-9.", at=flag)
        places.update(range(first, last + 1))
    return frozenset(places)


def is_wanted(understood: Understood, *, only_look: bool) -> bool:
    """Say what was understood, and whether a table shall be made of it. Raises ScorepadError with the doubts
    and the flags that settle them."""
    print("\n".join(_lines(understood)), flush=True)
    if not understood.is_clear:
        raise ScorepadError("\n".join(_complaints(understood)), at="file", code="import")
    if only_look:
        return False
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    return input("Make this table? (y/n) ").strip().casefold() in ("y", "yes")


def _lines(understood: Understood) -> Iterator[str]:
    """What was understood, for people."""
    from scorepad.core.phrasing import show_number

    across, down = ("line", "column") if understood.turned else ("column", "line")
    of_players, of_deals = understood.columns, understood.lines
    if understood.turned:
        of_players, of_deals = of_deals, of_players
    names = [name or "?" for name in understood.players]
    yield f"Players: {', '.join(names) or 'none'}{_where(across, of_players)}"
    yield f"Deals: {len(understood.deals)}{_where(down, of_deals)}"
    if understood.deals:
        yield from (part.sentence for part in understood.left_out[:MOST_LISTED])
        if len(understood.left_out) > MOST_LISTED:
            yield f"… and {len(understood.left_out) - MOST_LISTED} more lines and columns"
    totals = zip(names, map(show_number, understood.totals), strict=True)
    yield f"Totals: {', '.join(f'{name} {total}' for name, total in totals) or 'none'}"


def _where(noun: str, places: Sequence[int]) -> str:
    if not places:
        return ""
    return f" ({noun} {places[0]})" if len(places) == 1 else f" ({noun}s {_list_places(places)})"


def _list_places(places: Sequence[int]) -> str:
    """Places in a row as `2-5`, others one by one."""
    runs: list[list[int]] = []
    for place in sorted(places):
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _complaints(understood: Understood) -> Iterator[str]:
    yield from dict.fromkeys(error.message for error in (*understood.faults, *understood.doubts))
    if not understood.deals:
        return
    names = [name or "NAME" for name in understood.players]
    yield (
        "Correct the file, or say what it has: "
        f"--players {','.join(names)} --columns {_list_places(understood.columns)} "
        f"--lines {_list_places(understood.lines)}"
    )
