"""Plays of BG Stats on the pages of a table and of a circle, and over HTTP."""

from __future__ import annotations

import io
import json

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


def opened_from(ann, circle, *plays):
    """The id of the one table that these plays made in the circle."""
    ann.open(f"{circle}/plays").press("Add the tables", text=file_of(*plays))
    evenings = ann.client.get(circle.replace("/c/", "/api/v1/circles/")).json["evenings"]
    (table,) = (table["id"] for evening in evenings for table in evening["tables"] if table["name"] == "Skat")
    return table


def test_who_won_stands_in_the_history_in_the_language_of_the_page(ann, circle):
    """Where the points don’t tell it. One undo lets the points say it."""
    table = opened_from(ann, circle, play("5", "9", "5", winners=(0,)))
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert "BG Stats hat gesagt: Ann hat gewonnen" in ann.open(f"/t/{table}/record").text
    assert "Ann gewinnt, so hat es der Tisch entschieden" in ann.open(f"/t/{table}/sheet").text


def test_an_ignored_play_is_kept_and_does_not_count(ann, circle):
    """The circle says so. Its host can let it count after all."""
    table = opened_from(ann, circle, play("5", "9", "5", winners=(1,), ignored=True))
    assert "Ben 9 · doesn’t count in standings" in ann.open(circle).text
    address = circle.replace("/c/", "/api/v1/circles/")
    assert ann.client.get(address).json["people"] == []
    form = ann.open(f"/t/{table}/host").form("Save")
    form.fields.remove(["uncounted", "true"])
    ann.send(form, ("", ""))
    assert [person["wins"] for person in ann.client.get(address).json["people"]] == [1, 0, 0]
    assert plays_at(ann, f"/t/{table}/export.bgsplay")[0]["ignored"] is False


def test_a_long_file_with_faults_is_chosen_again(ann, circle, monkeypatch):
    """Its text doesn’t come back in the form, which could not be sent so. Without those plays it comes in."""
    monkeypatch.setitem(ann.client.application.config, "MAX_FORM_MEMORY_SIZE", 100_000)
    text = file_of(play("1", "2", "3", comments="x" * 60_000), play("1", "x", "3", uuid="B2")).encode()
    page = ann.open(f"{circle}/plays")
    form = page.form("Add the tables")
    for leave, words in (("", "Choose the file again."), ("true", "1 table was added.")):
        sent = {**dict(form.fields), "leave": leave, "file": (io.BytesIO(text), "all.bgsplay")}
        ann._arrived(ann.client.post(form.action, data=sent, follow_redirects=True), 200 if leave else 422)
        assert words in ann.text
        assert "x" * 99 not in ann.text


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
