"""Every form and every address that writes says that the store cannot be written to, and loses nothing: with
503, when to send again, and all that was entered; then it is recorded."""

from __future__ import annotations

import html
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import quote

import psycopg
import pytest
from flask.testing import FlaskClient

from scorepad.store import postgres, sqlite
from scorepad.store.opening import open_store
from scorepad.web import create_app
from scorepad.web.outcomes import HEADER
from tests.profiles import thorough
from tests.web.phone import Phone
from tests.web.test_outcomes import waits
from tests.web.test_sent_twice import CHANGE_NO_TABLE, FORMS, WRITE_MORE, Evening, filled
from tests.web.test_tables_for_programs import Program

WRITE_NOTHING = {
    *("home.suits", "home.language", "join.find", "circles.compare", "own_game.open_file"),
    *(
        "photo.start",
        "photo.hand_in",
        "photo.use",
        "photo.more",
        "photo.badly_read",
        "photo.forget",
        "photo.read_again",
        "reading.read",
    ),
    *(name for name in CHANGE_NO_TABLE if name.startswith("api.")),
}
"""They read, search and judge, write on this phone or the files of photos, or keep what was searched."""


@dataclass(frozen=True)
class Sending:
    """A request that is ready to be sent; a program's has a `key`."""

    endpoint: str
    client: FlaskClient
    path: str
    fields: dict[str, str]
    key: str = ""
    method: str = "POST"

    def send(self, **headers: str):
        headers |= (
            {"Authorization": f"Bearer {self.key}", "Idempotency-Key": self.endpoint} if self.key else {}
        )
        body = {"json": self.fields} if self.key else {"data": self.fields}
        return self.client.open(self.path, method=self.method, headers=headers, **body)


def _with_token(phone, **fields):
    """The fields of a form that no page of this test shows."""
    return {**fields, "csrf_token": phone.open("/join").form("Join").value("csrf_token")}


def _rematch(evening, _):
    evening.open("any-game")
    at = evening.table_id
    evening.ann.open(f"/new?again={at}").press("Open the table")
    return evening.ben.client, f"/t/{at}/rematch", _with_token(evening.ben)


def _brought_back(evening, new_phone):
    page = evening.open().ann.client.get(evening.table).get_data(as_text=True)
    ticket = html.unescape(page).split('"ticket": "')[1].split('"')[0]
    phone = new_phone()
    return phone.client, "/known", _with_token(phone, ticket=ticket)


def _new_circle(evening, _):
    evening.ann.open("/circles/new")
    return evening.ann.client, *filled(evening.ann, "Start the circle", name="Fridays")


def _circle_of(phone):
    phone.open("/circles/new").press("Start the circle", name="Fridays")
    return phone.url.split("/")[2]


def _circle_renamed(evening, _):
    evening.ann.open(f"/c/{_circle_of(evening.ann)}/settings")
    return evening.ann.client, *filled(evening.ann, "Rename", name="Sundays")


def _circle_joined(evening, new_phone):
    circle = _circle_of(evening.ann)
    with closing(open_store(evening.ann.client.application.config["DATABASE"])) as store:
        code = store.circles.code(circle)
    phone = new_phone()
    phone.open(f"/circles/join/{code}")
    return phone.client, f"/circles/join/{code}", dict(phone.forms[-1].fields)


def _put_into_circle(evening, _):
    circle = _circle_of(evening.ann)
    evening.open()
    path = f"{evening.table}/circles"
    return evening.ann.client, path, _with_token(evening.ann, circle=circle, op="put")


def _webhook(evening, _):
    path = f"{evening.open().table}/webhooks"
    return evening.ann.client, path, _with_token(evening.ann, url="https://93.184.216.34/scores")


def _webhook_removed(evening, _):
    client, path, fields = _webhook(evening, _)
    assert client.post(path, data=fields).status_code == 303
    with closing(open_store(client.application.config["DATABASE"])) as store:
        (hook,) = store.webhooks.of_table(path.split("/")[2])
    return client, f"{path}/{hook.id}", _with_token(evening.ann)


def _key_given(evening, _):
    path = f"{evening.open().table}/keys"
    return evening.ann.client, path, _with_token(evening.ann, program="Bot", scope="write")


