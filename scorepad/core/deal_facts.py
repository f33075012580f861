"""The facts of a deal from which its rules may follow: its number in the match, and the card turned up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.core.cards import Card

NUMBER, TURNED = "number", "turned"
"""The names of the facts. The card has its name in questions, logs and forms too."""


@dataclass(frozen=True, slots=True)
class DealFacts:
    """The facts of a deal that rules can depend on: its number in the match, and the card turned up; None if
    unknown.

    A wild rank, a first meld or a limit may follow from either.
    """

    number: int = 1
    turned: Card | None = None

    def of(self, names: Collection[str]) -> DealFacts:
        """Return the named facts, the others as in a usual deal. Deals that agree in these facts are then
        equal."""
        return replace(USUAL_DEAL, **{name: getattr(self, name) for name in names})

    def in_deal(self, number: int) -> DealFacts:
        """Return the facts with that number of the deal."""
        return replace(self, number=number)

    @property
    def has_card(self) -> bool:
        """Whether the card turned up is known."""
        return self.turned is not None

    def natural(self, joker_as: Card | None = None) -> Card | None:
        """Return the card turned up, or `joker_as` for a joker; None if it is unknown."""
        return joker_as if self.turned and self.turned.is_wild else self.turned

    @property
    def written_card(self) -> str:
        """The card turned up as logs have it; empty if it is unknown."""
        return str(self.turned) if self.turned else ""

    @property
    def card_field(self) -> dict[str, str]:
        """The card turned up as a field of questions and forms; empty if it is unknown."""
        return {TURNED: self.written_card} if self.turned else {}


USUAL_DEAL = DealFacts()
