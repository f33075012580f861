"""Tallies of games of tricks: Wizard, Spades, Hearts.

Wizard: 20 and 10 a trick for the bid, else 10 off for each trick above or below it; as many tricks as the
round has cards (rules of the edition by Amigo; ultraboardgames.com/wizard/game-rules.php).

Spades: 10 a trick bid and 1 for each trick above, else 10 off for each trick bid; 100 off for every ten
tricks above (bags); nil is 100, blind nil 200, lost where it fails (pagat.com/auctionwhist/spades.html;
field-of-themes.com/spades/sprules.htm). Tricks of a nil that failed count for the partner's bid.

Hearts: 1 a heart and 13 for the queen of spades; who takes all of them has nothing, and all others have 26
(pagat.com/reverse/hearts.html; hearts-online.org/rules.html).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorepad.core.matches import MatchBonus, MatchStanding, PlainMatch, PlayedDeal
from scorepad.core.scoring import CountedDeal, DealFault, ScoreLine
from scorepad.core.scoring.tally import Tally, TallyColumn
from scorepad.core.sentence import say, say_number

_WIZARD_CARDS = 60
_TRICKS = 13
_BAGS, _BAGS_COST = 10, -100


@dataclass(frozen=True, slots=True, repr=False)
class WizardTally(Tally):
    """The columns of Wizard: a bid and the tricks taken. Each round has one card more than the one before."""

    columns: ClassVar[tuple[TallyColumn, ...]] = (
        TallyColumn("bid", say("Bid"), range(21)),
        TallyColumn("tricks", say("Tricks"), range(21)),
    )

    def rounds(self, players: int) -> int:
        return _WIZARD_CARDS // players

    def round_faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:
        taken = self.total_of(deal, "tricks")
        if taken != number:
            reason = say_number(
                "Round {number} has {number} trick, not {taken}. Check each one.",
                "Round {number} has {number} tricks, not {taken}. Check each one.",
                number,
                taken=taken,
            )
            yield DealFault(reason, "tally")

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:  # noqa: ARG002
        own = self.of_player(deal, name)
        off = abs(own["bid"] - own["tricks"])
        if off:
            yield ScoreLine(say("{number} off the bid × −10", number=off), -10 * off)
        else:
            yield ScoreLine(say("bid made"), 20)
            taken = own["tricks"]
            yield ScoreLine(say_number("{number} trick × 10", "{number} tricks × 10", taken), 10 * taken)


@dataclass(frozen=True, slots=True, repr=False)
class SpadesTally(Tally):
    """The columns of Spades: a side's bid, its tricks, and the results of nil bids."""

    columns: ClassVar[tuple[TallyColumn, ...]] = (
        TallyColumn("bid", say("Bid"), range(_TRICKS + 1)),
        TallyColumn("tricks", say("Tricks"), range(_TRICKS + 1)),
        TallyColumn("nil_made", say("Nil made"), range(3), usual=0),
        TallyColumn("nil_failed", say("Nil failed"), range(3), usual=0),
        TallyColumn("blind_made", say("Blind nil made"), range(3), usual=0),
        TallyColumn("blind_failed", say("Blind nil failed"), range(3), usual=0),
    )

    def round_faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:  # noqa: ARG002
        taken = self.total_of(deal, "tricks")
        if taken != _TRICKS:
            reason = say(
                "A round has {number} tricks, not {taken}. Check each one.", number=_TRICKS, taken=taken
            )
            yield DealFault(reason, "tally")

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:  # noqa: ARG002
        own = self.of_player(deal, name)
        bid, over = own["bid"], own["tricks"] - own["bid"]
        if bid and over < 0:
            yield ScoreLine(say("bid {number} failed × −10", number=bid), -10 * bid)
        else:
            yield ScoreLine(say("bid {number} × 10", number=bid), 10 * bid)
            if over:
                yield ScoreLine(say("tricks above the bid"), over)
        for column, points in (
            *(("nil_made", 100), ("nil_failed", -100)),
            *(("blind_made", 200), ("blind_failed", -200)),
        ):
            if own[column]:
                label = next(each.label for each in self.columns if each.id == column)
                yield ScoreLine(label, points * own[column])


@dataclass(frozen=True, slots=True, repr=False)
class BagsMatch(PlainMatch):
    """A match in which every tenth trick above the bid costs a side 100. All other points are tens, so the
    last digit of a total counts these tricks."""

    def after_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        for side, score in deal.scores.items():
            before = standing.totals[side] - score
            if before % _BAGS + score % _BAGS >= _BAGS:
                reason = say("ten tricks above the bid")
                standing.give(MatchBonus(side, _BAGS_COST, reason, number, counts=True))


@dataclass(frozen=True, slots=True, repr=False)
class HeartsTally(Tally):
    """The columns of Hearts: the hearts that a player took, and whether the queen of spades was among
    them."""

    columns: ClassVar[tuple[TallyColumn, ...]] = (
        TallyColumn("hearts", say("Hearts taken"), range(14), usual=0),
        TallyColumn("queen", say("♠Q"), range(2), usual=0),
    )

    def round_faults(self, deal: CountedDeal, number: int) -> Iterator[DealFault]:  # noqa: ARG002
        hearts, queens = self.total_of(deal, "hearts"), self.total_of(deal, "queen")
        if hearts != _TRICKS:
            reason = say(
                "There are {number} hearts, not {taken}. Check each one.", number=_TRICKS, taken=hearts
            )
            yield DealFault(reason, "tally")
        if queens != 1:
            yield DealFault(say("Choose the one player who took ♠Q."), "tally")

    def lines_of(self, name: str, deal: CountedDeal, number: int) -> Iterator[ScoreLine]:  # noqa: ARG002
        own = self.of_player(deal, name)
        shooter = next((other for other in deal.hands if self._has_all(deal, other)), None)
        if shooter == name:
            yield ScoreLine(say("shot the moon"), 0)
        elif shooter:
            yield ScoreLine(say("{name} shot the moon", name=shooter), 26)
        else:
            hearts = own["hearts"]
            yield ScoreLine(say_number("{number} heart", "{number} hearts", hearts), hearts)
            if own["queen"]:
                yield ScoreLine(say("♠Q"), 13)

    def _has_all(self, deal: CountedDeal, name: str) -> bool:
        own = self.of_player(deal, name)
        return own["hearts"] == _TRICKS and bool(own["queen"])
