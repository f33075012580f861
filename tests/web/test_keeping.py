"""All tables of one person's pad as a file, and such a file in place of them."""

from __future__ import annotations

import io
import re
from contextlib import closing

import pytest

from scorepad.store import backups
from scorepad.store.opening import open_store
from tests.web.phone import Phone


@pytest.fixture
def own_pad(make_app):
    """Makes pads of one person; gives the phone."""

    def make(**settings):
        return Phone(make_app(WHOLE_STORE=True, **settings).test_client())

    return make


@pytest.fixture
def ann(own_pad):
    """Ann's pad with a table, one deal recorded, and a circle."""
    phone = own_pad()
    phone.open("/new?game=romme").press("Open the table", name="Friday", name_0="Ann", name_1="Ben")
    phone.open(f"/t/{phone.table_id}/over?winner=0&number-1=12").press("Record")
    phone.open("/circles/new").press("Start the circle", name="Fridays")
    return phone


@pytest.fixture
def other(own_pad, tmp_path_factory):
    """Another pad, and the phone that has it."""
    return own_pad(INSTANCE=str(tmp_path_factory.mktemp("other")))


def kept(phone):
    answer = phone.client.get("/keep/scorepad.db")
    assert re.search(
        r'attachment; filename="scorepad-\d{4}-\d\d-\d\d\.db"', answer.headers["Content-Disposition"]
    )
    return answer.data


def send(phone, content, **fields):
    """Open the file, or what is said to be one."""
    phone.open("/keep/")
    form = phone.form("Open the file")
    data = {**dict(form.fields), **fields, "file": (io.BytesIO(content), "scorepad.db")}
    return phone.client.post("/keep/", data=data, content_type="multipart/form-data")


def test_the_file_brings_all_tables_to_another_phone_as_their_host(ann, other):
    """Scores, circles, and the right to go on."""
    assert send(other, kept(ann)).status_code == 303
    other.open("/")
    assert "Friday" in other.text
    assert "Fridays" in other.text
    table = re.search(r'href="(/t/[^"/]+)"', other.answer.text)[1]
    other.open(table)
    assert "12" in other.text
    other.press("Next deal")
    other.open(f"{table}/host")


def test_the_file_is_what_restore_takes(ann, tmp_path):
    """`scorepad restore`."""
    file = tmp_path / "kept.db"
    file.write_bytes(kept(ann))
    (tmp_path / "pad").mkdir()
    counts = backups.restore(file, tmp_path / "pad" / "scorepad.db")
    assert (counts.tables, counts.unreadable) == (1, ())


def test_tables_that_are_here_are_replaced_only_by_who_says_so(ann, other):
    """What was here is kept beside the store."""
    other.open("/new?game=gin-rummy").press("Open the table", name="Mine", name_0="Cy", name_1="Dan")
    content = kept(ann)
    refused = send(other, content)
    assert refused.status_code == 422
    assert "Set the tick if the tables here may be replaced." in refused.text
    assert send(other, content, sure="yes").status_code == 303
    assert "Mine" not in other.open("/").text
    database = other.client.application.config["DATABASE"]
    (beside,) = database.parent.glob("scorepad.db.before-*")
    with closing(open_store(beside)) as store:
        assert store.counts()[0] == 1


@pytest.mark.parametrize("content", [b"", b"nothing", b"SQLite format 3\0" + b"\0" * 4096])
def test_a_file_that_is_no_store_changes_nothing(ann, content):
    answer = send(ann, content, sure="yes")
    assert answer.status_code == 422
    assert "Nothing was changed." in answer.text
    assert "Friday" in ann.open("/").text


def test_nobody_finds_the_pages_where_the_host_did_not_switch_them_on(client):
    """Else everybody who reaches a pad could take all of it, or put another in its place."""
    assert client.get("/keep/").status_code == 404
    assert client.get("/keep/scorepad.db").status_code == 404
    assert client.post("/keep/").status_code in (400, 404)
    assert "/keep/" not in client.get("/").text
