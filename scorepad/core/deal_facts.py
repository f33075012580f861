"""What the rules of one deal may follow from."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from scorepad.core.cards import Card


@dataclass(frozen=True, slots=True)
class DealFacts:
    """The number of a deal in its match, and the card turned up for it; None where nobody says.

    A wild rank, a first meld or a limit may follow from either.
    """

    number: int = 1
    turned: Card | None = None

    def of(self, names: Collection[str]) -> DealFacts:
        """The facts of these names, the others as in a usual deal, so that deals alike in them are equal."""
        return replace(USUAL_DEAL, **{name: getattr(self, name) for name in names})


USUAL_DEAL = DealFacts()
