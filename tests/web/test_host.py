"""What the host of a table alone may do: another clock, advice or none, and deleting it."""

from __future__ import annotations

import pytest

from scorepad.web.table import table_pages
from tests.web.conftest import ON_SERVER_BY_NIGHT
from tests.web.test_manners import ASKING, opened

pytestmark = ON_SERVER_BY_NIGHT


@pytest.fixture
def ben(phone, new_phone):
    """A phone that joined the table of the other at once."""
    opened(phone)
    return new_phone().join(phone.code(), "Ben").open(f"/t/{phone.table_id}")


def test_the_host_changes_the_clock_and_advice_of_an_open_table(phone):
    """Told in the record, undone like anything else; what is as it was is said, with all that was typed."""
    table = opened(phone).table_id
    phone.open(f"/t/{table}/host").press("Save", clock="45", no_advice="true")
    assert "45 seconds per turn · no advice before going out" in phone.text
    assert "Ann changed the table: 45 seconds per turn, no advice before going out" in phone.text
    assert "plays without advice" in phone.open(ASKING[0]).text
    phone.open(f"/t/{table}/host").press("Save", 422, clock="45", no_advice="true")
    assert "The table already plays like that. Choose something else." in phone.text
    phone.press("Save", clock="", no_advice="true")
    assert "Ann changed the table: no clock any more" in phone.text
    phone.press("Undo")
    assert "45 seconds per turn" in phone.text


def test_a_clock_that_does_not_read_is_asked_for_again(phone):
    """Beside its field; the tick stays."""
    table = opened(phone).table_id
    phone.open(f"/t/{table}/host").press("Save", 422, clock="soon", no_advice="true")
    assert "Enter up to 3600 seconds, or leave this blank." in phone.text
    form = phone.form("Save")
    assert (form.value("clock"), [name for name, _ in form.fields].count("no_advice")) == ("soon", 2)


def test_nobody_but_the_host_may(phone, ben):
    """A player who joined neither sees the way nor gets there; who only watches does not either."""
    assert "Settings" in phone.open(f"/t/{phone.table_id}").text
    assert "Settings" not in ben.text
    for path in ("/host", "/delete"):
        ben.open(f"/t/{phone.table_id}{path}", 403)
        assert "Only the host’s phone can do this" in ben.text
        own_fields = dict(ben.open(f"/t/{phone.table_id}/out").form("Record").fields)
        sent = {"csrf_token": own_fields["csrf_token"], "op": path, "sure": "1", "clock": "9"}
        answer = ben.client.post(f"/t/{phone.table_id}{path}", data=sent)
        assert answer.status_code == 403
    assert "seconds per turn" not in phone.open(f"/t/{phone.table_id}").text


def test_the_host_deletes_a_table_knowing_what_is_lost(phone, ben, going_out):
    """Asked once, with the ways to keep a copy; then it is gone on every phone, and a copy opens again."""
    table = phone.table_id
    going_out(phone, table, "Ann", points="7")
    phone.open(f"/t/{table}/host").open(f"/t/{table}/delete")
    assert "1 deal with Ann, Ben, Cy" in phone.text
    assert "1 score and its whole history" in phone.text
    copy = phone.client.get(f"/t/{table}/export.json").text
    phone.press("Delete the table")
    assert "is deleted." in phone.text
    for each in (phone, ben):
        each.open(f"/t/{table}", 404)
    phone.open("/import").press("Open the table", text=copy)
    assert "14" in phone.open(f"/t/{phone.table_id}").text


def test_what_was_deleted_is_brought_back_within_an_hour(phone, ben, going_out, monkeypatch):
    """By the phone that deleted it, from the page that follows; it is there for everybody, as it was."""
    table = phone.table_id
    going_out(phone, table, "Ann", points="7")
    phone.open(f"/t/{table}/delete").press("Delete the table")
    assert "Bring back" not in ben.open("/").text
    ben.open(f"/t/{table}", 404)
    action, fields = phone.form("Bring back").action, dict(ben.open("/join").forms[0].fields)
    assert ben.client.post(action, data=fields).headers["Location"] == "/"
    ben.open(f"/t/{table}", 404)
    phone.press("Bring back")
    assert phone.url == f"/t/{table}"
    assert "Ann you" in phone.text
    assert "14" in ben.open(f"/t/{table}").text
    assert "Settings" in phone.text
    phone.open(f"/t/{table}/delete").press("Delete the table")
    monkeypatch.setattr(table_pages, "KEPT_ASIDE", 0)
    assert "Bring back" not in phone.open("/").text


def test_a_table_is_not_deleted_by_an_address_alone(phone):
    """Only the button says that it is meant."""
    table = opened(phone).table_id
    fields = dict(phone.open(f"/t/{table}/delete").form("Delete the table").fields)
    phone.client.post(f"/t/{table}/delete", data=fields)
    phone.open(f"/t/{table}")
