"""Every refusal of the API has one shape, whatever refuses: code, message, at, and each fault by itself."""

from __future__ import annotations

import gzip
from urllib.parse import quote

import pytest
from msgspec import convert

from scorepad.answers.answer_types import ErrorAnswer, RefusedAnswer
from scorepad.store.engine import StoreAway

TABLES = "/api/v1/tables"
BEST = "/api/v1/best"
HAND = b'{"game": "gin-rummy", "cards": "4C 5C 6C"}'
POINTS = {"points": {"Ann": 5, "Ben": 0}}
FAR = {"X-Forwarded-For": "203.0.113.9"}


@pytest.fixture
def table(client):
    """The address of a table, and what opens it."""
    opened = client.post(TABLES, json={"game": "any-game", "players": ["Ann", "Ben"]}).json
    return f"{TABLES}/{opened['table']}", {"Authorization": f"Bearer {opened['key']}"}


def is_refusal(answer, status, code, at=""):
    """Whether it is one, in the shape of all."""
    error = convert(answer.json, ErrorAnswer).error
    assert {*answer.json} <= {"error", "table"}
    assert {*answer.json["error"]} <= {"code", "message", "at", "faults"}
    assert (answer.status_code, error.code, error.at) == (status, code, at)
    assert answer.mimetype == "application/json"
    return len(error.message) > 10


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code", "at"),
    [
        ("POST", BEST, {"data": b"{"}, 400, "json", "body"),
        ("POST", BEST, {"json": {"game": "gin-rummy", "cards": "QX"}}, 400, "notation", "cards:1"),
        ("GET", "/api/v1/circles/none?span=week", {}, 400, "field", "span"),
        ("POST", f"{TABLES}/none/undo", {}, 404, "not-found", "table"),
        ("GET", "/api/v1/circles/none", {}, 404, "not-found", "circle"),
        ("GET", "/api/v1/nothing", {}, 404, "not-found", ""),
        ("GET", "/api/v2/games", {}, 404, "not-found", ""),
        ("PUT", BEST, {}, 405, "method-not-allowed", ""),
        ("POST", BEST, {"data": b" " * 70_000}, 413, "request-entity-too-large", ""),
        (
            "POST",
            "/api/v1/read",
            {"data": HAND, "content_type": "image/jpeg"},
            415,
            "media-type",
            "photo",
        ),
        ("POST", BEST, {"data": HAND, "content_type": "application/xml"}, 415, "media-type", "Content-Type"),
    ],
)
def test_what_cannot_be_answered_is_told_in_one_shape(client, method, path, body, status, code, at):
    assert is_refusal(client.open(path, method=method, **body), status, code, at)


def test_what_a_table_refuses_is_told_in_one_shape(client, table):
    """No key, one that only reads, a change that it does not take, and one that came too late."""
    address, key = table
    assert is_refusal(client.post(f"{address}/undo"), 401, "no-key", "key")
    reading = {"Authorization": f"Bearer {client.post(f'{address}/keys', headers=key).json['key']}"}
    assert is_refusal(client.post(f"{address}/undo", headers=reading), 403, "not-allowed", "key")
    refused = client.post(f"{address}/undo", headers=key)
    assert is_refusal(refused, 409, "refused", convert(refused.json, RefusedAnswer).error.at)
    late = client.post(f"{address}/deals", json=POINTS, headers=key | {"If-Match": '"0-x"'})
    assert is_refusal(late, 412, "stale", "expected")


def test_a_share_that_is_spent_is_told_in_one_shape(make_app):
    """With when to ask again."""
    client = make_app(TESTING=True, LIMIT_API="1 per minute").test_client()
    answers = [client.get("/api/v1/games", headers=FAR) for _ in range(2)]
    assert is_refusal(answers[1], 429, "too-many-requests")
    assert int(answers[1].headers["Retry-After"]) > 0


def test_what_breaks_is_told_in_one_shape(make_app, monkeypatch):
    """And nothing of how."""
    app = make_app(PROPAGATE_EXCEPTIONS=False)

    def broken(*_):
        raise ZeroDivisionError("the reason")

    monkeypatch.setattr("scorepad.web.api.routes.games_answer", broken)
    answer = app.test_client().get("/api/v1/games")
    assert is_refusal(answer, 500, "internal-server-error")
    assert "reason" not in answer.text


def test_a_store_that_is_away_is_told_in_one_shape(app, table, monkeypatch):
    """With when to ask again."""

    def away(*_):
        raise StoreAway

    monkeypatch.setattr("scorepad.store.phone_keys.PhoneKeys.head", away)
    answer = app.test_client().get(table[0])
    assert is_refusal(answer, 503, "store-away")
    assert answer.headers["Retry-After"]


@pytest.mark.parametrize("kind", ["", "application/json", "application/vnd.pad+json", "text/plain"])
def test_a_body_is_read_as_json_by_whatever_sends_it(client, kind):
    """As `curl -d` does, which names the type of forms."""
    asked = {"data": HAND, "content_type": kind} if kind else {"data": HAND}
    assert client.post(BEST, **asked).status_code == 200
    form = "application/x-www-form-urlencoded"
    assert client.post(BEST, data=HAND, content_type=form).status_code == 200


