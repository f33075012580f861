"""Circles in the store of each engine: made, joined, changed, their keys taken back."""

from __future__ import annotations

import pytest

from scorepad.circles.circle_service import (
    CircleOperation,
    circle_code,
    join_circle,
    make_circle,
    standing_circle,
)
from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Refused
from scorepad.store.backups import backup, restore
from scorepad.store.engine import LogEnd, NotAllowed, NotFound
from scorepad.store.opening import open_store, prepare_store
from tests.open_tables import open_table
from tests.store.conftest import REFUSED, run_sql


@pytest.fixture
def table(store):
    return open_table(store)


@pytest.fixture
def opened(store, table):
    return make_circle(store, name="Fridays", by="Ann", op="make", tables=[table.id])


def operation(store, opened, op="change", key=None):
    return CircleOperation(store, opened.id, opened.key if key is None else key, "Ann", op)


def test_a_circle_is_made_with_its_table(store, opened, table):
    """The same operation again makes no other one, and gives another key."""
    assert standing_circle(store, opened.id).tables == (table.id,)
    again = make_circle(store, name="Fridays", by="Ann", op="make", tables=[table.id])
    assert (again.id, again.code) == (opened.id, opened.code)
    assert again.key != opened.key
    assert store.ids() == (table.id,)
    assert store.circles.ids() == (opened.id,)


def test_a_name_that_is_none_is_refused(store):
    """Empty, or too long."""
    for name in ("", "  ", "x" * 61):
        with pytest.raises(ScorepadError):
            make_circle(store, name=name, by="", op=f"make {len(name)}")
    assert store.circles.ids() == ()


def test_a_person_is_parted_from_a_joined_name_alone_and_has_a_name_to_see(store, opened):
    with pytest.raises(Refused, match="already a separate person"):
        operation(store, opened, "part").part_name("Ann")
    with pytest.raises(Refused, match="The name is missing"):
        operation(store, opened, "hide").rename_person("Ann", "\u200b")


def test_spellings_of_a_name_are_one_person(store, opened):
    operation(store, opened, "join").rename_person("Caf\u00e9", "Bob")
    assert standing_circle(store, opened.id).person("CAFE\u0301\u200b") == "Bob"


def test_whoever_joins_may_change_it_and_nobody_else(store, opened):
    """A key of a table opens no circle, nor one circle's key another."""
    circle_id, key = join_circle(store, opened.code)
    assert circle_id == opened.id
    assert operation(store, opened, key=key).rename("Us").name == "Us"
    other = make_circle(store, name="Others", by="", op="other")
    for wrong in ("", other.key, open_table(store, op="more").key):
        with pytest.raises(NotAllowed):
            operation(store, opened, op="wrong", key=wrong).rename("Mine")
    assert circle_code(store, opened.id, key) == opened.code
    with pytest.raises(NotFound):
        standing_circle(store, "nowhere")


def test_a_table_comes_and_goes_with_both_keys(store, opened, table):
    """The table's key alone, or the circle's alone, is not enough; its own log stays as it is."""
    other = open_table(store, op="other")
    for table_key, circle_key in (("", opened.key), (other.key, "")):
        with pytest.raises(NotAllowed):
            operation(store, opened, key=circle_key).add_table(other.id, table_key)
    assert operation(store, opened).add_table(other.id, other.key).tables == (table.id, other.id)
    with pytest.raises(Refused):
        operation(store, opened, op="again").add_table(other.id, other.key)
    assert operation(store, opened, op="out").take_table_out(table.id, table.key).tables == (other.id,)
    assert store.head(table.id) == 1


def test_a_change_that_is_sent_twice_is_made_once(store, opened):
    """It is answered as it stands."""
    first = operation(store, opened).rename_person("Bob", "Rob")
    assert operation(store, opened).rename_person("Bob", "Rob") == first
    assert standing_circle(store, opened.id).head == 3


def test_keys_are_taken_back_as_those_of_tables_are(store, opened):
    """The circle stays, can be looked at, and is joined with another code."""
    names = [key.name for key in store.circles.keys(opened.id)]
    store.circles.take_back(opened.id, names)
    code = store.circles.change_code(opened.id)
    assert not store.circles.check_key(opened.id, opened.key)
    with pytest.raises(NotFound):
        join_circle(store, opened.code)
    assert join_circle(store, code)[0] == opened.id


def test_the_end_of_a_log_tells_whether_it_is_the_same(store, opened, table):
    """Number and operation of its newest event, of those that exist."""
    assert store.circles.log_ends([opened.id, "nowhere"]) == {opened.id: LogEnd(2, "opening")}
    assert store.log_ends([table.id]) == {table.id: LogEnd(1, "opening")}


def test_a_log_of_a_circle_only_grows(store, opened, database):
    """The engine itself refuses to change it; a whole circle can be deleted."""
    for change in ("update circle_events set by = 'Eve'", "delete from circle_events"):
        with pytest.raises(REFUSED, match="only grows"):
            run_sql(database, change)
    store.circles.delete_log(opened.id)
    assert store.circles.ids() == ()


def test_circles_go_into_a_backup_and_come_back(store, opened, database, tmp_path):
    """Their keys open them there."""
    store.keep_best_points("digest", 34)
    backup(database, tmp_path / "copy.db")
    restored = tmp_path / "restored.db"
    prepare_store(restored)
    restore(tmp_path / "copy.db", restored)
    other = open_store(restored)
    assert standing_circle(other, opened.id) == standing_circle(store, opened.id)
    assert other.circles.check_key(opened.id, opened.key)
    assert other.best_points(["digest", "other"]) == {"digest": 34}
    other.close()


def test_a_circle_that_does_not_read_costs_no_other(opened, database, tmp_path):
    """It is backed up as it is, and named when that is restored, as a table is."""
    sql = f"insert into circle_events values ('{opened.id}', 3, 'x', 0, 'table-added', '{{}}', '', '')"
    run_sql(database, sql)
    backup(database, tmp_path / "copy.db")
    restored = restore(tmp_path / "copy.db", tmp_path / "restored.db")
    assert f"The circle {opened.id} in it can’t be read" in restored.unreadable[0]
