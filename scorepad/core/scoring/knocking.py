"""Deals that end with a knock: the difference counts, or the knocker is undercut (G3, G5, G6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.phrasing import join_words
from scorepad.core.scoring import IN_DUEL, CountedDeal, DealFault, DealNames, EndingWords, Partners, Scoring
from scorepad.core.sentence import say

GIN = EndingWords(
    id="gin",
    label=say("Gin"),
    question=say("Who has gin?"),
    ended=say("{name} has gin"),
    mark=say("gin"),
    mark_meaning=say("gin: nothing left"),
)
BIG_GIN = EndingWords(
    id="big-gin",
    label=say("Big gin"),
    question=say("Who has big gin?"),
    ended=say("{name} has big gin"),
    mark=say("big gin"),
    mark_meaning=say("big gin: eleven cards melded"),
)
DEAD = EndingWords(
    id="dead",
    label=say("Dead hand"),
    by_nobody=True,
    needs_hands=False,
    nobody=say("Nobody knocked: a dead hand."),
)
KNOCK = EndingWords(
    id="knock",
    label=say("Knock"),
    question=say("Who knocked?"),
    ended=say("{name} knocked"),
    nobody=say("Nobody knocked: a dead hand."),
    mark=say("knock"),
    mark_meaning=say("knock: knocked"),
    told_by_cards=True,
    others=(GIN, BIG_GIN, DEAD),
)
# Without a bonus of its own eleven cards melded are gin (G3).
_WITHOUT_BIG_GIN = replace(KNOCK, others=(replace(GIN, also=(BIG_GIN.id,)), DEAD))


@dataclass(frozen=True, slots=True, repr=False)
class Knocking(Scoring):
    """A deal of two players, in which the one with less left scores the difference.

    limit         most points that a knocker may have left; 0: only gin ends a deal
    gin, big_gin  bonuses beside the cards left of the other player; `big_gin` 0: eleven cards melded are gin
    undercut      bonus of the other player for having less left than the knocker
    knock         bonus of a knocker who is not undercut
    ties_knock    an equal number of points left does not undercut
    times         factor of the deal
    """

    limit: int = 10
    gin: int = 25
    big_gin: int = 31
    undercut: int = 25
    knock: int = 0
    ties_knock: bool = False
    times: int = 1

    leftover_decides: ClassVar[bool] = True
    others_lay_off: ClassVar[bool] = True
    partners: ClassVar[Partners] = "in duels"
    deal_names: ClassVar[DealNames] = DealNames(left_heading=say("Deadwood"))

    @property
    def ending_words(self) -> EndingWords:  # type: ignore[override]
        return KNOCK if self.big_gin else _WITHOUT_BIG_GIN

    def ending_of(self, deal: CountedDeal) -> EndingWords:
        if deal.ending or deal.winner is None:
            return Scoring.ending_of(self, deal)
        return KNOCK if deal.hands[deal.winner].left else GIN

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        # A deal with a winner needs two hands; a dead hand has none to compare.
        if not deal.hands or deal.winner is None or len(deal.hands) == IN_DUEL:
            yield from Scoring.faults(self, deal)
            return
        names = join_words(list(deal.hands), "and")
        reason = say("Two play a deal of gin, and you named {names}. Enter what each has left.", names=names)
        yield DealFault(reason, "left")
        yield from self._ending_faults(deal)

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        left, ending = deal.hands[winner].left, self.ending_of(deal)
        if ending.id != KNOCK.id:
            return self._nothing_left(ending.ended_by(winner)) if left else ""
        if not left:
            return say("{name} has nothing left. That’s gin, so choose gin.", name=winner)
        if not self.limit:
            return say(
                "{name} has {left} left, but only gin ends a deal here. Check the cards.",
                name=winner,
                left=left,
            )
        if left > self.limit:
            ended = ending.ended_by(winner)
            return say(
                "{ended} with {left}. At most {most} may be left. Check the cards.",
                ended=ended,
                left=left,
                most=self.limit,
            )
        return ""

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return say("{number} left", number=left)

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = dict.fromkeys(deal.hands, 0)
        if deal.winner is None:
            return scores
        (other,) = deal.hands.keys() - {deal.winner}
        knocked, held = deal.hands[deal.winner].left, deal.hands[other].left
        bonus = {GIN.id: self.gin, BIG_GIN.id: self.big_gin}.get(self.ending_of(deal).id)
        if bonus is not None:
            # Nobody lays off on gin, so all that the other player holds counts (G4).
            scores[deal.winner] = held + bonus
        elif knocked < held or (knocked == held and self.ties_knock):
            scores[deal.winner] = held - knocked + self.knock
        else:
            # With as much or less left the other player undercuts (G5).
            scores[other] = knocked - held + self.undercut
        return {name: score * self.times for name, score in scores.items()}
