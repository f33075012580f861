"""Basic Rummy (RULES.md, B1-B7).

Sets and runs, ace low. The first player out scores what the others have left in hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.options import Option, Value
from scorepad.core.rules import Ace, DealRules, MeldShapes, MeldValues, Rules, WildRules
from scorepad.core.scoring import WinnerTakes
from scorepad.core.sentence import say
from scorepad.games.card_options import ace_option, packs_option
from scorepad.games.game import Game, Preset
from scorepad.games.match_options import match_options, read_match

_CARDS_DEALT = (10, 7, 7, 6, 6)

OPTIONS = (
    packs_option(1, "P1"),
    Option(
        "deal",
        "int",
        0,
        say("Cards dealt"),
        say("Cards dealt to each; 0 for 10 with two players, 7 with three or four, 6 with more."),
        "B6",
        "pack",
        low=0,
        high=20,
    ),
    ace_option("B1"),
    Option(
        "going_rummy",
        "bool",
        False,
        say("Going rummy"),
        say("All cards in one turn, with nothing melded before, score double."),
        "B4",
        "scoring",
    ),
    *match_options(100, "B5"),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values."""
    cards_each = cast(int, values["deal"])
    return Rules(
        game="basic-rummy",
        packs=cast(int, values["packs"]),
        shapes=MeldShapes(
            shortest_run=3, circular=False, ace=cast(Ace, values["ace"]), sets=True, clause="B1"
        ),
        wilds=WildRules(adjacent_naturals=False),
        values=MeldValues(value_source="cards", card_values="face"),
        deal=DealRules(must_meld_all=False, scoring=WinnerTakes(bool(values["going_rummy"]))),
        match=read_match(values, (cards_each,) * len(_CARDS_DEALT) if cards_each else _CARDS_DEALT),
    )


GAME = Game(
    id="basic-rummy",
    name=say("Basic Rummy"),
    sentence=say("Sets and runs; the first player out scores what the others hold."),
    options=OPTIONS,
    players=(2, 6),
    build=build,
    aliases=("rummy", "basic", "straight rummy"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("Aces low, to 100."), {}),
        Preset(say("Going rummy"), say("All cards in one turn score double."), {"going_rummy": True}),
        Preset(say("Aces at both ends"), say("Aces before the two or after the king."), {"ace": "both"}),
    ),
)
