"""Tallies of games of throws: the sheet of five dice, and darts.

Five dice: thirteen boxes; 35 more where the upper six come to 63; 100 for each further five of a kind (rules
of Yahtzee by Hasbro; yahtzee.co.uk/rules.htm). A round is a whole sheet.

Darts: three throws from 301 or 501 down to 0. A round that goes below 0 counts nothing, and so does one that
leaves 1, as the last dart is a double (Playing Rules of the World Darts Federation;
flyordie.com/games/help/darts/en/game_rules_501.html).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorepad.core.matches import MatchBonus, MatchStanding, PlainMatch, PlayedDeal
from scorepad.core.scoring import CountedDeal, ScoreLine
from scorepad.core.scoring.tally import Entered, Tally, TallyColumn
from scorepad.core.sentence import say

_UPPER_AIM, _UPPER_BONUS, _FURTHER = 63, 35, 100
_SINGLES = (*range(21), 25)
_ON_BOARD = tuple(
    sorted({*_SINGLES, *(2 * number for number in (*range(21), 25)), *(3 * number for number in range(21))})
)
_FACES = (say("Ones"), say("Twos"), say("Threes"), say("Fours"), say("Fives"), say("Sixes"))
_SUMS = (0, *range(5, 31))


@dataclass(frozen=True, slots=True, repr=False)
class DiceTally(Tally):
    """The columns of five dice: the thirteen boxes of a sheet, and the number of further fives of a kind."""

    columns: ClassVar[tuple[TallyColumn, ...]] = (
        *(
            TallyColumn(f"face{face}", label, range(0, 5 * face + 1, face), usual=0)
            for face, label in enumerate(_FACES, 1)
        ),
        TallyColumn("three", say("Three of a kind"), _SUMS, usual=0),
        TallyColumn("four", say("Four of a kind"), _SUMS, usual=0),
        TallyColumn("full", say("Full house"), (0, 25), usual=0),
        TallyColumn("small", say("Small straight"), (0, 30), usual=0),
        TallyColumn("large", say("Large straight"), (0, 40), usual=0),
        TallyColumn("five", say("Five of a kind"), (0, 50), usual=0),
        TallyColumn("chance", say("Chance"), _SUMS, usual=0),
        TallyColumn("further", say("Further fives of a kind"), range(13), usual=0),
    )

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:  # noqa: ARG002
        own = self.of_player(deal, name)
        upper = sum(own[f"face{face}"] for face in range(1, 7))
        yield ScoreLine(say("upper boxes"), upper)
        if upper >= _UPPER_AIM:
            yield ScoreLine(say("{number} or more above", number=_UPPER_AIM), _UPPER_BONUS)
        lower = ("three", "four", "full", "small", "large", "five", "chance")
        yield ScoreLine(say("lower boxes"), sum(own[box] for box in lower))
        if own["further"]:
            reason = say("{number} further × {points}", number=own["further"], points=_FURTHER)
            yield ScoreLine(reason, own["further"] * _FURTHER)


@dataclass(frozen=True, slots=True, repr=False)
class DartsTally(Tally):
    """The columns of darts: the points of three darts; 60 for a treble 20."""

    columns: ClassVar[tuple[TallyColumn, ...]] = tuple(
        TallyColumn(f"dart{place}", label, _ON_BOARD, usual=0)
        for place, label in enumerate((say("1st dart"), say("2nd dart"), say("3rd dart")), 1)
    )

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:  # noqa: ARG002
        thrown = self.of_player(deal, name)
        yield ScoreLine(self.in_short(thrown), -sum(thrown.values()))

    def in_short(self, tally: Entered) -> str:
        return " + ".join(str(tally.get(column.id, 0)) for column in self.columns)


@dataclass(frozen=True, slots=True, repr=False)
class CountdownMatch(PlainMatch):
    """A match down to exactly 0. A round that goes below 0 counts nothing, nor does one that leaves 1 if the
    last dart must be a double."""

    double_out: bool = True

    def after_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        for side, score in deal.scores.items():
            rest = standing.totals[side]
            if score and (rest < 0 or (self.double_out and rest == 1)):
                reason = say("too many, the throws don’t count")
                standing.give(MatchBonus(side, -score, reason, number, counts=True))
