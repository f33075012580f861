"""Rommé mit Auslegen (GAMES.md, 2).

First melds are worth 40 together; cards left count against the player who holds them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.options import option
from scorepad.core.rule_parts import CardValues, Dealer, HandRules, Opening, WildCount, courts_at
from scorepad.core.rules import MatchRules, Rules, TurnRules
from scorepad.core.scoring import WENT_OUT
from scorepad.core.scoring.own_left import HAND, LeftEnding, OwnLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    jokers_apart_option,
    jokers_in_meld_option,
    jokers_option,
    left_option,
    opening_option,
    packs_option,
    take_to_lay_option,
    target_option,
    worth_cards,
)

_CARDS_DEALT = (13, 13, 13, 11, 11)  # fewer with five players and more (R1)


@dataclass(frozen=True)
class Romme(HouseRules):
    """House rules of Rommé."""

    packs: int = packs_option(2, "romme R1")
    jokers: int = jokers_option(6, "romme R1", high=12)
    opening: int = opening_option(40, "romme R4")
    corner: bool = option(
        False,
        say("Aces in the middle"),
        say("Runs go on from king to ace to two."),
        "romme R2",
        "melds",
    )
    jokers_in_meld: int = jokers_in_meld_option(0, "romme R3")
    jokers_apart: bool = jokers_apart_option("romme R3")
    take_to_lay: bool = take_to_lay_option("romme R6")
    joker_left: int = left_option(
        say("Joker left in hand"), say("What a joker left in hand counts."), 20, "romme R8"
    )
    ace_left: int = left_option(
        say("Ace left in hand"), say("What an ace left in hand counts."), 11, "romme R8"
    )
    winner_takes: bool = option(
        False,
        say("The winner takes"),
        say("When you go out, you score what the others have left, as a minus."),
        "romme R8",
        "scoring",
    )
    dealer_sits_out: bool = option(
        False,
        say("The dealer sits out"),
        say("With four or more at the table the dealer only deals, as in clubs."),
        "romme R9",
        "scoring",
    )
    deals: int = deals_option("romme R9")
    target: int = target_option(0, "romme R9")

    def rules(self) -> Rules:
        values = CardValues(
            courts_at(10, ace=11),
            joker=self.joker_left,
            joker_as_card=True,
            low_ace=1,
            left=(("A", self.ace_left),),
        )
        return Rules(
            game="romme",
            packs=self.packs,
            jokers=self.jokers,
            shapes=replace(
                SETS_AND_RUNS, runs=replace(LINES, circular=self.corner, ace="both"), clause="romme R2"
            ),
            wilds=replace(
                JOKERS_ANYWHERE, wilds_apart=self.jokers_apart, count=WildCount(self.jokers_in_meld)
            ),
            values=worth_cards(values),
            # Laying all at once, Handrommé, doubles what the others have left (R7).
            scoring=OwnLeft((LeftEnding(WENT_OUT), LeftEnding(HAND, times=2)), self.winner_takes),
            match=MatchRules(
                self.target, self.deals, _CARDS_DEALT, dealer=Dealer(out=4 if self.dealer_sits_out else 0)
            ),
            turns=TurnRules(meld_taken=self.take_to_lay),
            hand=HandRules(opening=Opening(self.opening), lays_early=True, throws=True, takes_jokers="card"),
        )


GAME = Game(
    id="romme",
    name=say("Rommé"),
    sentence=say("Open with 40 points, then lay off anywhere. Cards left count against you."),
    place=40,
    players=(2, 6),
    house_rules=Romme,
    aliases=("rommé", "rommé mit auslegen", "rummy mit auslegen", "jokern", "german rummy"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("40 to open. A joker left in hand counts 20."), {}),
        Preset(say("30 to open"), say("First melds worth 30."), {"opening": 30}),
        Preset(say("51 to open"), say("First melds worth 51."), {"opening": 51}),
        Preset(say("Aces in the middle"), say("King, ace, two is a run."), {"corner": True}),
    ),
)
