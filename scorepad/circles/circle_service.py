"""Service: make a circle, join it, put tables into it, and say who its people are. It knows neither the web
nor SQL.

Anybody with the address of a circle may look; anybody with a key may change it. Putting a table in or taking
it out also needs the table's key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError
from scorepad.core.log.circle import (
    Circle,
    CircleChange,
    CircleMade,
    CircleRenamed,
    PersonParted,
    PersonRenamed,
    TableAdded,
    TableTakenOut,
    fold_circle,
)
from scorepad.core.log.event_data import Event, EventData, refuse_any
from scorepad.core.log.events import checked_event
from scorepad.core.log.schema import clean_text
from scorepad.core.sentence import say
from scorepad.core.spelling import name_key
from scorepad.machine.kept import Kept
from scorepad.store.engine import NotAllowed, OpenedTable, Stale, now
from scorepad.tables.operations import (
    REFUSED_BEFORE,
    TRIES,
    OpReused,
    actor,
    refuse_others,
    require_key,
)
from scorepad.tables.player_names import refuse_name

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

MOST_KEPT = 100  # circles as they stand, in one process
_circles_kept: Kept[str, Circle] = Kept(MOST_KEPT)


def make_circle(store: Store, *, name: str, by: str, op: str, tables: Iterable[str] = ()) -> OpenedTable:
    """Make a circle of that name with these tables. The same `op` again returns the same one, with another
    key.

    Raises UnreadableEvent for an invalid name, and OpReused.
    """
    changes = [CircleMade(clean_text(name)), *map(TableAdded, tables)]
    events = [_event(number, "opening", change, by) for number, change in enumerate(changes, 1)]
    fold_circle(events)
    return store.circles.create_log(events, op=op, made_before=refuse_others(events))


def join_circle(store: Store, code: str) -> tuple[str, str]:
    """The id of the circle with that code, and a new key to it. Raises NotFound."""
    circle_id = store.circles.by_code(code)
    return circle_id, store.circles.add_key(circle_id)


def circle_code(store: Store, circle_id: str, key: str) -> str:
    """The code by which others join, for a key that may write. Raises NotFound, NotAllowed."""
    require_circle_key(store, circle_id, key)
    return store.circles.code(circle_id)


def require_circle_key(store: Store, circle_id: str, key: str) -> None:
    """Raise NotAllowed unless the key opens the circle for writing. Raises NotFound."""
    if not store.circles.check_key(circle_id, key):
        raise NotAllowed(say("Only people in the circle can change it. Join it first."), at="key")


def standing_circle(store: Store, circle_id: str) -> Circle:
    """The circle after its newest event; a cached one is brought up to date. Raises NotFound."""
    kept = _circles_kept.get(circle_id)
    events = store.circles.after(circle_id, kept.head - 1 if kept else 0)
    if kept is None:
        return _keep_circle(fold_circle(events, circle_id))
    # The newest known event was read again: another one there means another log.
    if not events or events[0] != kept.events[-1]:
        return _keep_circle(fold_circle(store.circles.after(circle_id, 0), circle_id))
    return _keep_circle(kept.after(events[1:]))


def _keep_circle(circle: Circle) -> Circle:
    return _circles_kept.keep(circle.id, circle)


@dataclass(frozen=True, slots=True)
class CircleOperation:
    """A change of a circle: the person (`by`) with a `key`, and the change's own id `op`. Sending a change
    again does nothing."""

    store: Store
    circle_id: str
    key: str = field(repr=False)
    by: str
    op: str

    def rename(self, name: str) -> Circle:
        """Rename the circle."""
        return self._do(lambda _: CircleRenamed(clean_text(name)))

    def add_table(self, table_id: str, table_key: str) -> Circle:
        """Put the table into the circle. Raises NotAllowed without the table's key."""
        require_key(self.store, table_id, table_key)
        return self._do(lambda _: TableAdded(table_id))

    def take_table_out(self, table_id: str, table_key: str) -> Circle:
        """Take the table out of the circle. Raises NotAllowed without the table's key."""
        require_key(self.store, table_id, table_key)
        return self._do(lambda _: TableTakenOut(table_id))

    def rename_person(self, person: str, name: str) -> Circle:
        """Rename a person, or merge them with the person of that name. Raises Refused for a name without
        visible letters."""
        new_name = clean_text(name)
        refuse_name(new_name, ())
        return self._do(lambda circle: PersonRenamed(circle.person(clean_text(person)), new_name))

    def part_name(self, name: str) -> Circle:
        """Make a name that was merged into a person a person of its own again. Raises Refused if it already
        is."""

        def parted(circle: Circle) -> PersonParted:
            change = PersonParted(clean_text(name))
            sentence = say("{name} is already a separate person. Choose another name.", name=change.name)
            refuse_any([(name_key(change.name) not in circle.people, "name", sentence)])
            return change

        return self._do(parted)

    def _do(self, make: Callable[[Circle], CircleChange]) -> Circle:
        """The circle after the change. Raises NotFound, NotAllowed, Refused, UnreadableEvent."""
        require_circle_key(self.store, self.circle_id, self.key)
        return _changed(self.store, self.circle_id, lambda circle: [make(circle)], self.by, self.op)


def put_tables(store: Store, circle_id: str, tables: Sequence[str], by: str, op: str) -> Circle:
    """Put tables that were made for the circle into it; the caller is responsible for the right to. Raises
    NotFound, Refused."""
    return _changed(
        store,
        circle_id,
        lambda circle: [TableAdded(table) for table in tables if table not in circle.tables],
        by,
        op,
    )


def _changed(
    store: Store, circle_id: str, make: Callable[[Circle], Sequence[CircleChange]], by: str, op: str
) -> Circle:
    """Write the changes, all or none, and return the circle.

    A change sent again is not made again, and one refused before is refused again. Raises OpReused for
    another change under the same `op`.
    """

    def after(circle: Circle) -> Circle:
        changes = enumerate(make(circle), circle.head + 1)
        return circle.after([_event(number, op, change, by) for number, change in changes])

    for _ in range(TRIES):
        circle = standing_circle(store, circle_id)
        written = [event for event in circle.events if event.op == op]
        if written:
            _compare_again(after, circle, written)
            return circle
        refused_at = store.circles.refused_at(circle_id, op)
        try:
            changed_circle = after(circle if refused_at is None else _circle_at(circle, refused_at))
        except ScorepadError:
            if refused_at is not None or store.circles.refuse(circle_id, op, circle.head):
                raise
            continue
        if refused_at is not None:
            raise OpReused(REFUSED_BEFORE)
        if changed_circle is circle:
            return circle
        try:
            store.circles.append(circle_id, changed_circle.events[circle.head :], expected=circle.head)
        # Somebody wrote in between: the change is made anew for the circle as it is now.
        except Stale:
            continue
        return _keep_circle(changed_circle)
    raise Stale(store.circles.head(circle_id))


def _compare_again(after: Callable[[Circle], Circle], circle: Circle, written: Sequence[Event]) -> None:
    """Raise OpReused unless the operation wrote the same changes."""
    before = _circle_at(circle, written[0].number - 1)
    try:
        again = after(before).events[before.head :]
    except ScorepadError as error:
        raise OpReused from error
    if [event.data for event in again] != [event.data for event in written]:
        raise OpReused


def _circle_at(circle: Circle, number: int) -> Circle:
    """The circle after its event of that number."""
    return fold_circle(circle.events[:number], circle.id)


def _event(number: int, op: str, data: EventData, by: str) -> Event:
    return checked_event(Event(number, op, data, actor(by), now()))
