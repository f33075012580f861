"""What the search answers."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.cards import Card, Meld


@dataclass(frozen=True, slots=True)
class Answer:
    """The best melds found: `points` before the multiplier, bonuses included, less the value of the cards
    `left` where that counts. Where the table may be rebuilt, `melds` are the whole new table.

    No arrangement is worth more than `bound` points. `seconds` is the time that the search took.
    """

    melds: tuple[Meld, ...]
    points: int
    bound: int
    seconds: float
    left: tuple[Card, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether the bound is met."""
        return self.points == self.bound
