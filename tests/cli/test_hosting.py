"""The host's commands: tables are printed, carried and kept, and come back as they were."""

from __future__ import annotations

import csv
import json
import shlex
from contextlib import closing

import pytest

from scorepad.core.cards import Laid
from scorepad.core.packs import FRENCH
from scorepad.machine import folders
from scorepad.store.opening import open_store, prepare_store
from scorepad.tables import service
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.operations import Operation
from scorepad.tables.player_names import rename_player
from tests.bridges.test_plays import file_of, play
from tests.by_night import SERVER_BY_NIGHT
from tests.cli.test_ask import run


@pytest.fixture
def instance(tmp_path, store_of):
    """An instance folder with one table, one entry recorded."""
    folder = tmp_path / "instance"
    folder.mkdir()
    prepare_store(store_of(folder))
    store = open_store(store_of(folder))
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


@pytest.fixture(params=SERVER_BY_NIGHT)
def store_of(request, monkeypatch):
    """Where the store of an instance folder is: in it, or on a server, for commands that run from then on."""
    schemas = {}

    def choose(folder):
        if request.param == "postgresql":
            address = schemas.get(folder) or request.getfixturevalue("new_schema")()
            monkeypatch.setenv("SCOREPAD_STORE", schemas.setdefault(folder, address))
        return schemas.get(folder, folder / "scorepad.db")

    return choose


@pytest.fixture
def host(capsys, store_of):
    """Runs a command on an instance folder: status, stdout, stderr."""

    def run_there(folder, *arguments):
        store_of(folder)
        return run(capsys, *arguments, "--instance", str(folder))

    return run_there


def only_table(host, instance):
    """Code and id of the one table."""
    status, out, _ = host(instance, "tables")
    assert status == 0
    assert "Friday: Ann, Ben, Cy · Chattahoochee" in out
    return out.split()[:2]


def test_tables_are_listed_with_code_and_id(host, instance):
    """A host finds a table again without a phone."""
    code, table_id = only_table(host, instance)
    assert len(code) == 6
    assert table_id


def test_tables_are_listed_under_the_names_that_players_have_now(host, instance, store_of):
    """Also where some were given others and took them back."""
    _, id = only_table(host, instance)
    with closing(open_store(store_of(instance))) as store:
        key = store.add_key(id)
        for op, name in (("a", "Zoe"), ("b", "Yan")):
            rename_player(Operation(store, id, key, "Ann", op, None), player=0, name=name)
        service.undo_operation(Operation(store, id, key, "Ann", "c", None))
    assert "Friday: Zoe, Ben, Cy" in host(instance, "tables")[1]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheet_is_written_as_pdf(host, instance, tmp_path, paper):
    """By the table's code, in small letters too, on the paper asked for."""
    code, _ = only_table(host, instance)
    file = tmp_path / "sheet.pdf"
    status, out, err = host(instance, "sheet", code.lower(), str(file), "--paper", paper)
    assert (status, out, err) == (0, f"Wrote {file}.\n", "")
    assert file.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_a_table_carried_to_another_pad_has_the_same_log(host, instance, tmp_path, kind):
    """Export, import into an empty instance, export again: the same events."""
    code, table_id = only_table(host, instance)
    first, second = tmp_path / f"one.{kind}", tmp_path / f"two.{kind}"
    assert host(instance, "export", table_id, str(first))[0] == 0
    other = tmp_path / "other"
    assert host(other, "import", str(first))[0] == 0
    code, _ = only_table(host, other)
    assert host(other, "export", code, str(second))[0] == 0
    assert events(first) == events(second)


def test_a_csv_of_names_and_points_is_a_table_too(host, tmp_path):
    """A fault names its line, and makes no table."""
    file = tmp_path / "scores.csv"
    file.write_text("Ann,Ben\n1,2\n3,x\n")
    status, _, err = host(tmp_path / "other", "import", str(file))
    assert (status, "Line 3, column 2" in err) == (2, True)
    file.write_text("Ann,Ben\n1,2\n3,4\n")
    assert host(tmp_path / "other", "import", str(file))[0] == 0
    assert "Ann, Ben · Any game" in host(tmp_path / "other", "tables")[1]


def test_a_file_of_points_is_understood_before_it_is_a_table(host, tmp_path):
    """Said what it has, refused where a total disagrees, taken as a person says."""
    file, other = tmp_path / "scores.csv", tmp_path / "other"
    file.write_text("Ronda;Ann;Ben\n1;12;-5\n2;8;20\nSuma;21;15\n", encoding="utf-16")
    status, _, err = host(other, "import", str(file))
    assert (status, "Line 4, Suma" in err, "--lines 2-3" in err) == (2, True, True)
    assert host(other, "import", str(file), "--lines", "2-3", "--look")[:2] == (
        0,
        "Players: Ann, Ben (columns 2-3)\nDeals: 2 (lines 2-3)\nLine 4, Suma: You left it out.\n"
        "Column 1, Ronda: It numbers the deals.\nTotals: Ann 20, Ben 15\nNo table was made.\n",
    )
    assert host(other, "tables")[1] == ""
    assert host(other, "import", str(file), "--lines", "2,3", "--players", "Cy,Di")[0] == 0
    assert "Cy, Di · Any game" in host(other, "tables")[1]
    status, _, err = host(other, "import", str(file), "--lines", "2-x")
    assert (status, "Type one such as 2,3 or 2-9" in err) == (2, True)


