"""The grid of scores: a row for each deal, a cell for each player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Table
from scorepad.core.sentence import in_a_row, say
from scorepad.web.faces import points


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One player's part of one deal in the grid; `number` is that of the entry that opens for correction, or
    of the whole deal where it was `settled`."""

    score: int | None
    running: int
    number: int | None
    name: str
    corrected: bool
    deals: bool
    settled: bool = False
    disputed: bool = False
    to_follow: bool = False
    there: bool = True

    @property
    def opens(self) -> str:
        """The endpoint of the page that corrects it."""
        return "settling.ending" if self.settled else "going_out.entry"

    def words(self, deal: Deal) -> str:
        """All of it, for those who listen."""
        numbers = say(
            "{name}, deal {number}: {score}, then {total}",
            name=self.name,
            number=deal.number,
            score=points(self.score),
            total=points(self.running),
        )
        marks = (
            (say("corrected"), self.corrected),
            (say("disputed"), self.disputed),
            (say("melds to follow"), self.to_follow),
        )
        return in_a_row([numbers, *(mark for mark, holds in marks if holds)], ", ")


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal in the grid."""

    deal: Deal
    cells: tuple[ScoreCell, ...]


def deal_row(table: Table, deal: Deal, players: Iterable[int]) -> DealRow:
    """A deal with the cells of these players, by their numbers."""
    return DealRow(deal, tuple(_score_cell(table, deal, player) for player in players))


def _score_cell(table: Table, deal: Deal, player: int) -> ScoreCell:
    there = deal.plays(player)
    recorded = deal.entry_of(player) or (deal.ending if there else None)
    return ScoreCell(
        score=deal.score(player),
        running=deal.running(player),
        number=recorded.number if recorded else None,
        name=table.players[player].name,
        corrected=bool(recorded and recorded.corrected),
        deals=deal.dealer == player,
        settled=deal.ending is not None,
        there=there,
        disputed=bool(recorded and recorded.disputed),
        to_follow=isinstance(recorded, Entry) and recorded.to_follow,
    )
