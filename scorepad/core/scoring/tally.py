"""Rounds that are entered in columns: bids and tricks, throws, boxes; how points come from them.

A game without cards brings a `Tally`: its columns with what each takes, and the points of a round as lines of
arithmetic. Forms, programs, the command line and the sheet ask it alike, and know no game by name.
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

    names     what each of those numbers is called, where one of them is chosen by name
    usual     what counts where nothing is entered; None where something must be
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
        """Whether it is a yes or a no."""
        return not self.names and tuple(self.takes) == (0, 1)

    @property
    def chosen(self) -> dict[int, str]:
        """The numbers that are chosen by name, each with its name."""
        return dict(zip(self.takes, self.names, strict=True)) if self.names else {}

    def named(self, number: int) -> str:
        """A number of the column for people."""
        return self.chosen.get(number, str(number))

    def fault(self, number: int | None, whose: str) -> str:
        """What is wrong with a number; empty where nothing is. `whose` is the player, empty for the round."""
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
    """How the rounds of a game are entered. A game overrides `columns` and `lines_of`, and where not every
    round can be that fits its columns, `round_faults`."""

    columns: ClassVar[tuple[TallyColumn, ...]] = ()

    @property
    def of_players(self) -> tuple[TallyColumn, ...]:
        return tuple(column for column in self.columns if not column.of_round)

    @property
    def of_round(self) -> tuple[TallyColumn, ...]:
        return tuple(column for column in self.columns if column.of_round)

    def rounds(self, players: int) -> int:
        """How many rounds a match of so many players has; 0 where that is not fixed."""
        return 0

    def lines(self, deal: CountedDeal, number: int) -> dict[str, tuple[ScoreLine, ...]]:
        """The points of round `number` without faults, as lines of arithmetic."""
        counted = self.counted(deal)
        return {
            name: tuple(self.lines_of(name, deal, number)) if name in counted else () for name in deal.hands
        }

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:
        """Those of one player or side."""
        raise NotImplementedError(f"{type(self).__name__} has no arithmetic")

    def faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:
        """What of a round can't be: numbers that columns don't take, then what doesn't agree."""
        found = [*self._number_faults(deal), *self._unknown(deal)]
        yield from found or self.round_faults(deal, number)

    def round_faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:
        """What does not agree in a round whose numbers fit their columns."""
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
            for word in entered.keys() - set(known):
                reason = say(
                    "{column} isn’t a column here. Type one of {columns}.",
                    column=repr(word[:20]),
                    columns=", ".join(known),
                )
                yield DealFault(reason, field, name)

    def of_player(self, deal: CountedDeal, name: str) -> dict[str, int]:
        """What counts of a player or side: as entered, else as usual."""
        return self._filled(self.of_players, deal.hands[name].tally)

    def of_whole(self, deal: CountedDeal) -> dict[str, int]:
        """What counts of the whole round."""
        return self._filled(self.of_round, deal.round)

    def counted(self, deal: CountedDeal) -> list[str]:
        """Who has numbers of their own: all, but of a side the one of its players for whom it was entered."""
        return [
            name
            for name, hand in deal.hands.items()
            if hand.tally or not any(deal.hands[other].tally for other in deal.partners_of(name))
        ]

    def total_of(self, deal: CountedDeal, column: str) -> int:
        """What all players or sides have together in a column."""
        return sum(self.of_player(deal, name)[column] for name in self.counted(deal))

    def in_short(self, tally: Entered) -> str:
        """What a player had, in few words: `bid 3, tricks 2`; nothing of what is usual."""
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
