"""Who won, said by the people at the table: the page, and where it is honoured."""

from __future__ import annotations

import json

import pytest

from scorepad.tables.standing import match_of
from tests.web.conftest import ON_SERVER_BY_NIGHT
from tests.web.phone import table_of
from tests.web.test_tables_for_programs import Program


@pytest.fixture
def tied(phone):
    """Ann’s phone at a table of Any game: Ann 51, Ben 48, Cy 51."""
    phone.open("/new?game=any-game").press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy")
    phone.open(f"/t/{phone.table_id}/over").press(
        "Record the round", number_0="51", number_1="48", number_2="51"
    )
    return phone.open(f"/t/{phone.table_id}")


def say_who(phone, words="Record", status=200, **chosen):
    return phone.open(f"/t/{phone.table_id}/won").press(words, status, **chosen)


@ON_SERVER_BY_NIGHT
def test_a_tie_is_settled_by_hand(tied):
    """The page of the table leads there; then it shows the podium, and one tap takes it back."""
    page = f"/t/{tied.table_id}"
    assert f'href="{page}/won"' in tied.client.get(page).text
    say_who(tied, won="2")
    assert "Cy wins, as the table decided." in tied.text
    assert "Rematch" in tied.client.get(page).text
    assert table_of(tied).named_winners == (2,)
    tied.press("Undo")
    assert "as the table decided" not in tied.text


def test_it_is_corrected_like_all_else(tied):
    """By others, by nobody, and by the points again; the history has each."""
    say_who(tied, won="2")
    say_who(tied, "Nobody won")
    assert "Nobody wins, as the table decided." in tied.text
    say_who(tied, "Let the points decide")
    assert table_of(tied).named_winners is None
    tied.open(f"/t/{tied.table_id}/record")
    for told in ("said that Cy won", "said that nobody won", "let the points decide who won"):
        assert told in tied.text


def test_nobody_chosen_is_asked_for(tied):
    """Who lets the points decide where they do already is told so."""
    form = tied.open(f"/t/{tied.table_id}/won").form("Record")
    assert [value for name, value in form.fields if name == "won"] == ["0", "2"]
    form.fields = [field for field in form.fields if field[0] != "won"]
    tied.send(form, ("", ""))
    assert "Choose who won, or tap “Nobody won”." in tied.text
    assert "Let the points decide" not in tied.buttons()


def test_programs_circles_and_files_say_it(tied):
    """The state, the play for BG Stats, the circle and the picture’s words; the files open as they were."""
    say_who(tied, won="2")
    page, table = f"/t/{tied.table_id}", tied.table_id
    state = tied.client.get(f"/api/v1/tables/{table}").json
    assert (state["over"], state["winners"], state["winners_named"]) == (True, ["Cy"], True)
    (play,) = json.loads(tied.client.get(f"{page}/export.bgsplay").data)["plays"]
    shown = [(each["score"], each["winner"], each["rank"]) for each in play["playerScores"]]
    assert shown == [("51", False, 2), ("48", False, 3), ("51", True, 1)]
    assert play["manualWinner"] is True
    tied.open(f"/circles/new?table={table}").press("Start the circle", name="Fridays")
    people = tied.client.get(f"/api/v1/circles/{tied.url.split('/')[2]}").json["people"]
    assert {person["person"]: person["wins"] for person in people} == {"Ann": 0, "Ben": 0, "Cy": 1}
    for ending in ("json", "csv"):
        text = tied.client.get(f"{page}/export.{ending}").text
        tied.open("/import").press("Open the table", text=text)
        assert table_of(tied).named_winners == (2,)


def test_a_phone_that_only_watches_says_nothing(tied, new_phone):
    new_phone().open(f"/t/{tied.table_id}/won", 403)


@ON_SERVER_BY_NIGHT
def test_a_tie_behind_the_winner_is_settled_by_hand(phone):
    """The podium, the play for BG Stats, the sheet in words and the history have it; undo takes it back."""
    names = {f"name_{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cy", "Di"))}
    phone.open("/new?game=any-game").press("Open the table", **names)
    typed = {"number_0": "9", "number_1": "5", "number_2": "5", "number_3": "2"}
    phone.open(f"/t/{phone.table_id}/over").press("Record the round", **typed)
    say_who(phone, won="0", place_2="2")
    table = table_of(phone)
    assert match_of(table).ranks(range(4), lowest_wins=False) == {0: 1, 2: 2, 1: 3, 3: 4}
    assert "Ann wins, as the table decided." in phone.text
    assert "Ann wins, as the table decided. 2nd Cy" in phone.open(f"/t/{phone.table_id}/sheet").text
    (play,) = json.loads(phone.client.get(f"/t/{phone.table_id}/export.bgsplay").data)["plays"]
    assert [each["rank"] for each in play["playerScores"]] == [1, 3, 2, 4]
    assert "said that Ann won, 2nd Cy" in phone.open(f"/t/{phone.table_id}/record").text
    assert phone.client.get(f"/api/v1/tables/{phone.table_id}").json["places"] == {"Cy": 2}
    phone.open(f"/t/{phone.table_id}").press("Undo")
    assert table_of(phone).named_places == {}


def test_programs_settle_a_tie_behind_the_winner(client):
    table = Program(client, game="any-game", players=["Ann", "Ben", "Cy"])
    table.send("deals", {"points": {"Ann": 9, "Ben": 5, "Cy": 5}})
    said = table.send("winners", {"winners": ["Ann"], "places": {"Cy": 2, "Ben": 3}})
    assert said["places"] == {"Ben": 3, "Cy": 2}
    error = table.send("winners", {"winners": ["Ann"], "places": {"Zed": 2}}, status=400)["error"]
    assert (error["at"], "Zed" in error["message"]) == ("places", True)
    error = table.send("winners", {"winners": None, "places": {"Cy": 2}}, status=409)["error"]
    assert error["message"] == "Say who won, and one place for each of the others."
    assert "places" not in table.send("winners", {"winners": ["Ann"]})
