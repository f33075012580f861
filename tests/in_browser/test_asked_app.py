"""The app as a browser's worker asks it: one cookie jar, one folder, tables as a file and back."""

from __future__ import annotations

import html
import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorepad.in_browser import asked_app
from scorepad.in_browser.asked_app import AskedApp
from scorepad.store import backups

ADDRESS = "https://pad.example/play/"


class Headers(dict):
    """Headers as JavaScript hands them in."""

    def to_py(self):
        return dict(self)


class Body(bytes):
    """A body as JavaScript hands it in."""

    def to_bytes(self):
        return bytes(self)


def ask(app, path, method="GET", body=b"", **headers):
    """Status, headers and text of the answer."""
    fields = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    status, got, content = app.answer(method, ADDRESS + path, fields, Body(body))
    return status, dict(got), content


def new_table(app, *players):
    """The id of a table of these players that a page opened."""
    token = ask(app, "new")[2].decode().partition('name="csrf_token" value="')[2].partition('"')[0]
    op = ask(app, "new")[2].decode().partition('name="op" value="')[2].partition('"')[0]
    fields = {"game": "rummy-500", "csrf_token": token, "op": op, "open": "1"}
    fields |= {f"name-{seat}": name for seat, name in enumerate(players)}
    form = {"content_type": "application/x-www-form-urlencoded", "referer": f"{ADDRESS}new"}
    status, headers, _ = ask(app, "new", "POST", urlencode(fields).encode(), **form)
    assert status == 303
    return headers["Location"].rpartition("/")[2]


def open_file(app, content, **fields):
    """What is answered to a file that is opened; a field has one value, or several as forms send them."""
    page = ask(app, "kept")[2].decode()
    fields["csrf_token"] = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, values in fields.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    head = 'Content-Disposition: form-data; name="file"; filename="tables.db"\r\n\r\n'
    body = "".join(parts).encode() + f"--x\r\n{head}".encode() + content + b"\r\n--x--\r\n"
    form = {"content_type": "multipart/form-data; boundary=x", "referer": f"{ADDRESS}kept"}
    return ask(app, "kept", "POST", body, **form)


@pytest.fixture
def app(tmp_path):
    return AskedApp(ADDRESS, str(tmp_path / "one"))


def test_addresses_are_below_the_page(app):
    """Links and redirects too."""
    status, _, content = ask(app, "")
    assert status == 200
    assert b'href="/play/solve"' in content


def test_pages_of_a_browser_keep_one_session(app, tmp_path):
    """It goes on where another Python begins on the same folder."""
    table = new_table(app, "Ann", "Ben")
    page = ask(AskedApp(ADDRESS, str(tmp_path / "one")), f"t/{table}")[2].decode()
    assert "Settings" in page


def test_questions_of_programs_are_answered(app):
    """The same API at the same address below the page."""
    question = {"game": "rummy-500", "cards": "4C 5C 6C 7C 9H"}
    status, _, content = ask(
        app, "api/v1/best", "POST", json.dumps(question).encode(), content_type="application/json"
    )
    assert (status, json.loads(content)["proven"]) == (200, True)


def test_a_sheet_leads_no_other_phone_to_a_table_that_is_in_this_browser_only(app):
    status, _, content = ask(app, f"t/{new_table(app, 'Ann', 'Ben')}/sheet")
    page = content.decode()
    assert status == 200
    assert "paper-code" not in page
    assert "paper-address" not in page


def test_a_table_is_carried_to_another_browser_by_a_link(app, tmp_path):
    """The link has the table and leads to the page; who opens it sees the table there."""
    carried = ask(app, f"t/{new_table(app, 'Ann', 'Ben')}/carry")[2].decode()
    link = html.unescape(carried.partition('id="link"')[2].partition('value="')[2].partition('"')[0])
    assert link.startswith(f"{ADDRESS}carry#")
    other = AskedApp(ADDRESS, str(tmp_path / "other"))
    page = ask(other, "carry")[2].decode()
    fields = {
        name: page.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("csrf_token", "op")
    }
    form = {"content_type": "application/x-www-form-urlencoded", "referer": f"{ADDRESS}carry"}
    asked = urlencode(fields | {"text": link, "open": "1"}).encode()
    status, headers, content = ask(other, "carry", "POST", asked, **form)
    assert status == 303, content.decode()
    status, _, content = ask(other, headers["Location"].removeprefix("/play/"))
    assert status == 200
    assert b"Ann" in content


