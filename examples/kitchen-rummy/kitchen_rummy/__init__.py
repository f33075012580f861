"""Kitchen Rummy: sets and runs. Whoever goes out scores what the others hold, and a bonus beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.options import option
from scorepad.core.rule_parts import FACE
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import CountedDeal, Scoring
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    SETS_AND_RUNS,
    deals_option,
    target_option,
    worth_cards,
)


@dataclass(frozen=True, slots=True, repr=False)
class WithBonus(Scoring):
    """The first player out scores what all others have left, and the bonus."""

    bonus: int = 10

    leftover_decides: ClassVar[bool] = True

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = dict.fromkeys(deal.hands, 0)
        if deal.winner is not None:
            scores[deal.winner] = self.bonus + sum(hand.left for hand in deal.hands.values())
        return scores


@dataclass(frozen=True)
class KitchenRummy(HouseRules):
    """The house rules of a table."""

    bonus: int = option(10, say("Kitchen bonus"), say("Points for going out."), "B4", "scoring", high=100)
    target: int = target_option(100, "B5")
    deals: int = deals_option("B5")

    def rules(self) -> Rules:
        return Rules(
            game="kitchen-rummy",
            packs=1,
            shapes=replace(SETS_AND_RUNS, clause="B1"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(FACE),
            scoring=WithBonus(self.bonus),
            match=MatchRules(self.target, self.deals, (10, 7, 7)),
        )


GAME = Game(
    id="kitchen-rummy",
    name=say("Kitchen Rummy"),
    sentence=say("Sets and runs. Going out earns a bonus."),
    players=(2, 4),
    house_rules=KitchenRummy,
)
