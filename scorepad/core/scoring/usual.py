"""The ways of scoring of the games that the rules describe (H3, L5, B4, F3, K4, G3, V5).

Readings where the sources say nothing: when the stock runs out and nobody went out, nobody scores in Basic
Rummy (B4); racks that tie in number and in sum share what the others lose, and the odd points go one each to
the first of them in the order of seats; a rack below the winner's sum has no difference to lose (K4). Where
the rack of a player who never opened is charged to all others, and the fewest points win, racks score against
their players and nobody scores what others hold: the winner's own is nothing, all the rest is as it was (K4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from scorepad.core.phrasing import show_number
from scorepad.core.rule_parts import check_choices
from scorepad.core.scoring import RETIRED, CountedDeal, DealField, DealNames, EndingWords, Scoring
from scorepad.core.scoring.ended_deal import NEVER_OPENED, shared_out
from scorepad.core.sentence import in_a_row, say, say_number

Stalemate = Literal["tiles", "sum"]
Losses = Literal["whole", "difference"]


@dataclass(frozen=True, slots=True, repr=False)
class Retiring(Scoring):
    """Each player scores on retiring: the melds minus the cards left (L4, L5)."""

    settled_at_once: ClassVar[bool] = False
    left_counts: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = RETIRED
    deal_names: ClassVar[DealNames] = DealNames(
        product=say("melds − cards left"), order=say("1. 2. order of retiring"), unscored=say("still in")
    )


@dataclass(frozen=True, slots=True, repr=False)
class WinnerTakes(Scoring):
    """The first player out scores the value of all other players' cards left (B4).

    doubles_rummy  a hand melded completely in one turn, with nothing before, counts twice
    """

    doubles_rummy: bool = False

    leftover_decides: ClassVar[bool] = True

    @property
    def counts(self) -> frozenset[DealField]:  # type: ignore[override]
        return frozenset({"left", "went_rummy"} if self.doubles_rummy else {"left"})

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = dict.fromkeys(deal.hands, 0)
        if deal.winner is not None:
            # The winner has nothing left, so all hands together are the others'.
            others_value = sum(hand.left for hand in deal.hands.values())
            scores[deal.winner] = others_value * (2 if self.doubles_rummy and deal.went_rummy else 1)
        return scores


@dataclass(frozen=True, slots=True, repr=False)
class FixedPoints(Scoring):
    """The first player out scores `points`, whatever the others have left."""

    points: int = 1

    leftover_decides: ClassVar[bool] = True

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: self.points * (name == deal.winner) for name in deal.hands}


@dataclass(frozen=True, slots=True, repr=False)
class MeldedLessLeft(Scoring):
    """Every player scores the melds minus the cards left (F3)."""

    left_counts: ClassVar[bool] = True
    counts: ClassVar[frozenset[DealField]] = frozenset({"melded", "left"})
    deal_names: ClassVar[DealNames] = DealNames(product=say("melded − left in hand"))

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: hand.melded - hand.left for name, hand in deal.hands.items()}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return in_a_row((show_number(melded), "−", show_number(left))) if melded and left else ""


@dataclass(frozen=True, slots=True, repr=False)
class Racks(Scoring):
    """Every player loses the rack's value, and the winner scores the sum of these (K4).

    stalemate         if nobody can play: the fewest tiles win, or the lowest sum
    losses            after a stalemate: a rack loses its whole sum, or its excess over the winner's
    charges_unopened  racks score against their players; those of players who never opened, against all others
                      too
    """

    stalemate: Stalemate = "tiles"
    losses: Losses = "whole"
    charges_unopened: bool = False

    def __post_init__(self) -> None:
        check_choices(self, stalemate=Stalemate, losses=Losses)

    @property
    def lowest_wins(self) -> bool:
        return self.charges_unopened

    @property
    def counts(self) -> frozenset[DealField]:  # type: ignore[override]
        tiles: set[DealField] = {"tiles"} if self.stalemate == "tiles" else set()
        unopened: set[DealField] = {NEVER_OPENED.field} if self.charges_unopened else set()
        return frozenset({"left", *tiles, *unopened})

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        racks = {name: hand.left for name, hand in deal.hands.items()}
        winners = self._lowest_racks(deal) if deal.winner is None else [deal.winner]
        # Only a stalemate has a difference to lose: who goes out has nothing on the rack (K4).
        deducted = racks[winners[0]] if deal.winner is None and self.losses == "difference" else 0
        lost = {name: max(0, rack - deducted) for name, rack in racks.items() if name not in winners}
        if self.charges_unopened:
            unopened = set(deal.noted(NEVER_OPENED))
            return {
                name: lost.get(name, 0) + sum(racks[other_player] for other_player in unopened - {name})
                for name in racks
            }
        shares = shared_out(sum(lost.values()), winners)
        return {name: shares.get(name, -lost.get(name, 0)) for name in racks}

    def _lowest_racks(self, deal: CountedDeal) -> list[str]:
        """The players with the lowest rack: by tiles, ties by their sum, or by the sum alone."""
        # Where numbers of tiles decide, `settle_faults` has asked for those that nobody told.
        ranked = {
            name: ((hand.cards or 0) if self.stalemate == "tiles" else 0, hand.left)
            for name, hand in deal.hands.items()
        }
        return [name for name in ranked if ranked[name] == min(ranked.values())]


@dataclass(frozen=True, slots=True, repr=False)
class CardsLeft(Scoring):
    """Every player scores a point a card left; the fewest points win (G3)."""

    leftover_decides: ClassVar[bool] = True
    deal_names: ClassVar[DealNames] = DealNames(left_heading=say("Cards left"))

    @property
    def lowest_wins(self) -> bool:
        return True

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: hand.left for name, hand in deal.hands.items()}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return "" if went_out else say_number("{number} card", "{number} cards", left)


@dataclass(frozen=True, slots=True, repr=False)
class Collected(Scoring):
    """Every player scores the cards collected, and nobody melds or goes out (V5)."""

    counts: ClassVar[frozenset[DealField]] = frozenset({"left", "collected", "taken"})
    lays_melds: ClassVar[bool] = False
    deal_names: ClassVar[DealNames] = DealNames(left_heading=say("Collected"))

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: hand.left for name, hand in deal.hands.items()}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return ""
