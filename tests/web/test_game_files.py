"""A question over HTTP may send the file of a game in place of its name."""

from __future__ import annotations

import pytest

OMA = 'name = "Oma-Rommé"\nlike = "romme"\n[run]\nleast = 4\nsuits = "any"\n[open]\npoints = 25\n'
DEAL = {"winner": "Ann", "left": {"Ben": "2C KH"}}


def asked(client, verb, **fields):
    return client.post(f"/api/v1/{verb}", json={"game_file": OMA, **fields})


def test_a_hand_is_best_and_judged_by_the_file_of_its_game(client):
    best = asked(client, "best", cards="♥3 ♠4 ♦5 ♣6 ♥9")
    assert (best.json["points"], best.json["proven"], best.json["opening"]) == (18, True, 25)
    assert asked(client, "check", melds="♥3 ♠4 ♦5").json["legal"] is False
    assert asked(client, "next", cards="♥3 ♠4 ♦5 ♥9").json["next"][0]["gain"] > 0


def test_a_deal_and_a_match_are_scored_by_the_file(client):
    assert asked(client, "score", **DEAL).json["scores"] == {"Ann": 0, "Ben": 12}
    match = asked(client, "match", players=["Ann", "Ben"], deals=[DEAL, DEAL]).json
    assert match["totals"] == {"Ann": 0, "Ben": 24}


def test_a_table_opens_with_the_file_and_keeps_it(client):
    opened = asked(client, "tables", players=["Ann", "Ben"])
    assert opened.status_code == 201, opened.text
    state = client.get(f"/api/v1/tables/{opened.json['table']}").json
    assert (state["game"], state["totals"]) == ("own-game", {"Ann": 0, "Ben": 0})


@pytest.mark.parametrize(
    ("file", "at"),
    [
        ("[run]\nleast = 0", "line 2: run.least"),
        ("[run", "line 1"),
        (3, "game_file"),
        ("x" * 9000, "game_file"),
    ],
)
def test_a_fault_of_the_file_says_its_line(client, file, at):
    answer = client.post("/api/v1/best", json={"game_file": file, "cards": "♥3"})
    assert answer.status_code == 400
    assert answer.json["error"]["at"] == at
    if at.startswith("line"):
        assert answer.json["error"]["code"] == "bad-game-file"


def test_a_name_and_a_file_together_are_refused(client):
    answer = client.post("/api/v1/best", json={"game": "romme", "game_file": OMA, "cards": "♥3"})
    assert (answer.status_code, answer.json["error"]["at"]) == (400, "game_file")


def test_what_no_search_knows_is_told_by_its_key(client):
    file = '[run]\nsuits = "any"\n[table]\nrebuilt = true\n'
    answer = client.post("/api/v1/best", json={"game_file": file, "cards": "♥3 ♠4 ♥5"})
    assert (answer.status_code, answer.json["error"]["at"]) == (400, "run.suits")
