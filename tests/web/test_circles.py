"""Circles on pages without script: made, joined, tables put in and taken out, standings, names."""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime

import pytest

from scorepad.circles import circle_play
from scorepad.store.opening import open_store
from scorepad.web.circles.circle_view import CircleView


def circle_path(phone):
    return "/c/" + phone.url.split("/")[2].partition("?")[0]


@pytest.fixture
def circle(ann):
    """The path of a circle that Ann makes of her table."""
    ann.open(f"/t/{ann.table_id}/circles")
    ann.open(f"/circles/new?table={ann.table_id}").press("Start the circle", name="Fridays")
    return circle_path(ann)


@pytest.fixture
def played(ann, circle):
    """One deal at Ann's table, of 30, 10 and 0 points before the multipliers."""
    table = f"/t/{table_of(ann)}"
    for seat, points in ((0, 30), (1, 10), (2, 0)):
        ann.open(f"{table}/out").press("Record", player=str(seat), points=str(points))
    return circle


def table_of(phone):
    store = open_store(phone.client.application.config["DATABASE"])
    try:
        return store.ids()[0]
    finally:
        store.close()


def test_a_circle_is_made_of_a_table(ann, circle):
    """It shows its code, its page the table, home the circle, and the table's page its name."""
    assert "Invite the others" in ann.text
    ann.open(circle)
    assert "Friday" in ann.text
    assert "Fridays" in ann.open("/").text
    assert "Fridays" in ann.open(f"/t/{table_of(ann)}").text


def test_a_late_joiner_is_offered_the_names_of_the_circle(ann, circle):
    """Those who are not at the table."""
    ann.open(f"/new?circle={circle.split('/')[2]}")
    ann.press("Open the table", name_0="Ann", name_1="Eve")
    page = ann.client.get(f"/t/{ann.url.split('/')[2]}/players?add=1").text
    offered = re.findall(r'<option value="([A-Z][a-z]+)"></option>', page)
    assert sorted(offered) == ["Ben", "Cy", "Di"]


def test_a_watcher_of_a_table_learns_nothing_of_its_circle(ann, ben, circle, new_phone):
    """Nor does a player who has not joined it."""
    for phone in (ben, new_phone()):
        page = phone.open(f"/t/{table_of(ann)}").answer.get_data(as_text=True)
        assert "Fridays" not in page
        assert circle not in page


def test_a_circle_is_joined_by_its_link_and_by_its_code(ann, circle, new_phone):
    """Looking at the link gives nothing; the button does, and the phone remembers the circle."""
    code = ann.code(circle)
    by_link, by_code = new_phone(), new_phone()
    by_link.open(f"/circles/join/{code}")
    assert "Fridays" not in by_link.open("/").text
    by_link.open(f"/circles/join/{code}").press("Join the circle")
    by_code.open("/join").press("Join", code=code.lower()).press("Join the circle")
    for phone in (by_link, by_code):
        assert circle_path(phone) == circle
        assert "Fridays" in phone.open("/").text
    new_phone().open("/circles/join/XXXXXX", 404)


def test_whoever_has_no_key_may_look(circle, new_phone):
    """The page shows no buttons."""
    stranger = new_phone().open(circle)
    assert not any(words in stranger.buttons() for words in ("Rename", "Compare"))


def test_a_new_table_of_the_circle_belongs_to_it_and_knows_its_people(ann, circle):
    """Each takes a seat with a tap; the table counts from its first deal on."""
    ann.open(f"/new?circle={circle[3:]}")
    assert "+ Di" in ann.buttons()
    ann.press("+ Di", name_0="Eve")
    form = ann.form("Open the table")
    assert [form.value(f"name-{row}") for row in range(3)] == ["Eve", "Di", ""]
    assert "+ Di" not in ann.buttons()
    ann.press("Add all")
    form = ann.form("Open the table")
    assert {form.value(f"name-{row}") for row in range(5)} == {"Eve", "Ann", "Ben", "Cy", "Di"}
    ann.open(f"/new?circle={circle[3:]}")
    ann.press("Open the table", name_0="Ann", name_1="Eve", name="Second")
    assert "Second" in ann.open(circle).text
    assert "Ann, Eve" in ann.text