def test_the_flags_that_a_doubt_names_can_be_copied(host, tmp_path):
    """As they stand, names with spaces and commas in quotes; they say what was understood."""
    file, other = tmp_path / "scores.csv", tmp_path / "other"
    file.write_text("Deal;Ann Marie;Ben, Jr\n1;12;-5\n2;8;20\nWhat;7;9\n")
    status, _, err = host(other, "import", str(file), "--look")
    flags = shlex.split(err[err.index("--players") :])
    assert status == 2
    assert flags == ["--players", 'Ann Marie,"Ben, Jr"', "--columns", "2-3", "--lines", "2-3"]
    assert host(other, "import", str(file), *flags)[0] == 0
    assert "Ann Marie, Ben, Jr · Any game" in host(other, "tables")[1]


def test_plays_of_bg_stats_come_in_once_and_go_out(host, tmp_path):
    """Every kind of fault is a line of its own; with --leave-out the other plays come in."""
    file, other = tmp_path / "plays.bgsplay", tmp_path / "other"
    file.write_text(file_of(play("1", "2", "3"), play("x", "2", "y", uuid=None)))
    status, _, err = host(other, "import", str(file))
    assert (status, err.count("Play 2 (2025-04-27, Skat)"), len(err.splitlines())) == (2, 2, 2)
    status, out, _ = host(other, "import", str(file), "--leave-out")
    assert (status, out.splitlines()[-1]) == (0, "Made 1 table.")
    assert host(other, "import", str(file), "--leave-out")[1].endswith("Made 0 tables; 1 already here.\n")
    code = host(other, "tables")[1].split()[0]
    written = tmp_path / "again.bgsplay"
    assert host(other, "export", code, str(written))[:2] == (0, f"Wrote {written}: 1 play.\n")
    assert json.loads(written.read_text())["plays"][0]["uuid"] == "A1"


def events(file):
    """The log of an exported file."""
    if file.suffix == ".json":
        return json.loads(file.read_text())["events"]
    return list(csv.DictReader(file.read_text().splitlines()))


def test_a_backup_restored_brings_everything_back(host, instance, tmp_path):
    """The old store is kept in a file beside the store, or in the instance folder where that is on a
    server."""
    copy, other = tmp_path / "copy.db", tmp_path / "other"
    assert host(instance, "backup", str(copy))[:2] == (0, f"Wrote {copy}: 1 table, 2 events.\n")
    assert host(other, "restore", str(copy))[0] == 0
    assert only_table(host, other) == only_table(host, instance)
    status, out, _ = host(instance, "restore", str(copy))
    kept = next(instance.glob("scorepad.db.before-*"))
    assert (status, out) == (0, f"Restored 1 table, 2 events. The old store is kept in {kept}.\n")


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
def test_n6_what_cannot_be_done_is_said_in_one_line(host, instance, arguments, named):
    """Status 2, one line on stderr that names the piece."""
    status, out, err = host(instance, *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert named in err


def test_a_store_is_brought_up_to_date_by_a_command(host, instance, tmp_path):
    """Before the pad starts, and as often as one likes."""
    for folder in (instance, instance, tmp_path / "new"):
        assert host(folder, "migrate") == (0, "The store is up to date.\n", "")
    assert only_table(host, instance)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [("mysql://x/y", "type postgresql://"), ("postgresql:///x?host=/nowhere", "Can’t reach the scores")],
)
def test_a_store_that_cannot_be_reached_is_said_in_one_line(capsys, tmp_path, monkeypatch, address, sentence):
    """Another kind of server, and one where nobody listens."""
    monkeypatch.setenv("SCOREPAD_STORE", address)
    status, out, err = run(capsys, "tables", "--instance", str(tmp_path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


@pytest.mark.parametrize(
    ("command", "name"),
    [
        *(
            ("backup", name)
            for name in ("scorepad.db", "scorepad.db-wal", "scorepad.db-journal", "secret_key")
        ),
        *(("sheet", name) for name in ("scorepad.db", "scorepad.db-shm", "link.pdf")),
        ("export", "link.csv"),
    ],
)
def test_no_command_writes_over_what_the_pad_keeps(host, instance, command, name):
    """Under that name, or another one of the same file; the store and the key stay as they are."""
    code, table = only_table(host, instance)
    key = folders.secret_key(instance)
    (instance / "link.csv").hardlink_to(instance / "secret_key")
    (instance / "link.pdf").symlink_to("scorepad.db-wal")
    words = [str(instance / name)] if command == "backup" else [table, str(instance / name)]
    status, out, err = host(instance, command, *words)
    assert (status, out) == (2, "")
    assert "The pad itself keeps" in err or "than the store itself" in err
    assert only_table(host, instance) == [code, table]
    assert folders.secret_key(instance) == key
