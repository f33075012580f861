"""Etalat, the tile rummy of Romania (GAMES.md, 14; GAMES-NEXT.md, B8): melds of 45 points with a run open;
what is laid counts for its player, what is left against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.options import option
from scorepad.core.packs import RUMMIKUB
from scorepad.core.rule_parts import CardValues, HandRules, Opening, WildCount
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import WENT_OUT, CountedDeal, DealFault, DealNote, EndingWords, Scoring, note_fault
from scorepad.core.scoring.usual import MeldedLessLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    opening_option,
    target_option,
    worth_cards,
)

_TILES_DEALT, _JOLYS, _JOLY, _ONE = 14, 2, 50, 25
_VALUES = (("1", _ONE), *((str(number), 5) for number in range(2, 10)))
_VALUES_HIGH = tuple((str(number), 10) for number in range(10, 14))
_ONES: dict[str, tuple[int | None, int | None]] = {"same": (None, None), "low": (5, None), "place": (5, 10)}
_TWO_EACH = ((3, 1), (6, 2))  # jolys of melds from so many tiles on

JOLY = EndingWords(
    id="joly",
    label=say("Joly thrown"),
    ended=say("{name} threw a joly last"),
    mark=say("joly"),
    mark_meaning=say("joly: a joly thrown last"),
)
ATU = DealNote("atu", say("Second atu"), say("{name} was dealt the second atu."), say("atu"), 0, stays=True)


@dataclass(frozen=True, slots=True, repr=False)
class LaidLessLeft(MeldedLessLeft):
    """Every player scores the tiles laid minus the tiles left, and what was earned besides (RT2).

    out   points for going out
    joly  points for going out by throwing a joly, in place of those; 0: it is no ending of its own
    atu   points of the player who was dealt the second tile like the one turned up
    """

    out: int = 50
    joly: int = 0
    atu: int = 25

    left_counts: ClassVar[bool] = False

    @property
    def ending_words(self) -> EndingWords:  # type: ignore[override]
        return replace(WENT_OUT, others=(JOLY,) if self.joly else ())

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        return (ATU,) if self.atu else ()

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        if len(deal.own_notes) > 1:
            yield note_fault(say("Only one player has the second atu. Choose which one."))

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = MeldedLessLeft.scores(self, deal)
        if deal.winner is not None:
            scores[deal.winner] += self.joly if self.ending_of(deal).id == JOLY.id else self.out
        return {name: score + self.atu * (name in deal.notes) for name, score in scores.items()}


@dataclass(frozen=True)
class Etalat(HouseRules):
    """House rules of Etalat."""

    opening: int = opening_option(45, "etalat RT1")
    needs_run: bool = option(
        True,
        say("A run to open"),
        say("One of your first melds is a run."),
        "etalat E2",
        "melds",
    )
    two_each: bool = option(
        True,
        say("Two tiles for each joly"),
        say("A meld has at least two other tiles for each joly."),
        "etalat E2",
        "wilds",
    )
    ones: str = option(
        "same",
        say("What a one counts"),
        say("What a one counts where it is laid. Left, it counts 25."),
        "etalat RT2",
        "scoring",
        choices={
            "same": say("25 everywhere"),
            "low": say("5 before the two, else 25"),
            "place": say("5 before the two, 10 after 13, 25 in a set"),
        },
    )
    out_bonus: int = option(
        50,
        say("Going out"),
        say("Points for going out."),
        "etalat RT2",
        "scoring",
        high=1_000,
    )
    joly_bonus: int = option(
        0,
        say("A joly thrown last"),
        say("Points for going out by throwing a joly, in place of those; 0 for the same."),
        "etalat RT2",
        "scoring",
        high=1_000,
    )
    atu: int = option(
        25,
        say("Second atu"),
        say("Points for being dealt the other tile like the atu, which is turned up; 0 for nothing."),
        "etalat E2",
        "scoring",
        high=200,
    )
    target: int = target_option(1_000, "etalat RT1")
    deals: int = deals_option("etalat RT1")

    def rules(self) -> Rules:
        low_one, high_one = _ONES[self.ones]
        values = CardValues(
            (*_VALUES, *_VALUES_HIGH), joker=_JOLY, joker_as_card=True, low_ace=low_one, high_ace=high_one
        )
        return Rules(
            game="etalat",
            pack=RUMMIKUB,
            packs=RUMMIKUB.copies,
            jokers=_JOLYS,
            shapes=replace(SETS_AND_RUNS, runs=replace(LINES, ace="both"), clause="etalat E2"),
            wilds=replace(JOKERS_ANYWHERE, count=WildCount(by_length=_TWO_EACH if self.two_each else ())),
            values=worth_cards(values),
            scoring=LaidLessLeft(self.out_bonus, self.joly_bonus, self.atu),
            match=MatchRules(self.target, self.deals, (_TILES_DEALT,) * 3),
            hand=HandRules(
                opening=Opening(self.opening, int(self.needs_run and self.opening > 0)),
                lays_early=True,
                throws=True,
                takes_jokers="all-missing",
            ),
        )


GAME = Game(
    id="etalat",
    name=say("Etalat"),
    sentence=say("Romania’s tile rummy: open with 45 points and a run. What you lay counts for you."),
    place=37,
    players=(2, 4),
    house_rules=Etalat,
    aliases=("remi etalat", "rummy 45", "remi pe etalate", "romanian tile rummy"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("Forty-five points and a run to open, 50 for going out."), {}),
        Preset(
            say("From the box"),
            say("Fifty points to open. A one counts by its place."),
            {"opening": 50, "ones": "place"},
        ),
        Preset(say("Out for a hundred"), say("Going out counts 100."), {"out_bonus": 100}),
    ),
)
