"""Avalanche (RULES.md, V1-V5).

Equal cards in growing numbers or ranks; whoever lets them fall gives them to the player on the right. The
most cards collected win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.avalanche_game import CARDS_DEALT
from scorepad.core.log.avalanche_course import GAME as ID
from scorepad.core.log.avalanche_course import JOKERS, PACKS
from scorepad.core.options import Option, Value
from scorepad.core.rules import DealRules, MeldShapes, MeldValues, Rules, TurnRules
from scorepad.core.scoring import Collected
from scorepad.core.sentence import say
from scorepad.games.card_options import packs_option
from scorepad.games.game import Game, Preset
from scorepad.games.match_options import match_options, read_match

_PLAYER_RANGE = (2, 8)

OPTIONS = (
    packs_option(PACKS, "V1", least=2),
    Option(
        "jokers",
        "int",
        JOKERS,
        say("Jokers"),
        say("Jokers over all packs."),
        "V1",
        "pack",
        low=JOKERS,
        high=12,
    ),
    Option(
        "deal",
        "int",
        CARDS_DEALT,
        say("Cards dealt"),
        say("Cards dealt to each."),
        "V1",
        "pack",
        low=5,
        high=13,
    ),
    Option(
        "mixed_growth",
        "bool",
        False,
        say("Cards that grow may differ"),
        say("As many cards as were played before, or more, that differ, none lower than those."),
        "V3",
        "melds",
    ),
    *match_options(0, "V5", say("Cards at which a match ends")),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values."""
    least_players, most_players = _PLAYER_RANGE
    return Rules(
        game=ID,
        packs=cast(int, values["packs"]),
        jokers=cast(int, values["jokers"]),
        shapes=MeldShapes(clause="V1"),
        values=MeldValues(value_source="cards", card_values="one"),
        deal=DealRules(must_meld_all=False, scoring=Collected()),
        match=read_match(values, (cast(int, values["deal"]),) * (most_players - least_players + 1)),
        turns=TurnRules(mixed_growth=bool(values["mixed_growth"])),
    )


GAME = Game(
    id=ID,
    name=say("Avalanche"),
    sentence=say("Equal cards pile up; let them fall, and they go to the player on your right."),
    options=OPTIONS,
    players=_PLAYER_RANGE,
    build=build,
    presets=(
        Preset(say("Standard rules"), say("Two packs and six jokers, ten cards each."), {}),
        Preset(say("Three packs"), say("Nine jokers, for many players."), {"packs": 3, "jokers": 9}),
    ),
)
