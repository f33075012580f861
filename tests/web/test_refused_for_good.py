"""An operation is done once, or refused for good: sent again it never comes true later, nor means another."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorepad.store import sqlite
from scorepad.store.opening import open_store
from tests.web.conftest import ON_SERVER_BY_NIGHT
from tests.web.phone import table_of
from tests.web.test_outcomes import mended, queued, refusal, waits
from tests.web.test_sent_twice import RUN, Evening, filled
from tests.web.test_tables_for_programs import Program

THREE = {"game": "chattahoochee", "players": ["Ann", "Ben", "Cy"]}


@pytest.fixture
def evening(new_phone):
    return Evening(new_phone(), new_phone())


@ON_SERVER_BY_NIGHT
def test_a_program_is_refused_the_same_after_the_table_has_changed(client):
    """Who is out already, in the next deal too; the same request as a new one is recorded there."""
    table = Program(client, **THREE)
    table.send("entries", {"player": "Ann", "points": 5})
    refused = table.send("entries", {"player": "Ann", "points": 7}, op="twice", status=409)["error"]
    table.send("entries", {"player": "Ben", "points": 1})
    number = table.state()["number"]
    again = table.send("entries", {"player": "Ann", "points": 7}, op="twice", status=409)
    assert (again["error"], again["table"]["number"]) == (refused, number)
    assert table.send("entries", {"player": "Ann", "points": 8}, op="twice", status=409)["error"] == refused
    other = table.send("entries", {"player": "Cy", "points": 8}, op="twice", status=409)["error"]
    assert other["code"] == "op-reused"
    assert table.state()["number"] == number
    table.send("entries", {"player": "Ann", "points": 7}, op="new")


def test_an_undo_that_was_refused_takes_back_nothing_later(client):
    table = Program(client, **THREE)
    refused = table.send("undo", op="early", status=409)["error"]
    table.send("entries", {"player": "Ann", "points": 5})
    assert table.send("undo", op="early", status=409)["error"] == refused
    assert table.state()["totals"]["Ann"]


def test_a_name_that_nobody_had_stays_refused(client, new_phone):
    """Also once somebody of that name has joined."""
    table = Program(client, **THREE)
    refused = table.send("entries", {"player": "Zoe", "points": 5}, op="zoe", status=400)["error"]
    phone = new_phone().join(table.code, "Ann")
    phone.open(f"/t/{table.id}/players?add=1").press("Add the player", name="Zoe")
    for name in ("Ann", "Ben"):
        table.send("entries", {"player": name, "points": 1})
    assert "Zoe" in table.state()["players"]
    assert table.send("entries", {"player": "Zoe", "points": 5}, op="zoe", status=400)["error"] == refused


def test_a_form_that_was_refused_stays_refused_and_its_redrawn_form_is_recorded(evening):
    """What a browser shows after a refusal has an operation of its own."""
    evening.open().out("Ann", points="1")
    action, fields = evening.page("/out", "Record", player="0", points="12")
    refused = [evening.ann.client.post(action, data=fields) for _ in range(2)]
    evening.out("Ben", points="1").ann.open(evening.table).press("Next deal")
    refused.append(evening.ann.client.post(action, data=fields))
    assert [answer.status_code for answer in refused] == [422, 422, 422]
    head = len(evening.log())
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    assert len(evening.log()) == head
    mended(evening.ann, told, "Record")
    evening.ann.press("Record", player="0")
    assert len(evening.log()) == head + 1


def test_a_refusal_goes_with_its_table(evening):
    action, fields = evening.open().page("/out", "Record", player="0")
    refusal(queued(evening.ann.client, action, fields), fields["op"])
    store = open_store(evening.ann.client.application.config["DATABASE"])
    table_id = evening.table_id
    assert store.refused_at(table_id, fields["op"]) == 1
    evening.ann.open(f"{evening.table}/delete").press("Delete the table")
    assert store.refused_at(table_id, fields["op"]) is None
    store.close()


def test_a_store_that_is_busy_refuses_no_operation(evening, monkeypatch):
    """Sent again once the store is free, it is recorded."""
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    action, fields = evening.open().page("/note", "Add the note", text="rain")
    store = open_store(evening.ann.client.application.config["DATABASE"])
    with store.database.write_transaction("anything"):
        waits(queued(evening.ann.client, action, fields), fields["op"], 503, "The pad was busy")
    store.close()
    assert queued(evening.ann.client, action, fields).status_code == 200


@ON_SERVER_BY_NIGHT
def test_two_requests_at_once_with_one_operation_do_it_once(app):
    """Both are answered alike; so are two that are refused."""
    table = Program(app.test_client(), game="gin-rummy", players=["Ann", "Ben"])
    together = threading.Barrier(2, timeout=30)

    def send(op, body):
        with app.test_client() as client:
            together.wait()
            headers = {"Authorization": f"Bearer {table.key}", "Idempotency-Key": op}
            answer = client.post(f"{table.address}/deals", json=body, headers=headers)
            return answer.status_code, answer.json.get("number"), answer.json.get("error")

    with ThreadPoolExecutor(2) as pool:
        for number in range(8):
            deal = {"winner": "Ann", "left": {"Ben": 1}}
            # A deal that is refused names a winner who has cards left.
            body = deal if number % 2 else {"winner": "Ann", "left": {"Ann": 40, "Ben": 1}}
            before = table.state()["number"]
            first, second = pool.map(send, [f"op{number}"] * 2, [body] * 2)
            assert first == second
            assert first[0] == (201 if number % 2 else 409)
            assert (table.state()["number"] > before) == bool(number % 2)


@ON_SERVER_BY_NIGHT
@pytest.mark.parametrize(
    ("path", "words", "typed", "other"),
    [
        ("/new?game=rummikub", "Open the table", {"name_0": "Ann", "name_1": "Ben"}, {"name-1": "Bea"}),
        ("/new?game=rummikub", "Open the table", {"name_0": "Ann", "name_1": "Ben"}, {"game": "gin-rummy"}),
        ("/circles/new", "Start the circle", {"name": "Fridays"}, {"name": "Sundays"}),
    ],
)
def test_a_page_that_came_back_never_opens_the_first_table_for_the_second(phone, path, words, typed, other):
    """It says so with all that was entered, and the second is opened with one more tap."""
    phone.open(path)
    action, fields = filled(phone, words, **typed)
    first = phone.client.post(action, data=fields)
    assert phone.client.post(action, data=fields).headers["Location"] == first.headers["Location"]
    told = refusal(queued(phone.client, action, {**fields, **other}), fields["op"])
    assert "opened something else before" in told["reason"]
    again = phone.client.post(action, data={**fields, **other})
    assert again.status_code == 422
    phone._arrived(again, 422)
    form = phone.form(words)
    assert form.value("op") != fields["op"]
    assert {name: form.value(name) for name in other} == other
    second = phone.client.post(form.action, data=dict(form.fields))
    assert second.status_code == 303
    assert second.headers["Location"] != first.headers["Location"]


def test_the_name_that_a_day_gives_a_table_is_no_other_content(phone, monkeypatch):
    """A form that was sent before midnight and is sent again after it opens the same table."""
    phone.open("/new?game=rummikub")
    action, fields = filled(phone, "Open the table", name_0="Ann", name_1="Ben")
    first = phone.client.post(action, data=fields).headers["Location"]
    monkeypatch.setattr("scorepad.web.table.new_table.TableForm.title", "Another day")
    assert phone.client.post(action, data=fields).headers["Location"] == first


def test_another_file_does_not_open_the_table_of_the_first(evening):
    text = evening.open().ann.client.get(f"{evening.table}/export.json").get_data(as_text=True)
    evening.ann.open("/import")
    action, fields = filled(evening.ann, "Open", text=text)
    assert evening.ann.client.post(action, data=fields).status_code == 303
    other = evening.ann.client.post(action, data={**fields, "text": text.replace("Ben", "Bea")})
    assert other.status_code == 422
    assert "Bea" in other.get_data(as_text=True)


@ON_SERVER_BY_NIGHT
def test_a_change_of_a_circle_is_not_answered_as_another(phone):
    """Nor does one that was refused come true later."""
    phone.open("/circles/new").press("Start the circle", name="Fridays")
    settings = f"/c/{phone.url.split('/')[2]}/settings"
    phone.open(settings)
    form = phone.form("Rename")
    sent = {**dict(form.fields), "name": "Sundays"}
    for _ in range(2):
        assert phone.client.post(form.action, data=sent).status_code == 303
    phone._arrived(phone.client.post(form.action, data={**sent, "name": "Mondays"}), 422)
    assert phone.form("Rename").value("name") == "Mondays"
    assert "Sundays" in phone.open(settings).text
    empty = {**sent, "op": "empty", "name": ""}
    assert phone.client.post(form.action, data=empty).status_code == 422
    assert phone.client.post(form.action, data={**empty, "name": "Mondays"}).status_code == 422
    assert "Mondays" not in phone.open(settings).text


def test_a_second_note_from_a_page_that_came_back_keeps_its_text(evening):
    action, fields = evening.open().page("/note", "Add the note", text="rain")
    assert evening.ann.client.post(action, data=fields).status_code == 303
    answer = evening.ann.client.post(action, data={**fields, "text": "snow"})
    evening.ann.open(answer.headers["Location"])
    assert "already sent with different content" in evening.ann.text
    form = evening.ann.form("Add the note")
    assert form.value("text") == "snow"
    assert evening.ann.client.post(form.action, data=dict(form.fields)).status_code == 303
    assert table_of(evening.ann).deal.notes == ("rain", "snow")


def test_a_second_hand_from_a_page_that_came_back_is_recorded_with_one_more_tap(evening):
    action, fields = evening.open().page("/out", "Record", player="0", cards=RUN)
    assert evening.ann.client.post(action, data=fields).status_code == 303
    answer = evening.ann.client.post(action, data={**fields, "player": "1", "cards": "9H"})
    evening.ann._arrived(answer, 422)
    evening.ann.press("Record")
    assert [entry.player for entry in table_of(evening.ann).deal.entries] == [0, 1]
