"""A circle after some event of its log: people who play together, and the tables at which they played.

`fold_circle` makes it from its log alone. The log names tables, and says which names are one person's. What
was played is only in the logs of the tables.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scorepad.core.log.event_data import Event, EventData, Refused, refuse_any
from scorepad.core.log.history import jumping_log
from scorepad.core.log.schema import CircleName, LogId, Name
from scorepad.core.sentence import say
from scorepad.core.spelling import name_key

MOST_TABLES = 5_000


@dataclass(frozen=True)
class Circle:
    """A circle after the last event of its log. `tables` are ids, in the order in which they were added.
    `people` maps the key of each name that was merged into a person to that person's name."""

    name: str = ""
    tables: tuple[str, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict)
    id: str = ""
    events: tuple[Event, ...] = field(default=(), repr=False, compare=False)

    @property
    def head(self) -> int:
        """The number of the last event."""
        return len(self.events)

    def person(self, name: str) -> str:
        """The person whom a player's name means.

        >>> Circle(people={"bob": "Robert"}).person("Bob")
        'Robert'
        """
        return self.people.get(name_key(name), name)

    def after(self, events: Sequence[Event]) -> Circle:
        """The circle after further events. Raises Refused at the first that is not allowed."""
        circle = self
        for event in events:
            circle = replace(_changed(circle, event), events=(*circle.events, event))
        return circle


class CircleChange(EventData, ABC):
    """An event of a circle's log."""

    opens: ClassVar[bool] = False

    @abstractmethod
    def apply_to(self, circle: Circle) -> Circle:
        """The circle after the event. Raises Refused with every reason against it."""

    @property
    @abstractmethod
    def done(self) -> str:
        """The change in words that follow a name."""


def fold_circle(events: Iterable[Event], id: str = "") -> Circle:
    """The circle folded from a log. Raises Refused if an event is not allowed there."""
    circle = Circle(id=id).after(tuple(events))
    if not circle.events:
        raise Refused(say("The log is empty. Save the table again and open that file."), at="events")
    return circle


def _changed(circle: Circle, event: Event) -> Circle:
    if event.number != circle.head + 1:
        raise jumping_log(circle.head, event.number)
    # The first event opens the circle, and no later one does.
    if not isinstance(event.data, CircleChange) or event.data.opens != (circle.head == 0):
        sentence = say("A circle’s log must begin with its start. Save the circle again and open that file.")
        raise Refused(sentence, at="events")
    return event.data.apply_to(circle)


@dataclass(frozen=True)
class CircleMade(CircleChange, kind="circle-made"):
    """The first event."""

    name: CircleName
    opens = True

    def apply_to(self, circle: Circle) -> Circle:
        return replace(circle, name=self.name)

    @property
    def done(self) -> str:
        return say("made the circle {circle}", circle=self.name)


@dataclass(frozen=True)
class CircleRenamed(CircleChange, kind="circle-renamed"):
    name: CircleName

    def apply_to(self, circle: Circle) -> Circle:
        return replace(circle, name=self.name)

    @property
    def done(self) -> str:
        return say("named the circle {circle}", circle=self.name)


@dataclass(frozen=True)
class TableAdded(CircleChange, kind="table-added"):
    """A table belongs to the circle from its first deal on."""

    table: LogId

    def apply_to(self, circle: Circle) -> Circle:
        too_many = say("A circle has up to {most} tables. Start another circle for more.", most=MOST_TABLES)
        refuse_any(
            [
                (
                    self.table in circle.tables,
                    "table",
                    say("The table is already in this circle. Open the circle to see it."),
                ),
                (len(circle.tables) >= MOST_TABLES, "table", too_many),
            ]
        )
        return replace(circle, tables=(*circle.tables, self.table))

    @property
    def done(self) -> str:
        return say("added a table")


@dataclass(frozen=True)
class TableTakenOut(CircleChange, kind="table-taken-out"):
    """A table belongs to the circle no longer; its own log stays as it is."""

    table: LogId

    def apply_to(self, circle: Circle) -> Circle:
        refuse_any(
            [(self.table not in circle.tables, "table", say("The table isn’t in this circle. Add it first."))]
        )
        return replace(circle, tables=tuple(table for table in circle.tables if table != self.table))

    @property
    def done(self) -> str:
        return say("took a table out")


@dataclass(frozen=True)
class PersonRenamed(CircleChange, kind="person-renamed"):
    """A person gets another name, also for the past. If somebody has it already, the two become one."""

    person: Name
    name: Name

    def apply_to(self, circle: Circle) -> Circle:
        key = name_key(circle.person(self.person))
        named = circle.person(self.name)
        # Another person's name makes the two one; a name that is this person's already is only shown.
        shown_name = self.name if name_key(named) == key else named
        own_names = {name for name, person in circle.people.items() if name_key(person) == key}
        return replace(circle, people={**circle.people, **dict.fromkeys({*own_names, key}, shown_name)})

    @property
    def done(self) -> str:
        return say("renamed {old} to {new}", old=self.person, new=self.name)


@dataclass(frozen=True)
class PersonParted(CircleChange, kind="person-parted"):
    """A name that was merged into a person becomes a person of its own again."""

    name: Name

    def apply_to(self, circle: Circle) -> Circle:
        key = name_key(self.name)
        return replace(circle, people={name: who for name, who in circle.people.items() if name != key})

    @property
    def done(self) -> str:
        return say("made {name} a separate person again", name=self.name)
