"""Canasta, classic and modern American (GAMES.md, 8 and 9).

Melds of one rank belong to a side; seven cards are a canasta. A first meld is worth more the more a side has.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from scorepad.core.canastas import ALONE, CanastaKind, RankMelds, SpecialHand
from scorepad.core.options import option
from scorepad.core.packs import FRENCH
from scorepad.core.rule_parts import CardValues, HandRules, Opening, Sets, WildCount
from scorepad.core.rules import MatchRules, MeldShapes, Rules
from scorepad.core.scoring.by_side import CanastaDeal
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    deals_option,
    first_meld_at,
    packs_option,
    target_option,
    worth_cards,
)

Form = Literal["classic", "modern-american"]
Threes = Literal["hundreds", "rising"]

# Suits don't matter, but the colour of a three does (C5, C6).
CANASTA_CARDS = replace(FRENCH, suitless=("3",))
_VALUES = CardValues(
    (("A", 20), ("2", 20), *((rank, 10) for rank in "KQJT98"), *((rank, 5) for rank in "76543")),
    joker=50,
    left=(("3H", 100), ("3D", 100)),  # as much as it counts for a side that lays it (C6)
)
# From so many points of a side on its first melds must be worth so much (C3, A3).
_CLASSIC_OPENINGS = ((0, 50), (1500, 90), (3000, 120))
_AMERICAN_OPENINGS = ((0, 125), (3000, 155), (5000, 180))
_BELOW_ZERO = 15  # what it must be worth of a side below 0 (C3)
_RED_THREES = {"hundreds": (100, 200, 300, 800), "rising": (100, 300, 500, 1000)}
_EVERY_RANK = "A23456789TJQK"
_MELDED_RANKS = tuple("A456789TJQK")

# A4 and A5; the first that fits counts, so twos and jokers stand ahead of any other wilds.
_AMERICAN_KINDS = (
    CanastaKind("twos", say("Canasta of twos"), 3000, (ALONE,), jokers=(0, 0)),
    CanastaKind("jokers", say("Wild canasta with four jokers"), 2500, (ALONE,), jokers=(4, 4)),
    CanastaKind("wild", say("Wild canasta"), 2000, (ALONE,)),
    CanastaKind("sevens", say("Canasta of sevens"), 2500, ("7",), "none"),
    CanastaKind("aces", say("Canasta of aces"), 2500, ("A",), "none"),
    CanastaKind("wild-begun", say("Wild canasta not finished"), -2000, (ALONE,), stage="begun"),
    CanastaKind("sevens-begun", say("Sevens not finished"), -2500, ("7",), "none", stage="begun"),
    CanastaKind("aces-begun", say("Aces unfinished"), -2500, ("A",), "none", stage="begun"),
    CanastaKind("sevens-kept", say("Sevens kept in hand"), -1500, ("7",), stage="kept"),
    CanastaKind("aces-kept", say("Aces kept in hand"), -1500, ("A",), stage="kept"),
)
# A6: the groups are all fourteen cards, thirteen dealt and one drawn.
_SPECIAL_HANDS = (
    SpecialHand("straight", say("Straight"), 3000, (*_EVERY_RANK, ALONE), (1,) * 14),
    SpecialHand("pairs", say("Pairs without wilds"), 2500, _MELDED_RANKS, (2,) * 7),
    SpecialHand(
        "wild-pairs",
        say("Pairs with 2s, 7s and aces"),
        2000,
        ("2", *_MELDED_RANKS),
        (2,) * 7,
        ("2", "7", "A"),
    ),
    SpecialHand("garbage", say("Garbage"), 2000, _MELDED_RANKS, (4, 4, 3, 3)),
)


@dataclass(frozen=True)
class Canasta(HouseRules):
    """The house rules of a table."""

    form: Form = option(
        "classic",
        say("Form"),
        say("Classic, or modern American with its melds of sevens and aces and special hands."),
        "canasta A1",
        "melds",
        choices={"classic": say("classic"), "modern-american": say("modern American")},
    )
    packs: int = packs_option(
        2, "canasta C1", say("How many packs are shuffled together, each with two jokers.")
    )
    side_score: int = option(
        0,
        say("The side’s points"),
        say("What a side has before a deal. Its first meld depends on it."),
        "canasta C3",
        "melds",
        low=-10_000,
        high=20_000,
        in_short=say("A side has {number}", number=0),
        at_tables=False,
    )
    natural: int = option(
        500,
        say("Natural canasta"),
        say("Bonus for a canasta without wilds."),
        "canasta C6",
        "scoring",
        high=2_000,
        in_short=say("Natural canasta {number}", number=500),
    )
    mixed: int = option(
        300,
        say("Mixed canasta"),
        say("Bonus for a canasta with wilds."),
        "canasta C6",
        "scoring",
        high=2_000,
        in_short=say("Mixed canasta {number}", number=300),
    )
    wild: int = option(
        0,
        say("Wild canasta"),
        say("Bonus for a canasta of only wilds, often 1000; 0 if you can’t meld wilds alone."),
        "canasta C6",
        "scoring",
        high=5_000,
        in_short=say("Wild canasta {number}", number=0),
    )
    to_go_out: int = option(
        1,
        say("Canastas to go out"),
        say("How many canastas a side needs to go out."),
        "canasta C5",
        "melds",
        low=1,
        high=5,
        in_short=say("Canastas to go out: {number}", number=1),
    )
    out: int = option(100, say("Going out"), say("Bonus for going out."), "canasta C6", "scoring", high=1_000)
    concealed: int = option(
        200,
        say("Going out concealed"),
        say("Bonus for going out with nothing melded before: usually 200, sometimes 300."),
        "canasta C6",
        "scoring",
        high=1_000,
    )
    threes: Threes = option(
        "hundreds",
        say("Red threes"),
        say("What one, two, three and four red threes count."),
        "canasta C6",
        "scoring",
        choices={"hundreds": "100 200 300 800", "rising": "100 300 500 1000"},
    )
    four_unmelded: int = option(
        400,
        say("Four red threes without a meld"),
        say("What all four cost a side that has melded nothing: usually 400, sometimes 800."),
        "canasta C6",
        "scoring",
        high=2_000,
    )
    target: int = target_option(5000, "canasta C7")
    deals: int = deals_option("canasta C7")

    @property
    def _is_american(self) -> bool:
        return self.form == "modern-american"

    @property
    def opening(self) -> int:
        """What a first meld must be worth of a side with these points."""
        if self._is_american:
            return first_meld_at(_AMERICAN_OPENINGS, self.side_score)
        return first_meld_at(_CLASSIC_OPENINGS, self.side_score) if self.side_score >= 0 else _BELOW_ZERO

    def _melds(self) -> RankMelds:
        natural = CanastaKind("natural", say("Natural canasta"), self.natural, wilds="none")
        mixed = CanastaKind("mixed", say("Mixed canasta"), self.mixed, wilds="some")
        wild = CanastaKind("wild", say("Wild canasta"), self.wild, (ALONE,))
        needed = (("", self.to_go_out),)
        if not self._is_american:
            kinds = (natural, mixed, *((wild,) if self.wild else ()))
            return RankMelds(alone=bool(self.wild), kinds=kinds, out_needs=needed)
        return RankMelds(
            # Threes are never melded (A2).
            last_ranks=(),
            pure=("7",),
            # A first meld of aces may hold wilds, and is an ordinary one then (A4).
            pure_later=("A",),
            alone=True,
            longest=7,
            # A2: after the first melds a wild takes five naturals.
            wilds_on=5,
            kinds=(*_AMERICAN_KINDS, natural, mixed),
            out_needs=needed,
            specials=_SPECIAL_HANDS,
        )

    def rules(self) -> Rules:
        may, threes = self._melds(), _RED_THREES[self.threes]
        # Sources differ in what all four cost a side without a meld (C6).
        unmelded = (*threes[:3], self.four_unmelded) if self.threes == "hundreds" else threes
        return canasta_rules(
            "canasta",
            may,
            packs=self.packs,
            clause="canasta A2" if self._is_american else "canasta C2",
            opening=self.opening,
            most_wilds=2 if self._is_american else 3,
            scoring=CanastaDeal(may, self.out, self.concealed, threes, unmelded),
            match=MatchRules(self.target, self.deals, (13,) * 3 if self._is_american else (15, 13, 11)),
        )


def canasta_rules(
    game: str,
    may: RankMelds,
    *,
    packs: int,
    clause: str,
    opening: int,
    most_wilds: int,
    scoring: CanastaDeal,
    match: MatchRules,
    values: CardValues = _VALUES,
) -> Rules:
    """The rules of a game of canastas, whose twos and jokers are wild."""
    return Rules(
        game=game,
        pack=CANASTA_CARDS,
        packs=packs,
        jokers=2 * packs,
        shapes=MeldShapes(sets=Sets(3, repeated_colours=True), by_rank=may, clause=clause),
        wilds=replace(JOKERS_ANYWHERE, wild_rank=("2",), count=WildCount(most_wilds, naturals=2)),
        values=worth_cards(values),
        scoring=scoring,
        match=match,
        hand=HandRules(opening=Opening(opening)),
    )


GAME = Game(
    id="canasta",
    name=say("Canasta"),
    sentence=say("Each side melds cards of one rank. Seven cards are a canasta, and red threes count."),
    players=(2, 4),
    house_rules=Canasta,
    aliases=("kanasta",),
    table="melds",
    place=32,
    presets=(
        Preset(say("Classic"), say("Natural 500, mixed 300, to 5000."), {}),
        Preset(
            say("Modern American"),
            say("Sevens and aces without wilds, wild canastas, special hands, to 8500."),
            {"form": "modern-american", "threes": "rising", "target": 8500},
        ),
        Preset(say("Wild canastas"), say("Wilds alone are a canasta of 1000."), {"wild": 1000}),
        Preset(say("Two canastas"), say("A side needs two canastas to go out."), {"to_go_out": 2}),
    ),
)
