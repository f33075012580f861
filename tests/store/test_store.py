"""The store on each engine: operations, numbers, keys, and codes."""

from __future__ import annotations

from hashlib import sha256

import pytest

from scorepad.store import sql_store
from scorepad.store.engine import LogEnd, NotFound, Stale, on_server
from scorepad.store.migrations import CHANGES
from scorepad.store.postgres import ServerStorage
from scorepad.tables.operations import Operation
from scorepad.tables.player_names import rename_player
from tests.open_tables import note, open_table
from tests.store.conftest import ON_A_FILE, REFUSED, run_sql


@pytest.fixture
def opened(store):
    return open_table(store)


def test_events_come_back_as_they_were_written(store, opened):
    """Numbers follow the head; `after` gives what is new."""
    written = store.append(opened.id, [note("a"), note("a")], expected=1)
    assert [event.number for event in written] == [2, 3]
    assert store.after(opened.id, 1) == written
    assert store.after(opened.id, 3) == ()
    assert (store.head(opened.id), store.log_ends([opened.id, "nowhere"])) == (
        3,
        {opened.id: LogEnd(3, written[0].op)},
    )


def test_the_same_operation_is_written_once_and_answered_as_the_first_time(store, opened):
    """Whatever is expected, and however often it is sent."""
    first = store.append(opened.id, [note("a")], expected=1)
    store.append(opened.id, [note("b")], expected=2)
    for expected in (1, 2, 3, 99, None):
        assert store.append(opened.id, [note("a")], expected=expected) == first
    assert store.head(opened.id) == 3


def test_a_stale_writer_is_told_the_head(store, opened):
    """Nothing is written."""
    with pytest.raises(Stale) as stale:
        store.append(opened.id, [note("a")], expected=7)
    assert (stale.value.head, store.head(opened.id)) == (1, 1)


def test_two_tables_number_their_own_events_and_operations(store, opened):
    """The same operation id at another table is another operation."""
    other = open_table(store, op="other")
    store.append(opened.id, [note("a")], expected=1)
    assert store.append(other.id, [note("a")], expected=1)[0].number == 2


def test_an_operation_is_written_whole_or_not_at_all(store, opened):
    """A fault in its second event takes the first one back."""
    broken = note("a", by=None)
    with pytest.raises(REFUSED):
        store.append(opened.id, [note("a"), broken], expected=1)
    assert store.head(opened.id) == 1
    assert store.append(opened.id, [note("a")], expected=1)


@pytest.mark.usefixtures("opened")
def test_the_log_only_grows(database):
    """The engine itself refuses to change or delete an event."""
    for change in ("update events set by = 'Eve'", "delete from events"):
        with pytest.raises(REFUSED, match="only grows"):
            run_sql(database, change)


def test_opening_again_with_the_same_operation_opens_the_same_table(store):
    """A form sent twice makes one table; the phone gets another key to it."""
    first, again = open_table(store), open_table(store)
    assert (first.id, first.code) == (again.id, again.code)
    assert store.check_key(first.id, first.key)
    assert store.check_key(first.id, again.key)


def test_who_opened_a_table_is_its_host_alone(store):
    """Also by the key of a form sent twice; others that join in the same second are not, nor are they or
    whoever joins first once the host's keys were taken back. The pad's host names another."""
    first, again = open_table(store), open_table(store)
    joined = [store.add_key(first.id) for _ in range(3)]
    hosts = [key for key in (first.key, again.key, *joined, "") if store.is_host_key(first.id, key)]
    assert hosts == [first.key, again.key]
    store.take_back(first.id, [given.name for given in store.keys(first.id)[:2]])
    joined.append(store.add_key(first.id))
    assert not any(store.is_host_key(first.id, key) for key in joined)
    store.make_host(first.id, sha256(joined[1].encode()).hexdigest()[:8])
    assert [store.is_host_key(first.id, key) for key in joined] == [False, True, False, False]


def test_a_form_sent_again_gives_no_key_that_was_taken_back(store):
    """It opens another table instead, and says nothing of the first."""
    first = open_table(store)
    store.take_back(first.id, [given.name for given in store.keys(first.id)])
    again = open_table(store)
    assert again.id != first.id
    assert not store.check_key(first.id, again.key)


def test_a_clock_that_was_put_back_makes_nobody_else_the_host(store, opened, monkeypatch):
    monkeypatch.setattr(sql_store, "now", lambda _precision: "2001-01-01T00:00:00.5+00:00")
    joined = store.add_key(opened.id)
    assert store.is_host_key(opened.id, opened.key)
    assert not store.is_host_key(opened.id, joined)


def test_the_host_of_an_older_table_is_whose_key_is_the_oldest(store, opened, database):
    """Its keys are dated to the second, the first of them perhaps a second after the table. Once that key is
    taken back nobody is the host."""
    joined = store.add_key(opened.id)
    run_sql(database, "update tables set created_at = '2026-11-22T20:00:00+00:00'")
    run_sql(database, "update keys set created_at = '2026-11-22T20:00:05+00:00'")
    oldest = store.keys(opened.id)[0].name
    run_sql(database, f"update keys set created_at = '2026-11-22T20:00:01+00:00' where hash like '{oldest}%'")
    hosts = [key for key in (opened.key, joined) if store.is_host_key(opened.id, key)]
    assert [sha256(key.encode()).hexdigest()[:8] for key in hosts] == [oldest]
    store.take_back(opened.id, [oldest])
    assert [given.is_host for given in store.keys(opened.id)] == [False]