def test_a_strange_circle_takes_no_table(ann, circle, new_phone):
    """Whoever has no key to it opens a table that is in none."""
    stranger = new_phone()
    stranger.open(f"/new?circle={circle[3:]}")
    assert "+ Di" not in stranger.buttons()
    stranger.press("Open the table", name_0="Xa", name_1="Yo", name="Strange")
    assert "Strange" not in ann.open(circle).text


def test_the_same_players_again_stay_in_the_circle(ann, circle):
    """The new table of "Play again" is in it too."""
    ann.open(f"/new?again={table_of(ann)}").press("Open the table", name="Again")
    assert "Again" in ann.open(circle).text


def test_a_table_is_taken_out_and_put_in_again(ann, ben, circle):
    """By its host who has the circle's key; a player without that sees no circle."""
    table = table_of(ann)
    ann.open(f"/t/{table}/circles").press("Take out")
    assert "Nothing played yet" in ann.open(circle).text
    ann.open(f"/t/{table}/circles").press("Add")
    assert "Ann, Ben, Cy, Di" in ann.open(circle).text
    assert "isn’t in a circle" in ben.open(f"/t/{table}/circles").text
    fields = {"circle": circle[3:], "out": "1", "csrf_token": ben.open("/join").forms[0].value("csrf_token")}
    assert ben.client.post(f"/t/{table}/circles", data=fields).status_code == 403
    assert "Ann, Ben, Cy, Di" in ann.open(circle).text


def test_standings_follow_from_the_tables(ann, played):
    """Won tables, points, points a deal, who was ahead of whom."""
    text = ann.open(played).text
    assert "Ann 1 1 90 90.0" in text
    assert "Ben 0 1 20 20.0" in text
    assert "Ann and Ben 1 : 0" in text
    assert "Chattahoochee · Ann, Ben, Cy, Di" in text
    assert "Cy and Di 1 level 0 : 0" in text


def test_a_span_counts_its_days_alone(ann, played):
    """A day that does not read is told, and everything is shown."""
    assert "Ann 1 1 90" in ann.open(f"{played}?span=year").text
    assert "Ann 1 1 90" in ann.open(f"{played}?span=month").text
    assert "No deal was finished" in ann.open(f"{played}?first=2001-01-01&last=2001-12-31").text
    assert "Enter a date such as" in ann.open(f"{played}?first=yesterday").text


def test_the_api_says_the_same(ann, played):
    """And refuses a day that does not read, and a circle that is not there."""
    answer = ann.client.get(f"/api/v1/circles/{played[3:]}").get_json()
    assert answer["name"] == "Fridays"
    assert answer["games"][0]["standings"][0]["person"] == "Ann"
    assert answer == ann.client.get(f"{played}.json").get_json()
    assert ann.client.get("/api/v1/circles/nowhere").get_json()["error"]["code"] == "not-found"
    assert ann.client.get(f"/api/v1/circles/{played[3:]}?first=x").status_code == 400


def test_the_csv_has_a_row_for_each_person_at_each_table(ann, played):
    """Text that a spreadsheet would run is made harmless."""
    rows = list(csv.DictReader(io.StringIO(ann.client.get(f"{played}.csv").get_data(as_text=True))))
    assert [(row["person"], row["points"], row["won"]) for row in rows] == [
        ("Ann", "90", "1"),
        ("Ben", "20", "0"),
        ("Cy", "0", "0"),
        ("Di", "0", "0"),
    ]


def test_two_names_of_one_person_are_joined_and_parted(ann, played):
    """The past of both is one; people of one table stay two."""
    ann.open(f"/new?circle={played[3:]}").press("Open the table", name_0="Annie", name_1="Ben", name="Two")
    ann.open(f"{played}/settings")
    form = next(form for form in ann.forms if ["person", "Annie"] in form.fields)
    ann.send(form, form.buttons[0][:2], name="Ann")
    assert "also played as Annie" in ann.text
    assert "Ann, Ben" in ann.open(played).text
    assert "Annie" not in ann.text
    ann.open(f"{played}/settings").press("Annie is a different person")
    assert "Annie" in ann.open(played).text
    ann.open(f"{played}/settings")
    form = next(form for form in ann.forms if ["person", "Ann"] in form.fields)
    ann.send(form, form.buttons[0][:2], 422, name="Ben")
    assert "two people" in ann.text


