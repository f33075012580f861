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
from scorepad.games import chattahoochee
from scorepad.games.game import Game, Preset

_MOST_TIMES = 10

PLAY_OPTIONS = (
    Option(
        "merge_with_cards",
        "bool",
        False,
        "Merging with cards",
        "Cards from the hand may fill the gap between two melds as they are merged.",
        "H8",
        "melds",
    ),
    Option(
        "concealed_bonus",
        "int",
        1,
        "Going out concealed",
        "What it counts more when one meld of the whole hand is a player's only melding.",
        "H11",
        "scoring",
        low=0,
        high=1000,
    ),
    Option(
        "concealed_mode",
        "choice",
        "multiplier",
        "Concealed counts",
        "Whether that is added to the multiplier, added in points before it, or multiplies once more.",
        "H11",
        "scoring",
        (
            Choice("multiplier", "added to the multiplier"),
            Choice("points", "points before the multiplier"),
            Choice("times", "times as much"),
        ),
    ),
    Option(
        "first_meld_naturals",
        "int",
        0,
        "Naturals of a first meld",
        "Naturals that a player's first meld needs, often 5; 0 for no rule.",
        "H13",
        "melds",
        low=0,
        high=13,
    ),
    Option(
        "first_meld_wilds",
        "int",
        2,
        "Wilds of a first meld",
        "Wilds that a first meld may hold, where it needs naturals.",
        "H13",
        "melds",
        low=0,
        high=32,
    ),
    Option(
        "first_meld_rise",
        "int",
        0,
        "Rise with the score",
        "A first meld needs one natural more for each so many points of earlier games; 0 for none.",
        "H13",
        "melds",
        low=0,
        high=10_000,
    ),
    Option(
        "filching",
        "bool",
        False,
        "Filching",
        "In a turn a player may take a wild out of a meld for the natural that it stands for.",
        "H19",
        "wilds",
    ),
    Option(
        "filch_from",
        "choice",
        "any",
        "Filching from",
        "Whose melds wilds may be taken from.",
        "H19",
        "wilds",
        (
            Choice("any", "anybody"),
            Choice("opponents", "opponents"),
            Choice("partners", "the player's own side"),
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
        expected = f"a whole number from 0 to {_MOST_TIMES}, as it is no number of points"
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
    name="Chattahoochee, melding in any turn",
    sentence="Runs laid, extended and merged in any turn; scored on going out, times the opponents still in.",
    options=OPTIONS,
    players=(2, MOST_SEATS),
    build=build,
    aliases=("alternate", "hooch alternate", "alternate hooch", "alternate chattahoochee"),
    table="own",
    presets=(
        Preset("Standard rules", "Melds in any turn, no jokers.", {}),
        Preset(
            "With filching",
            "Four jokers, which naturals may take out of any meld.",
            {"jokers": 4, "filching": True},
        ),
        Preset(
            "Strong first melds",
            "Four jokers; a first meld needs five naturals.",
            {"jokers": 4, "first_meld_naturals": 5},
        ),
    ),
)
