"""Rummy 500 (RULES.md, F1-F5).

All players score what they have melded and laid off, less what they have left in hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.options import option
from scorepad.core.rule_parts import CardValues, courts_at
from scorepad.core.rules import (
    Ace,
    MatchRules,
    Rules,
    TurnRules,
)
from scorepad.core.scoring.usual import MeldedLessLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deal_option,
    deals_option,
    jokers_option,
    packs_option,
    target_option,
    worth_cards,
)

_CARDS_DEALT = (13, 7, 7, 7, 7, 7, 7)
_VALUES = {
    # An ace counts 1 before the two of a run, 15 elsewhere (F3).
    "standard": CardValues(courts_at(10, ace=15), joker=15, low_ace=1),
    "5-10-15": CardValues((*courts_at(10, ace=15), *((rank, 5) for rank in "23456789")), joker=15),
}


@dataclass(frozen=True)
class Rummy500(HouseRules):
    """House rules of Rummy 500."""

    packs: int = packs_option(
        1,
        "F1",
        say("How many packs are shuffled together. A table of five or more players has two."),
        high=2,
    )
    jokers: int = jokers_option(2, "F1", say("Jokers in each pack."), high=2)
    deal: int = deal_option(
        0, "F4", say("Cards dealt to each player; 0 for 13 with two players, 7 with more."), high=20
    )
    ace: Ace = option(
        "both",
        say("Aces in runs"),
        say("Whether aces go after the king, before the two, or at either end."),
        "F1",
        "melds",
        choices={"high": say("high"), "low": say("low"), "both": say("high or low")},
    )
    values: str = option(
        "standard",
        say("Card values"),
        say("What cards count, melded and left in hand."),
        "F3",
        "scoring",
        choices={
            "standard": say("2 to 10 their number, face cards 10, ace 15 or 1"),
            "5-10-15": say("2 to 9 five, 10 to king ten, ace 15"),
        },
    )
    target: int = target_option(500, "F4")
    deals: int = deals_option("F4")

    def rules(self) -> Rules:
        dealt = (self.deal,) * len(_CARDS_DEALT) if self.deal else _CARDS_DEALT
        return Rules(
            game="rummy-500",
            packs=self.packs,
            # The jokers come with each pack (F1).
            jokers=self.packs * self.jokers,
            # A complete set and a run may be one meld by the card that they share (B2).
            shapes=replace(SETS_AND_RUNS, runs=replace(LINES, ace=self.ace), joined=True, clause="F1"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(_VALUES[self.values]),
            scoring=MeldedLessLeft(),
            match=MatchRules(self.target, self.deals, dealt),
            turns=TurnRules(meld_taken=True, one_meld=True),  # F5, B2
        )


GAME = Game(
    id="rummy-500",
    name=say("Rummy 500"),
    sentence=say("You score the sets and runs you lay. Cards left in hand count against you."),
    place=20,
    players=(2, 8),
    another_pack_from=(5,),
    house_rules=Rummy500,
    aliases=(
        "500",
        "500 rummy",
        "500 rum",
        "five hundred rummy",
        "rummy five hundred",
        "persian rummy",
        "pinochle rummy",
    ),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("Cards count their number, face cards 10, aces 15 or 1."), {}),
        Preset(
            "5-10-15", say("Low cards count 5, high cards 10, aces and jokers 15."), {"values": "5-10-15"}
        ),
        Preset(say("Two packs"), say("Also for fewer than five players."), {"packs": 2}),
    ),
)
