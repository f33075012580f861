"""The review of an evening: what every hand made, the most that it held, what was left on the table."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from scorepad.jobs import client as jobs
from scorepad.jobs.turns import Busy
from scorepad.web import visitors
from scorepad.web.table import hand_searches
from tests.web.test_tables_for_programs import Program

SPLIT_RUN = "4C 5C 6C / 7C 8C 9C / 6D 7D 8D"  # 18 points, and 27 where the clubs are one run


@pytest.fixture
def friday(client):
    """Ann split a run and Ben laid the best in the first deal; the second one runs."""
    table = Program(client, game="chattahoochee", players=["Ann", "Ben", "Cy"], name="Friday")
    table.send("entries", {"player": "Ann", "melds": SPLIT_RUN})
    table.send("entries", {"player": "Ben", "melds": "2H 3H 4H 5H"})
    table.send("entries", {"player": "Cy", "melds": "2S 3S 4S"})
    return table


def review_of(table):
    return table.client.get(f"{table.address}/review").json


def hands_of(table):
    """The figures of every hand by deal and player."""
    figures = ("points", "best", "missed", "proven")
    return {
        (deal["number"], hand["player"]): tuple(hand[name] for name in figures)
        for deal in review_of(table)["deals"]
        for hand in deal["hands"]
    }


def test_it_says_what_each_hand_made_held_and_left_on_the_table(friday):
    """Before the multiplier of going out, and with it where a player's are added up."""
    told = review_of(friday)
    assert hands_of(friday) == {(1, "Ann"): (18, 27, 9, True), (1, "Ben"): (10, 10, 0, True)}
    assert told["missed"] == {"Ann": 18, "Ben": 0}
    assert [meld["shown"] for meld in told["deals"][0]["hands"][0]["better"]] == ["♣456789", "♦678"]
    assert (told["counts"], told["unsearched"]) == ("points", 0)


def test_a_deal_that_runs_is_not_reviewed(friday):
    """Cy went out of the second one, and Ben and Ann are still in it."""
    assert {number for number, _ in hands_of(friday)} == {1}


def test_a_hand_of_which_only_the_points_are_known_is_not_reviewed(client):
    table = Program(client, game="chattahoochee", players=["Ann", "Ben"])
    table.send("entries", {"player": "Ann", "points": 30})
    assert review_of(table)["deals"] == []
    assert "No hand to review yet." in client.get(f"/t/{table.id}/review").text
    assert "/review" not in client.get(f"/t/{table.id}").text


def test_where_what_is_left_counts_the_least_that_could_be_left_is_told(client):
    """A winner without cards has no hand to review."""
    table = Program(client, game="gin-rummy", players=["Ann", "Ben"])
    table.send("deals", {"winner": "Ann", "left": {"Ben": "4H 5H 6H KD QD 2C"}})
    assert review_of(table)["counts"] == "left"
    assert hands_of(table) == {(1, "Ben"): (37, 22, 15, True)}


def test_where_melds_count_too_what_is_melded_more_counts_twice(client):
    """Once as melded, once as not left; and cards may be laid off on melds that lie there."""
    table = Program(client, game="rummy-500", players=["Ann", "Ben"])
    left = {"Ben": "4H 5H 6H QC"}
    table.send("deals", {"winner": "Ann", "melded": {"Ann": "9C TC JC"}, "left": left})
    assert hands_of(table) == {(1, "Ann"): (29, 29, 0, True), (1, "Ben"): (-25, 25, 50, True)}
    better = review_of(table)["deals"][0]["hands"][1]["better"]
    assert [meld["shown"] for meld in better] == ["♣9TJQ", "♥456"]


def test_melds_that_would_not_open_were_not_left_on_the_table(client):
    """In canasta 45 points do not open."""
    table = Program(client, game="canasta", players=["Ann", "Ben"])
    left = {"Ben": "5H 5C 5D KD QD QC QS"}
    table.send("deals", {"winner": "Ann", "melded": {"Ann": "9C 9H 9D 9S 9C 9H 9D"}, "left": left})
    assert hands_of(table)[1, "Ben"] == (-55, -55, 0, True)


def test_a_phase_of_a_player_decides_what_could_be_laid(client):
    """In the second deal Ben is still in phase 1, two sets of three."""
    table = Program(client, game="phase-10", players=["Ann", "Ben"])
    left = {"Ben": "2R 2B 2G 5R 5B 5G 9R"}
    for _ in range(2):
        table.send("deals", {"winner": "Ann", "left": left})
    assert hands_of(table)[2, "Ben"] == (35, 5, 30, True)


def test_whoever_watches_sees_it_and_it_leads_to_no_form(friday, new_phone):
    """The menu of the table has a link to it."""
    page = new_phone().open(f"/t/{friday.id}")
    assert f"/t/{friday.id}/review" in page.client.get(page.url).text
    watched = page.open(f"/t/{friday.id}/review")
    assert "Left on the table 9 × 2" in watched.text
    assert not watched.forms


def test_the_end_of_a_match_leads_to_it(client):
    table = Program(client, game="chattahoochee", players=["Ann", "Ben"], options={"target": 10})
    table.send("entries", {"player": "Ann", "melds": SPLIT_RUN})
    assert "Review the hands" in client.get(f"/t/{table.id}").text


def test_a_request_begins_no_search_after_its_moment(friday, monkeypatch):
    """It says how many hands are still to be searched, and the next one goes on; what was found is kept."""
    monkeypatch.setattr(hand_searches, "BEGIN_SECONDS", 0.0)
    assert review_of(friday)["unsearched"] == 1
    page = friday.client.get(f"/t/{friday.id}/review")
    assert "data-unsearched" not in page.text
    monkeypatch.setattr(visitors, "ask", None)
    assert review_of(friday)["unsearched"] == 0


def test_a_hand_whose_search_was_ended_has_no_best(friday, monkeypatch):
    def too_long(*_, **__):
        raise jobs.TookTooLong("too long")

    monkeypatch.setattr(visitors, "ask", too_long)
    assert hands_of(friday)[1, "Ann"] == (18, None, None, None)
    assert review_of(friday)["unsearched"] == 0


def test_a_busy_pad_is_asked_again(friday, monkeypatch):
    def busy(*_, **__):
        raise Busy("busy")

    monkeypatch.setattr(visitors, "ask", busy)
    assert review_of(friday)["unsearched"] == 2
    page = friday.client.get(f"/t/{friday.id}/review").text
    assert "2 hands are still being searched." in page
    assert '<noscript><meta http-equiv="refresh"' in page


def test_the_best_hand_is_a_picture_to_send(friday):
    picture = friday.client.get(f"/t/{friday.id}/review.png")
    assert picture.content_type == "image/png"
    assert Image.open(io.BytesIO(picture.data)).size == (1080, 1350)
    known = {"If-None-Match": picture.headers["ETag"]}
    again = friday.client.get(f"/t/{friday.id}/review.png", headers=known)
    assert again.status_code == 304


def test_a_table_without_cards_has_no_picture_of_a_hand(client):
    table = Program(client, game="chattahoochee", players=["Ann", "Ben"])
    assert client.get(f"/t/{table.id}/review.png").status_code in (404, 422)
