"""A phone is known at all its tables and circles, however many: its cookie holds one secret."""

from __future__ import annotations

import secrets

import pytest

from scorepad.core.log.event_data import Refused
from scorepad.store.engine import JoinedLog
from scorepad.store.opening import open_store
from scorepad.tables import service
from scorepad.web.people.older_cookie import MOST
from tests.open_tables import open_table
from tests.web.conftest import ON_SERVER_BY_NIGHT
from tests.web.phone import Phone

MANY = 60
LARGEST_COOKIE = 4096


@pytest.fixture
def store(app):
    opened_store = open_store(app.config["DATABASE"])
    yield opened_store
    opened_store.close()


def opened(phone, name="Friday"):
    phone.open("/new?game=chattahoochee").press("Open the table", name_0="Ann", name_1="Ben", name=name)
    return phone.table_id


def cookie_size(phone):
    return sum(len(cookie.key) + len(cookie.value) for cookie in phone.client._cookies.values())


def listed(phone):
    """How many tables the first page has a line of."""
    return phone.open("/").answer.text.count("<li data-known=")


@ON_SERVER_BY_NIGHT
def test_a_phone_is_the_host_of_all_the_tables_that_it_opened(phone, store):
    """It corrects, sees the code, deletes; all are listed."""
    tables = [opened(phone, "Evening"), opened(phone, "Evening")]
    with phone.client.session_transaction() as session:
        secret = session["phone"]
    for number in range(2, MANY):
        table = open_table(store, op=f"op-{number}", name="Evening")
        store.join(secret, JoinedLog(table.id, table.key, 0))
    assert listed(phone) == MANY
    for table in tables[:2]:
        assert "Ann you" in phone.open(f"/t/{table}").text
        phone.open(f"/t/{table}/out").press("Record", player="0", points="7")
        entry = next(line for line in phone.client.get(f"/t/{table}").text.split('"') if "/entry/" in line)
        phone.open(entry).press("Record", points="8")
        assert "Code" in phone.client.get(f"/t/{table}/invite").text
        phone.open(f"/t/{table}/delete").press("Delete the table")
        assert phone.client.get(f"/t/{table}").status_code == 404
    assert listed(phone) == MANY - 2


@ON_SERVER_BY_NIGHT
def test_a_phone_is_known_in_all_its_circles(phone):
    """It may change the first of a dozen."""
    circles = []
    for number in range(12):
        phone.open("/circles/new").press("Start the circle", name=f"Club {number}")
        circles.append(phone.url.split("/")[2].partition("?")[0])
    assert phone.client.get(f"/c/{circles[0]}/settings").status_code == 200
    assert phone.open("/").text.count("Club") == len(circles)


def test_a_phone_whose_key_was_taken_back_changes_nothing(phone, store):
    """What the pad keeps of the phone opens nothing by itself."""
    table = opened(phone)
    store.take_back(table, [key.name for key in store.keys(table)])
    form = {"points": "7", "player": "0", "record": "1"}
    page = phone.open("/join")
    form["csrf_token"] = page.forms[0].value("csrf_token")
    assert phone.client.post(f"/t/{table}/out", data=form).status_code == 403
    assert service.table(store, table).deal.entries == ()


@pytest.mark.parametrize("as_list", [True, False])
def test_an_old_cookie_is_carried_over(new_phone, store, as_list):
    """It held the keys themselves: its tables and circles are in the store, in their order, and older code
    finds them in the cookie as before."""
    tables = [open_table(store, op=f"op-{number}") for number in range(3)]
    phone: Phone = new_phone()
    phone.open("/circles/new").press("Start the circle", name="Club")
    circle = phone.url.split("/")[2].partition("?")[0]
    with phone.client.session_transaction() as session:
        circle_key = store.circles.joined_log(session["phone"], circle).key
        session.clear()
        session["circles"] = [[circle, circle_key]]
        at_tables = [[table.id, table.key, seat] for seat, table in enumerate(tables)]
        as_dict = {id: {"key": key, "seat": seat} for id, key, seat in at_tables}
        session["tables"] = at_tables if as_list else as_dict
    assert "Ben you" in phone.open(f"/t/{tables[1].id}").text
    assert phone.client.get(f"/c/{circle}/settings").status_code == 200
    with phone.client.session_transaction() as session:
        assert session["circles"] == [[circle, circle_key]]
        assert session["tables"] == (at_tables if as_list else as_dict)
        if as_list:
            joined = [joined.id for joined in store.joined_logs(session["phone"])]
            assert joined == [table.id for table in tables]
    phone.open(f"/t/{tables[1].id}/out").press("Record", player="1", points="7")
    assert service.table(store, tables[1].id).deal.entries[0].by == "Ben"