def test_a_compressed_body_is_refused_as_one(client):
    """Else it would be called no JSON."""
    answer = client.post(BEST, data=gzip.compress(HAND), headers={"Content-Encoding": "gzip"})
    assert is_refusal(answer, 415, "media-type", "Content-Type")


NOTHING_READS = {"x": [1]}


@pytest.mark.parametrize(
    ("path", "body", "places"),
    [
        (BEST, {"game": "gin-rummy", "cards": NOTHING_READS, "deal": NOTHING_READS}, {"cards", "deal"}),
        (
            BEST,
            {"game": NOTHING_READS, "cards": 5, "table": 7, "deal": "x"},
            {"game", "cards", "table", "deal"},
        ),
        (BEST, {"game": "gin-rummy", "cards": 5, "turned": 5}, {"cards", "turned"}),
        (
            BEST,
            {"game": "gin-rummy", "cards": "4C", "options": {"knok": 5}, "deal": "x"},
            {"options.knok", "deal"},
        ),
        (BEST, {"game": "none such", "cards": "4C", "turned": {}, "deal": []}, {"game", "turned", "deal"}),
        (BEST, {"game": "500 rum", "game_file": "", "cards": "4C", "turned": {}}, {"game_file", "turned"}),
        ("/api/v1/check", {"game": "none such", "melds": [5], "partners": 5}, {"game", "melds", "partners"}),
        ("/api/v1/score", {"game": "none such", "left": {"Ann": []}, "winner": 5}, {"game", "winner"}),
    ],
)
def test_every_fault_is_told_though_one_hides_which_cards_there_are(client, path, body, places):
    """What is of no type that a pack could read is told at once with the rest."""
    error = client.post(path, json=body).json["error"]
    told = {fault["at"].removeprefix("options:") for fault in error["faults"]}
    assert places <= told, error


@pytest.mark.parametrize("cards", ["4C 5C 6C", "Q", "five of clubs", ["4C"]])
def test_cards_are_not_judged_by_a_pack_that_nobody_knows(client, cards):
    """They may be of the one that is meant."""
    error = client.post(BEST, json={"game": "none such", "cards": cards}).json["error"]
    assert error["at"] == "game"
    assert "faults" not in error


def test_every_fault_of_a_span_is_told(client):
    error = client.get("/api/v1/circles/none?span=week&first=x&last=y").json["error"]
    assert {fault["at"] for fault in error["faults"]} >= {"first", "last"}


def test_a_long_text_is_not_told_again_whole(client):
    error = client.post("/api/v1/leaps", json={"pack": "é" * 5_000}).json["error"]
    assert (error["at"], len(error["message"]) < 500) == ("pack", True)


def test_a_match_of_nobody_is_refused(client):
    """As one of a single player is."""
    deals = [{"points": {"Ann": 1, "Ben": 2}}]
    answer = client.post("/api/v1/match", json={"game": "any-game", "players": [], "deals": deals})
    assert is_refusal(answer, 400, "players", "players")


def test_an_empty_winner_is_none(client, table):
    """As null is."""
    address, key = table
    told = client.post(f"{address}/deals", json={**POINTS, "winner": ""}, headers=key)
    assert (told.status_code, told.json["totals"]) == (201, {"Ann": 5, "Ben": 0})
    asked = {"game": "basic-rummy", "left": {"Ann": 5}}
    empty, nobody = (client.post("/api/v1/score", json=asked | {"winner": who}) for who in ("", None))
    assert empty.json == nobody.json


def test_hands_of_nothing_are_not_laid_in_a_game_without_cards(client, table):
    """They name the players, as zeroes do."""
    address, key = table
    told = client.post(f"{address}/deals", json={**POINTS, "hands": {"Ann": []}}, headers=key)
    assert (told.status_code, told.json["totals"]) == (201, {"Ann": 5, "Ben": 0})
    whole = client.post(f"{address}/deals", json={**POINTS, "hands": {"Ann": "4C"}}, headers=key)
    assert is_refusal(whole, 400, "field", "hands")


@pytest.mark.parametrize(
    ("path", "body"), [("end", {}), ("deals", POINTS), ("points", {"player": "Ann", "points": 1})]
)
def test_a_note_that_is_too_long_is_refused_by_its_name(client, table, path, body):
    address, key = table
    told = client.post(f"{address}/{path}", json={**body, "note": "x" * 201}, headers=key)
    assert is_refusal(told, 400, "field", "note")


@pytest.mark.parametrize("name", ["AC/DC", "x//", "/Ann", "//", "-Ann", "50%", "?", "#1", "♥ & ♠", "Zoë"])
def test_a_player_is_named_in_an_address_whatever_the_name(client, table, name):
    """A stroke is no part of the address."""
    address, key = table
    client.post(f"{address}/players", json={"name": name}, headers=key)
    named = f"{address}/players/{quote(name, safe='')}"
    assert client.patch(named, json={"name": f"{name}2"}, headers=key).json["players"][-1] == f"{name}2"
    gone = client.delete(f"{address}/players/{quote(f'{name}2', safe='')}", headers=key)
    assert gone.status_code == 200
