"""Matches over several deals: to a target, or a number of deals long (B5, F4, G3).

Sides are partnerships, a player without partners being one of one. Reading where the sources say nothing:
sides that tie for the win share it, and one that has left the table, or not come yet, is not in it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scorepad.core.log.table import Table
from scorepad.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Match:
    """A match that is over: after which deal, with which totals by side, and who won and lost.

    `winners` and `losers` are places in the table's list of partnerships; `losers` are those who reached the
    target where reaching it loses (K4, G3).
    """

    deal: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...] = ()


def finished_match(table: Table, rules: Rules) -> Match | None:
    """The table's match as soon as it is over; None before, and where the rules know no match."""
    if not (rules.match.target or rules.match.deals):
        return None
    for ended, deal in enumerate((deal for deal in table.deals if deal.ended), 1):
        totals = tuple(sum(deal.running(seat) for seat in group) for group in table.partnerships)
        away = [side for side, group in enumerate(table.partnerships) if not set(group) & set(deal.seats)]
        if over := decided(rules, deal.number, ended, totals, away):
            return over
    return None


def decided(
    rules: Rules, deal: int, ended: int, totals: tuple[int, ...], away: Collection[int] = ()
) -> Match | None:
    """The match that is over with these totals by side after deal `deal`, the `ended`th that was ended.
    Sides that are `away` from the table neither win nor lose."""
    totals_there = {side: total for side, total in enumerate(totals) if side not in away}
    sides_at_target = tuple(side for side, total in totals_there.items() if 0 < rules.match.target <= total)
    if not sides_at_target and ended != rules.match.deals:
        return None
    best_total = (min if rules.scoring.lowest_wins else max)(totals_there.values())
    winners = tuple(side for side, total in totals_there.items() if total == best_total)
    return Match(deal, totals, winners, sides_at_target if rules.scoring.lowest_wins else ())