def _key_taken_back(evening, _):
    client, path, fields = _key_given(evening, _)
    assert client.post(path, data=fields).status_code == 303
    with closing(open_store(client.application.config["DATABASE"])) as store:
        (key,) = store.program_keys(path.split("/")[2])
    return client, f"{path}/{key.name}", _with_token(evening.ann)


def _deleted(evening, _):
    return evening.open().ann.client, *evening.page("/delete", "Delete the table")


def _undeleted(evening, _):
    evening.open().ann.open(f"{evening.table}/delete").press("Delete the table")
    return evening.ann.client, *filled(evening.ann, "Bring back")


MORE_FORMS: dict[str, Callable] = {
    "tables.rematch": _rematch,
    "home.bring_back": _brought_back,
    "circles.create": _new_circle,
    "circles.change": _circle_renamed,
    "circle_join.enter": _circle_joined,
    "circle_membership.change": _put_into_circle,
    "host.give_key": _key_given,
    "host.take_key_back": _key_taken_back,
    "host.set_webhook": _webhook,
    "host.remove_webhook": _webhook_removed,
    "host.delete": _deleted,
    "host.undelete": _undeleted,
}
GIN = {"game": "gin-rummy", "players": ["Ann", "Ben"]}
PROGRAMS: dict[str, tuple[str, dict]] = {
    "record_deal": ("/deals", {"winner": "Ann", "left": {"Ben": 5}}),
    "name_winners": ("/winners", {"winners": ["Ben"]}),
    "undo": ("/undo", {}),
    "add_player": ("/players", {"name": "Zoe"}),
    "give_key": ("/keys", {}),
    "set_webhook": ("/webhooks", {"url": "https://93.184.216.34/scores"}),
}
CHANGES_OF_PROGRAMS = (
    ("change", "PATCH", "", {"name": "Friday"}),
    ("delete", "DELETE", "", {}),
    ("correct_deal", "PATCH", "/deals/1", {"winner": "Ben", "left": {"Cy": 5}}),
    ("rename_player", "PATCH", "/players/Ben", {"name": "Bob"}),
    ("remove_player", "DELETE", "/players/Ben", {}),
)


def _programs(app) -> Iterator[Sending]:
    client = app.test_client()
    yield Sending("programs.open_table", client, "/api/v1/tables", GIN, "none")
    for name, (path, body) in PROGRAMS.items():
        table = Program(client, **GIN)
        table.send("deals", {"winner": "Ann", "left": {"Ben": 5}})
        yield Sending(f"programs.{name}", client, table.address + path, body, table.key)
    hook = table.send("webhooks", {"url": "https://93.184.216.34/scores"})["id"]
    path = f"{table.address}/webhooks/{hook}"
    yield Sending("programs.remove_webhook", client, path, {}, table.key, "DELETE")
    path = f"{table.address}/keys/{table.send('keys')['id']}"
    yield Sending("programs.take_key_back", client, path, {}, table.key, "DELETE")
    for name, method, path, body in CHANGES_OF_PROGRAMS:
        table = Program(client, **{**GIN, "players": ["Ann", "Ben", "Cy"]})
        table.send("deals", {"winner": "Cy", "left": {"Ben": 5}})
        yield Sending(f"programs.{name}", client, table.address + path, body, table.key, method)
    table = Program(client, **GIN)
    table.send("end", status=200)
    table.send("undo", status=200)
    yield Sending("programs.redo", client, f"{table.address}/redo", {}, table.key)
    table = Program(client, **GIN)
    yield Sending("programs.end_deal", client, f"{table.address}/end", {}, table.key)
    table = Program(client, game="any-game", players=["Ann", "Ben"])
    body = {"player": "Ann", "points": 5}
    yield Sending("programs.add_points", client, f"{table.address}/points", body, table.key)
    table = Program(client, game="chattahoochee", players=["Ann", "Ben", "Cy"])
    yield Sending("programs.record_entry", client, f"{table.address}/entries", body, table.key)


def _sendings(app, forms, monkeypatch) -> Iterator[Sending]:
    def new_phone():
        return Phone(app.test_client())

    for name in forms:
        endpoint, prepare = FORMS[name]
        evening = Evening(new_phone(), new_phone())
        path, fields = prepare(evening, monkeypatch)
        yield Sending(endpoint, getattr(evening, "joining", evening.ann).client, path, fields)
    for endpoint, prepare in MORE_FORMS.items():
        yield Sending(endpoint, *prepare(Evening(new_phone(), new_phone()), new_phone))
    yield from _programs(app)