def test_keys_open_their_own_table_only(store, opened):
    """A watcher holds the id alone; a wrong key, an empty one and another table's are refused."""
    other = open_table(store, op="other")
    assert store.check_key(opened.id, opened.key)
    for wrong in ("", opened.id, opened.code, other.key, opened.key[:-1], "\ud800"):
        assert not store.check_key(opened.id, wrong)


def test_keys_are_stored_hashed(opened, database):
    """Whoever reads the store cannot write to a table."""
    rows = run_sql(database, "select * from keys")
    assert opened.key not in str(rows)
    assert opened.id in str(rows)


@ON_A_FILE
def test_no_key_is_left_in_the_file(store, opened, database):
    """Nor in its journal."""
    store.append(opened.id, [note("a")], expected=1)
    store.close()
    held = b"".join(path.read_bytes() for path in database.parent.iterdir())
    assert opened.key.encode() not in held
    assert opened.id.encode() in held


def test_keys_have_128_random_bits(store):
    """22 characters of base64, never the same."""
    keys = {open_table(store, op=str(number)).key for number in range(20)}
    assert len(keys) == 20
    assert {len(key) for key in keys} == {22}


def test_a_code_is_six_letters_that_nobody_confuses(store, opened):
    """Whatever the case and the spaces in which it is typed."""
    assert len(opened.code) == 6
    assert not set(opened.code) & set("01OILU")
    typed = f" {opened.code[:3].lower()} {opened.code[3:].lower()}"
    assert (store.by_code(typed), store.code(opened.id)) == (opened.id, opened.code)


def test_a_code_that_is_taken_is_tried_again(store, monkeypatch):
    """With four codes in all, four tables have them all."""
    monkeypatch.setattr(sql_store, "ALPHABET", "AB")
    monkeypatch.setattr(sql_store, "CODE_LENGTH", 2)
    codes = {open_table(store, op=str(number)).code for number in range(4)}
    assert codes == {"AA", "AB", "BA", "BB"}


def test_what_is_not_there_is_not_found(store):
    """Each way in says so."""
    asked = [
        lambda: store.head("x"),
        lambda: store.after("x", 0),
        lambda: store.append("x", [note("a")], expected=None),
        lambda: store.check_key("x", "k"),
        lambda: store.add_key("x"),
        lambda: store.code("x"),
        lambda: store.by_code("x"),
        lambda: store.keeps_photos("x"),
        lambda: store.set_keeps_photos("x", True),
        lambda: store.add_photo("x", "photo", 2),
    ]
    for ask in asked:
        with pytest.raises(NotFound):
            ask()


def test_a_table_keeps_photos_only_where_it_was_chosen(store, opened):
    """Off for every table, those opened by older versions too."""
    assert store.keeps_photos(opened.id) is False
    for keeps in (True, True, False):
        store.set_keeps_photos(opened.id, keeps)
        assert store.keeps_photos(opened.id) is keeps


def test_photos_belong_to_entries_until_they_are_dropped(store, opened):
    """In the order in which they came, each once; another table has none of them."""
    for photo, entry in (("b", 2), ("a", 3), ("b", 9)):
        store.add_photo(opened.id, photo, entry)
    other = open_table(store, op="other")
    assert list(store.photos(opened.id).items()) == [("b", 2), ("a", 3)]
    assert store.photos(other.id) == {}
    store.drop_photo(other.id, "b")
    store.drop_photo(opened.id, "a")
    store.drop_photo(opened.id, "a")
    assert store.photos(opened.id) == {"b": 2}


@ON_A_FILE
def test_the_file_is_wal_and_every_commit_reaches_the_disk(store):
    """The settings that the promise of the log rests on."""
    pragmas = {name: store.database._conn.execute(f"pragma {name}").fetchone()[0] for name in PRAGMAS}
    assert pragmas == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 0}


def test_migrations_are_numbered():
    """On each engine, in the order in which they are applied."""
    by_engine = ((change.on_sqlite, change.on_postgres) for change in CHANGES)
    for names in (list(dict.fromkeys(filter(None, names))) for names in zip(*by_engine, strict=True)):
        assert [name[:4] for name in names] == [f"m{number:03}" for number in range(1, len(names) + 1)]


def test_every_table_is_listed_with_its_opening(store):
    """In the order in which they were made; a rename is told, so that whoever lists looks at the log."""
    tables = [open_table(store, op=f"open-{number}", name=f"table {number}") for number in range(3)]
    rename = Operation(store, tables[1].id, tables[1].key, "Ann", "rename", None)
    rename_player(rename, player=0, name="Zoe")
    listed = store.listed_tables()
    assert [(table.id, table.code) for table in listed] == [(table.id, table.code) for table in tables]
    assert [table.title for table in listed] == ["table 0", "table 1", "table 2"]
    assert [table.players for table in listed] == [("Ann", "Ben", "Cy", "Di")] * 3
    assert [table.renamed for table in listed] == [False, True, False]


def test_a_deleted_table_leaves_nothing(store, opened, database):
    """Nor its photos, where they lie on the server; those of other tables stay."""
    other = open_table(store, op="other")
    for table in (opened, other):
        store.add_photo(table.id, f"photo of {table.id}", 1)
        if on_server(database):
            ServerStorage(database).add(table.id, "1.jpg", b"picture")
    store.delete_log(opened.id)
    assert store.ids() == (other.id,)
    assert (store.keys(opened.id), store.photos(opened.id), store.log_ends([opened.id])) == ((), {}, {})
    if on_server(database):
        assert run_sql(database, "select folder from files") == [(other.id,)]
