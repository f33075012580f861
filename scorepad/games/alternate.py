"""Chattahoochee with melding in any turn, the alternate version (RULES.md, H8-H13, H19).

All house rules of the main game, and those of plays on the table. A player's score is settled on
going out, over all melds (H10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import Choice, Option, OptionErrors, OptionFault, Value
from scorepad.core.rules import ConcealedMode, FilchFrom, Rules, TurnRules
from scorepad.core.sentence import say
from scorepad.games import chattahoochee
from scorepad.games.game import Game, Preset

_MOST_TIMES = 10

PLAY_OPTIONS = (
    Option(
        "merge_with_cards",
        "bool",
        False,
        say("Merging with cards"),
        say("Cards from the hand may fill the gap between two melds as they are merged."),
        "H8",
        "melds",
    ),
    Option(
        "concealed_bonus",
        "int",
        1,
        say("Going out concealed"),
        say("What it counts more when one meld of the whole hand is a player's only melding."),
        "H11",
        "scoring",
        low=0,
        high=1000,
    ),
    Option(
        "concealed_mode",
        "choice",
        "multiplier",
        say("Concealed counts"),
        say("Whether that is added to the multiplier, added in points before it, or multiplies once more."),
        "H11",
        "scoring",
        (
            Choice("multiplier", say("added to the multiplier")),
            Choice("points", say("points before the multiplier")),
            Choice("times", say("times as much")),
        ),
    ),
    Option(
        "first_meld_naturals",
        "int",
        0,
        say("Naturals of a first meld"),
        say("Naturals that a player's first meld needs, often 5; 0 for no rule."),
        "H13",
        "melds",
        low=0,
        high=26,
    ),
    Option(
        "first_meld_wilds",
        "int",
        2,
        say("Wilds of a first meld"),
        say("Wilds that a first meld may hold, where it needs naturals."),
        "H13",
        "melds",
        low=0,
        high=32,
    ),
    Option(
        "first_meld_rise",
        "int",
        0,
        say("Rise with the score"),
        say("A first meld needs one natural more for each so many points of earlier games; 0 for none."),
        "H13",
        "melds",
        low=0,
        high=10_000,
    ),
    Option(
        "filching",
        "bool",
        False,
        say("Filching"),
        say("In a turn a player may take a wild out of a meld for the natural that it stands for."),
        "H19",
        "wilds",
    ),
    Option(
        "filch_from",
        "choice",
        "any",
        say("Filching from"),
        say("Whose melds wilds may be taken from."),
        "H19",
        "wilds",
        (
            Choice("any", say("anybody")),
            Choice("opponents", say("opponents")),
            Choice("partners", say("the player's own side")),
        ),
    ),
)


OPTIONS = (*chattahoochee.OPTIONS, *PLAY_OPTIONS)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values. Raises OptionErrors when values do not agree with one another."""
    return with_plays(replace(chattahoochee.build(values), game="chattahoochee-alternate"), values)


def with_plays(rules: Rules, values: Mapping[str, Value]) -> Rules:
    """The rules with melds laid in any turn. Raises OptionErrors when values do not agree."""
    bonus, mode = cast(int, values["concealed_bonus"]), cast(ConcealedMode, values["concealed_mode"])
    if mode != "points" and bonus > _MOST_TIMES:
        expected = say("a whole number from 0 to {most}, as it is no number of points", most=_MOST_TIMES)
        raise OptionErrors([OptionFault("concealed_bonus", bonus, expected)])
    turns = TurnRules(
        any_turn=True,
        merge_with_cards=bool(values["merge_with_cards"]),
        first_meld_naturals=cast(int, values["first_meld_naturals"]),
        first_meld_wilds=cast(int, values["first_meld_wilds"]),
        first_meld_rise=cast(int, values["first_meld_rise"]),
        filching=bool(values["filching"]),
        filch_from=cast(FilchFrom, values["filch_from"]),
    )
    return replace(rules, deal=replace(rules.deal, concealed_bonus=bonus, concealed_mode=mode), turns=turns)


GAME = Game(
    id="chattahoochee-alternate",
    name=say("Chattahoochee, melding in any turn"),
    sentence=say(
        "Runs laid, extended and merged in any turn; scored on going out, times the opponents still in."
    ),
    options=OPTIONS,
    players=(2, MOST_SEATS),
    build=build,
    aliases=("alternate", "hooch alternate", "alternate hooch", "alternate chattahoochee"),
    table="own",
    presets=(
        Preset(say("Standard rules"), say("Melds in any turn, no jokers."), {}),
        Preset(
            say("With filching"),
            say("Four jokers, which naturals may take out of any meld."),
            {"jokers": 4, "filching": True},
        ),
        Preset(
            say("Strong first melds"),
            say("Four jokers; a first meld needs five naturals."),
            {"jokers": 4, "first_meld_naturals": 5},
        ),
    ),
)
