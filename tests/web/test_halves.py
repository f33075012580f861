"""Halves on pages, on paper and for programs, at a table of Any game that counts them."""

from __future__ import annotations

import json

import pytest

from tests.web.conftest import ON_SERVER_BY_NIGHT
from tests.web.phone import Phone, table_of
from tests.web.test_tables_for_programs import Program

COUNTS_HALVES = {"game": "any-game", "options": {"halves": True}, "players": ["Ann", "Ben"]}


@pytest.fixture
def phone(client):
    phone = Phone(client)
    phone.open("/new?game=any-game&o-halves=true").press("2")
    return phone


def record(phone, status=200, **typed):
    return phone.open(f"/t/{phone.table_id}/over").press("Record the round", status, **typed)


@ON_SERVER_BY_NIGHT
def test_halves_are_recorded_shown_and_put_right(phone):
    record(phone, number_0="3½", number_1="-0.5")
    assert table_of(phone).totals == (3.5, -0.5)
    page = phone.open(f"/t/{phone.table_id}").text
    assert ("3½" in page, "−½" in page, "3.5" in page) == (True, True, False)
    entry = phone.open(f"/t/{phone.table_id}/ending/2")
    assert entry.form("Record the correction").value("number-0") == "3½"
    entry.press("Record the correction", number_0="½+½")
    assert table_of(phone).totals == (1, -0.5)
    phone.open(f"/t/{phone.table_id}").press("Undo")
    assert table_of(phone).totals == (3.5, -0.5)


def test_sheet_wall_record_and_picture_show_halves(phone):
    record(phone, number_0="12 500½", number_1="1")
    for path in ("sheet", "wall", "record", "deals", "overlay"):
        assert "12,500½" in phone.open(f"/t/{phone.table_id}/{path}").text, path
    for path in ("sheet.pdf", "result.png"):
        assert phone.client.get(f"/t/{phone.table_id}/{path}", follow_redirects=True).status_code == 200, path


@pytest.mark.parametrize(("language", "reads"), [("de", True), ("fr", True), ("tr", True), ("en", False)])
def test_a_comma_stands_before_a_half_where_the_language_has_one(phone, language, reads):
    phone.client.set_cookie("language", language)
    page = phone.open(f"/t/{phone.table_id}/over")
    form = next(form for form in page.forms if form.id == "over")
    page.send(form, ("record", "1"), 200 if reads else 422, **{"number-0": "3,5"})
    assert table_of(phone).totals == ((3.5, 0) if reads else (0, 0))


def test_points_for_one_player_may_end_in_a_half(phone):
    page = phone.open(f"/t/{phone.table_id}/points")
    page.send(page.form("Add the points"), ("", ""), player="1", points="2½")
    assert table_of(phone).totals == (0, 2.5)
    assert "added to Player 2: 2½" in phone.open(f"/t/{phone.table_id}/record").text


def test_a_table_of_whole_points_refuses_a_half_beside_its_field_and_keeps_it(client):
    phone = Phone(client)
    phone.open("/new?game=any-game").press("2")
    page = record(phone, 422, number_0="3½")
    assert (
        "Halves don’t count at this table. Enter a whole number, or choose halves in its house rules."
        in page.text
    )
    assert page.form("Record the round").value("number-0") == "3½"
    assert table_of(phone).totals == (0, 0)


def test_the_keys_have_a_half_where_the_table_counts_halves(phone, client):
    assert 'value="½"' in phone.open(f"/t/{phone.table_id}/over").answer.text
    other = Phone(client)
    other.open("/new?game=any-game").press("2")
    assert 'value="½"' not in other.open(f"/t/{other.table_id}/over").answer.text


def test_what_was_recorded_in_halves_keeps_them_where_house_rules_change(phone):
    """From the next round on halves are refused; every round counted anew is refused with the reason."""
    record(phone, number_0="3½")
    program = {"options": {"halves": False}}
    key = phone.key_at(phone.table_id)
    headers = {"Authorization": f"Bearer {key}"}
    address = f"/api/v1/tables/{phone.table_id}"
    anew = phone.client.patch(address, json={**program, "from": "start"}, headers=headers)
    assert (anew.status_code, "Halves" in anew.json["error"]["message"]) == (409, True)
    assert phone.client.patch(address, json={**program, "from": "now"}, headers=headers).status_code == 200
    assert table_of(phone).totals == (3.5, 0)
    phone.open(f"/t/{phone.table_id}").press("Next round")
    record(phone, 422, number_0="½")


@ON_SERVER_BY_NIGHT
def test_programs_record_halves_and_read_whole_sums_without_a_fraction(client):
    table = Program(client, **COUNTS_HALVES)
    table.send("deals", {"points": {"Ann": 3.5, "Ben": 2}})
    table.send("deals", {"points": {"Ann": 0.5, "Ben": -0.5}})
    answer = client.get(table.address)
    assert json.dumps(answer.json["totals"]) == '{"Ann": 4, "Ben": 1.5}'
    assert [deal["scores"] for deal in answer.json["deals"]] == [
        {"Ann": 3.5, "Ben": 2},
        {"Ann": 0.5, "Ben": -0.5},
    ]
    table.send("deals/2", {"points": {"Ann": 1.5, "Ben": 0}}, method="patch")
    assert table.state()["totals"] == {"Ann": 5, "Ben": 2}


@pytest.mark.parametrize("wrong", [0.25, 3.4, "3.5", 1_000_000.5])
def test_programs_are_told_what_points_may_be(client, wrong):
    table = Program(client, **COUNTS_HALVES)
    error = table.send("deals", {"points": {"Ann": wrong, "Ben": 2}}, status=400)["error"]
    assert (error["at"], error["message"]) == (
        "points:Ann",
        "Ann: Type a number from -1000000 to 1000000, whole or with a half.",
    )


def test_programs_are_told_where_halves_do_not_count(client):
    asked = {"game": "any-game", "points": {"Ann": 3.5, "Ben": 2}}
    error = client.post("/api/v1/score", json=asked).json["error"]
    assert (error["at"], "Halves don’t count at this table" in error["message"]) == ("points.Ann", True)
    assert (
        client.post("/api/v1/score", json={**asked, "options": {"halves": True}}).json["scores"]["Ann"] == 3.5
    )
    gin = {"game": "gin-rummy", "winner": "Ann", "left": {"Ben": 3.5}}
    assert client.post("/api/v1/score", json=gin).status_code == 400
