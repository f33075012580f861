"""Rounds entered in columns: bids and tricks, throws, boxes; and their points.

A game without cards brings a `Tally`: its columns with the numbers allowed, and the points of a round as
lines of arithmetic. Forms, programs, the command line and the sheet use it alike, without knowing the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorepad.core.phrasing import list_words
from scorepad.core.rule_parts import Brief
from scorepad.core.scoring.ended_deal import CountedDeal, DealFault, ScoreLine
from scorepad.core.sentence import say

Entered = Mapping[str, int]
"""What was entered, by the id of its column."""


@dataclass(frozen=True, slots=True)
class TallyColumn:
    """A column: its `id` in questions and logs, its `label`, and the numbers that it `takes`.

    names     the name of each number, if the number is chosen by name
    usual     the number if nothing is entered; None: it must be entered
    of_round  one number for the whole round, not one for each player
    """

    id: str
    label: str
    takes: Sequence[int]
    names: tuple[str, ...] = ()
    usual: int | None = None
    of_round: bool = False

    @property
    def is_tick(self) -> bool:
        """Whether it is a yes or no."""
        return not self.names and tuple(self.takes) == (0, 1)

    @property
    def chosen(self) -> dict[int, str]:
        """The numbers chosen by name, with their names; empty if they are entered as numbers."""
        return dict(zip(self.takes, self.names, strict=True)) if self.names else {}

    def named(self, number: int) -> str:
        """A number of the column as text for people."""
        return self.chosen.get(number, str(number))

    def fault(self, number: int | None, whose: str) -> str:
        """The fault of a number; empty if it is allowed. `whose` is the player, empty for the round."""
        if number in self.takes:
            return ""
        if number is None:
            return say("{column} is missing. Enter it.", column=self._of(whose))
        if isinstance(self.takes, range) and self.takes.step == 1:
            bounds = {"low": self.takes[0], "high": self.takes[-1]}
            return say("{column}: enter a number from {low} to {high}.", column=self._of(whose), **bounds)
        return say("{column} can’t be {number}. Enter another number.", column=self._of(whose), number=number)

    def _of(self, whose: str) -> str:
        return say("{column}, {name}", column=self.label, name=whose) if whose else self.label


@dataclass(frozen=True, slots=True, repr=False)
class Tally(Brief):
    """The entry of a game's rounds. A game overrides `columns` and `lines_of`, and if some rounds that fit
    its columns are impossible, `round_faults`."""

    columns: ClassVar[tuple[TallyColumn, ...]] = ()

    @property
    def of_players(self) -> tuple[TallyColumn, ...]:
        return tuple(column for column in self.columns if not column.of_round)

    @property
    def of_round(self) -> tuple[TallyColumn, ...]:
        return tuple(column for column in self.columns if column.of_round)

    def rounds(self, players: int) -> int:
        """The number of rounds in a match of so many players; 0 if not fixed."""
        return 0

    def lines(self, deal: CountedDeal, number: int) -> dict[str, tuple[ScoreLine, ...]]:
        """The points of a round without faults, as lines of arithmetic; `number` is the round's."""
        counted = self.counted(deal)
        return {
            name: tuple(self.lines_of(name, deal, number)) if name in counted else () for name in deal.hands
        }

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:
        """The lines of one player or side."""
        raise NotImplementedError(f"{type(self).__name__} has no arithmetic")

    def faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:
        """The faults of a round: numbers that columns don't allow, then contradictions."""
        found = [*self._number_faults(deal), *self._unknown(deal)]
        yield from found or self.round_faults(deal, number)

    def round_faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:
        """The contradictions in a round whose numbers are all allowed."""
        yield from ()

    def _number_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        for column in self.of_round:
            if fault := column.fault(deal.round.get(column.id, column.usual), ""):
                yield DealFault(fault, "round")
        for name in self.counted(deal):
            hand = deal.hands[name]
            for column in self.of_players:
                if fault := column.fault(hand.tally.get(column.id, column.usual), name):
                    yield DealFault(fault, "tally", name)

    def _unknown(self, deal: CountedDeal) -> Iterator[DealFault]:
        for field, name, entered in (
            ("round", "", deal.round),
            *(("tally", name, hand.tally) for name, hand in deal.hands.items()),
        ):
            columns = self.of_round if field == "round" else self.of_players
            known = [column.id for column in columns]
            for word in [word for word in entered if word not in known]:
                reason = say(
                    "{column} isn’t a column here. Type one of {columns}.",
                    column=repr(word[:20]),
                    columns=", ".join(known),
                )
                yield DealFault(reason, field, name)

    def of_player(self, deal: CountedDeal, name: str) -> dict[str, int]:
        """The numbers of a player or side: as entered, else the usual ones."""
        return self._filled(self.of_players, deal.hands[name].tally)

    def of_whole(self, deal: CountedDeal) -> dict[str, int]:
        """The numbers of the whole round."""
        return self._filled(self.of_round, deal.round)

    def counted(self, deal: CountedDeal) -> list[str]:
        """The players with numbers of their own: all, but of a side only the one for whom they were
        entered."""
        return [
            name
            for name, hand in deal.hands.items()
            if hand.tally or not any(deal.hands[other].tally for other in deal.partners_of(name))
        ]

    def total_of(self, deal: CountedDeal, column: str) -> int:
        """The sum of a column over all players or sides."""
        return sum(self.of_player(deal, name)[column] for name in self.counted(deal))

    def in_short(self, tally: Entered) -> str:
        """A player's numbers in few words: `bid 3, tricks 2`; usual ones are left out."""
        return list_words(
            [
                column.label
                if column.is_tick
                else say("{column} {number}", column=column.label, number=column.named(tally[column.id]))
                for column in self.of_players
                if tally.get(column.id, column.usual) != column.usual
            ]
        )

    @staticmethod
    def _filled(columns: Sequence[TallyColumn], entered: Entered) -> dict[str, int]:
        return {column.id: entered.get(column.id, column.usual or 0) for column in columns}
