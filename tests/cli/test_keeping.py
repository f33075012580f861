"""What a host does about tables: keys taken back, tables ended and opened again, old ones deleted."""

from __future__ import annotations

import json
import re

import pytest

from scorepad.circles.circle_service import make_circle
from scorepad.machine import folders
from scorepad.photos.kept_photos import KeptPhotos
from scorepad.store.backups import backup
from scorepad.store.engine import NotFound
from scorepad.store.opening import open_store
from tests.cli.test_hosting import host, instance, store_of  # noqa: F401


@pytest.fixture
def store(instance, store_of):  # noqa: F811
    opened = open_store(store_of(instance))
    yield opened
    opened.close()


@pytest.fixture
def command(host, instance):  # noqa: F811
    """Runs a command that answers; its lines."""

    def run_it(*arguments):
        status, out, err = host(instance, *arguments)
        assert (status, err) == (0, "")
        return out.splitlines()

    return run_it


def test_a_key_is_taken_back_and_no_other(command, store):
    """Whoever had it may watch; the old code joins nobody any more."""
    (table,) = store.ids()
    code, others = store.code(table), store.add_key(table)
    names = [line.split()[0] for line in command("keys", code)]
    assert len(names) == 2
    for name in names:
        command("revoke", table, name)
        if not store.check_key(table, others):
            break
    assert not store.check_key(table, others)
    assert len(store.keys(table)) == len(names) - names.index(name) - 1
    with pytest.raises(NotFound):
        store.by_code(code)
    assert store.check_key(table, store.add_key(store.by_code(store.code(table))))


def test_every_key_is_taken_back_at_once(command, store):
    (table,) = store.ids()
    said = command("revoke", table)
    assert re.fullmatch(r"Took back 1 key\. Join the table with [0-9A-Z]{6} from now on\.", said[0])
    assert store.keys(table) == ()


def test_nobody_becomes_host_by_joining_first(command, host, instance, store):  # noqa: F811
    """After every key was taken back, and after an end and a reopening; the machine's owner says who is."""
    (table,) = store.ids()
    assert command("keys", table)[0].endswith("  the host")
    assert "has no host now" in command("revoke", table)[1]
    key = store.add_key(table)
    assert not store.is_host_key(table, key)
    (line,) = command("keys", table)
    assert "  given 20" in line
    assert command("keys", table, "--host", line.split()[0]) == [f"{line.split()[0]}  the host"]
    assert store.is_host_key(table, key)
    command("end", table)
    assert "has no host now" in command("reopen", table)[1]
    assert "There’s no key 'x'" in host(instance, "keys", table, "--host", "x")[2]


def test_an_ended_table_is_looked_at_and_no_more(command, store):
    """Until its host opens it again."""
    (table,) = store.ids()
    command("end", table)
    assert store.keys(table) == ()
    for typed in (store.code(table), "ENDED"):
        with pytest.raises(NotFound):
            store.by_code(typed.upper())
    assert store.head(table) == 2
    said = command("reopen", table)[0]
    assert store.by_code(said.split()[-1].rstrip(".")) == table


def test_circles_are_listed_shown_and_kept_as_tables_are(command, store):
    """By their codes too; keys taken back, ended, and opened again."""
    (table,) = store.ids()
    opened = make_circle(store, name="Fridays", by="Ann", op="make", tables=[table])
    assert command("circle") == [f"{opened.code}  {opened.id}  Fridays: 1 table"]
    assert command("circle", opened.code)[0] == "Fridays"
    assert json.loads(command("circle", opened.id, "--json")[0])["id"] == opened.id
    assert len(command("keys", opened.code)) == 1
    command("revoke", opened.code)
    assert not store.circles.check_key(opened.id, opened.key)
    command("end", opened.id)
    assert command("reopen", opened.id)[0].startswith("Join the circle with")
    assert command("delete", opened.id)[-1] == "1 circle; nothing was deleted. Add --yes to delete."
    assert command("delete", opened.id, "--yes")[-1] == "Deleted 1 circle."
    assert (store.circles.ids(), store.head(table)) == ((), 2)


def test_old_tables_are_deleted_when_that_is_said_twice(command, store, instance):  # noqa: F811
    """Their photos too; younger tables stay."""
    (table,) = store.ids()
    kept = KeptPhotos(instance, _database(store))
    kept.add(table, "photo", b"a picture")
    assert command("delete", "--older-than", "2d") == ["0 tables; nothing was deleted. Add --yes to delete."]
    listed = command("delete", table)
    assert listed[0].startswith(table)
    assert store.ids() == (table,)
    assert command("delete", table, "--yes")[-1] == "Deleted 1 table."
    assert store.ids() == ()
    assert kept.names(table) == {}
    with pytest.raises(NotFound):
        store.head(table)


def test_seats_survive_a_new_machine(command, store, instance, tmp_path):  # noqa: F811
    """The key that signs cookies is in the backup, which its owner alone can read, and nowhere else in it."""
    key = folders.secret_key(instance)
    command("backup", str(tmp_path / "copy.db"))
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    (instance / folders.SECRET_KEY_FILE).unlink()
    assert folders.secret_key(instance) != key
    command("restore", str(tmp_path / "copy.db"))
    assert folders.secret_key(instance) == key
    assert len(list(instance.glob("secret_key.before-*"))) == 1
    backup(_database(store), tmp_path / "plain.db")
    assert key.encode() not in (tmp_path / "plain.db").read_bytes()


def _database(store):
    return getattr(store.database, "path", None) or store.database.address
