"""Value cards: what cards count by themselves to whoever holds them at the end of a deal, melded or not."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Protocol

from scorepad.core.cards import Card


class HeldValues(Protocol):
    """What value cards count. A way of scoring has one where nothing is counted that is left over.

    most      the most that one player can hold
    is_known  whether the value cards of the deal are known, so that cards can be counted
    """

    @property
    @abstractmethod
    def most(self) -> int: ...

    @property
    @abstractmethod
    def is_known(self) -> bool: ...

    @abstractmethod
    def value(self, cards: Iterable[Card]) -> int:
        """What the value cards among these count together."""
