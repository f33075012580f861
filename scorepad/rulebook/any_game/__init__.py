"""Any game at all: everybody's points are typed as they are, and no cards are known.

Skat, Hearts, Wizard, darts: who wins, what ends the match, what everybody starts with, what the keys change a
number by, and whether the points of a deal add up to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from scorepad.core.options import option
from scorepad.core.phrasing import show_number
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import CountedDeal, DealFault, Scoring
from scorepad.core.sentence import Sentence, say, say_as
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import deals_option, target_option

Wins = Literal["most", "least"]
_CLAUSE = "points"


@dataclass(frozen=True, slots=True, repr=False)
class PlainPoints(Scoring):
    """Everybody scores the points that are typed.

    lowest        the fewest points win
    step          what the keys beside a number change it by
    sums_to_zero  the points of a deal add up to nothing
    """

    lowest: bool = False
    step: int = 1
    sums_to_zero: bool = False

    lays_melds: ClassVar[bool] = False
    types_points: ClassVar[bool] = True
    counts_sides: ClassVar[bool] = True
    left_heading: ClassVar[Sentence] = say("Points")

    @property
    def lowest_wins(self) -> bool:
        return self.lowest

    @property
    def key_step(self) -> int:
        return self.step

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        total = sum(hand.points for hand in deal.hands.values())
        if self.sums_to_zero and total:
            reason = say(
                "These points add up to {total}. At this table they must add up to 0. Check each one.",
                total=show_number(total),
            )
            yield DealFault(reason, "points")

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return ""

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: hand.points for name, hand in deal.hands.items()}


@dataclass(frozen=True)
class AnyGame(HouseRules):
    """What a table agrees on."""

    title: str = option(
        "",
        say("Name of the game"),
        say("What you call it, such as Skat."),
        _CLAUSE,
        "scoring",
        none=say_as("the name", "none"),
    )
    wins: Wins = option(
        "most",
        say("Who wins"),
        say("Whether the most points win, or the fewest."),
        _CLAUSE,
        "scoring",
        choices={"most": say("most points"), "least": say("fewest points")},
    )
    target: int = target_option(0, _CLAUSE)
    deals: int = deals_option(_CLAUSE)
    start: int = option(
        0,
        say("Starting points"),
        say("What everybody starts with. If it’s more than the match target, you count down."),
        _CLAUSE,
        "scoring",
        high=10_000,
        in_short=say("Everybody starts at {number}", number=0),
    )
    step: int = option(
        1,
        say("Step of the keys"),
        say("How much plus and minus change a number."),
        _CLAUSE,
        "scoring",
        low=1,
        high=1_000,
        in_short=say("Keys change points by {number}", number=1),
    )
    sum_zero: bool = option(
        False,
        say("Deals add up to 0"),
        say("The points of a deal add up to 0. What some win, the others lose."),
        _CLAUSE,
        "scoring",
    )

    def rules(self) -> Rules:
        # Points are typed, so the parts about cards say nothing here.
        return Rules(
            game="any-game",
            scoring=PlainPoints(self.wins == "least", self.step, self.sum_zero),
            match=MatchRules(self.target, self.deals, start=self.start),
        )


GAME = Game(
    id="any-game",
    name=say("Any game"),
    sentence=say("A pad for points: type what everybody scores, and the pad adds it up."),
    place=90,
    house_rules=AnyGame,
    aliases=("any", "points", "free"),
    presets=(
        Preset(say("Most points win"), say("Points are added up."), {}),
        Preset(say("Fewest points win"), say("As in Hearts or golf."), {"wins": "least"}),
        Preset(say("Count down"), say("From 501 to 0, as in darts."), {"start": 501, "wins": "least"}),
        Preset(
            say("Adds up to 0"),
            say("What some win, the others lose."),
            {"sum_zero": True},
        ),
    ),
)
