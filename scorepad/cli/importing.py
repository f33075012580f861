"""`scorepad import` of a file of points: says what was understood, asks, then makes the table."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorepad.cli.command import Arguments, argument
from scorepad.core.errors import ScorepadError

if TYPE_CHECKING:
    from scorepad.tables.point_files.understood import Told, Understood

MOST_LISTED = 30  # of the lines and columns that were left out
OF_POINTS = (
    argument("--players", metavar="NAMES", help="the players of a file of points, such as Ann,Ben"),
    argument("--columns", metavar="COLUMNS", help="the columns that have points, such as 2,3 or 2-5"),
    argument("--lines", metavar="LINES", help="the lines that have points, such as 2-9"),
    argument("--look", action="store_true", help="only show how a file of points was understood"),
)


def told_by(arguments: Arguments) -> Told:
    """The hints about a file of points in the flags. Raises ScorepadError for flags that don’t read."""
    from scorepad.tables.point_files.understood import read_told

    return read_told(arguments.players or "", arguments.columns or "", arguments.lines or "")


def is_wanted(understood: Understood, *, only_look: bool) -> bool:
    """Print what was understood, and ask whether to make a table of it. Raises ScorepadError with the doubts
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
    """The understood file as lines for people."""
    from scorepad.core.phrasing import show_number

    across, down = ("line", "column") if understood.transposed else ("column", "line")
    of_players, of_deals = understood.columns, understood.lines
    if understood.transposed:
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
    from scorepad.tables.point_files.understood import list_places

    if not places:
        return ""
    return f" ({noun} {places[0]})" if len(places) == 1 else f" ({noun}s {list_places(places)})"


def _complaints(understood: Understood) -> Iterator[str]:
    import shlex  # loaded here, as hardly any file is in doubt

    from scorepad.tables.point_files.understood import list_names, list_places

    yield from dict.fromkeys(error.message for error in (*understood.faults, *understood.doubts))
    if not understood.deals:
        return
    names = list_names([name or "NAME" for name in understood.players])
    yield (
        "Correct the file, or say what it has. As it was understood that is "
        f"--players {shlex.quote(names)} --columns {list_places(understood.columns)} "
        f"--lines {list_places(understood.lines)}"
    )
