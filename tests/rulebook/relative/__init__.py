"""Boathouse rummy: basic rummy with aces at both ends, in which the losers count what they have left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.rule_parts import FACE
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.own_left import OwnLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    packs_option,
    target_option,
    worth_cards,
)

_CARDS_DEALT = (9, 9, 9, 9, 7)  # two players, three, and so on


@dataclass(frozen=True)
class BoathouseRummy(HouseRules):
    """The house rules of a table."""

    packs: int = packs_option(1, "P1")
    target: int = target_option(100, "B5")
    deals: int = deals_option("B5")

    def rules(self) -> Rules:
        return Rules(
            game="boathouse-rummy",
            packs=self.packs,
            shapes=replace(SETS_AND_RUNS, runs=replace(LINES, ace="both"), clause="B1"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(FACE),
            scoring=OwnLeft(),
            match=MatchRules(self.target, self.deals, _CARDS_DEALT),
        )


GAME = Game(
    id="boathouse-rummy",
    name=say("Boathouse Rummy"),
    sentence=say("Sets and runs, the ace low or high. What you have left counts against you."),
    place=62,
    players=(2, 6),
    house_rules=BoathouseRummy,
    aliases=("boathouse",),
    table="melds",
)
