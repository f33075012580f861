"""Burraco, and Buraco as in Brazil (GAMES.md, 11).

Sets and runs belong to a side. Seven cards are a burraco, worth most without a wild; a two in its own place
is no wild.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.canastas import CanastaKind, RankMelds
from scorepad.core.options import option
from scorepad.core.rule_parts import CardValues, HandRules, Opening, Sets, WildCount
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.by_side import BurracoDeal
from scorepad.core.sentence import Sentence, say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    packs_option,
    target_option,
    worth_cards,
)

_CARDS_DEALT = 11
_RISES_FROM, _RISEN = 1500, 75  # points of a side, and what its first melds must be worth then (B6)
COURTS_AND_PIPS = (*((rank, 10) for rank in "KQJT98"), *((rank, 5) for rank in "76543"))


def _bonus(default: int, label: Sentence, sentence: Sentence, clause: str = "burraco B5") -> int:
    return option(default, label, sentence, clause, "scoring", high=5_000)


@dataclass(frozen=True)
class Burraco(HouseRules):
    """The house rules of a table; those of Italy unless another is chosen."""

    packs: int = packs_option(
        2, "burraco B1", say("How many packs are shuffled together, each with two jokers.")
    )
    clean: int = _bonus(200, say("Clean burraco"), say("Bonus for seven cards or more without a wild."))
    half_clean: int = _bonus(
        150,
        say("Half-clean burraco"),
        say("Bonus for one with a wild beside seven others in a row; 0 if it counts as dirty."),
    )
    dirty: int = _bonus(100, say("Dirty burraco"), say("Bonus for seven cards or more with a wild."))
    ace_king: int = _bonus(
        0,
        say("Ace to king"),
        say("Bonus for a clean run of thirteen; 0 if it counts like any other."),
        "burraco B6",
    )
    ace_ace: int = _bonus(
        0,
        say("Ace to ace"),
        say("Bonus for a clean run of fourteen; 0 if an ace can only be at one end."),
        "burraco B6",
    )
    out: int = option(100, say("Going out"), say("Bonus for going out."), "burraco B5", "scoring", high=1_000)
    pozzetto: int = option(
        100,
        say("Pozzetto not taken"),
        say("What a side loses if nobody on it took the second hand."),
        "burraco B5",
        "scoring",
        high=1_000,
    )
    clean_out: bool = option(
        False,
        say("Clean burraco to go out"),
        say("A side needs a clean burraco to go out; any will do elsewhere."),
        "burraco B4",
        "melds",
    )
    rises: bool = option(
        False,
        say("First melds of 75"),
        say("From 1500 points on a side’s first melds are worth 75 or more."),
        "burraco B6",
        "melds",
    )
    side_score: int = option(
        0,
        say("The side’s points"),
        say("What a side has before a deal. Its first meld may depend on it."),
        "burraco B6",
        "melds",
        low=-10_000,
        high=20_000,
        in_short=say("A side has {number}", number=0),
        at_tables=False,
    )
    joker: int = option(
        30, say("A joker"), say("What a joker counts, melded or left."), "burraco B5", "scoring", high=100
    )
    two: int = option(
        20, say("A two"), say("What a two counts, melded or left."), "burraco B5", "scoring", high=100
    )
    target: int = target_option(2005, "burraco B5")
    deals: int = deals_option("burraco B5")

    def _kinds(self) -> tuple[CanastaKind, ...]:
        clean = {"wilds": "none", "counts_as": "clean"}
        kinds = [
            CanastaKind("ace-ace", say("Ace to ace"), self.ace_ace, cards=14, **clean),  # type: ignore[arg-type]
            CanastaKind("ace-king", say("Ace to king"), self.ace_king, cards=13, **clean),  # type: ignore[arg-type]
            CanastaKind("clean", say("Clean burraco"), self.clean, wilds="none"),
            CanastaKind(
                "half-clean", say("Half-clean burraco"), self.half_clean, wilds="some", side_by_side=7
            ),
            CanastaKind("dirty", say("Dirty burraco"), self.dirty, wilds="some"),
        ]
        # A kind worth 0 is left out, so that such a meld counts as the next kind that fits.
        chosen = {"ace-ace": self.ace_ace, "ace-king": self.ace_king, "half-clean": self.half_clean}
        return tuple(kind for kind in kinds if chosen.get(kind.word, True))

    def rules(self) -> Rules:
        kinds = self._kinds()
        needed = RankMelds(called="burraco", kinds=kinds, out_needs=(("clean" if self.clean_out else "", 1),))
        return Rules(
            game="burraco",
            packs=self.packs,
            jokers=2 * self.packs,
            shapes=replace(
                SETS_AND_RUNS,
                runs=replace(LINES, ace="twice" if self.ace_ace else "both"),
                # Every card of the rank and one wild. Twos make no sets (B2).
                sets=Sets(3, 4 * self.packs + 1, repeated_colours=True, never=("2",)),
                open_senses=True,
                long_kinds=kinds,
                clause="burraco B2",
            ),
            wilds=replace(
                JOKERS_ANYWHERE,
                wild_rank=("2",),
                # A two in its own place is no wild (B2).
                wild_rank_mode="also-natural",
                count=WildCount(1, naturals=2),
            ),
            values=worth_cards(CardValues((("A", 15), ("2", self.two), *COURTS_AND_PIPS), joker=self.joker)),
            scoring=BurracoDeal(needed, out=self.out, pozzetto=self.pozzetto),
            match=MatchRules(self.target, self.deals, (_CARDS_DEALT,) * 3),
            hand=HandRules(
                opening=Opening(_RISEN if self.rises and self.side_score >= _RISES_FROM else 0), throws=True
            ),
        )


GAME = Game(
    id="burraco",
    name=say("Burraco"),
    sentence=say("Sets and runs for a side; seven cards are a burraco, clean, half-clean or dirty."),
    players=(2, 4),
    house_rules=Burraco,
    aliases=("buraco", "burako", "canastra"),
    table="melds",
    place=33,
    presets=(
        Preset(say("Italy"), say("Clean 200, half-clean 150, dirty 100, to 2005."), {}),
        Preset(say("Half a match"), say("The same to 1005."), {"target": 1005}),
        Preset(say("Older tournaments"), say("Just clean and dirty."), {"half_clean": 0}),
        Preset(
            say("Brazil"),
            say("Buraco to 3000: ace to ace 1000, a clean one to go out, first melds of 75 from 1500 on."),
            {
                "half_clean": 0,
                "ace_king": 500,
                "ace_ace": 1000,
                "clean_out": True,
                "rises": True,
                "joker": 20,
                "two": 10,
                "target": 3000,
            },
        ),
    ),
)
