"""A deal that is over as numbers: what each player or side ends it with, what of it counts, what is wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class CountedHand:
    """What a player ends a deal with: points `melded`, what is `left`, and of how many `cards`, None where
    only their value is known; plain `points` where a game has no cards. `canastas` are how many of each kind,
    by its word, None where nobody says, and `red_threes` how many lie there."""

    melded: int = 0
    left: int = 0
    cards: int | None = 0
    points: int = 0
    canastas: Mapping[str, int] | None = None
    red_threes: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether no cards are left, as far as it is known."""
        return not (self.left or self.cards)


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """A deal that is over for everybody at once: what each player has by name, who ended it, whether all in
    one turn (B4), and who never made a first play (K4).

    `ending` is the game's own word for how it ended, empty for the usual one; `dropped` has by name the word
    for how a player left the deal before its end. `partnerships` are the names of partners who each have a
    hand of their own.
    """

    hands: Mapping[str, CountedHand]
    winner: str | None = None
    went_rummy: bool = False
    never_opened: Collection[str] = ()
    ending: str = ""
    dropped: Mapping[str, str] = field(default_factory=dict)
    partnerships: Sequence[Sequence[str]] = ()

    def partners_of(self, name: str) -> Collection[str]:
        """Those who play together with a player."""
        group = next((group for group in self.partnerships if name in group), ())
        return [partner for partner in group if partner != name and partner in self.hands]


class ScoreLine(NamedTuple):
    """A part of a score, and what it is for."""

    reason: str
    points: int


def shared_out(points: int, takers: Sequence[str]) -> dict[str, int]:
    """Each taker’s share of the points. The shares add up to `points`: what is left over after even shares
    goes one point each to the first takers.

    >>> shared_out(80, ["Ben", "Cy", "Dev"])
    {'Ben': 27, 'Cy': 27, 'Dev': 26}
    """
    each, odd = divmod(points, len(takers)) if takers else (0, 0)
    return {name: each + (place < odd) for place, name in enumerate(takers)}


class DealFault(NamedTuple):
    """Why a deal cannot have ended like this: what of it, `field`, and of which player, empty for no one."""

    reason: str
    field: str
    player: str = ""
