"""The melds that lie before each player, as pages draw them: hers first, each with its value and its leap."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad import table_plays
from scorepad.core.check import check_meld
from scorepad.core.lying import OnTable
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict
from scorepad.web.board import Board


@dataclass(frozen=True, slots=True)
class Before:
    """What lies before one player: her melds, and what they are worth with their bonuses."""

    player: int
    name: str
    melds: tuple[MeldVerdict, ...]
    points: int
    out: bool


def lying(board: Board, first: int | None) -> tuple[Before, ...]:
    """The melds of every player who has some on the table, those of seat `first` before the others."""
    if not board.lays:
        return ()
    there = table_plays.on_table(board.rules, board.table)
    return before_players(board.rules, there, first)


def before_players(rules: Rules, there: OnTable, first: int | None) -> tuple[Before, ...]:
    seats = sorted(range(len(there.melds)), key=lambda seat: (seat != first, seat))
    return tuple(
        Before(
            seat,
            there.name(seat),
            tuple(check_meld(rules, meld) for meld in there.melds[seat]),
            there.points(rules, seat),
            there.out(seat),
        )
        for seat in seats
        if there.melds[seat]
    )


def tells_leaps(rules: Rules) -> bool:
    """Whether melds of several leaps may lie there, so that each says its own."""
    return bool(rules.tokens) or len(rules.leaps) > 1
