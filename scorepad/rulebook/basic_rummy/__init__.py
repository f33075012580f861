"""Basic Rummy (RULES.md, B1-B7).

Sets and runs, ace low. The first player out scores what the others have left in hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.options import option
from scorepad.core.rule_parts import FACE
from scorepad.core.rules import Ace, MatchRules, Rules, TurnRules
from scorepad.core.scoring.usual import WinnerTakes
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    ace_option,
    deal_option,
    deals_option,
    packs_option,
    target_option,
    worth_cards,
)

_CARDS_DEALT = (10, 7, 7, 6, 6)  # two players, three, and so on (B6)


@dataclass(frozen=True)
class BasicRummy(HouseRules):
    """House rules of Basic Rummy."""

    packs: int = packs_option(1, "P1")
    deal: int = deal_option(
        0,
        "B6",
        say("Cards dealt to each player; 0 for 10 with two players, 7 with three or four, 6 with more."),
        high=20,
    )
    ace: Ace = ace_option("B1")
    going_rummy: bool = option(
        False,
        say("Going rummy"),
        say("All cards in one turn, with nothing melded before, score double."),
        "B4",
        "scoring",
    )
    target: int = target_option(100, "B5")
    deals: int = deals_option("B5")

    def rules(self) -> Rules:
        dealt = (self.deal,) * len(_CARDS_DEALT) if self.deal else _CARDS_DEALT
        return Rules(
            game="basic-rummy",
            packs=self.packs,
            # A complete set and a run may be one meld by the card that they share (B2).
            shapes=replace(SETS_AND_RUNS, runs=replace(LINES, ace=self.ace), joined=True, clause="B1"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(FACE),
            scoring=WinnerTakes(self.going_rummy),
            match=MatchRules(self.target, self.deals, dealt),
            turns=TurnRules(one_meld=True),  # B2
        )


GAME = Game(
    id="basic-rummy",
    name=say("Basic Rummy"),
    sentence=say("Sets and runs. The first player out scores what the others hold."),
    place=60,
    players=(2, 6),
    house_rules=BasicRummy,
    aliases=("rummy", "basic", "straight rummy"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("Aces low, to 100."), {}),
        Preset(say("Going rummy"), say("All cards in one turn score double."), {"going_rummy": True}),
        Preset(say("Aces at both ends"), say("Aces before the two or after the king."), {"ace": "both"}),
    ),
)
