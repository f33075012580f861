"""The checks of a game that is installed from outside; `test_outside_games.py` runs them where it is."""

from __future__ import annotations

import json

import pytest

import scorepad
from scorepad.cli.main import main
from tests.web.phone import Phone

HAND = "4S 5S 6S TC QC 4D 9D 4H 9H JH"
GIN = "4S 5S 6S 7S 9C 9D 9H KC KD KH"


@pytest.fixture
def ask(client, capsys):
    """Asks a question over HTTP and on the command line, which answer alike."""

    def answer(verb, arguments, **fields):
        answered = client.post(f"/api/v1/{verb}", json={"game": "small-gin", **fields})
        status = main([verb, *arguments, "--json"])
        assert (status, answered.status_code) == (0, 200)
        printed, over_http = json.loads(capsys.readouterr().out), answered.json
        for told in (printed, over_http):
            told.pop("seconds", None)
        assert printed == over_http
        return printed

    return answer


def test_its_questions(ask):
    best = ask("best", ["kitchen-gin", HAND], cards=HAND)
    assert (best["left_value"], best["proven"]) == (56, True)
    assert ask("best", ["small-gin", GIN], cards=GIN)["left"] == []
    laid = ask("check", ["kitchen-gin", "4S 5S 6S / 9D 9H"], melds=["4S 5S 6S", "9D 9H"])
    assert [meld["legal"] for meld in laid["melds"]] == [True, False]
    next_cards = ask("next", ["kitchen-gin", HAND], cards=HAND)
    assert next_cards["next"][0]["gain"] > 0
    thrown = ask("discard", ["kitchen-gin", f"{GIN} 8D"], cards=f"{GIN} 8D")
    assert (thrown["discard"][0]["card"], thrown["discard"][0]["left_value"]) == ("8D", 0)
    assert scorepad.best("small-gin", GIN).left == ()
    assert "small-gin" in [game.id for game in scorepad.games()]


@pytest.mark.parametrize(
    ("left", "scores"),
    [
        ({"Ann": 3, "Ben": 11}, {"Ann": 8, "Ben": 0}),
        ({"Ann": 3, "Ben": 1}, {"Ann": 0, "Ben": 27}),
        ({"Ann": 7, "Ben": 7}, {"Ann": 0, "Ben": 25}),
        ({"Ann": 0, "Ben": 11}, {"Ann": 36, "Ben": 0}),
        ({"Ann": "2S AS", "Ben": "KH"}, {"Ann": 7, "Ben": 0}),
    ],
)
def test_its_scores(ask, left, scores):
    words = [f"--left={name}={cards}" for name, cards in left.items()]
    told = ask("score", ["kitchen-gin", "--winner", "Ann", *words], winner="Ann", left=left)
    assert told["scores"] == scores


def test_a_knock_with_too_much_is_refused(client):
    refused = client.post(
        "/api/v1/score", json={"game": "small-gin", "winner": "Ann", "left": {"Ann": 11, "Ben": 30}}
    )
    assert (refused.status_code, "Ann knocked: expected at most 10 left." in refused.text) == (400, True)


@pytest.fixture
def table(client):
    """Ann's phone at a table of three deals: a knock, an undercut, and one that nobody ended."""
    phone = Phone(client)
    phone.open("/new?game=small-gin").press("Open the table", name_0="Ann", name_1="Ben", name="Friday")
    for winner, ann, ben in (("0", "3", "11"), ("0", "7", "5"), ("nobody", "20", "30")):
        phone.open(f"/t/{phone.table_id}/over")
        phone.press("Record the deal", winner=winner, number_0=ann, number_1=ben)
        phone.open(f"/t/{phone.table_id}")
        if winner != "nobody":
            phone.press("Next deal", exact=False)
    return phone


def test_its_table(table):
    page = table.open(f"/t/{table.table_id}").text
    assert "went out" not in page
    assert "Nobody knocked." in page
    record = table.open(f"/t/{table.table_id}/record").text
    assert "Ann recorded deal 1, Ann knocked: Ann 8, Ben 0" in record
    assert "Ann recorded deal 2, Ann knocked: Ann 0, Ben 27" in record
    assert "Who knocked?" in table.open(f"/t/{table.table_id}/ending/2").text
    assert "knock: knocked" in table.open(f"/t/{table.table_id}/sheet").text
    assert table.client.get(f"/t/{table.table_id}/sheet.pdf").status_code == 200
    assert "Ann knocked" in table.client.get(f"/t/{table.table_id}/export.csv").text


@pytest.mark.parametrize(
    "path",
    [
        "/games/small-gin",
        "/rules/small-gin",
        "/rules/small-gin?knock=5",
        "/new?game=small-gin",
        "/solve?game=small-gin",
        "/api/v1/games",
    ],
)
def test_its_pages(client, path):
    answer = client.get(path, follow_redirects=True)
    assert (answer.status_code, "small-gin" in answer.text) == (200, True)


PAGES_OF_A_TABLE = (
    "",
    "/over",
    "/record",
    "/sheet",
    "/sharing",
    "/wall",
    "/chart",
    "/invite",
    "/host",
    "/deal/1",
)


def test_all_pages_of_its_table(table):
    paths = {f"/t/{table.table_id}{path}" for path in PAGES_OF_A_TABLE}
    told = {path: table.client.get(path, follow_redirects=True).status_code for path in paths}
    assert {status for status in told.values() if status >= 500} == set()
    for path in ("/over?at=0", "/over?pad=left-0"):
        assert table.client.get(f"/t/{table.table_id}{path}", follow_redirects=True).status_code == 200
