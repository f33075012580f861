"""A phone is known at all its tables and circles, however many: its cookie holds one secret."""

from __future__ import annotations

import pytest

from scorepad.store.engine import JoinedLog
from scorepad.store.opening import open_store
from scorepad.tables import service
from tests.open_tables import open_table
from tests.web.conftest import ON_EACH_ENGINE
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


@ON_EACH_ENGINE
def test_a_phone_is_the_host_of_all_the_tables_that_it_opened(phone, store):
    """It corrects, sees the code, deletes; all are listed, and its cookie stays as it was after the first."""
    tables = [opened(phone, "Evening")]
    size = cookie_size(phone)
    tables.append(opened(phone, "Evening"))
    assert cookie_size(phone) == size < LARGEST_COOKIE / 4
    with phone.client.session_transaction() as session:
        secret = session["phone"]
    for number in range(2, MANY):
        table = open_table(store, op=f"op-{number}", name="Evening")
        store.join(secret, JoinedLog(table.id, table.key, 0))
    assert phone.open("/").text.count("Evening") == MANY
    for table in tables[:2]:
        assert "Ann you" in phone.open(f"/t/{table}").text
        phone.open(f"/t/{table}/out").press("Record", player="0", points="7")
        entry = next(line for line in phone.client.get(f"/t/{table}").text.split('"') if "/entry/" in line)
        phone.open(entry).press("Record", points="8")
        assert "Code" in phone.client.get(f"/t/{table}/invite").text
        phone.open(f"/t/{table}/delete").press("Delete for good")
        assert phone.client.get(f"/t/{table}").status_code == 404
    assert phone.open("/").text.count("Evening") == MANY - 2


@ON_EACH_ENGINE
def test_a_phone_is_known_in_all_its_circles(phone):
    """It may change the first of a dozen."""
    circles = []
    for number in range(12):
        phone.open("/circles/new").press("Start the circle", name=f"Club {number}")
        circles.append(phone.url.split("/")[2].partition("?")[0])
    assert phone.client.get(f"/c/{circles[0]}/settings").status_code == 200
    assert phone.open("/").text.count("Club") == len(circles)
    assert cookie_size(phone) < LARGEST_COOKIE / 4


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
    """It held the keys themselves; its tables and circles stay, in their order, and it becomes small."""
    tables = [open_table(store, op=f"op-{number}") for number in range(3)]
    phone: Phone = new_phone()
    phone.open("/circles/new").press("Start the circle", name="Club")
    circle = phone.url.split("/")[2].partition("?")[0]
    with phone.client.session_transaction() as session:
        circle_key = store.circles.joined_log(session.pop("phone"), circle).key
        session["circles"] = [[circle, circle_key]]
        at_tables = [[table.id, table.key, seat] for seat, table in enumerate(tables)]
        as_dict = {id: {"key": key, "seat": seat} for id, key, seat in at_tables}
        session["tables"] = at_tables if as_list else as_dict
    assert "Ben you" in phone.open(f"/t/{tables[1].id}").text
    assert phone.client.get(f"/c/{circle}/settings").status_code == 200
    with phone.client.session_transaction() as session:
        assert not {"tables", "circles"} & session.keys()
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
    text = phone.open("/").text
    assert text.count("Friday Chattahoochee") == 1


def test_an_old_cookie_goes_on_while_the_store_takes_nothing(new_phone, store, monkeypatch):
    """Pages are there to be looked at; it is carried over later."""
    table = open_table(store)
    phone = new_phone()
    with phone.client.session_transaction() as session:
        session["tables"] = [[table.id, table.key, 0]]
    with monkeypatch.context() as locked:
        locked.setattr(type(store), "join", lambda *_: (_ for _ in ()).throw(service.Refused("locked")))
        assert "Ann you" in phone.open(f"/t/{table.id}").text
        with phone.client.session_transaction() as session:
            assert session["tables"]
    assert "Ann you" in phone.open(f"/t/{table.id}").text
    with phone.client.session_transaction() as session:
        assert "tables" not in session


def test_whoever_has_another_phones_place_in_the_store_has_no_key(store):
    """A backup shows which phones there are, and no key that opens anything."""
    table = open_table(store)
    store.join("secret", JoinedLog(table.id, table.key, 0))
    row = store.database.select_rows("select * from phone_tables")[0]
    assert table.key not in map(str, row.values())
    assert "secret" not in map(str, row.values())
    assert store.joined_log("secret", table.id) == JoinedLog(table.id, table.key, 0)
    assert store.joined_log("another", table.id) is None
