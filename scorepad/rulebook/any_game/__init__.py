"""Any game at all: points are typed, without cards; or bids, tricks or throws are entered in columns from
which the points follow.

Options set who wins, what ends the match, the starting points, the step of the number keys, and whether the
points of a round add up to 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from scorepad.core.deal_facts import DealFacts
from scorepad.core.matches import PlainMatch
from scorepad.core.options import option
from scorepad.core.phrasing import show_number
from scorepad.core.points import Points, is_whole
from scorepad.core.rule_parts import Dealer
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import (
    HALVES_REFUSED,
    CountedDeal,
    DealFault,
    DealField,
    DealNames,
    Partners,
    ScoreLine,
    Scoring,
)
from scorepad.core.scoring.final_count import TypedPoints
from scorepad.core.scoring.tally import Tally
from scorepad.core.sentence import say, say_as, say_number
from scorepad.rulebook.any_game.declarers import DoppelkopfTally, SkatTally
from scorepad.rulebook.any_game.rounds import ROUNDS
from scorepad.rulebook.any_game.throws import CountdownMatch, DartsTally, DiceTally
from scorepad.rulebook.any_game.tricks import BagsMatch, HeartsTally, SpadesTally, WizardTally
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import target_option

Wins = Literal["most", "least"]
Columns = Literal["none", "wizard", "skat", "doppelkopf", "spades", "hearts", "dice", "darts"]
TALLIES: Mapping[str, Tally] = {
    "wizard": WizardTally(),
    "skat": SkatTally(),
    "doppelkopf": DoppelkopfTally(),
    "spades": SpadesTally(),
    "hearts": HeartsTally(),
    "dice": DiceTally(),
    "darts": DartsTally(),
}
MATCHES: Mapping[str, PlainMatch] = {"spades": BagsMatch(), "darts": CountdownMatch()}
"""What counts beside the scores of rounds."""
_CLAUSE = "points"


@dataclass(frozen=True, slots=True, repr=False)
class PlainPoints(Scoring):
    """Points are typed for each player.

    lowest        the fewest points win
    step          amount by which the keys beside a number change it
    sums_to_zero  the points of a round add up to 0
    halves        points may end in a half
    """

    lowest: bool = False
    step: int = 1
    sums_to_zero: bool = False
    halves: bool = False

    counts: ClassVar[frozenset[DealField]] = frozenset({"points"})
    lays_melds: ClassVar[bool] = False
    partners: ClassVar[Partners] = "together"
    deal_names: ClassVar[DealNames] = ROUNDS

    @property
    def lowest_wins(self) -> bool:
        return self.lowest

    @property
    def final(self) -> TypedPoints:  # type: ignore[override]
        return TypedPoints(self.step, self.halves)

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        total = sum(hand.points for hand in deal.hands.values())
        if self.sums_to_zero and total:
            reason = say(
                "These points add up to {total}. At this table they must add up to 0. Check each one.",
                total=show_number(total),
            )
            yield DealFault(reason, "points")
        for name, hand in deal.hands.items():
            if not self.halves and not is_whole(hand.points):
                reason = say("{name}: {fault}", name=name, fault=HALVES_REFUSED)
                yield DealFault(reason, "points", name)

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return ""

    def scores(self, deal: CountedDeal) -> dict[str, Points]:
        return {name: hand.points for name, hand in deal.hands.items()}


@dataclass(frozen=True, slots=True, repr=False)
class TallyPoints(Scoring):
    """Points are computed from the columns of a round.

    columns  the columns, with their arithmetic
    number   number of the round in its match
    lowest   the fewest points win
    halves   points beside the columns may end in a half
    """

    columns: Tally
    number: int = 1
    lowest: bool = False
    halves: bool = False

    counts: ClassVar[frozenset[DealField]] = frozenset({"tally", "round"})
    lays_melds: ClassVar[bool] = False
    partners: ClassVar[Partners] = "together"
    deal_names: ClassVar[DealNames] = ROUNDS

    @property
    def final(self) -> TypedPoints:  # type: ignore[override]
        return TypedPoints(halves=self.halves, columns=self.columns)

    @property
    def lowest_wins(self) -> bool:
        return self.lowest

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        yield from self.columns.faults(deal, self.number)

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        return self.columns.lines(deal, self.number)

    def scores(self, deal: CountedDeal) -> dict[str, Points]:
        return {name: sum(line.points for line in lines) for name, lines in self.lines(deal).items()}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return ""


@dataclass(frozen=True)
class AnyGame(HouseRules):
    """House rules of any game."""

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
    deals: int = option(
        0,
        say("Rounds per match"),
        say("How many rounds a match has; 0 if only its target ends it."),
        _CLAUSE,
        "scoring",
        high=60,
        in_short=say_number("Match of {number} round", "Match of {number} rounds", 0),
    )
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
        say("Rounds add up to 0"),
        say("The points of a round add up to 0. What some win, the others lose."),
        _CLAUSE,
        "scoring",
    )
    halves: bool = option(
        False,
        say("Halves"),
        say("Points may end in a half, such as 3½."),
        _CLAUSE,
        "scoring",
    )
    dealer: bool = option(
        False,
        say("A dealer"),
        say("Somebody deals each round, one player after the other."),
        _CLAUSE,
        "scoring",
    )
    columns: Columns = option(
        "none",
        say("Columns"),
        say("What a round is entered in. The pad works out the points and shows how."),
        _CLAUSE,
        "scoring",
        choices={
            "none": say("points alone"),
            "wizard": say("bids and tricks, as in Wizard"),
            "skat": say("games as in Skat"),
            "doppelkopf": say("parties as in Doppelkopf"),
            "spades": say("bids, tricks and nil, as in Spades"),
            "hearts": say("hearts and ♠Q"),
            "dice": say("the boxes of a sheet for five dice"),
            "darts": say("three darts"),
        },
    )

    @property
    def follows(self) -> tuple[str, ...]:  # type: ignore[override]
        """The facts of a round that its rules depend on: the round number, if it has columns."""
        return ("number",) if self.columns != "none" else ()

    def at_table(self, players: int) -> AnyGame:
        """Return the house rules with the number of rounds that the columns imply, if the table names
        none."""
        tally = TALLIES.get(self.columns)
        return self if tally is None or self.deals else replace(self, deals=tally.rounds(players))

    def rules_in(self, facts: DealFacts) -> Rules:
        tally, lowest = TALLIES.get(self.columns), self.wins == "least"
        scoring = (
            TallyPoints(tally, facts.number, lowest, self.halves)
            if tally
            else PlainPoints(lowest, self.step, self.sum_zero, self.halves)
        )
        match = MatchRules(
            self.target,
            self.deals,
            start=self.start,
            kind=MATCHES.get(self.columns),
            dealer=Dealer(deals=self.dealer),
        )
        # Points are typed, so the parts about cards say nothing here.
        return Rules(game="any-game", scoring=scoring, match=match)


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
        Preset(
            say("Wizard"),
            say("Bids and tricks, a card more each round."),
            {"columns": "wizard", "dealer": True},
        ),
        Preset(say("Skat"), say("The game, its tops and its steps."), {"columns": "skat", "dealer": True}),
        Preset(
            say("Doppelkopf"),
            say("Re against Kontra, with announcements."),
            {"columns": "doppelkopf", "dealer": True},
        ),
        Preset(
            say("Spades"),
            say("Bids, tricks and nil; ten tricks too many cost 100."),
            {"columns": "spades", "dealer": True, "target": 500},
        ),
        Preset(
            say("Hearts"),
            say("Hearts and ♠Q; all of them are 26 for the others."),
            {"columns": "hearts", "dealer": True, "target": 100, "wins": "least"},
        ),
        Preset(
            say("Five dice"),
            say("Thirteen boxes and the bonus, a sheet each."),
            {"columns": "dice"},
        ),
        Preset(
            say("Darts 501"),
            say("Three darts a round, down to 0."),
            {"columns": "darts", "start": 501, "wins": "least"},
        ),
    ),
)
