"""Avalanche (RULES.md, V1-V5).

Equal cards in growing numbers or ranks; whoever lets them fall gives them to the player on the right. The
most cards collected win.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.avalanche_game import CARDS_DEALT, JOKERS, PACKS
from scorepad.core.avalanche_game import GAME as ID
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import option
from scorepad.core.rule_parts import ONE_EACH, JudgedPlays
from scorepad.core.rules import MatchRules, MeldShapes, Rules, TurnRules
from scorepad.core.scoring.usual import Collected
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    deal_option,
    deals_option,
    jokers_option,
    packs_option,
    target_option,
    worth_cards,
)

_PLAYER_RANGE = (2, MOST_SEATS)


@dataclass(frozen=True)
class Avalanche(HouseRules):
    """House rules of Avalanche."""

    # V1: at least two packs, with at least six jokers.
    packs: int = packs_option(
        PACKS,
        "V1",
        say("How many packs are shuffled together. From nine players on there are three."),
        low=2,
    )
    jokers: int = jokers_option(JOKERS, "V1", say("Jokers in all packs together."), low=JOKERS, high=12)
    deal: int = deal_option(CARDS_DEALT, "V1", low=5, high=13)
    mixed_growth: bool = option(
        False,
        say("Mixed cards may grow an avalanche"),
        say("At least as many different cards as the last play, and none lower."),
        "V3",
        "melds",
    )
    target: int = target_option(0, "V5", say("A match ends at this many cards"))
    deals: int = deals_option("V5")

    def rules(self) -> Rules:
        least_players, most_players = _PLAYER_RANGE
        return Rules(
            game=ID,
            packs=self.packs,
            jokers=self.jokers,
            shapes=MeldShapes(clause="V1"),
            values=worth_cards(ONE_EACH),
            scoring=Collected(),
            match=MatchRules(self.target, self.deals, (self.deal,) * (most_players - least_players + 1)),
            turns=TurnRules(judged=JudgedPlays(self.mixed_growth)),
        )


GAME = Game(
    id=ID,
    name=say("Avalanche"),
    sentence=say("Equal cards pile up. Let them fall, and they go to the player on your right."),
    place=340,
    players=_PLAYER_RANGE,
    another_pack_from=(9,),
    house_rules=Avalanche,
    presets=(
        Preset(say("Standard rules"), say("Two packs and six jokers, ten cards each."), {}),
        Preset(say("Three packs"), say("Nine jokers, for many players."), {"packs": 3, "jokers": 9}),
    ),
)
