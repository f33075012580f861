"""The host's commands: tables are printed, carried and kept, and come back as they were."""

from __future__ import annotations

import csv
import json

import pytest

from scorepad.core.cards import Laid
from scorepad.core.packs import FRENCH
from scorepad.store.sqlite import Store
from scorepad.store.sqlite_file import migrate
from scorepad.tables import service
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.operations import Operation
from tests.cli.test_ask import run


@pytest.fixture
def instance(tmp_path):
    """An instance folder with one table, one entry recorded."""
    folder = tmp_path / "instance"
    folder.mkdir()
    migrate(folder / "scorepad.db")
    store = Store(folder / "scorepad.db")
    opened = service.open_table(
        store,
        name="Friday",
        game="chattahoochee",
        options={},
        players=["Ann", "Ben", "Cy"],
        partnerships=None,
        dealer=0,
        by="Ann",
        op="open",
    )
    meld = tuple(Laid(card) for card in FRENCH.cards[3:10])
    out = Operation(store, opened.id, opened.key, "Ann", "out", 1)
    service.record_out(out, hand=DeclaredHand(1, [meld], None))
    store.close()
    return folder


def host(capsys, instance, *arguments):
    return run(capsys, *arguments, "--instance", str(instance))


def only_table(capsys, instance):
    """Code and id of the one table."""
    status, out, _ = host(capsys, instance, "tables")
    assert status == 0
    assert "Friday: Ann, Ben, Cy" in out
    return out.split()[:2]


def test_tables_are_listed_with_code_and_id(capsys, instance):
    """A host finds a table again without a phone."""
    code, table_id = only_table(capsys, instance)
    assert len(code) == 6
    assert table_id


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheet_is_written_as_pdf(capsys, instance, tmp_path, paper):
    """By the table's code, on the paper asked for."""
    code, _ = only_table(capsys, instance)
    file = tmp_path / "sheet.pdf"
    status, out, err = host(capsys, instance, "sheet", code, str(file), "--paper", paper)
    assert (status, out, err) == (0, f"Wrote {file}.\n", "")
    assert file.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_a_table_carried_to_another_pad_has_the_same_log(capsys, instance, tmp_path, kind):
    """Export, import into an empty instance, export again: the same events."""
    code, table_id = only_table(capsys, instance)
    first, second = tmp_path / f"one.{kind}", tmp_path / f"two.{kind}"
    assert host(capsys, instance, "export", table_id, str(first))[0] == 0
    other = tmp_path / "other"
    assert host(capsys, other, "import", str(first))[0] == 0
    code, _ = only_table(capsys, other)
    assert host(capsys, other, "export", code, str(second))[0] == 0
    assert events(first) == events(second)


def events(file):
    """The log of an exported file."""
    if file.suffix == ".json":
        return json.loads(file.read_text())["events"]
    return list(csv.DictReader(file.read_text().splitlines()))


def test_a_backup_restored_brings_everything_back(capsys, instance, tmp_path):
    """What was there before the restore is kept beside it."""
    copy = tmp_path / "copy.db"
    status, out, _ = host(capsys, instance, "backup", str(copy))
    assert (status, out) == (0, f"Wrote {copy}: 1 table, 2 events.\n")
    other = tmp_path / "other"
    assert host(capsys, other, "restore", str(copy))[0] == 0
    assert only_table(capsys, other) == only_table(capsys, instance)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("sheet", "NOSUCH", "x.pdf"), "NOSUCH"),
        (("export", "NOSUCH", "x.json"), "NOSUCH"),
        (("export", "NOSUCH", "x.txt"), "x.txt"),
        (("import", "/nowhere/at/all.json"), "/nowhere/at/all.json"),
        (("restore", "/nowhere/at/all.db"), "/nowhere/at/all.db"),
        (("backup", "/nowhere/at/all.db"), "/nowhere/at/all.db"),
        (("serve", "--port", "x"), "'x'"),
    ],
)
def test_n6_what_cannot_be_done_is_said_in_one_line(capsys, instance, arguments, named):
    """Status 2, one line on stderr that names the piece."""
    status, out, err = host(capsys, instance, *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert named in err
