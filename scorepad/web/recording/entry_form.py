"""What the forms that record in a table's log have in common: fields, the pad, faults, news, what they do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from scorepad.core.errors import ScorepadError
from scorepad.core.log.entries import Ending, Entry
from scorepad.core.log.table import Table
from scorepad.core.rules import Rules
from scorepad.web.fields import DISPUTED, EVIDENCE
from scorepad.web.forms import meanwhile, since
from scorepad.web.hand.typed_cards import TypedCards, write_past
from scorepad.web.table.scoreboard import Scoreboard

Act = Callable[..., Table]
"""A service of tables that lacks the store, the table, and who does it."""


@dataclass(frozen=True)
class EntryForm(ABC):
    """A form as its fields: all that a page shows follows from them. Everything but the right to record
    travels in the address, so that reload and back keep every card.

    given    the fields as they were sent, or as they stand recorded
    number   of the entry that is put right; None for what is recorded for the first time
    said     what the last tap is answered with when it did nothing
    redrawn  whether the page is drawn anew because what was sent cannot be recorded
    """

    page: ClassVar[str]
    """Its template, and that of the part that changes with what is typed."""
    part: ClassVar[str]
    shown_errors: ClassVar[tuple[type[ScorepadError], ...]] = ()
    """Errors of which the page itself says enough."""

    board: Scoreboard = field(repr=False)
    given: Mapping[str, str]
    number: int | None = None
    said: str = ""
    redrawn: bool = False

    @classmethod
    def read(cls, board: Scoreboard, args: Mapping[str, str], number: int | None) -> Self:
        """The form as the address or the post says. Raises NotFound for an entry that is gone, and in a game
        in which nothing of the kind is recorded."""
        return cls(board, args, number)

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
    def since(self) -> int:
        """The table's number when the page was first opened."""
        return since(self.given, self.table)

    @property
    def note(self) -> str:
        return self.given.get("note", "")

    @property
    def disputed(self) -> bool:
        """Whether the pack audit is overruled (P1)."""
        return self.given.get("record") == DISPUTED

    @property
    def photos(self) -> str:
        """The ids of the photos that the cards came from."""
        return self.given.get(EVIDENCE, "")

    @property
    @abstractmethod
    def typed(self) -> TypedCards | None:
        """What the pad writes; None while there is no pad."""

    @property
    def pad_name(self) -> str:
        """The field that the pad writes."""
        return "cards"

    @property
    @abstractmethod
    def faults(self) -> Mapping[str, str]:
        """What stands in the way of recording, by field."""

    @property
    @abstractmethod
    def act(self) -> Act:
        """What recording does, once there are no faults."""

    @property
    def news(self) -> str:
        """What others did at the table since the page was opened."""
        return meanwhile(self.table, self.since) if self.since < self.table.head else ""

    def as_seen(self, head: int | None) -> Self:
        """The form drawn anew, with the news since that number of the table."""
        form = replace(self, redrawn=True)
        return form if head is None else form.changed(since=str(min(self.since, head)))

    def changed(self, **fields: str) -> Self:
        """The form with other texts in those fields."""
        return replace(self, given={**self.given, **fields})

    def tapped(self, taps: Mapping[str, str]) -> Self:
        """The form after the one tap that came with it."""
        if self.typed is None:
            return self
        cards = self.typed.tapped(taps)
        form = self.changed(**{self.pad_name: cards.text, "past": write_past(cards.past)})
        return replace(form, said=cards.said)

    def fields(self) -> dict[str, str]:
        """The shortest query that shows the same form."""
        return {name: text for name, text in self.all_fields().items() if text}

    @abstractmethod
    def all_fields(self) -> dict[str, str]:
        """Every field that the address keeps, empty or not."""

    def kept(self, *names: str) -> dict[str, str]:
        """Fields that the address keeps as they are, and the number of the table since which it does."""
        fields = {name: self.given.get(name, "") for name in names}
        return {**fields, "since": str(self.since) if self.since < self.table.head else ""}
