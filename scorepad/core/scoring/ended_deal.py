"""An ended deal: each player's or side's part as given, as counted, and its faults."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    from scorepad.core.points import Points


Who = TypeVar("Who")
Other = TypeVar("Other")
Hand = TypeVar("Hand")
OtherHand = TypeVar("OtherHand")


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A player's counted part of a deal.

    `melded` and `left` are points; `cards` the number of cards left, None if unknown. `points` are plain
    points in a game without cards. `canastas` are counts by word, None if not given; `red_threes` is their
    number. `tally` are the numbers in columns, by id.
    """

    melded: int = 0
    left: int = 0
    cards: int | None = 0
    points: Points = 0
    canastas: Mapping[str, int] | None = None
    red_threes: int = 0
    tally: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether no cards are left, as far as known."""
        return not (self.left or self.cards)


@dataclass(frozen=True)  # calling an alias of a generic class that is frozen and has slots fails
class EndedDeal(Generic[Who, Hand]):
    """A deal that ended for everybody at once, on its way from the record to the scores.

    Its players are given by their names, or by their seats at a table. What each has is a `PlayerShare` as
    reported, later a `CountedHand` in numbers.

    hands         the cards or points of each player
    winner        the player who ended it; None if nobody did
    went_rummy    the winner laid all cards in one turn (B4)
    never_opened  players who never made a first play (K4)
    ending        the game's word for the ending; empty for the usual one
    dropped       the word for the way in which a player left the deal early, by player
    made          players who made their phase
    turned        the card turned up for the deal; empty if none
    partnerships  partners who each have a hand of their own
    disputed      the deal counts although the packs do not hold its cards or its numbers are impossible (P1)
    note          a remark of the players
    round         the numbers entered in columns of the whole round, by column id
    """

    hands: Mapping[Who, Hand]
    winner: Who | None = None
    _: KW_ONLY
    went_rummy: bool = False
    never_opened: Collection[Who] = ()
    ending: str = ""
    dropped: Mapping[Who, str] = field(default_factory=dict)
    made: Collection[Who] = ()
    turned: str = ""
    partnerships: Sequence[Sequence[Who]] = ()
    disputed: bool = False
    note: str = ""
    round: Mapping[str, int] = field(default_factory=dict)

    def partners_of(self, player: Who) -> Collection[Who]:
        """The partners of a player in the deal."""
        group = next((group for group in self.partnerships if player in group), ())
        return [partner for partner in group if partner != player and partner in self.hands]

    def with_hands(self, hands: Mapping[Who, OtherHand]) -> EndedDeal[Who, OtherHand]:
        """Return the deal with other hands."""
        return replace(cast("EndedDeal[Who, Any]", self), hands=hands)

    def renamed(self, others: Mapping[Who, Other]) -> EndedDeal[Other, Hand]:
        """The deal with players by name in place of seats, or the reverse.

        The hands come in the order of `others`. A player missing from `others` is dropped from hands and
        partnerships, and raises KeyError if named elsewhere.
        """
        return replace(
            cast("EndedDeal[Any, Hand]", self),
            hands={other: self.hands[who] for who, other in others.items() if who in self.hands},
            winner=None if self.winner is None else others[self.winner],
            never_opened=[others[who] for who in self.never_opened],
            dropped={others[who]: word for who, word in self.dropped.items()},
            made=[others[who] for who in self.made],
            partnerships=[[others[who] for who in group if who in others] for group in self.partnerships],
        )


CountedDeal = EndedDeal[str, CountedHand]


class ScoreLine(NamedTuple):
    """A part of a score, and its reason."""

    reason: str
    points: Points


def shared_out(points: int, takers: Sequence[str]) -> dict[str, int]:
    """Each taker's share of the points, in even shares; the remainder goes, one point each, to the first
    takers.

    >>> shared_out(80, ["Ben", "Cy", "Dev"])
    {'Ben': 27, 'Cy': 27, 'Dev': 26}
    """
    each, odd = divmod(points, len(takers)) if takers else (0, 0)
    return {name: each + (place < odd) for place, name in enumerate(takers)}


class DealFault(NamedTuple):
    """Why a deal cannot have ended like this: the `field` at fault, and the player, empty for none."""

    reason: str
    field: str
    player: str = ""
