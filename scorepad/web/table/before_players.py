"""The melds that lie before each player, as pages draw them, each with its value and its leap."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.check import check
from scorepad.core.log.table import Table
from scorepad.core.rules import Rules
from scorepad.core.tableau import OnTable
from scorepad.core.verdicts import Bonus, MeldVerdict
from scorepad.tables import table_plays


@dataclass(frozen=True, slots=True)
class MeldsBefore:
    """What lies before one player: the melds, what they earn together so far, and what all is worth."""

    player: int
    name: str
    melds: tuple[MeldVerdict, ...]
    bonuses: tuple[Bonus, ...]
    points: int
    out: bool


def lying_melds(rules: Rules, table: Table, first: int | None) -> tuple[MeldsBefore, ...]:
    """The melds of every player who has some on the table, those of seat `first` before the others."""
    return before_players(rules, table_plays.on_table(table), first) if rules.turns.any_turn else ()


def before_players(rules: Rules, there: OnTable, first: int | None) -> tuple[MeldsBefore, ...]:
    seats = sorted(range(len(there.melds)), key=lambda seat: (seat != first, seat))
    return tuple(_melds_before(rules, there, seat) for seat in seats if there.melds[seat])


def _melds_before(rules: Rules, there: OnTable, seat: int) -> MeldsBefore:
    verdict, is_out = check(rules, there.melds[seat]), there.is_out(seat)
    bonuses = () if is_out else verdict.bonuses
    return MeldsBefore(
        seat, there.player_name(seat), verdict.melds, bonuses, there.points_of(rules, seat), is_out
    )


def tells_leaps(rules: Rules) -> bool:
    """Whether melds of several leaps may lie there, so that each says its own."""
    return bool(rules.shapes.leap_tokens) or len(rules.shapes.leaps) > 1
