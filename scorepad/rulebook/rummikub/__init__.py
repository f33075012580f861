"""Rummikub, or Sabra (RULES.md, K1-K5).

Tiles of four colours, two of each; after a first play a player may rebuild the whole table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.options import option
from scorepad.core.packs import RUMMIKUB
from scorepad.core.rule_parts import CardValues, FirstPlay, Sets
from scorepad.core.rules import (
    Aim,
    BoardRules,
    MatchRules,
    Rules,
)
from scorepad.core.scoring.usual import Losses, Racks, Stalemate
from scorepad.core.sentence import say, say_number
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    SETS_AND_RUNS,
    deals_option,
    jokers_option,
    target_option,
    worth_cards,
)

_TILES_DRAWN = 14
_TILES = CardValues(joker=30, joker_as_card=True)  # K1, and 30 when left (K4)


@dataclass(frozen=True)
class Rummikub(HouseRules):
    """House rules of Rummikub."""

    jokers: int = jokers_option(2, "K1", say("Jokers among the tiles."), high=2)
    deal: int = option(
        _TILES_DRAWN,
        say("Tiles drawn"),
        say("Tiles on each rack at the start."),
        "K2",
        "pack",
        low=1,
        high=20,
        in_short=say_number("{number} tile drawn", "{number} tiles drawn", 0),
    )
    repeated_colours: bool = option(
        False,
        say("Repeated colours"),
        say("A group of three or four may hold a colour twice."),
        "K1",
        "melds",
    )
    first_play: int = option(
        30,
        say("First play"),
        say("What your first play must be worth, using only your own rack."),
        "K2",
        "melds",
        high=100,
        in_short=say("First play worth {number}", number=0),
    )
    first_play_one_set: bool = option(
        False,
        say("First play by one set"),
        say("One set of the first play must be worth that by itself."),
        "K2",
        "melds",
    )
    retrieve_jokers: bool = option(
        False,
        say("Taking a joker in the first play"),
        say("On your first play you may swap a tile for a joker on the table. Use the joker in a new set."),
        "K2",
        "melds",
    )
    initial_done: bool = option(
        True,
        say("First play made"),
        say("The first play is made, so you may rebuild the table."),
        "K2",
        "melds",
    )
    aim: Aim = option(
        "tiles",
        say("Best play"),
        say("Whether the best play lays the most tiles, or those of the highest sum."),
        "K5",
        "melds",
        choices={"tiles": say("most tiles"), "points": say("highest sum")},
    )
    stalemate: Stalemate = option(
        "tiles",
        say("When nobody can play"),
        say("Which rack wins when nobody can play and the pool is empty."),
        "K4",
        "scoring",
        choices={"tiles": say("fewest tiles"), "sum": say("lowest sum")},
    )
    losses: Losses = option(
        "whole",
        say("Cost when nobody can play"),
        say("What the others lose when nobody could play."),
        "K4",
        "scoring",
        choices={
            "whole": say("their whole rack"),
            "difference": say("what they hold above the winner"),
        },
    )
    charge_unopened: bool = option(
        False,
        say("Unopened racks count for everyone"),
        say("The rack of a player who never opened counts against everyone else too. The fewest points win."),
        "K4",
        "scoring",
    )
    target: int = target_option(0, "K4")
    deals: int = deals_option("K4")

    def rules(self) -> Rules:
        return Rules(
            game="rummikub",
            pack=RUMMIKUB,
            packs=RUMMIKUB.copies,
            jokers=self.jokers,
            shapes=replace(SETS_AND_RUNS, sets=Sets(3, repeated_colours=self.repeated_colours), clause="K1"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(_TILES),
            scoring=Racks(self.stalemate, self.losses, self.charge_unopened),
            match=MatchRules(self.target, self.deals, (self.deal,) * 3),
            board=BoardRules(
                shared=True,
                first_play=FirstPlay(
                    self.first_play, self.first_play_one_set, self.retrieve_jokers, self.initial_done
                ),
                aim=self.aim,
            ),
        )


GAME = Game(
    id="rummikub",
    name=say("Rummikub"),
    sentence=say("Runs and groups of tiles on one table that everybody may rebuild."),
    place=30,
    players=(2, 4),
    house_rules=Rummikub,
    aliases=("sabra", "rummycub", "rummi", "rummicub", "rummikid", "tile rummy"),
    table="board",
    presets=(
        Preset(
            say("Standard rules"),
            say("Thirty points to open. If nobody can play, the fewest tiles win."),
            {},
        ),
        Preset(
            say("Lowest total"),
            say("If nobody can play, the lowest rack wins, and the others lose what they hold above it."),
            {"stalemate": "sum", "losses": "difference"},
        ),
        Preset(
            say("Fewest points"),
            say("Racks count against their players. One that never opened counts against everybody."),
            {"charge_unopened": True},
        ),
        Preset(say("Without jokers"), say("Only tiles that stand for themselves."), {"jokers": 0}),
    ),
)
