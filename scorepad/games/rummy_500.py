"""Rummy 500 (RULES.md, F1-F5).

All players score what they have melded and laid off, less what they have left in hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.options import Choice, Option, Value
from scorepad.core.rules import (
    Ace,
    CardValues,
    DealRules,
    MeldShapes,
    MeldValues,
    Rules,
    TurnRules,
    WildRules,
)
from scorepad.core.scoring import MeldedLessLeft
from scorepad.core.sentence import say
from scorepad.games.game import Game, Preset
from scorepad.games.match_options import match_options, read_match

_CARDS_DEALT = (13, 7, 7, 7, 7, 7, 7)

OPTIONS = (
    Option(
        "packs",
        "int",
        1,
        say("Packs"),
        say("How many packs are shuffled together; a table of five players and more has two."),
        "F1",
        "pack",
        low=1,
        high=2,
    ),
    Option("jokers", "int", 2, say("Jokers"), say("Jokers in each pack."), "F1", "pack", low=0, high=2),
    Option(
        "deal",
        "int",
        0,
        say("Cards dealt"),
        say("Cards dealt to each; 0 for 13 with two players, 7 with more."),
        "F4",
        "pack",
        low=0,
        high=20,
    ),
    Option(
        "ace",
        "choice",
        "both",
        say("Aces in runs"),
        say("Whether aces lie after the king, before the two, or at either end."),
        "F1",
        "melds",
        (Choice("high", say("high")), Choice("low", say("low")), Choice("both", say("high or low"))),
    ),
    Option(
        "values",
        "choice",
        "standard",
        say("Card values"),
        say("What cards count, melded and left in hand."),
        "F3",
        "scoring",
        (
            Choice("standard", say("2 to 10 their number, courts 10, ace 15 or 1")),
            Choice("5-10-15", say("2 to 9 five, 10 to king ten, ace 15")),
        ),
    ),
    *match_options(500, "F4"),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values; the jokers are those of all packs."""
    packs, cards_each = cast(int, values["packs"]), cast(int, values["deal"])
    return Rules(
        game="rummy-500",
        packs=packs,
        jokers=packs * cast(int, values["jokers"]),
        shapes=MeldShapes(
            shortest_run=3, circular=False, ace=cast(Ace, values["ace"]), sets=True, clause="F1"
        ),
        wilds=WildRules(adjacent_naturals=False),
        values=MeldValues(value_source="cards", card_values=cast(CardValues, values["values"])),
        deal=DealRules(must_meld_all=False, left_counts=True, scoring=MeldedLessLeft()),
        match=read_match(values, (cards_each,) * len(_CARDS_DEALT) if cards_each else _CARDS_DEALT),
        turns=TurnRules(meld_taken=True),
    )


GAME = Game(
    id="rummy-500",
    name=say("Rummy 500"),
    sentence=say("Sets and runs score for whoever lays them; cards left in hand count against them."),
    options=OPTIONS,
    players=(2, 8),
    two_packs_from=5,
    build=build,
    aliases=("500", "500 rummy", "500 rum", "five hundred rummy", "rummy five hundred"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("Cards count their number, courts 10, aces 15 or 1."), {}),
        Preset(
            "5-10-15", say("Low cards count five, high ones ten, aces and jokers 15."), {"values": "5-10-15"}
        ),
        Preset(say("Two packs"), say("For fewer than five players too."), {"packs": 2}),
    ),
)
