"""A small gin for two, as a package of somebody else would bring it: its rules, its scores and its words.

Ten cards each. Whoever has at most ten left knocks: the difference counts, a knock that leaves no less than
the other hand is undercut, and a hand with nothing left is gin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorepad.core.options import option
from scorepad.core.rule_parts import FACE, Sets
from scorepad.core.rules import MatchRules, MeldShapes, MeldValues, Rules, Runs, WildRules
from scorepad.core.scoring import CountedDeal, DealFault, EndingWords, Scoring
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import deals_option, target_option

_PLAYERS = 2


@dataclass(frozen=True, slots=True, repr=False)
class Knocking(Scoring):
    """The knocker scores the difference, or is undercut.

    limit     the most that a knocker has left
    gin       bonus for nothing left
    undercut  bonus for the other player, who has no more left
    """

    limit: int = 10
    gin: int = 25
    undercut: int = 25

    leftover_decides: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = EndingWords(
        question=say("Who knocked?"),
        ended=say("{name} knocked"),
        nobody=say("Nobody knocked."),
        mark=say("knock"),
        mark_meaning=say("knock: knocked"),
    )

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        if len(deal.hands) != _PLAYERS:
            yield DealFault(say("Gin is for two: expected what each of them has left."), "left")

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        if deal.hands[winner].left <= self.limit:
            return ""
        return say("{name} knocked: expected at most {most} left.", name=winner, most=self.limit)

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002 (all are told alike)
        return say("{number} left", number=left)

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = dict.fromkeys(deal.hands, 0)
        if deal.winner is None:
            return scores
        (other,) = deal.hands.keys() - {deal.winner}
        knocked, held = deal.hands[deal.winner].left, deal.hands[other].left
        if not knocked:
            scores[deal.winner] = held + self.gin
        elif knocked < held:
            scores[deal.winner] = held - knocked
        else:
            scores[other] = knocked - held + self.undercut
        return scores


@dataclass(frozen=True)
class SmallGin(HouseRules):
    """The house rules of a table."""

    knock: int = option(10, say("Knock at"), say("The most left."), "G3", "scoring", high=10)
    target: int = target_option(100, "G7")
    deals: int = deals_option("G7")

    def rules(self) -> Rules:
        return Rules(
            game="small-gin",
            packs=1,
            shapes=MeldShapes(runs=Runs(3, circular=False), sets=Sets(3), clause="G2"),
            wilds=WildRules(adjacent_naturals=False),
            values=MeldValues(value_source="cards", card_values=FACE),
            scoring=Knocking(self.knock),
            match=MatchRules(self.target, self.deals, (10,)),
        )


GAME = Game(
    id="small-gin",
    name=say("Small gin"),
    sentence=say("Sets and runs; whoever has little left knocks, and the difference counts."),
    players=(_PLAYERS, _PLAYERS),
    house_rules=SmallGin,
    aliases=("kitchen-gin",),
    presets=(Preset(say("Oklahoma fives"), say("Knock at five."), {"knock": 5}),),
)