def test_the_circle_is_renamed(ann, circle):
    """A name that is none is refused in a sentence."""
    ann.open(f"{circle}/settings").press("Rename", name="Family")
    assert "Names in Family" in ann.text
    ann.press("Rename", 422, name=" ")
    assert "Names in Family" in ann.text


def test_a_form_that_is_sent_twice_makes_one_circle(ann):
    """And changes it once."""
    table = ann.table_id
    ann.open(f"/circles/new?table={table}")
    form = ann.form("Start the circle")
    ann.send(form, form.buttons[0][:2], name="Fridays")
    first = circle_path(ann)
    ann.send(form, form.buttons[0][:2], name="Fridays")
    assert circle_path(ann) == first
    ann.open(f"/t/{table}/circles")
    form = ann.form("Take out")
    for _ in range(2):
        ann.send(form, form.buttons[0][:2])
    assert "Nothing played yet" in ann.open(first).text


def test_a_phone_whose_key_was_taken_back_knows_the_circle_no_longer(ann, circle):
    """Neither its first page nor the table's names it, and it opens no table in it."""
    store = open_store(ann.client.application.config["DATABASE"])
    store.circles.take_back(circle[3:], [key.name for key in store.circles.keys(circle[3:])])
    table = store.ids()[0]
    store.close()
    for page in ("/", f"/t/{table}", f"/t/{table}/circles"):
        assert "Fridays" not in ann.open(page).text
    ann.open(f"/new?circle={circle[3:]}").press("Open the table", name_0="Ann", name_1="Eve", name="Second")
    assert "isn’t in the circle" in ann.text
    assert "Second" not in ann.open(circle).text


def test_a_phone_remembers_the_circles_that_it_joined(phone):
    """The newest first, whatever their ids."""
    names = [f"Circle {number}" for number in range(10)]
    for name in names:
        phone.open("/circles/new").press("Start the circle", name=name)
    shown = re.findall(r"Circle [0-9]+", phone.open("/").text)
    assert shown == names[::-1]


def test_a_year_is_printed(ann, played, monkeypatch):
    """Its page has no day of another year, and nothing on it is folded away."""
    monkeypatch.setattr(CircleView, "evenings_shown", 0)
    year = datetime.now().astimezone().year
    assert f"{year} on paper" in ann.open(played).text
    assert "<details>" in ann.answer.text
    ann.open(f"{played}?first={year}-01-01&last={year}-12-31")
    assert "Ann 1 1 90" in ann.text
    assert "<details>" not in ann.answer.text


def test_a_deleted_table_counts_no_longer(ann, played):
    """The circle goes on without it."""
    store = open_store(ann.client.application.config["DATABASE"])
    store.delete_log(store.ids()[0])
    store.close()
    assert "Nothing played yet" in ann.open(played).text


def test_points_left_on_the_table_are_told_once_hands_were_compared(ann, circle, monkeypatch):
    """The best of two runs laid where one was possible."""
    monkeypatch.setattr(circle_play, "_known_points", {})
    table = table_of(ann)
    ann.open(f"/t/{table}/out?player=0&cards=4C+5C+6C+7C&lay=1&melds=4C+5C+/+6C+7C").press("Record 18")
    for seat in (1, 2):
        ann.open(f"/t/{table}/out").press("Record", player=str(seat), points="1")
    assert "Missed" not in ann.open(circle).text
    ann.press("Compare 1 hand")
    assert "4.0" in ann.text
    assert "Compare" not in ann.text
    assert "6" in ann.text


def test_points_and_shares_of_a_circle_are_drawn_over_its_tables(ann, played):
    """Each game's points from its second table on, and what everybody has won from the third."""
    drawn = [ann.open(played).answer.get_data(as_text=True).count("<svg")]
    for points in ("20", "40"):
        ann.open(f"/new?circle={played.split('/')[2]}").press("Open the table", name_0="Ann", name_1="Ben")
        ann.open(f"/t/{ann.url.split('/')[2].partition('?')[0]}/out").press(
            "Record", player="0", points=points
        )
        drawn.append(ann.open(played).answer.get_data(as_text=True).count("<svg"))
    assert [number - drawn[0] for number in drawn] == [0, 1, 2]
    page = ann.answer.get_data(as_text=True)
    assert "Points in Chattahoochee after 3 tables: Ann 150, Ben 20, Cy 0, Di 0." in page
    assert "Tables won, in percent: Ann 100 %, Cy 0 %, Di 0 %, Ben 0 %." in page