def test_an_old_cookie_of_a_table_that_is_gone_is_carried_over_without_it(new_phone, store):
    """Nothing stands in the way of the others."""
    table = open_table(store)
    phone = new_phone()
    with phone.client.session_transaction() as session:
        session["tables"] = [["nowhere", "key", 0], [table.id, table.key, 0]]
    assert "Ann you" in phone.open(f"/t/{table.id}").text
    assert listed(phone) == 1


def test_an_old_cookie_goes_on_while_the_store_takes_nothing(new_phone, store, monkeypatch):
    """Pages are there to be looked at; it is carried over later."""
    table = open_table(store)
    phone = new_phone()
    with phone.client.session_transaction() as session:
        session["tables"] = [[table.id, table.key, 0]]
    with monkeypatch.context() as locked:
        locked.setattr(type(store), "join", lambda *_: (_ for _ in ()).throw(Refused("locked")))
        assert "Ann you" in phone.open(f"/t/{table.id}").text
        with phone.client.session_transaction() as session:
            assert session["tables"]
    assert "Ann you" in phone.open(f"/t/{table.id}").text
    with phone.client.session_transaction() as session:
        assert store.joined_log(session["phone"], table.id) == JoinedLog(table.id, table.key, 0)


def test_older_code_finds_the_newest_tables_and_circles_in_the_cookie(phone, store):
    """As many as it kept there itself, and a cookie that browsers take beside the photos."""
    for number in range(MOST["circles"] + 1):
        phone.open("/circles/new").press("Start the circle", name=f"Club {number}")
    with phone.client.session_transaction() as session:
        session["photos"] = [secrets.token_urlsafe(16) for _ in range(8)]
        secret = session["phone"]
    tables = [open_table(store, op=f"op-{number}") for number in range(MOST["tables"] + 1)]
    for table in tables:
        store.join(secret, JoinedLog(table.id, table.key, 0))
    phone.client.get("/")
    listed = [[table.id, table.key, 0] for table in tables]
    assert in_cookie(phone) == listed[1:]
    assert "Set-Cookie" not in phone.client.get("/").headers
    new = opened(phone)
    assert [id for id, _, _ in in_cookie(phone)] == [*(table.id for table in tables[2:]), new]
    with phone.client.session_transaction() as session:
        circles = [(joined.id, joined.key) for joined in store.circles.joined_logs(secret)]
        assert list(map(tuple, session["circles"])) == circles[1:]
    assert LARGEST_COOKIE / 4 < cookie_size(phone) < LARGEST_COOKIE


def in_cookie(phone, change=None):
    """The tables in the cookie, as an older machine leaves them where it changes them."""
    with phone.client.session_transaction() as session:
        if change:
            session["tables"] = change(session["tables"])
        return session["tables"]


def test_what_older_code_changes_is_taken_and_no_older_list_brings_anything_back(phone, store):
    """A list that this code wrote is never newer than the store."""
    first, second = opened(phone), open_table(store, op="second")
    earlier = phone.client.get_cookie("scorepad").value
    seat_changed = [[first, in_cookie(phone)[0][1], 1], [second.id, second.key, 0]]
    in_cookie(phone, lambda _: seat_changed)
    assert "Ben you" in phone.open(f"/t/{first}").text
    assert "Ann you" in phone.open(f"/t/{second.id}").text
    phone.client.set_cookie("scorepad", earlier)  # an answer that came late
    assert "Ben you" in phone.open(f"/t/{first}").text
    assert in_cookie(phone) == [seat_changed[0]]


def test_a_key_that_was_taken_back_and_a_table_that_is_gone_leave_the_cookie(phone, store):
    """So that no machine finds them there."""
    kept, closed, deleted = opened(phone), opened(phone), opened(phone)
    store.take_back(closed, [key.name for key in store.keys(closed)])
    phone.client.get(f"/t/{closed}")
    phone.open(f"/t/{deleted}/delete").press("Delete the table")
    assert [id for id, _, _ in in_cookie(phone)] == [kept]


def test_who_only_watches_from_now_on_has_no_key_in_the_cookie(phone, store):
    """As in the store."""
    table = opened(phone)
    phone.open(f"/j/{store.code(table)}").press("Just watch")
    assert in_cookie(phone) == [[table, "", None]]


def test_whoever_has_another_phones_place_in_the_store_has_no_key(store):
    """A backup shows which phones there are, and no key that opens anything."""
    table = open_table(store)
    store.join("secret", JoinedLog(table.id, table.key, 0))
    row = store.database.select_rows("select * from phone_tables")[0]
    assert table.key not in map(str, row.values())
    assert "secret" not in map(str, row.values())
    assert store.joined_log("secret", table.id) == JoinedLog(table.id, table.key, 0)
    assert store.joined_log("another", table.id) is None
