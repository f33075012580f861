"""Files of a table are made once while it is the same, and have a budget."""

from __future__ import annotations

import pytest

from scorepad.tables import service
from scorepad.web import create_app, visitors
from tests.web.phone import Phone

FILES = (
    "export.json",
    "export.csv",
    "sheet.pdf",
    "sheet.pdf?empty=1",
    "sheet.pdf?paper=letter",
    "result.png",
)
FAR = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.fixture
def made(monkeypatch):
    """What was asked of the budget, a file each time."""
    spent = []
    monkeypatch.setattr(visitors, "spend", lambda setting, *_: spent.append(setting))
    return spent


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_made_once_while_the_table_is_the_same(ann, made, file):
    """Then it is sent as it is, and not at all to whoever has it; a change makes it anew."""
    path = f"/t/{ann.table_id}/{file}"
    first, again = ann.client.get(path), ann.client.get(path)
    assert (first.data, len(made)) == (again.data, 1)
    known = ann.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", first.headers["ETag"])
    ann.open(f"/t/{ann.table_id}/out").press("Record", player="0", points="12")
    changed = ann.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (changed.status_code, len(made)) == (200, 2)
    assert file == "sheet.pdf?empty=1" or changed.data != first.data


def test_whoever_has_a_file_needs_no_table_folded(ann, monkeypatch):
    """The number of the newest event is all that is read."""
    path = f"/t/{ann.table_id}/export.json"
    tag = ann.client.get(path).headers["ETag"]
    monkeypatch.setattr(service, "table", lambda *_: pytest.fail("the table was folded"))
    assert ann.client.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_every_file_of_a_table_has_its_own_tag(ann):
    """No two of them pass for each other."""
    tags = [ann.client.get(f"/t/{ann.table_id}/{file}").headers["ETag"] for file in FILES]
    assert len(set(tags)) == len(FILES)


@pytest.mark.parametrize("file", FILES)
def test_files_have_a_budget(tmp_path, file):
    """What is remembered is free; a stranger has no more made than a share, and is told so."""
    settings = {"TESTING": True, "LIMIT_SHEET": "2 per minute", "INSTANCE": str(tmp_path)}
    phone = Phone(create_app(settings).test_client())
    table = phone.open("/new?game=chattahoochee").press("Open the table", name_0="Ann", name_1="Ben").table_id
    stranger = phone.client.application.test_client()

    def asked():
        return stranger.get(f"/t/{table}/{file}", environ_base=FAR).status_code

    statuses = [asked(), asked()]
    for note in ("one", "two"):
        phone.open(f"/t/{table}/note").press("Add the note", text=note)
        statuses.append(asked())
    assert statuses == [200, 200, 200, 429]


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_files_of_a_circle_have_a_budget(tmp_path, ending):
    """As those of its tables have."""
    settings = {"TESTING": True, "LIMIT_SHEET": "1 per minute", "INSTANCE": str(tmp_path)}
    phone = Phone(create_app(settings).test_client())
    circle = phone.open("/circles/new").press("Start the circle", name="Friends").url.split("/")[2]
    path = f"/c/{circle.partition('?')[0]}.{ending}"
    stranger = phone.client.application.test_client()
    assert [stranger.get(path, environ_base=FAR).status_code for _ in range(2)] == [200, 429]
