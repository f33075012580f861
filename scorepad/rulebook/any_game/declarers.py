"""Tallies of games in which a player or a party plays against the others: Skat, Doppelkopf.

Skat: the base value of the game times the tops, one for the game and one for each step; null games have
values of their own; a game lost costs twice its value, an overbid one the least multiple that reaches the
bid (International Skat Order, part 5, weddslist.com/skat/ordnung; pagat.com/schafk/skat.html).

Doppelkopf: a point for the win, one against the queens of clubs, one for each of no 90, 60, 30 and no trick,
two for each announcement of Re and Kontra, and the special points. A soloist wins or loses three times as
much; special points and that against the queens count in no solo (Turnier-Spielregeln of the Deutscher
Doppelkopf-Verband, part 7; pagat.com/schafk/doko.html).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorepad.core.scoring import CountedDeal, DealFault, ScoreLine
from scorepad.core.scoring.tally import Tally, TallyColumn
from scorepad.core.sentence import Sentence, say

_NULLS = (23, 35, 46, 59)
_GAMES = (9, 10, 11, 12, 24, *_NULLS)
_GAME_NAMES = (
    *(say("diamonds"), say("hearts"), say("spades"), say("clubs"), say("grand")),
    *(say("null"), say("null hand"), say("null ouvert"), say("null ouvert hand")),
)
_STEPS = ("hand", "schneider", "schneider_said", "schwarz", "schwarz_said", "ouvert")
_NEEDED = {
    "schneider_said": ("hand", "schneider"),
    "schwarz": ("schneider",),
    "schwarz_said": ("schneider_said", "schwarz"),
    "ouvert": ("schwarz_said",),
}
"""What a step goes with, in a game with trumps."""
_BELOW = (say("below 90"), say("below 60"), say("below 30"), say("no trick"))


@dataclass(frozen=True, slots=True, repr=False)
class SkatTally(Tally):
    """The columns of Skat: who played which game, with how many tops and steps, and whether it was won."""

    columns: ClassVar[tuple[TallyColumn, ...]] = (
        TallyColumn("declarer", say("Declarer"), range(2), usual=0),
        TallyColumn("game", say("Game"), _GAMES, names=_GAME_NAMES, of_round=True),
        TallyColumn("tops", say("With or without"), range(12), usual=1, of_round=True),
        TallyColumn("won", say("Won"), range(2), usual=0, of_round=True),
        TallyColumn("hand", say("Hand"), range(2), usual=0, of_round=True),
        TallyColumn("schneider", say("Schneider"), range(2), usual=0, of_round=True),
        TallyColumn("schneider_said", say("Schneider announced"), range(2), usual=0, of_round=True),
        TallyColumn("schwarz", say("Schwarz"), range(2), usual=0, of_round=True),
        TallyColumn("schwarz_said", say("Schwarz announced"), range(2), usual=0, of_round=True),
        TallyColumn("ouvert", say("Ouvert"), range(2), usual=0, of_round=True),
        TallyColumn("bid", say("Bid"), range(265), usual=0, of_round=True),
    )

    def round_faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:  # noqa: ARG002
        if self.total_of(deal, "declarer") != 1:
            yield DealFault(say("Choose the one player who was the declarer."), "tally")
        whole = self.of_whole(deal)
        if whole["game"] not in _NULLS and not whole["tops"]:
            yield DealFault(say("Enter with or without how many tops it was, 1 or more."), "round")
        labels = {column.id: column.label for column in self.columns}
        for step, others in _NEEDED.items() if whole["game"] not in _NULLS else ():
            for other in (each for each in others if whole[step] and not whole[each]):
                reason = say(
                    "“{step}” goes with “{other}”. Tick that too.", step=labels[step], other=labels[other]
                )
                yield DealFault(reason, "round")
        if self._is_overbid(whole) and whole["won"]:
            reason = say(
                "The game is worth {value}, less than the bid. Clear “Won”.", value=self._value(whole)
            )
            yield DealFault(reason, "round")

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:  # noqa: ARG002
        if not self.of_player(deal, name)["declarer"]:
            return
        whole = self.of_whole(deal)
        value = self._value(whole)
        told = self._told(whole)
        if self._is_overbid(whole):
            value = (
                -(-whole["bid"] // whole["game"]) * whole["game"] if whole["game"] not in _NULLS else value
            )
            told = say("overbid: {value}", value=value)
        if whole["won"]:
            yield ScoreLine(told, value)
        else:
            yield ScoreLine(say("{game}, lost × −2", game=told), -2 * value)

    def _value(self, whole: dict[str, int]) -> int:
        return whole["game"] * (1 if whole["game"] in _NULLS else self._factor(whole))

    @staticmethod
    def _factor(whole: dict[str, int]) -> int:
        return whole["tops"] + 1 + sum(whole[step] for step in _STEPS)

    def _is_overbid(self, whole: dict[str, int]) -> bool:
        return whole["bid"] > self._value(whole)

    def _told(self, whole: dict[str, int]) -> Sentence:
        game = _GAME_NAMES[_GAMES.index(whole["game"])]
        if whole["game"] in _NULLS:
            return say("{game} {value}", game=game, value=whole["game"])
        return say("{game} {value} × {factor}", game=game, value=whole["game"], factor=self._factor(whole))


@dataclass(frozen=True, slots=True, repr=False)
class DoppelkopfTally(Tally):
    """The columns of Doppelkopf: who was of the Re party, which party won, and the special points."""

    columns: ClassVar[tuple[TallyColumn, ...]] = (
        TallyColumn("re", say("Re"), range(2), usual=0),
        TallyColumn("won", say("Re won"), range(2), usual=0, of_round=True),
        TallyColumn(
            "below",
            say("The losers had"),
            range(5),
            names=("–", *_BELOW),
            usual=0,
            of_round=True,
        ),
        TallyColumn("re_said", say("Re announced"), range(2), usual=0, of_round=True),
        TallyColumn("kontra_said", say("Kontra announced"), range(2), usual=0, of_round=True),
        TallyColumn("more_said", say("Further announcements"), range(9), usual=0, of_round=True),
        TallyColumn("re_points", say("Special points of Re"), range(13), usual=0, of_round=True),
        TallyColumn("kontra_points", say("Special points of Kontra"), range(13), usual=0, of_round=True),
    )

    def round_faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:  # noqa: ARG002
        party = self.total_of(deal, "re")
        if party not in (1, 2) or party >= len(deal.hands):
            yield DealFault(say("Choose the two players of Re, or the one who played a solo."), "tally")

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:  # noqa: ARG002
        solo = self.total_of(deal, "re") == 1
        is_re = self.of_player(deal, name)["re"] == 1
        # What Re wins, Kontra loses.
        sign = 1 if is_re else -1
        times = len(deal.hands) - 1 if solo and is_re else 1
        for told, points in self._of_re(self.of_whole(deal), solo=solo):
            reason = say("{reason} × {number}", reason=told, number=times) if times > 1 else told
            yield ScoreLine(reason, sign * times * points)

    @staticmethod
    def _of_re(whole: dict[str, int], *, solo: bool) -> Iterator[tuple[str, int]]:
        """List the points of a round for the Re party, line by line."""
        won = 1 if whole["won"] else -1
        yield (say("Re won") if whole["won"] else say("Kontra won")), won
        if not (whole["won"] or solo):
            yield say("against the queens of clubs"), won
        if whole["below"]:
            yield _BELOW[whole["below"] - 1], won * whole["below"]
        said = 2 * whole["re_said"] + 2 * whole["kontra_said"] + whole["more_said"]
        if said:
            yield say("announcements"), won * said
        special = 0 if solo else whole["re_points"] - whole["kontra_points"]
        if special:
            yield say("special points"), special
