"""What a player ends a deal with, as one number: what cards left count, or what a game has in their place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from scorepad.core.cards import Card
    from scorepad.core.scoring.tally import Tally

Needed = Literal["each", "any", "none"]


class FinalCount:
    """The number that a player ends a deal with. By default it is what the cards left count.

    has_cards  cards make it; else points are typed
    from_hand  it follows from a whole hand, by what that leaves
    needed     whose must be entered: of each player with cards left, of any player, or of nobody
    """

    __slots__ = ()
    has_cards: ClassVar[bool] = True
    from_hand: ClassVar[bool] = True
    needed: ClassVar[Needed] = "each"

    @property
    def most(self) -> int | None:
        """The most that it can be; None if that follows from the cards in play."""
        return None

    @property
    def step(self) -> int:
        """The step of the keys beside it."""
        return 1

    @property
    def halves(self) -> bool:
        """Whether it may end in a half."""
        return False

    @property
    def columns(self) -> Tally | None:
        """The columns of a round from which it follows; None if it is entered itself."""
        return None

    def of_cards(self, cards: Iterable[Card], left_value: int) -> int:
        """The number for these cards, which count `left_value` as cards left."""
        return left_value

    def held(self, cards: Iterable[Card]) -> int | None:
        """What value cards among these count, melded or not; None if the game has none, or nobody has said
        which they are."""
        return None


CARDS_LEFT = FinalCount()


@dataclass(frozen=True, slots=True)
class TypedPoints(FinalCount):
    """Points that are typed in a game without cards, where they may be below 0.

    step     the step of the keys beside a number
    halves   points may end in a half
    columns  the columns from which the points of a round follow; None if the points themselves are entered
    """

    has_cards: ClassVar[bool] = False
    from_hand: ClassVar[bool] = False
    needed: ClassVar[Needed] = "any"

    step: int = 1
    halves: bool = False
    columns: Tally | None = None
