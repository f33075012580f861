"""Plays of BG Stats on the pages of a table and of a circle, and over HTTP."""

from __future__ import annotations

import json
import re

import pytest

from tests.bridges.test_plays import file_of, play


@pytest.fixture
def circle(ann):
    """The address of a circle with Ann's table, at which Ann went out; Ann's phone is on its page."""
    ann.open(f"/t/{ann.table_id}/out").press("Record", player="0", points="12")
    ann.open(f"/circles/new?table={ann.table_id}").press("Start the circle", name="Fridays")
    return f"/c/{ann.url.split('/')[2]}"


def plays_at(phone, path):
    answer = phone.client.get(path)
    assert answer.status_code == 200
    return json.loads(answer.data)["plays"]


def test_plays_go_out_and_come_in(ann, circle):
    """A file with faults adds nothing; without those plays it does; again it adds nothing more."""
    text = file_of(play("1", "2", "3"), play("1", "x", "3", uuid="B2"))
    ann.open(f"{circle}/plays").press("Add the tables", 422, text=text)
    assert "Play 2 (2025-04-27, Skat): Ben has the score 'x'" in ann.text
    assert plays_at(ann, f"{circle}.bgsplay") == []
    ann.press("Add the tables", text=text, leave="true")
    assert "1 table was added." in ann.text
    (told,) = plays_at(ann, f"{circle}.bgsplay")
    assert (told["uuid"], told["durationMin"]) == ("A1", 31)
    assert plays_at(ann, f"/api/v1{circle.replace('/c/', '/circles/')}/bgsplay") == [told]
    ann.open(f"{circle}/plays").press("Add the tables", text=file_of(play("1", "2", "3")))
    assert "1 was already here." in ann.text
    assert plays_at(ann, f"{circle}.bgsplay") == [told]


def test_a_note_is_in_the_language_of_the_page(ann, circle):
    """What the points don’t tell, it says."""
    text = file_of(play("5", "9", "5", winners=(0,)))
    ann.open(f"{circle}/plays")
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    ann.press("Add the tables", text=text)
    tables = {address.split("/")[2] for address in re.findall(r'"/t/\w+', ann.client.get(circle).text)}
    sheets = [ann.client.get(f"/t/{table}/sheet").text for table in tables]
    assert any("BG Stats: gewonnen von Ann" in sheet for sheet in sheets)


def test_a_stranger_adds_nothing(circle, new_phone):
    new_phone().open(f"{circle}/plays", 403)


def test_a_table_is_saved_as_a_play(ann):
    """As a download, and over HTTP."""
    page = f"/t/{ann.table_id}"
    ann.open(f"{page}/out").press("Record", player="0", points="12")
    assert plays_at(ann, f"{page}/export.bgsplay") == []
    for seat in ("1", "2"):
        ann.open(f"{page}/out").press("Record", player=seat, points="5")
    (told,) = plays_at(ann, f"{page}/export.bgsplay")
    assert [each["score"] for each in told["playerScores"]] == ["36", "10", "5", "0"]
    assert plays_at(ann, f"/api/v1/tables/{ann.table_id}/bgsplay") == [told]
    assert "attachment" in ann.client.get(f"{page}/export.bgsplay").headers["Content-Disposition"]
