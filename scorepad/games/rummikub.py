"""Rummikub, or Sabra (RULES.md, K1-K5).

Tiles of four colours, two of each; after a first play a player may rebuild the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.options import Choice, Option, Value
from scorepad.core.rules import (
    Aim,
    BoardRules,
    DealRules,
    Losses,
    MeldShapes,
    MeldValues,
    Rules,
    Stalemate,
    WildRules,
)
from scorepad.core.standard_packs import RUMMIKUB
from scorepad.games.game import Game, Preset
from scorepad.games.match_options import match_options, read_match

_TILES_DRAWN = 14

OPTIONS = (
    Option("jokers", "int", 2, "Jokers", "Jokers among the tiles.", "K1", "pack", low=0, high=2),
    Option(
        "deal",
        "int",
        _TILES_DRAWN,
        "Tiles drawn",
        "Tiles on a rack at the start.",
        "K2",
        "pack",
        low=1,
        high=20,
    ),
    Option(
        "repeated_colours",
        "bool",
        False,
        "Repeated colours",
        "A group of three or four may hold a colour twice.",
        "K1",
        "melds",
    ),
    Option(
        "first_play",
        "int",
        30,
        "First play",
        "What a player's first play must be worth, from that player's rack alone.",
        "K2",
        "melds",
        low=0,
        high=100,
    ),
    Option(
        "first_play_one_set",
        "bool",
        False,
        "First play by one set",
        "One set of the first play must be worth that alone, not all of its sets together.",
        "K2",
        "melds",
    ),
    Option(
        "retrieve_jokers",
        "bool",
        False,
        "Jokers in a first play",
        "A first play may put a tile in the place of a joker on the table and use the joker in a new set.",
        "K2",
        "melds",
    ),
    Option(
        "initial_done",
        "bool",
        True,
        "First play made",
        "The first play is made, so that the table may be rebuilt.",
        "K2",
        "melds",
    ),
    Option(
        "aim",
        "choice",
        "tiles",
        "Best play",
        "Whether the best play lays the most tiles, or those of the highest sum.",
        "K5",
        "melds",
        (Choice("tiles", "most tiles"), Choice("points", "highest sum")),
    ),
    Option(
        "stalemate",
        "choice",
        "tiles",
        "When nobody can play",
        "Which rack wins when nobody can play and the pool is empty.",
        "K4",
        "scoring",
        (Choice("tiles", "fewest tiles"), Choice("sum", "lowest sum")),
    ),
    Option(
        "losses",
        "choice",
        "whole",
        "What it costs then",
        "What the others lose when nobody could play.",
        "K4",
        "scoring",
        (Choice("whole", "their whole rack"), Choice("difference", "what they hold above the winner")),
    ),
    Option(
        "charge_unopened",
        "bool",
        False,
        "Unopened racks count for all",
        "The rack of a player who never opened counts against all others too; the fewest points win.",
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
            scoring="rack",
            stalemate=cast(Stalemate, values["stalemate"]),
            losses=cast(Losses, values["losses"]),
            charge_unopened=bool(values["charge_unopened"]),
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
    name="Rummikub",
    sentence="Runs and groups of tiles on one table that every player may rebuild.",
    options=OPTIONS,
    players=(2, 4),
    build=build,
    aliases=("sabra", "rummycub", "rummi", "rummicub", "tile rummy"),
    table="board",
    presets=(
        Preset("Standard rules", "Thirty points to begin; the fewest tiles win when nobody can play.", {}),
        Preset(
            "Lowest sum",
            "When nobody can play the lowest rack wins, and the others lose what they hold above it.",
            {"stalemate": "sum", "losses": "difference"},
        ),
        Preset(
            "Fewest points",
            "Racks count against their players, one that never opened against everybody.",
            {"charge_unopened": True},
        ),
        Preset("Without jokers", "Only tiles that are what they say.", {"jokers": 0}),
    ),
)
