"""Rummikub, or Sabra (RULES.md, K1-K5).

Tiles of four colours, two of each; after a first play a player may rebuild the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.options import Choice, Option, Value
from scorepad.core.packs import RUMMIKUB
from scorepad.core.rules import (
    Aim,
    BoardRules,
    DealRules,
    MeldShapes,
    MeldValues,
    Rules,
    WildRules,
)
from scorepad.core.scoring import Losses, Racks, Stalemate
from scorepad.core.sentence import say, say_number
from scorepad.games.game import Game, Preset
from scorepad.games.match_options import match_options, read_match

_TILES_DRAWN = 14

OPTIONS = (
    Option("jokers", "int", 2, say("Jokers"), say("Jokers among the tiles."), "K1", "pack", low=0, high=2),
    Option(
        "deal",
        "int",
        _TILES_DRAWN,
        say("Tiles drawn"),
        say("Tiles on a rack at the start."),
        "K2",
        "pack",
        low=1,
        high=20,
        in_short=say_number("{number} tile drawn", "{number} tiles drawn", 0),
    ),
    Option(
        "repeated_colours",
        "bool",
        False,
        say("Repeated colours"),
        say("A group of three or four may hold a colour twice."),
        "K1",
        "melds",
    ),
    Option(
        "first_play",
        "int",
        30,
        say("First play"),
        say("What a player's first play must be worth, from that player's rack alone."),
        "K2",
        "melds",
        low=0,
        high=100,
    ),
    Option(
        "first_play_one_set",
        "bool",
        False,
        say("First play by one set"),
        say("One set of the first play must be worth that alone, not all of its sets together."),
        "K2",
        "melds",
    ),
    Option(
        "retrieve_jokers",
        "bool",
        False,
        say("Jokers in a first play"),
        say(
            "A first play may put a tile in the place of a joker on the table and use the joker in a new set."
        ),
        "K2",
        "melds",
    ),
    Option(
        "initial_done",
        "bool",
        True,
        say("First play made"),
        say("The first play is made, so that the table may be rebuilt."),
        "K2",
        "melds",
    ),
    Option(
        "aim",
        "choice",
        "tiles",
        say("Best play"),
        say("Whether the best play lays the most tiles, or those of the highest sum."),
        "K5",
        "melds",
        (Choice("tiles", say("most tiles")), Choice("points", say("highest sum"))),
    ),
    Option(
        "stalemate",
        "choice",
        "tiles",
        say("When nobody can play"),
        say("Which rack wins when nobody can play and the pool is empty."),
        "K4",
        "scoring",
        (Choice("tiles", say("fewest tiles")), Choice("sum", say("lowest sum"))),
    ),
    Option(
        "losses",
        "choice",
        "whole",
        say("What it costs then"),
        say("What the others lose when nobody could play."),
        "K4",
        "scoring",
        (
            Choice("whole", say("their whole rack")),
            Choice("difference", say("what they hold above the winner")),
        ),
    ),
    Option(
        "charge_unopened",
        "bool",
        False,
        say("Unopened racks count for all"),
        say("The rack of a player who never opened counts against all others too; the fewest points win."),
        "K4",
        "scoring",
    ),
    *match_options(0, "K4"),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values."""
    return Rules(
        game="rummikub",
        pack=RUMMIKUB,
        packs=RUMMIKUB.copies,
        jokers=cast(int, values["jokers"]),
        shapes=MeldShapes(
            shortest_run=3,
            circular=False,
            sets=True,
            repeated_colours=bool(values["repeated_colours"]),
            clause="K1",
        ),
        wilds=WildRules(adjacent_naturals=False),
        values=MeldValues(value_source="cards", card_values="tiles"),
        deal=DealRules(
            must_meld_all=False,
            scoring=Racks(
                cast(Stalemate, values["stalemate"]),
                cast(Losses, values["losses"]),
                charge_unopened=bool(values["charge_unopened"]),
            ),
        ),
        match=read_match(values, (cast(int, values["deal"]),) * 3),
        board=BoardRules(
            shared=True,
            initial_done=bool(values["initial_done"]),
            first_play=cast(int, values["first_play"]),
            first_play_one_set=bool(values["first_play_one_set"]),
            retrieve_jokers=bool(values["retrieve_jokers"]),
            aim=cast(Aim, values["aim"]),
        ),
    )


GAME = Game(
    id="rummikub",
    name=say("Rummikub"),
    sentence=say("Runs and groups of tiles on one table that every player may rebuild."),
    options=OPTIONS,
    players=(2, 4),
    build=build,
    aliases=("sabra", "rummycub", "rummi", "rummicub", "tile rummy"),
    table="board",
    presets=(
        Preset(
            say("Standard rules"),
            say("Thirty points to begin; the fewest tiles win when nobody can play."),
            {},
        ),
        Preset(
            say("Lowest sum"),
            say("When nobody can play the lowest rack wins, and the others lose what they hold above it."),
            {"stalemate": "sum", "losses": "difference"},
        ),
        Preset(
            say("Fewest points"),
            say("Racks count against their players, one that never opened against everybody."),
            {"charge_unopened": True},
        ),
        Preset(say("Without jokers"), say("Only tiles that are what they say."), {"jokers": 0}),
    ),
)
