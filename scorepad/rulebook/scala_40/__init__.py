"""Scala 40 (GAMES.md, 6).

First melds are worth 40; a card that fits on the table is not thrown, and who comes to 101 is out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.options import option
from scorepad.core.pool_match import PoolMatch
from scorepad.core.rule_parts import CardValues, HandRules, Opening, ThrownCard, WildCount, courts_at
from scorepad.core.rules import MatchRules, Rules, TurnRules
from scorepad.core.scoring import WENT_OUT
from scorepad.core.scoring.own_left import HAND, LeftEnding, OwnLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    jokers_in_meld_option,
    jokers_option,
    opening_option,
    out_at_option,
    packs_option,
    returns_option,
    take_to_lay_option,
    worth_cards,
)

_CARDS_DEALT = 13


@dataclass(frozen=True)
class ScalaForty(HouseRules):
    """House rules of Scala 40."""

    packs: int = packs_option(2, "scala-40 S1")
    jokers: int = jokers_option(4, "scala-40 S1", high=12)
    opening: int = opening_option(40, "scala-40 S2")
    jokers_in_meld: int = jokers_in_meld_option(0, "scala-40 S2")
    take_to_lay: bool = take_to_lay_option("scala-40 S3", default=True)
    fits_stays: bool = option(
        True,
        say("Cards that fit can’t be thrown"),
        say("You can’t throw a card that fits on the table, except to go out."),
        "scala-40 S5",
        "melds",
    )
    lone_ace: bool = option(
        False,
        say("An ace alone"),
        say("An ace counts 1 when it’s the only card left, else 11."),
        "scala-40 S7",
        "scoring",
    )
    hand_doubles: bool = option(
        False,
        say("All at once counts double"),
        say("In some groups the others count double when a player lays all cards at once."),
        "scala-40 S6",
        "scoring",
    )
    out_at: int = out_at_option(101, "scala-40 S8")
    returns: int = returns_option(1, "scala-40 S8")
    deals: int = deals_option("scala-40 S8")

    def rules(self) -> Rules:
        values = CardValues(
            courts_at(10, ace=11),
            joker=25,
            joker_as_card=True,
            low_ace=1,
            # Sources differ in what an ace counts that is the only card left (S7).
            lone_ace=1 if self.lone_ace else None,
        )
        # Who comes back has as many points as the worst of those in (S8).
        pool = PoolMatch(self.out_at, self.returns, return_adds=0) if self.out_at else None
        return Rules(
            game="scala-40",
            packs=self.packs,
            jokers=self.jokers,
            shapes=replace(SETS_AND_RUNS, runs=replace(LINES, ace="both"), clause="scala-40 S1"),
            wilds=replace(JOKERS_ANYWHERE, count=WildCount(self.jokers_in_meld)),
            values=worth_cards(values),
            scoring=OwnLeft((LeftEnding(WENT_OUT), LeftEnding(HAND, times=1 + self.hand_doubles))),
            match=MatchRules(deals=self.deals, cards_dealt=(_CARDS_DEALT,) * 5, kind=pool),
            turns=TurnRules(meld_taken=self.take_to_lay),
            hand=HandRules(
                opening=Opening(self.opening),
                lays_early=True,
                throws=True,
                takes_jokers="card",
                thrown=ThrownCard(no_fitting=self.fits_stays),
            ),
        )


GAME = Game(
    id="scala-40",
    name=say("Scala 40"),
    sentence=say("Open with 40 points. At 101 you’re out, and the last one in wins."),
    place=52,
    players=(2, 6),
    house_rules=ScalaForty,
    aliases=("scala quaranta", "scala40", "scala"),
    table="melds",
    presets=(
        Preset(say("To 101"), say("At 101 you’re out."), {}),
        Preset(
            say("One joker per meld"), say("A set or run can have one joker at most."), {"jokers_in_meld": 1}
        ),
        Preset(say("To 201"), say("At 201 you’re out."), {"out_at": 201}),
        Preset(say("To 301"), say("At 301 you’re out."), {"out_at": 301}),
        Preset(say("To 501"), say("At 501 you’re out."), {"out_at": 501}),
    ),
)
