"""The form of a round that is entered in columns: bids and tricks, throws, boxes. It also corrects earlier
rounds.

t-bid-1  what the player of seat 1 has in the column `bid`       r-game  that of the whole round
note     what people remark on it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending, read_numbers
from scorepad.core.log.table_state import Player
from scorepad.core.points import Points
from scorepad.core.rules import Rules
from scorepad.core.scoring import ScoreLine
from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.core.scoring.tally import Tally, TallyColumn
from scorepad.core.sentence import say
from scorepad.tables import settlements
from scorepad.tables.phrases import names_in_deal
from scorepad.tables.standing import rules_of_deal
from scorepad.web.fields import whole_number
from scorepad.web.hand.typed_cards import TypedCards
from scorepad.web.recording.entry_form import EndingForm
from scorepad.web.recording.typed_share import ended_deal, lines_of
from scorepad.web.table.scoreboard import Scoreboard

OF_PLAYER, OF_ROUND = "t-", "r-"


@dataclass(frozen=True)
class TallyForm(EndingForm):
    """The form of a round in a game entered in columns."""

    page, part = "recording/round.html", "recording/_round_answer.html"

    @classmethod
    def read(cls, board: Scoreboard, args: Mapping[str, str], number: int | None) -> Self:
        """As `EntryForm.read`; an untouched form shows the round as recorded."""
        touched = any(name.startswith((OF_PLAYER, OF_ROUND)) or name == "note" for name in args)
        recorded = None if number is None else ended_deal(board.table, number).ending
        return cls(board, _fields_of(recorded) if recorded and not touched else args, number)

    @cached_property
    def deal(self) -> Deal:
        return ended_deal(self.table, self.number) if self.number else self.table.deal

    @cached_property
    def rules(self) -> Rules:
        return rules_of_deal(self.table, self.deal)

    @property
    def tally(self) -> Tally:
        columns = self.rules.scoring.final.columns
        assert columns is not None
        return columns

    @cached_property
    def lines(self) -> list[Player]:
        """The players with a column on the form, in order; for each side its first player."""
        return lines_of(self.table, self.deal, self.board.counts_sides)

    @property
    def typed(self) -> TypedCards | None:
        return None

    def text(self, column: TallyColumn, seat: int | None = None) -> str:
        """The text of a field."""
        return self.given.get(field_name(column, seat), "")

    def choice(self, column: TallyColumn, seat: int | None = None) -> int | None:
        """The number in a field, the usual one if that is empty; None if it does not read."""
        text = self.text(column, seat)
        return whole_number(text, digits=6) if text.strip() else column.usual

    @cached_property
    def ended(self) -> SeatedDeal:
        """The round as it will be recorded. A field that does not read is left out, and is a fault."""
        tally = self.tally
        shares = {
            player.index: PlayerShare(tally=self._numbers(tally.of_players, player.index))
            for player in self.lines
        }
        return SeatedDeal(
            {seat: shares.get(seat, PlayerShare()) for seat in self.deal.players},
            partnerships=self.deal.partnerships,
            disputed=self.disputed,
            note=self.note,
            round=self._numbers(tally.of_round),
        )

    def _numbers(self, columns: tuple[TallyColumn, ...], seat: int | None = None) -> dict[str, int]:
        read = {column.id: self.choice(column, seat) for column in columns}
        return {name: number for name, number in read.items() if number is not None}

    @property
    def _names(self) -> dict[int, str]:
        names = names_in_deal(self.table, self.deal, self.rules.scoring, self.deal.players)
        return names | {player.index: player.name for player in self.lines}

    @cached_property
    def faults(self) -> Mapping[str, str]:
        return dict(self._form_faults())

    def _form_faults(self) -> Iterator[tuple[str, str]]:
        if not any(name.startswith((OF_PLAYER, OF_ROUND)) and text for name, text in self.given.items()):
            yield "tally", say("Enter what everybody had.")
            return
        faults = settlements.ending_faults(self.rules, self._names, self.ended)
        yield from ((f"fault-{place}", fault.message) for place, fault in enumerate(faults))

    @property
    def scores(self) -> Mapping[int, Points] | None:
        """Every player's score as it will be recorded; None if something is missing."""
        if self.faults:
            return None
        return settlements.ending_scores(self.rules, self._names, self.ended)

    @property
    def score_lines(self) -> Mapping[int, tuple[ScoreLine, ...]]:
        """The lines of each score; empty if something is missing."""
        return {} if self.faults else settlements.score_lines(self.rules, self._names, self.ended)

    def total_with(self, player: Player) -> Points | None:
        """The total of a player or side including what is typed; None if something is missing."""
        if self.scores is None:
            return None
        seats = self.table.partnerships[player.partnership]
        told = sum(self.deal.score(seat) or 0 for seat in seats)
        return self.board.table_match.side_running(self.deal, seats) - told + self.scores[player.index]

    def all_fields(self) -> dict[str, str]:
        names = [field_name(column) for column in self.tally.of_round]
        names += [
            field_name(column, player.index) for player in self.lines for column in self.tally.of_players
        ]
        return self.kept(*names, "note")


def field_name(column: TallyColumn, seat: int | None = None) -> str:
    """The name of a column's field, for the round or for one player."""
    return f"{OF_ROUND}{column.id}" if seat is None else f"{OF_PLAYER}{column.id}-{seat}"


def _fields_of(ending: Ending) -> dict[str, str]:
    """The fields of the form for a recorded round."""
    fields = {f"{OF_ROUND}{name}": str(number) for name, number in read_numbers(ending.round).items()}
    for hand in ending.hands:
        for name, number in read_numbers(hand.tally).items():
            fields[f"{OF_PLAYER}{name}-{hand.player}"] = str(number)
    return fields | ({"note": ending.note} if ending.note else {})