def test_all_tables_are_a_backup(app, tmp_path):
    """A full pad restores it, and keeps no cookies of the browser."""
    table = new_table(app, "Ann", "Ben")
    status, headers, content = ask(app, "kept/file")
    assert status == 200
    assert headers["Content-Disposition"].startswith('attachment; filename="scorepad-')
    saved = tmp_path / "saved.db"
    saved.write_bytes(content)
    (tmp_path / "full").mkdir()
    restored = backups.restore(saved, tmp_path / "full" / "scorepad.db")
    assert (restored.tables, bool(restored.secret_key)) == (1, True)
    assert table.encode() in Path(restored.path).read_bytes()


def test_another_browser_opens_the_file_and_may_write(app, tmp_path):
    """It has the tables, the key and the cookies; another Python begins on them."""
    table = new_table(app, "Ann", "Ben")
    content = ask(app, "kept/file")[2]
    other = AskedApp(ADDRESS, str(tmp_path / "other"))
    status, headers, _ = open_file(other, content)
    assert (status, headers["Location"], other.is_replaced()) == (303, "/play/", True)
    page = ask(AskedApp(ADDRESS, str(tmp_path / "other")), f"t/{table}")[2].decode()
    assert "Settings" in page


def test_tables_are_replaced_only_where_that_was_said(app):
    """Without the tick nothing changes."""
    new_table(app, "Ann", "Ben")
    content = ask(app, "kept/file")[2]
    assert open_file(app, content)[0] == 400
    assert open_file(app, content, sure="false")[0] == 400
    assert open_file(app, b"no tables", sure=["false", "true"])[0] == 400
    assert not app.is_replaced()
    assert open_file(app, content, sure=["false", "true"])[0] == 303


def test_what_the_browser_did_not_save_is_said_to_be_not_recorded(app):
    """507, as a page and as data."""
    status, _, content = app.not_kept(ADDRESS + "new", Headers(accept="text/html"))
    assert status == 507
    assert b"Not recorded" in content
    status, _, content = app.not_kept(ADDRESS + "api/v1/tables", Headers())
    assert json.loads(content)["error"]["code"] == "not-kept"


def test_a_search_can_be_interrupted_and_asked_again(tmp_path):
    """It leaves nothing behind. Python is told when a search begins, and when it has ended."""
    told = []

    def interrupt(is_searching):
        told.append(is_searching)
        if told == [True]:
            raise KeyboardInterrupt

    app = AskedApp(ADDRESS, str(tmp_path / "one"), searching=interrupt)
    question = json.dumps({"game": "rummy-500", "cards": "4C 5C 6C 7C 9H"}).encode()
    json_kind = Headers({"content-type": "application/json"})
    asked = "POST", f"{ADDRESS}api/v1/best", json_kind, Body(question)
    assert app.answer(*asked) is None
    assert json.loads(app.answer(*asked)[2])["proven"] is True
    assert told == [True, True, False]


def test_what_changes_something_is_never_interrupted(tmp_path):
    """A hand that is recorded is searched too."""
    told = []
    app = AskedApp(ADDRESS, str(tmp_path / "one"), searching=told.append)
    table = {"game": "scala-40", "players": ["Ann", "Ben"]}
    _, _, content = ask(
        app, "api/v1/tables", "POST", json.dumps(table).encode(), content_type="application/json"
    )
    made = json.loads(content)
    deal = json.dumps({"winner": "Ben", "hands": {"Ann": "4C 5C 6C 7C 9H"}}).encode()
    bearer = {"content_type": "application/json", "authorization": f"Bearer {made['key']}"}
    status, _, content = ask(app, f"api/v1/tables/{made['table']}/deals", "POST", deal, **bearer)
    assert (status, told) == (201, []), content


def test_a_pad_begins_from_what_is_prepared(app, tmp_path, monkeypatch):
    """It makes no store and compiles no template; what it shows and keeps is the same."""
    (tmp_path / "prepared").mkdir()
    app.prepare(str(tmp_path / "prepared"))
    monkeypatch.setattr(asked_app, "PREPARED", tmp_path / "prepared")
    monkeypatch.setattr("sqlite_utils.Migrations.apply", None)
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    other = AskedApp(ADDRESS, str(tmp_path / "other"))
    table = new_table(other, "Ann", "Ben")
    assert ask(other, f"t/{table}")[0] == 200
    assert ask(app, f"t/{table}")[0] == 404
