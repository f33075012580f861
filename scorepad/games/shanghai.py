"""Shanghai, or manipulation rummy: Machiavelli, Carousel, Vatikan (RULES.md, G1-G3).

Sets and runs of two packs on one table that every player may rebuild; cards left count one point each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.options import Option, Value
from scorepad.core.rules import (
    Ace,
    BoardRules,
    DealRules,
    MeldShapes,
    MeldValues,
    Rules,
    WildRules,
)
from scorepad.core.scoring import CardsLeft
from scorepad.core.sentence import say
from scorepad.games.card_options import ace_option, packs_option
from scorepad.games.game import Game, Preset
from scorepad.games.match_options import match_options, read_match

_CARDS_DEALT = 10
_PLAYER_RANGE = (2, 6)

OPTIONS = (
    packs_option(2, "G1"),
    Option(
        "jokers",
        "int",
        0,
        say("Jokers"),
        say("Wild cards in play, over all packs."),
        "G1",
        "pack",
        low=0,
        high=12,
    ),
    Option(
        "joker_each",
        "bool",
        False,
        say("One joker a player"),
        say("As many jokers as players; a table counts its own."),
        "G1",
        "pack",
    ),
    Option(
        "deal",
        "int",
        _CARDS_DEALT,
        say("Cards dealt"),
        say("Cards dealt to each."),
        "G2",
        "pack",
        low=1,
        high=20,
    ),
    ace_option("G1"),
    *match_options(50, "G3", say("Points at which a match ends and is lost")),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values."""
    least_players, most_players = _PLAYER_RANGE
    return Rules(
        game="shanghai",
        packs=cast(int, values["packs"]),
        jokers=_joker_count(values),
        shapes=MeldShapes(
            shortest_run=3, circular=False, ace=cast(Ace, values["ace"]), sets=True, clause="G1"
        ),
        wilds=WildRules(adjacent_naturals=False),
        values=MeldValues(value_source="cards", card_values="one"),
        deal=DealRules(must_meld_all=False, scoring=CardsLeft()),
        match=read_match(values, (cast(int, values["deal"]),) * (most_players - least_players + 1)),
        board=BoardRules(shared=True),
    )


def _joker_count(values: Mapping[str, Value]) -> int:
    """The jokers in play; where each player has one and no table says how many play, as many as can."""
    jokers = cast(int, values["jokers"])
    return _PLAYER_RANGE[1] if values["joker_each"] and not jokers else jokers


def at_table(values: Mapping[str, Value], players: int) -> Mapping[str, Value]:
    """Option values of a table with so many players (G1)."""
    return {**values, "jokers": players} if values["joker_each"] else values


GAME = Game(
    id="shanghai",
    name=say("Shanghai"),
    sentence=say("Sets and runs on one table that every player may rebuild; cards left count one each."),
    options=OPTIONS,
    players=_PLAYER_RANGE,
    build=build,
    at_table=at_table,
    aliases=("manipulation rummy", "manipulation", "machiavelli", "carousel", "vatikan", "vatican"),
    table="board",
    presets=(
        Preset(say("Standard rules"), say("Two packs without jokers, ten cards each, to 50."), {}),
        Preset(say("Aces at both ends"), say("Aces before the two or after the king."), {"ace": "both"}),
        Preset(
            say("Machiavelli"),
            say("No jokers, fifteen cards each, aces at both ends."),
            {"deal": 15, "ace": "both"},
        ),
        Preset(say("Carousel"), say("Two jokers, ten cards each."), {"jokers": 2}),
        Preset(
            say("Vatikan"),
            say("A joker for each player, thirteen cards each, aces at both ends."),
            {"joker_each": True, "deal": 13, "ace": "both"},
        ),
    ),
)
