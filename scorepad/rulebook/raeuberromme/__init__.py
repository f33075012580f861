"""Räuberrommé, or Robbers' Rummy: Rommé in which the whole table is rebuilt (romme-palast.de, gameduell).

First melds come from the hand alone; after them a turn takes the table apart as it likes, and all melds are
whole again at its end. The tiles are those of gameduell: 1 to 10 in four colours, twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from scorepad.core.options import option
from scorepad.core.packs import FRENCH, RUMMIKUB, Pack
from scorepad.core.rule_parts import CardValues, FirstPlay, HandRules, courts_at
from scorepad.core.rules import BoardRules, MatchRules, Rules
from scorepad.core.scoring import WENT_OUT, CountedDeal, DealFault, DealNote, EndingWords, note_fault
from scorepad.core.scoring.own_left import HAND, OwnLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deal_option,
    deals_option,
    jokers_option,
    left_option,
    opening_option,
    target_option,
    worth_cards,
)

_PACKS = 2
_PLAYERS = (2, 6)
TILES = Pack(
    "tiles-10",
    say("Tiles from 1 to 10"),
    RUMMIKUB.suits,
    RUMMIKUB.ranks[:10],
    copies=_PACKS,
    circular=False,
    joker=RUMMIKUB.joker,
)
_OF_CHOICE = {"cards": FRENCH, "tiles": TILES}

AT_ONCE = replace(HAND, needs_hands=False)
WAITING = DealNote(
    "waiting", say("Had no turn"), say("{name} had no turn yet."), say("no turn"), 0, stays=True
)


@dataclass(frozen=True, slots=True, repr=False)
class LeftOrAtOnce(OwnLeft):
    """What is left counts. Where a player lays all in the first turn, the others score `at_once` each, and
    twice that who had no turn yet."""

    at_once: int = 100

    ending_words: ClassVar[EndingWords] = replace(WENT_OUT, others=(AT_ONCE,))
    notes: ClassVar[tuple[DealNote, ...]] = (WAITING,)

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from OwnLeft.faults(self, deal)
        ended = self.ending_of(deal)
        for name in deal.own_notes:
            said = {"name": name, "words": WAITING.label}
            if name == deal.winner:
                reason = say("{name} ended the deal, so had a turn. Take “{words}” off.", **said)
                yield note_fault(reason, name)
            elif ended != AT_ONCE:
                reason = say("“{words}” counts only if somebody lays all at once. Take it off.", **said)
                yield note_fault(reason, name)

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        if self.ending_of(deal) != AT_ONCE:
            return OwnLeft.scores(self, deal)
        return {
            name: 0 if name == deal.winner else self.at_once * (1 + (name in deal.notes))
            for name in deal.hands
        }


@dataclass(frozen=True)
class Raeuberromme(HouseRules):
    """The house rules of a table."""

    deciding_pack: ClassVar[frozenset[str]] = frozenset({"pack"})

    pack: Literal["cards", "tiles"] = option(
        "cards",
        say("Pack"),
        say("Two French packs, or tiles from 1 to 10 in four colours, two of each."),
        "raeuberromme RR1",
        "pack",
        choices={name: pack.name for name, pack in _OF_CHOICE.items()},
    )
    jokers: int = jokers_option(6, "raeuberromme RR1", high=6)
    deal: int = deal_option(13, "raeuberromme RR1", low=5, high=15)
    corner: bool = option(
        False,
        say("Runs go round"),
        say("Runs go on from the last rank to the first: Q K A 2, or 9 10 1 2."),
        "raeuberromme RR1",
        "melds",
    )
    opening: int = opening_option(40, "raeuberromme RR2")
    initial_done: bool = option(
        True,
        say("First melds made"),
        say("Your first melds lie on the table, so you may rebuild it."),
        "raeuberromme RR2",
        "melds",
        at_tables=False,
    )
    jokers_stay: bool = option(
        True,
        say("Jokers for their cards"),
        say("A joker leaves its place on the table only for its card from your hand, and lies again."),
        "raeuberromme RR3",
        "melds",
    )
    throws: bool = option(
        False,
        say("Throw a card"),
        say("Every turn ends with a discard. Without it you lay a card or draw one."),
        "raeuberromme RR4",
        "melds",
    )
    joker_left: int = left_option(
        say("Joker left in hand"), say("What a joker left in hand counts."), 20, "raeuberromme RR5"
    )
    at_once: int = option(
        0,
        say("All in the first turn"),
        say("What the others score if you lay all in your first turn; 0 for what they have left."),
        "raeuberromme RR5",
        "scoring",
        high=500,
    )
    target: int = target_option(0, "raeuberromme RR5")
    deals: int = deals_option("raeuberromme RR5")

    def rules(self) -> Rules:
        tiles = self.pack == "tiles"
        values = CardValues(
            () if tiles else courts_at(10, ace=11),
            joker=self.joker_left,
            joker_as_card=True,
            low_ace=None if tiles else 1,
        )
        least, most = _PLAYERS
        return Rules(
            game="raeuberromme",
            pack=_OF_CHOICE[self.pack],
            packs=_PACKS,
            jokers=self.jokers,
            shapes=replace(
                SETS_AND_RUNS,
                runs=replace(LINES, circular=self.corner, ace="low" if tiles else "both"),
                clause="raeuberromme RR1",
            ),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(values),
            scoring=LeftOrAtOnce(at_once=self.at_once) if self.at_once else OwnLeft(),
            match=MatchRules(self.target, self.deals, (self.deal,) * (most - least + 1)),
            board=BoardRules(shared=True, first_play=FirstPlay(self.opening, done=self.initial_done)),
            hand=HandRules(
                throws=self.throws,
                lays_early=self.throws,
                takes_jokers="card" if self.jokers_stay else "never",
            ),
        )


GAME = Game(
    id="raeuberromme",
    name=say("Räuberrommé"),
    sentence=say("Rommé with a table that everybody may rebuild. Open with 40 from your hand."),
    place=125,
    players=_PLAYERS,
    house_rules=Raeuberromme,
    aliases=("räuberrommé", "räuber-rommé", "räuber rommé", "räuberromme", "robbers' rummy", "robbers rummy"),
    table="board",
    presets=(
        Preset(say("Standard rules"), say("Two packs with six jokers. 40 to open."), {}),
        Preset(say("30 to open"), say("First melds worth 30."), {"opening": 30}),
        Preset(say("No opening"), say("Your first melds may be worth anything."), {"opening": 0}),
        Preset(
            say("80 tiles"),
            say("Tiles from 1 to 10 and four jokers, fourteen each. 20 to open, 1 follows 10."),
            {
                "pack": "tiles",
                "jokers": 4,
                "deal": 14,
                "corner": True,
                "jokers_stay": False,
                "opening": 20,
                "joker_left": 50,
                "at_once": 100,
            },
        ),
    ),
)
