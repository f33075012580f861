"""Chinchón, also Conga (GAMES.md, 21).

Seven cards of a Spanish pack; who has little left closes, and seven in a run win the match.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorepad.core.cards import Card, Meld
from scorepad.core.options import option
from scorepad.core.packs import PACKS
from scorepad.core.pool_match import PoolMatch
from scorepad.core.rule_parts import CardValues, HandRules, Knock, WildCount
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import EndingWords
from scorepad.core.scoring.own_left import LeftEnding, OwnLeft
from scorepad.core.sentence import say, say_as
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    SETS_AND_RUNS,
    deals_option,
    jokers_option,
    left_option,
    out_at_option,
    packs_option,
    returns_option,
    worth_cards,
)

if TYPE_CHECKING:
    from scorepad.core.rule_parts import AsRun

_CARDS_DEALT = 7
_WILD_ACE = Card("1", "D")
_COURTS = {"10": (10, 10, 10), "8-9-10": (8, 9, 10), "10-11-12": (10, 11, 12)}
# What may be left: the most points, and the most cards; 0: any number of cards (N3).
_CLOSES = {"four": (4, 1), "five": (5, 1), "sum": (5, 0)}

CLOSE = EndingWords(
    id="close",
    label=say("Closed"),
    question=say("Who closed?"),
    ended=say("{name} closed"),
    nobody=say("Nobody closed."),
    mark=say_as("ending", "closed"),
    mark_meaning=say("closed: little left"),
)
ALL = EndingWords(
    id="all",
    label=say("All seven"),
    question=say("Who melded all seven?"),
    ended=say("{name} melded all seven"),
    mark=say("all seven"),
    mark_meaning=say("all seven: nothing left"),
)
CHINCHON = EndingWords(
    id="chinchon",
    label=say("Chinchón"),
    question=say("Who has chinchón?"),
    ended=say("{name} has chinchón"),
    mark=say("chinchón"),
    mark_meaning=say("chinchón: seven in a run, which wins the match"),
    wins_match=True,
)
JOKER_CHINCHON = EndingWords(
    id="joker-chinchon",
    label=say("Chinchón with a joker"),
    question=say("Who has chinchón with a joker?"),
    ended=say("{name} has chinchón with a joker"),
    mark=say("with a joker"),
    mark_meaning=say("with a joker: seven in a run, one of them a joker"),
)
TWO_JOKER_CHINCHON = EndingWords(
    id="two-joker-chinchon",
    label=say("Chinchón with two jokers"),
    question=say("Who has chinchón with two jokers?"),
    ended=say("{name} has chinchón with two jokers"),
    mark=say("with two jokers"),
    mark_meaning=say("with two jokers: seven in a run, two of them jokers"),
)


@dataclass(frozen=True, slots=True, repr=False)
class Closing(Knock):
    """A player closes with little left. Seven in a run win the match, and are laid as one (N3)."""

    @property
    def by_points_alone(self) -> bool:
        return False

    def as_laid(self, melds: tuple[Meld, ...], as_run: AsRun) -> tuple[Meld, ...]:
        # Two runs of the same cards would hide the one.
        run = as_run(melds)
        return melds if run is None else (run,)


@dataclass(frozen=True)
class Chinchon(HouseRules):
    """House rules of Chinchón."""

    packs: int = packs_option(1, "chinchon N1", high=2)
    pack: str = option(
        "spanish-40",
        say("Pack"),
        say("With eights and nines, or without."),
        "chinchon N1",
        "pack",
        choices={name: PACKS[name].name for name in ("spanish-40", "spanish-48")},
    )
    jokers: int = jokers_option(0, "chinchon N1", high=4)
    wild_ace: bool = option(
        False,
        say("The ace of coins is wild"),
        say("The ace of coins stands for any card, or for itself."),
        "chinchon N1",
        "wilds",
    )
    courts: str = option(
        "10",
        say("Face cards"),
        say("What sota, caballo and rey count."),
        "chinchon N1",
        "scoring",
        choices={"10": say("10 each"), "8-9-10": say("8, 9 and 10"), "10-11-12": say("10, 11 and 12")},
    )
    joker_left: int = left_option(
        say("Joker left in hand"),
        say("What a joker or a wild ace counts when left in hand."),
        25,
        "chinchon N1",
    )
    close: str = option(
        "four",
        say("Close with"),
        say("What you may have left when you close."),
        "chinchon N3",
        "melds",
        choices={
            "four": say("one card of at most 4"),
            "five": say("one card of at most 5"),
            "sum": say("cards of at most 5 together"),
        },
    )
    all_bonus: int = option(
        10,
        say("Points off for all seven"),
        say("Points taken off for melding all seven cards."),
        "chinchon N3",
        "scoring",
        high=100,
    )
    joker_chinchon: int = option(
        50,
        say("Chinchón with a joker"),
        say("Points taken off for seven in a run with a joker. Without a joker it wins the match."),
        "chinchon N3",
        "scoring",
        high=200,
    )
    two_joker_chinchon: int = option(
        25,
        say("Chinchón with two jokers"),
        say("Points taken off for seven in a run with two jokers."),
        "chinchon N3",
        "scoring",
        high=200,
    )
    lay_off_on_all: bool = option(
        True,
        say("Laying off on all seven"),
        say("The others may lay off even when a player melds all seven cards."),
        "chinchon N4",
        "melds",
    )
    out_at: int = out_at_option(101, "chinchon N5")
    returns: int = returns_option(1, "chinchon N5")
    deals: int = deals_option("chinchon N5")

    def rules(self) -> Rules:
        courts = zip(("10", "11", "12"), _COURTS[self.courts], strict=True)
        values = CardValues(tuple(courts), joker=self.joker_left, wild_left=self.joker_left)
        knock, knock_cards = _CLOSES[self.close]
        ways = [
            LeftEnding(CLOSE, own=None, most_left=knock),
            LeftEnding(ALL, own=-self.all_bonus),
            LeftEnding(CHINCHON, own=-self.all_bonus, run_wilds=0),
        ]
        wilds = self.jokers + self.packs * self.wild_ace
        if wilds:
            ways.append(LeftEnding(JOKER_CHINCHON, own=-self.joker_chinchon, run_wilds=1))
        if wilds > 1:
            # N3 pays for such a hand, though N2 allows a meld one joker.
            ways.append(LeftEnding(TWO_JOKER_CHINCHON, own=-self.two_joker_chinchon, run_wilds=2))
        # Who comes back has as many points as the worst of those in, and none more (N5).
        pool = PoolMatch(self.out_at, self.returns, return_adds=0) if self.out_at else None
        return Rules(
            game="chinchon",
            pack=PACKS[self.pack],
            packs=self.packs,
            jokers=self.jokers,
            shapes=replace(SETS_AND_RUNS, open_senses=True, clause="chinchon N2"),
            wilds=replace(
                JOKERS_ANYWHERE, wild_cards=(_WILD_ACE,) if self.wild_ace else (), count=WildCount(1)
            ),
            values=worth_cards(values),
            scoring=OwnLeft(tuple(ways)),
            match=MatchRules(deals=self.deals, cards_dealt=(_CARDS_DEALT,) * 7, kind=pool),
            hand=HandRules(
                throws=True,
                ends=Closing(knock, knock_cards, others_lay_off=self.lay_off_on_all),
            ),
        )


GAME = Game(
    id="chinchon",
    name=say("Chinchón"),
    sentence=say("Seven cards from a Spanish pack. Close with little left, or win with seven in a run."),
    place=54,
    players=(2, 8),
    house_rules=Chinchon,
    aliases=("chinchon", "conga", "golpeado"),
    table="melds",
    another_pack_from=(5,),
    presets=(
        Preset(say("Standard rules"), say("Forty cards, close with at most 4."), {}),
        Preset(say("Close with 5"), say("Close with one card of 5 or less."), {"close": "five"}),
        Preset(
            say("Conga"),
            say("Close with 5 or less in total. The ace of coins is wild."),
            {"close": "sum", "wild_ace": True},
        ),
        Preset(
            say("Fifty cards"), say("Eights and nines, and two jokers."), {"pack": "spanish-48", "jokers": 2}
        ),
    ),
)
