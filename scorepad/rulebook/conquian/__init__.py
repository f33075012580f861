"""Conquian (GAMES.md, 19): a card that is turned up is melded at once or passed on, and eleven cards win.

Readings where sources differ: nobody out is a draw, and each puts up a counter that the winner of the next
deal takes too (Foster's Complete Hoyle); elsewhere the next deal simply begins anew. Ten cards for two
(bicyclecards.com, rummy.com), nine in a club of California, eight for three (gamevelvet.com), and one more is
laid to win. A run has eight cards at most, since another meld needs three.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.matches import MatchBonus, MatchStanding, PlainMatch, PlayedDeal
from scorepad.core.options import option
from scorepad.core.packs import FRENCH_SUITS, PACKS, Pack
from scorepad.core.rule_parts import ONE_EACH, DealEnd, DecidedBy, HandRules
from scorepad.core.rules import BoardRules, MatchRules, Rules
from scorepad.core.scoring import WENT_OUT, CountedDeal, DealField, EndingWords, Scoring
from scorepad.core.sentence import say, say_number
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deal_option,
    target_option,
    worth_cards,
)

FRENCH_40 = Pack("french-40", say("French pack without 8, 9 and 10"), FRENCH_SUITS, tuple("A234567JQK"))
_PACKS = {pack.id: pack for pack in (FRENCH_40, PACKS["spanish-40"])}
_SHORTEST = 3  # cards of a meld


@dataclass(frozen=True, slots=True, repr=False)
class Wins(Scoring):
    """Who has laid enough cards wins the deal, whatever the others hold: `points` of it."""

    points: int = 1

    counts: ClassVar[frozenset[DealField]] = frozenset()
    ending_words: ClassVar[EndingWords] = replace(
        WENT_OUT, needs_hands=False, nobody=say("The stock ran out: a draw.")
    )

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: self.points * (name == deal.winner) for name in deal.hands}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return ""


@dataclass(frozen=True, slots=True, repr=False)
class LaidCards(DealEnd):
    """So many cards in melds end a deal, and none is thrown then.

    needed  the number of cards
    """

    needed: int = 0

    @property
    def decided_by(self) -> DecidedBy:
        return "laid"

    def allows_laid(self, cards: int) -> bool:
        return cards >= self.needed


@dataclass(frozen=True, slots=True, repr=False)
class StakesStay(PlainMatch):
    """What is put up for deals that nobody won goes to the winner of the next."""

    def after_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        drawn = _drawn_before(standing)
        for side, score in deal.scores.items():
            if score and drawn:
                reason = say_number("{number} draw before", "{number} draws before", drawn)
                standing.give(MatchBonus(side, drawn, reason, number, counts=True))


def _drawn_before(standing: MatchStanding) -> int:
    """How many deals in a row have just been drawn, so that no total has changed."""
    before = [(0,) * len(standing.totals), *standing.running]
    return next(
        (draws for draws, totals in enumerate(before[-2::-1]) if totals != before[-1]), len(before) - 1
    )


@dataclass(frozen=True)
class Conquian(HouseRules):
    """The house rules of a table."""

    pack: str = option(
        "french-40",
        say("Pack"),
        say("French or Spanish cards, without eights, nines and tens. The jack is next to the seven."),
        "conquian CQ1",
        "pack",
        choices={name: pack.name for name, pack in _PACKS.items()},
    )
    deal: int = deal_option(
        10, "conquian CQ1", say("Cards dealt to each player. One more is laid to win."), low=8, high=10
    )
    stakes_stay: bool = option(
        True,
        say("Draws add up"),
        say("The winner of a deal also wins the draws just before it."),
        "conquian CQ4",
        "scoring",
    )
    target: int = target_option(5, "conquian CQ4", say("A match ends at this many wins"))

    def rules(self) -> Rules:
        laid = self.deal + 1
        return Rules(
            game="conquian",
            pack=_PACKS[self.pack],
            packs=1,
            shapes=replace(
                SETS_AND_RUNS, runs=replace(LINES, longest=laid - _SHORTEST), clause="conquian CQ1"
            ),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(ONE_EACH),
            scoring=Wins(),
            match=MatchRules(
                target=self.target,
                cards_dealt=(self.deal,) * 2,
                kind=StakesStay() if self.stakes_stay else None,
            ),
            # A player's own melds are laid anew in any turn, as a board is (CQ2).
            board=BoardRules(shared=True),
            hand=HandRules(throws=True, ends=LaidCards(laid)),
        )


GAME = Game(
    id="conquian",
    name=say("Conquian"),
    sentence=say("A card turned up is melded at once or passed on. Eleven cards in melds win."),
    place=56,
    players=(2, 3),
    house_rules=Conquian,
    aliases=("conquián", "coon can", "coon-can", "colonel"),
    table="board",
    presets=(
        Preset(say("Standard rules"), say("Ten cards each, eleven to win."), {}),
        Preset(say("Spanish cards"), say("With sota, caballo and rey."), {"pack": "spanish-40"}),
        Preset(say("Nine cards"), say("Nine cards each, ten to win."), {"deal": 9}),
        Preset(say("Three players"), say("Eight cards each, nine to win."), {"deal": 8}),
    ),
)
