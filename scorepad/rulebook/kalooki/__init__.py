"""Kalooki, the British club game (GAMES.md, 5).

First melds are worth 40 or 51 together; a joker comes out of a set only where the set is full then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.options import option
from scorepad.core.pool_match import PoolMatch
from scorepad.core.rule_parts import CardValues, HandRules, Opening, courts_at
from scorepad.core.rules import Ace, MatchRules, Rules, TurnRules
from scorepad.core.scoring import WENT_OUT
from scorepad.core.scoring.own_left import HAND, LeftEnding, OwnLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    jokers_option,
    left_option,
    opening_option,
    out_at_option,
    packs_option,
    returns_option,
    take_to_lay_option,
    worth_cards,
)

_CARDS_DEALT = 13
# Where an ace lies in runs, and what it counts before the two (K2).
_ACES: dict[str, tuple[Ace, int | None]] = {
    "eleven": ("both", None),
    "low": ("both", 1),
    "high": ("high", None),
}


@dataclass(frozen=True)
class Kalooki(HouseRules):
    """House rules of Kalooki."""

    packs: int = packs_option(2, "kalooki K1")
    jokers: int = jokers_option(4, "kalooki K1", high=12)
    opening: int = opening_option(40, "kalooki K2")
    ace: str = option(
        "eleven",
        say("An ace in a run"),
        say("What an ace counts before the two, or whether it only goes after the king."),
        "kalooki K2",
        "melds",
        choices={"eleven": say("11"), "low": say("1 before the two"), "high": say("only after the king")},
    )
    take_to_lay: bool = take_to_lay_option("kalooki K3", default=True)
    joker_left: int = left_option(
        say("Joker left in hand"), say("What a joker left in hand counts."), 15, "kalooki K6"
    )
    kalooki_doubles: bool = option(
        True,
        say("Kalooki counts double"),
        say("In some groups the others count double when a player lays all cards at once."),
        "kalooki K5",
        "scoring",
    )
    out_at: int = out_at_option(151, "kalooki K6")
    returns: int = returns_option(1, "kalooki K6")
    deals: int = deals_option("kalooki K6")

    def rules(self) -> Rules:
        ace, low_ace = _ACES[self.ace]
        values = CardValues(courts_at(10, ace=11), joker=self.joker_left, joker_as_card=True, low_ace=low_ace)
        # Who comes back has as many points as the worst of those in.
        pool = PoolMatch(self.out_at, self.returns, return_adds=0) if self.out_at else None
        return Rules(
            game="kalooki",
            packs=self.packs,
            jokers=self.jokers,
            shapes=replace(SETS_AND_RUNS, runs=replace(LINES, ace=ace), clause="kalooki K2"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(values),
            scoring=OwnLeft((LeftEnding(WENT_OUT), LeftEnding(HAND, times=1 + self.kalooki_doubles))),
            match=MatchRules(deals=self.deals, cards_dealt=(_CARDS_DEALT,) * 4, kind=pool),
            turns=TurnRules(meld_taken=self.take_to_lay),
            # A joker in a set of three is taken for both missing suits only (K4).
            hand=HandRules(
                opening=Opening(self.opening), lays_early=True, throws=True, takes_jokers="all-missing"
            ),
        )


GAME = Game(
    id="kalooki",
    name=say("Kalooki"),
    sentence=say("Open with 40 or 51 points. Too many points, and you’re out of the match."),
    place=58,
    players=(2, 5),
    house_rules=Kalooki,
    aliases=("kaluki", "kalookie", "kalooki 40", "kalooki 51"),
    table="melds",
    presets=(
        Preset(say("Kalooki 40"), say("40 to open. A joker left in hand counts 15."), {}, id="40"),
        Preset(
            say("Kalooki 51"),
            say("51 to open. A joker left in hand counts 25."),
            {"opening": 51, "joker_left": 25},
            id="51",
        ),
        Preset(say("Two jokers"), say("106 cards, as in British clubs."), {"jokers": 2}),
    ),
)
