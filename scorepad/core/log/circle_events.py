"""Kinds of events that concern a circle: its name, its tables, who its people are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.log.circle import MOST_TABLES, Circle, CircleChange
from scorepad.core.log.event_data import refuse_any
from scorepad.core.log.schema import CircleName, LogId, Name
from scorepad.core.sentence import say


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
        too_many = say("A circle has up to {most} tables.", most=MOST_TABLES)
        refuse_any(
            [
                (self.table in circle.tables, "table", say("The table is in this circle already.")),
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
        refuse_any([(self.table not in circle.tables, "table", say("The table is not in this circle."))])
        return replace(circle, tables=tuple(table for table in circle.tables if table != self.table))

    @property
    def done(self) -> str:
        return say("took a table out")


@dataclass(frozen=True)
class PersonRenamed(CircleChange, kind="person-renamed"):
    """A person has another name, in all that is past too. Where somebody has it already, the two are one."""

    person: Name
    name: Name

    def apply_to(self, circle: Circle) -> Circle:
        key = self.person.casefold()
        absent = circle.person(self.person).casefold() != key
        person = circle.person(self.person)
        sentence = say("{name} is a name of {person} already.", name=self.person, person=person)
        refuse_any([(absent, "person", sentence)])
        named = circle.person(self.name)
        shown_name = self.name if named.casefold() == key else named
        own_names = {name for name, person in circle.people.items() if person.casefold() == key}
        return replace(circle, people={**circle.people, **dict.fromkeys({*own_names, key}, shown_name)})

    @property
    def done(self) -> str:
        return say("renamed {old} to {new}", old=self.person, new=self.name)


@dataclass(frozen=True)
class PersonParted(CircleChange, kind="person-parted"):
    """A name that was joined to a person's is somebody's own again."""

    name: Name

    def apply_to(self, circle: Circle) -> Circle:
        key = self.name.casefold()
        sentence = say("{name} is a person of their own already.", name=self.name)
        refuse_any([(key not in circle.people, "name", sentence)])
        return replace(circle, people={name: who for name, who in circle.people.items() if name != key})

    @property
    def done(self) -> str:
        return say("made {name} a person of their own again", name=self.name)
