"""What the forms that record in a table's log have in common: the pad, faults, news, and what they do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Self

from scorepad.core.errors import ScorepadError
from scorepad.core.log.entries import Ending, Entry
from scorepad.core.log.table import Table
from scorepad.core.rules import Rules
from scorepad.tables import service
from scorepad.web.forms import meanwhile
from scorepad.web.hand.typed_cards import TypedCards
from scorepad.web.table.scoreboard import Scoreboard

Act = Callable[..., Table]
"""A service of tables that lacks the store, the table, and who does it."""


@dataclass(frozen=True)
class EntryForm(ABC):
    """A form as typed. Everything but the right to record travels in the address, so that reload and back
    keep every card.

    since   the table's number when the page was first opened
    photos  the ids of the photos that the cards came from
    """

    shown_errors: ClassVar[tuple[type[ScorepadError], ...]] = ()
    """Errors of which the page itself says enough."""

    board: Scoreboard = field(repr=False)
    since: int = field(default=0, kw_only=True)
    photos: str = field(default="", kw_only=True)

    @property
    def table(self) -> Table:
        return self.board.table

    @property
    def rules(self) -> Rules:
        return self.board.rules

    @property
    def recorded(self) -> Entry | Ending | None:
        """What the form puts right; None for what is recorded for the first time."""
        return None

    @property
    @abstractmethod
    def typed(self) -> TypedCards | None:
        """What the pad writes; None while there is no pad."""

    @property
    @abstractmethod
    def faults(self) -> Mapping[str, str]:
        """What stands in the way of recording, by field."""

    @property
    @abstractmethod
    def act(self) -> Act:
        """What recording does, once there are no faults."""

    @property
    def removal(self) -> Act:
        """What taking out the recorded entry does."""
        return partial(service.remove_entry, entry=self.recorded.number if self.recorded else 0)

    @property
    def news(self) -> str:
        """What others did at the table since the page was opened."""
        return meanwhile(self.table, self.since) if self.since < self.table.head else ""

    def as_seen(self, head: int | None) -> Self:
        """The form drawn anew, with the news since that number of the table."""
        return self if head is None else replace(self, since=min(self.since, head))

    @abstractmethod
    def tapped(self, taps: Mapping[str, str]) -> Self:
        """The form after the one tap that came with it."""

    def fields(self) -> dict[str, str]:
        """The shortest query that shows the same form."""
        return {name: text for name, text in self.all_fields().items() if text}

    @abstractmethod
    def all_fields(self) -> dict[str, str]:
        """Every field of the form, empty or not."""