def _assert_lost_nothing(sending: Sending) -> None:
    for headers in ({}, {HEADER: sending.fields.get("op", "none")}):
        answer = sending.send(**headers)
        assert answer.status_code == 503, (sending.endpoint, answer.status, answer.headers.get("Location"))
        assert int(answer.headers["Retry-After"]) > 0
        if headers and "op" in sending.fields and not sending.key:
            waits(answer, sending.fields["op"], 503, ".")
            continue
        assert HEADER not in answer.headers
        if not sending.key:
            page = html.unescape(answer.get_data(as_text=True))
            typed = [text for name, text in sending.fields.items() if name != "csrf_token"]
            assert [text for text in typed if text not in page] == [], sending.endpoint


@pytest.fixture(scope="module")
def disk(tmp_path_factory):
    """A disk of its own; skipped where none can be mounted."""
    folder = tmp_path_factory.mktemp("disk")
    mounted = ["mount", "-t", "tmpfs", "-o", "size=60m", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def _read_only(disk, _app):
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    yield
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)


@contextmanager
def _full(disk, _app):
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield
    filler.unlink()


@contextmanager
def _locked(_disk, app):
    with closing(sqlite3.connect(app.config["DATABASE"])) as other:
        other.execute("begin immediate")
        yield


@contextmanager
def _gone(disk, app):
    file = app.config["DATABASE"]
    file.rename(disk / "elsewhere")
    yield
    (disk / "elsewhere").rename(file)


@pytest.mark.nightly
def test_every_form_keeps_what_it_was_sent_while_the_file_cannot_be_written(disk, monkeypatch):
    """On a disk that is read-only, full or gone, and while another holds the lock; then all are recorded.

    By day each form meets one of these faults, by night all.
    """
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.02)
    app = create_app({"TESTING": True, "INSTANCE": str(disk / "pad")})
    sendings = list(_sendings(app, FORMS, monkeypatch))
    assert {sending.endpoint for sending in sendings} == _writing_endpoints(app)
    faults = (_read_only, _full, _locked, _gone)
    for place, fault in enumerate(faults):
        with fault(disk, app):
            for sending in sendings if thorough() else sendings[place :: len(faults)]:
                _assert_lost_nothing(sending)
    _assert_recorded(sendings)


def _writing_endpoints(app) -> set[str]:
    changing = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if {"POST", "DELETE", "PUT", "PATCH"} & (rule.methods or set())
    }
    return changing - WRITE_NOTHING


def _assert_recorded(sendings: list[Sending]) -> None:
    for sending in sendings:
        answer = sending.send()
        assert answer.status_code in (200, 201, 204, 303), (sending.endpoint, answer.get_data(as_text=True))


@pytest.mark.nightly
def test_every_form_keeps_what_it_was_sent_while_the_server_cannot_be_written(
    tmp_path, new_schema, monkeypatch
):
    """A server that is away, one that takes no changes, and one whose tables another has locked."""
    monkeypatch.setattr(postgres, "PATIENCE", 0.2)
    monkeypatch.setattr(postgres, "SESSION", "set lock_timeout = '50ms'")
    address = new_schema()
    app = create_app({"TESTING": True, "INSTANCE": str(tmp_path / "pad"), "STORE": address})
    sendings = list(_sendings(app, WRITE_MORE, monkeypatch))
    read_only = address + quote(" -cdefault_transaction_read_only=on")
    for elsewhere in ("postgresql://scorepad@127.0.0.1:1/none", read_only):
        app.config["DATABASE"] = elsewhere
        for sending in sendings:
            _assert_lost_nothing(sending)
    app.config["DATABASE"] = address
    with psycopg.connect(address) as other:
        tables = "tables, keys, events, phone_tables, webhooks, refusals, photos, files"
        circles = "circles, circle_keys, circle_events, phone_circles, circle_refusals"
        other.execute(f"lock table {tables}, {circles} in exclusive mode")
        for sending in sendings:
            _assert_lost_nothing(sending)
    _assert_recorded(sendings)
