"""A table by HTTP: every game is recorded there as on phones, and nothing twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import convert

from scorepad.answers.answer_types import RefusedAnswer
from scorepad.rulebook import find_game, games
from tests.by_night import one_of_each
from tests.web.conftest import ON_SERVER_BY_NIGHT

CASES = Path(__file__).parents[1] / "cases"
WORKED = [
    case
    for file in sorted(CASES.glob("*.json"))
    for case in json.loads(file.read_text())
    if case["do"] in ("score", "match") and "error" not in case["expect"]
]
OUTCOME = ("totals", "over", "winners", "bonuses", "out", "may_return", "phases", "shares", "columns")
FAR = {"X-Forwarded-For": "203.0.113.9"}


class Program:
    """A program at a table of its own."""

    def __init__(self, client, **fields):
        self.client = client
        opened = client.post("/api/v1/tables", json=fields)
        assert opened.status_code == 201, opened.json
        self.id, self.code, self.key = (opened.json[name] for name in ("table", "code", "key"))
        self.address = f"/api/v1/tables/{self.id}"

    def send(self, what, body=None, *, key=None, op=None, status=0, method="post"):
        """What is answered; `status` is 201 for what is posted, and else 200, where it is not named."""
        headers = {"Authorization": f"Bearer {self.key if key is None else key}"}
        headers |= {"Idempotency-Key": op} if op else {}
        ask, address = getattr(self.client, method), f"{self.address}/{what}"
        answer = ask(address, json=body or {}, headers=headers)
        status = status or (201 if method == "post" else 200)
        assert answer.status_code == status, answer.json
        return answer.json

    def state(self):
        return self.client.get(self.address).json


@pytest.fixture
def gin(client):
    return Program(client, game="gin-rummy", players=["Ann", "Ben"])


def names_of(deal):
    """Everybody named in a deal, the winner first."""
    by_name = (
        "left",
        "melded",
        "tiles",
        "dropped",
        "points",
        "hands",
        "canastas",
        "red_threes",
        "phases",
        "collected",
        "taken",
        "maal",
        "sambas",
    )
    lists = ("never_opened", "order", "no_melds", "seen")
    named = [name for field in (*by_name, *lists) for name in deal.get(field, ())]
    return list(dict.fromkeys([*filter(None, [deal.get("winner")]), *named]))


def as_match(case):
    """The example as a question of `match`."""
    if case["do"] == "match":
        return {name: case[name] for name in case if name in MATCH}
    deal = {name: value for name, value in case.items() if name not in (*ABOUT, *MATCH)}
    players = names_of(deal)
    if len(players) < 2:
        players = [*players, *"XY"][:2]
        deal["left"] = {**dict.fromkeys(players, 0), **deal.get("left", {})}
    return {**{name: case[name] for name in case if name in MATCH}, "players": players, "deals": [deal]}


ABOUT = ("id", "do", "clause", "note", "expect", "deal")
MATCH = ("game", "options", "preset", "players", "partnerships", "deals")


def fields_told(case):
    """Which fields a program tells of the deals of an example."""
    return frozenset(name for deal in as_match(case)["deals"] for name in deal)


@pytest.mark.parametrize("case", one_of_each(WORKED, fields_told), ids=lambda case: case["id"])
def test_a_table_says_of_every_worked_match_what_match_says(client, case):
    """Deal by deal, whatever the game and its way of scoring."""
    asked = as_match(case)
    expected = client.post("/api/v1/match", json=asked)
    assert expected.status_code == 200, expected.json
    table = Program(client, **{name: asked[name] for name in asked if name != "deals"})
    for deal in asked["deals"]:
        table.send("deals", {name: value for name, value in deal.items() if name != "deal"})
    told, wanted = table.state(), expected.json
    assert {name: told.get(name) for name in OUTCOME} == {name: wanted.get(name) for name in OUTCOME}
    scores = [{name: score for name, score in deal["scores"].items() if score} for deal in told["deals"]]
    assert scores == [
        {name: score for name, score in deal["scores"].items() if score} for deal in wanted["deals"]
    ]


PLAIN = [
    game.id
    for game in games()
    if game.rules({}).scoring.settled_at_once and game.id not in {case["game"] for case in WORKED}
]


@pytest.mark.parametrize("game", PLAIN)
def test_a_deal_of_a_game_without_worked_cases_counts_what_score_says(client, game):
    deal = {"winner": "Ann", "left": {"Ben": 14}}
    told = Program(client, game=game, players=["Ann", "Ben"]).send("deals", deal)
    scores = client.post("/api/v1/score", json={"game": game, **deal}).json["scores"]
    assert any(scores.values())
    assert told["deals"][0]["scores"] == {"Ann": 0, "Ben": 0} | scores


def test_l2_programs_are_told_that_there_are_fewer_leaps_than_players(client):
    """By a table and by `match`; no table is opened."""
    asked = {"game": "leap-rummy", "players": list("ABC"), "options": {"leaps": [1, 2]}}
    for address, more in (("tables", {}), ("match", {"deals": []})):
        error = client.post(f"/api/v1/{address}", json={**asked, **more})
        assert error.status_code == 400
        assert error.json["error"]["at"] == "players"
        assert "3 players need a leap each, but only 2 leaps make runs." in error.json["error"]["message"]
    Program(client, **{**asked, "options": {"leaps": [1, 2], "tokens": "shared"}})


ONE_BY_ONE = [game.id for game in games() if not game.rules({}).scoring.settled_at_once]


@pytest.mark.parametrize("game", ONE_BY_ONE)
def test_players_go_out_one_by_one(client, game):
    """Melds count as `check` says; times those still in where the game multiplies."""
    table = Program(client, game=game, players=["Ann", "Ben", "Cy"])
    best = client.post("/api/v1/best", json={"game": game, "cards": "4C 5C 6C"}).json
    melds, points = [" ".join(meld["cards"]) for meld in best["melds"]], best["points"]
    factor = 2 if find_game(game).rules({}).scoring.partners == "times opponents" else 1
    assert table.send("entries", {"player": "Ann", "melds": melds})["totals"]["Ann"] == points * factor
    told = table.send("entries", {"player": "Ben", "points": 7})
    assert told["totals"]["Ben"] == 7
    if not told["deals"][0]["ended"]:
        told = table.send("entries", {"player": "Cy", "points": 1})
    assert told["deals"][0]["ended"]
    told = table.send("entries", {"player": "Cy", "points": 2})
    assert [deal["number"] for deal in told["deals"]] == [1, 2]


def test_partners_are_named_each_or_as_a_side(client):
    """Canasta of four: what a side has is told under either name, once."""
    table = Program(
        client,
        game="canasta",
        players=["Ann", "Ben", "Cy", "Di"],
        partnerships=[["Ann", "Cy"], ["Ben", "Di"]],
    )
    deal = {
        "canastas": {"Ann & Cy": {"natural": 1}},
        "melded": {"Cy": 300},
        "left": {"Ben & Di": 0},
        "winner": "Cy",
    }
    assert table.send("deals", deal)["totals"] == {"Ann & Cy": 900, "Ben & Di": 0}
    table.send("undo", status=200)
    other_way_round = {**deal, "canastas": {"Cy & Ann": {"natural": 1}}}
    assert table.send("deals", other_way_round)["totals"] == {"Ann & Cy": 900, "Ben & Di": 0}
    twice = {"melded": {"Ann": 300, "Cy": 200}, "ending": "stock"}
    assert table.send("deals", twice, status=400)["error"]["code"] == "players"


@ON_SERVER_BY_NIGHT
def test_what_is_sent_again_is_answered_as_the_first_was(client):
    """Opening, recording and undoing, whatever has happened since; another body is refused."""
    asked = {"game": "gin-rummy", "players": ["Ann", "Ben"]}

    def post(body, op):
        return client.post("/api/v1/tables", json=body, headers={"Idempotency-Key": op})

    opened = post(asked, "open")
    assert post(asked, "open").json == opened.json
    assert post({**asked, "players": ["Ann", "Bea"]}, "open").status_code == 409
    assert post(asked, "another").json["table"] != opened.json["table"]
    table = Program(client, **asked)
    first, second = ({"winner": "Ann", "left": {"Ben": number}} for number in (30, 31))
    told = [table.send("deals", deal, op=op) for deal, op in ((first, "a"), (second, "b"))]
    undone = table.send("undo", op="c", status=200)
    assert [table.send("deals", first, op="a"), table.send("deals", second, op="b")] == told
    assert table.send("undo", op="c", status=200) == undone
    refused = table.send("deals", second, op="a", status=409)
    assert convert(refused, RefusedAnswer).table.number == undone["number"]
    assert table.send("deals", {**second, "note": "x"}, op="b", status=409)["error"]["code"] == "op-reused"


def test_one_undo_takes_back_a_deal_and_its_opening(gin):
    gin.send("deals", {"winner": "Ann", "left": {"Ben": 30}})
    before = gin.state()
    gin.send("deals", {"winner": "Ben", "left": {"Ann": 12}})
    after = gin.send("undo", status=200)
    assert {**after, "number": before["number"]} == before


def test_a_deal_that_is_refused_opens_none(gin):
    """Illegal, out of date, of another number, or after the match."""
    gin.send("deals", {"winner": "Ann", "left": {"Ben": 30}})
    before = gin.state()
    for wrong in (
        {"winner": "Ann", "left": {"Ann": 40, "Ben": 20}},
        {"winner": "Ann", "left": {"Ben": 30}, "expected": 1},
        {"winner": "Ann", "left": {"Ben": 30}, "deal": 7},
    ):
        assert gin.send("deals", wrong, status=409)["table"] == before == gin.state()
    gin.send("deals", {"winner": "Ann", "left": {"Ben": 90}})
    assert gin.state()["over"]
    assert gin.send("deals", {"winner": "Ann", "left": {"Ben": 5}}, status=409)["table"]["over"]


def test_a_body_that_does_not_read_says_every_fault(gin):
    error = gin.send("deals", {"winner": 1, "left": {"Ben": "QX"}, "colour": 2}, status=400)["error"]
    assert {fault["code"] for fault in error["faults"]} == {"field", "notation"}


@ON_SERVER_BY_NIGHT
def test_a_key_that_only_reads(client, gin):
    """The host gives it; it opens nothing else, and the host may take it back."""
    reads = gin.send("keys")["key"]
    shown = client.get(gin.address, headers={"Authorization": f"Bearer {reads}"})
    assert (shown.status_code, shown.json) == (200, gin.state())
    for what in ("deals", "entries", "winners", "undo", "keys"):
        assert gin.send(what, key=reads, status=403)["error"]["code"] == "not-allowed"
    assert gin.send("undo", key="", status=401)["error"]["code"] == "no-key"
    assert client.get(gin.address, headers={"Authorization": "Bearer x"}).status_code == 401
    store = client.application.extensions["store"]
    with client.application.test_request_context():
        given = [key for key in store().keys(gin.id) if key.only_reads]
        store().take_back(gin.id, [key.name for key in given])
    assert (
        len(given),
        client.get(gin.address, headers={"Authorization": f"Bearer {reads}"}).status_code,
    ) == (1, 401)


@pytest.fixture
def tied(client):
    """A table of Any game after one deal: Ann 51, Ben 48, Cy 51."""
    table = Program(client, game="any-game", players=["Ann", "Ben", "Cy"])
    table.send("deals", {"points": {"Ann": 51, "Ben": 48, "Cy": 51}})
    return table


def match_told(state):
    """Whether the match is over, who won it, and whether somebody said so."""
    return state["over"], state["winners"], state["winners_named"]


@ON_SERVER_BY_NIGHT
def test_a_program_says_who_won(tied, new_phone):
    """Then it is corrected, undone and left to the points again; phones read each in the record."""
    assert match_told(tied.state()) == (False, [], False)
    assert match_told(tied.send("winners", {"winners": ["Cy"], "by": "Lamp"})) == (True, ["Cy"], True)
    assert match_told(tied.send("winners", {"winners": ["cy", "Ann"]})) == (True, ["Ann", "Cy"], True)
    assert match_told(tied.send("winners", {"winners": []})) == (True, [], True)
    assert match_told(tied.send("undo", status=200)) == (True, ["Ann", "Cy"], True)
    assert match_told(tied.send("winners", {"winners": None})) == (False, [], False)
    record = new_phone().join(tied.code, "Ben").open(f"/t/{tied.id}/record").text
    assert "Lamp said that Cy won" in record
    for told in ("said that Ann and Cy won", "said that nobody won", "let the points decide who won"):
        assert told in record


def test_a_side_that_won_is_named_by_its_players(client, new_phone):
    """All of them joined, in whatever order, or one of them."""
    players = {"players": ["Ann", "Ben", "Cy", "Di"], "partnerships": [["Ann", "Cy"], ["Ben", "Di"]]}
    table = Program(client, game="any-game", **players)
    table.send("deals", {"points": {"Ann & Cy": 5, "Ben & Di": 5}})
    assert table.send("winners", {"winners": ["di & Ben"]})["winners"] == ["Ben & Di"]
    assert table.send("winners", {"winners": ["Cy"]})["winners"] == ["Ann & Cy"]
    record = new_phone().join(table.code, "Ann").open(f"/t/{table.id}/record").text
    assert "said that Ben and Di won" in record
    assert "said that Cy won" in record


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"winners": ["Zed"]}, "Zed"),
        ({"winners": ["Ann", "ann"]}, "List every player once."),
        ({"winners": "Ann"}, "in a list"),
        ({"winners": [""]}, "in a list"),
        ({}, "winners"),
    ],
)
def test_winners_that_do_not_read_are_refused_by_name(tied, body, message):
    before = tied.state()
    error = tied.send("winners", body, status=400)["error"]
    assert (error["at"], message in error["message"]) == ("winners", True)
    assert tied.state() == before


def test_who_won_is_said_of_a_deal_that_is_over(client, tied):
    """Once, and by who knows the table as it stands. Refusals come with that."""
    running = Program(client, game="any-game", players=["Ann", "Ben"])
    assert running.send("winners", {"winners": ["Ann"]}, status=409)["table"] == running.state()
    assert tied.send("winners", {"winners": ["Cy"], "expected": 1}, status=409)["error"]["code"] == "stale"
    told = tied.send("winners", {"winners": ["Cy"], "expected": 2})
    assert tied.send("winners", {"winners": ["Cy"]}, status=409)["table"] == told == tied.state()


def test_winners_that_are_sent_again_are_answered_as_the_first_time(tied):
    """Whatever has happened since; others under the same key are refused."""
    asked = {"winners": ["Cy"]}
    told = tied.send("winners", asked, op="a")
    tied.send("winners", {"winners": ["Ann"]}, op="b")
    assert tied.send("winners", asked, op="a") == told
    refused = tied.send("winners", {"winners": ["Ben"]}, op="a", status=409)
    assert (refused["error"]["code"], refused["table"]["winners"]) == ("op-reused", ["Ann"])


def test_phones_and_programs_write_one_log(gin, new_phone):
    """A phone that joins by the code sees the deal, with who recorded it."""
    gin.send("deals", {"winner": "Ann", "left": {"Ben": 30}, "by": "Lamp"})
    phone = new_phone().join(gin.code, "Ben")
    assert "Lamp recorded deal 1" in phone.open(f"/t/{gin.id}/record").text


def test_the_stream_begins_with_the_number(client, gin):
    """And there is none for a wrong key, or of no table."""
    stream = client.get(f"{gin.address}/events", headers={"Authorization": f"Bearer {gin.key}"})
    assert stream.mimetype == "text/event-stream"
    chunks = iter(stream.response)
    assert [next(chunks), next(chunks)] == [b"retry: 2000\n\n", b"id: 1\nevent: head\ndata: 1\n\n"]
    stream.close()
    assert client.get(f"{gin.address}/events", headers={"Authorization": "Bearer x"}).status_code == 401
    assert client.get("/api/v1/tables/none/events").status_code == 404


def test_programs_have_the_limits_of_phones(make_app):
    """New tables, and requests, by address."""
    client = make_app(LIMIT_TABLE="1 per hour").test_client()
    asked = {"game": "gin-rummy", "players": ["Ann", "Ben"]}
    answers = [client.post("/api/v1/tables", json=asked, headers=FAR) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]
    # A program that asked again each minute would be refused for an hour.
    assert 3500 < int(answers[1].headers["Retry-After"]) <= 3600
    client = make_app(LIMIT_API="2 per minute").test_client()
    assert [client.get("/api/v1/tables/x", headers=FAR).status_code for _ in range(3)] == [404, 404, 429]


def test_another_address_gets_no_key_by_the_same_id(client):
    """Who guesses what a program called its request opens a table of its own."""
    asked = {"game": "gin-rummy", "players": ["Ann", "Ben"]}
    mine, theirs = (
        client.post("/api/v1/tables", json=asked, headers={"Idempotency-Key": "1", **far}).json
        for far in ({}, FAR)
    )
    assert mine["table"] != theirs["table"]


def _counts_everybody(game):
    """Whether its deals are settled at once and count what each player at the table ends with. In Okey and
    Conquian what the others have left counts nothing."""
    scoring = game.rules({}).scoring
    has_numbers = not scoring.counts.isdisjoint({"left", "points", "tally"})
    return scoring.settled_at_once and scoring.partners != "in duels" and has_numbers


@pytest.mark.parametrize("game", [*filter(_counts_everybody, games())], ids=lambda game: game.id)
def test_a_player_whom_a_deal_does_not_name_is_a_fault(client, game):
    """In every game that is settled at once, at a table and in a match."""
    names = ["Ann", "Ben", "Cy"][: max(2, game.players[0])] if game.players[1] < 3 else ["Ann", "Ben", "Cy"]
    rules = game.rules({}, len(names))
    table = Program(client, game=game.id, players=names)
    points = "left" if rules.scoring.final.has_cards else "points"
    deal = {points: dict.fromkeys(names[1:-1], 1)}
    deal |= {points: deal[points] | {"Ann": 0}} if points == "points" else {"winner": "Ann"}
    head = table.state()["number"]
    error = table.send("deals", deal, status=400)["error"]
    assert (error["at"], error["code"], names[-1] in error["message"]) == (names[-1], "players", True)
    assert table.state()["number"] == head
    match = client.post("/api/v1/match", json={"game": game.id, "players": names, "deals": [deal]})
    assert (match.status_code, match.json["error"]["at"]) == (400, f"deals:0:{names[-1]}")


def test_a_deal_that_names_a_side_names_its_players(client):
    """Where each of them counts for themselves; where no side is named each partner has to be."""
    players = {"players": ["Ann", "Ben", "Cy", "Di"], "partnerships": [["Ann", "Cy"], ["Ben", "Di"]]}
    table = Program(client, game="any-game", **players)
    assert table.send("deals", {"points": {"Ann & Cy": 5, "Ben & Di": 6}})["totals"] == {
        "Ann & Cy": 5,
        "Ben & Di": 6,
    }
    error = table.send("deals", {"points": {"Ann": 5, "Ben & Di": 6}}, status=400)["error"]
    assert (error["at"], error["code"]) == ("Cy", "players")


def test_a_player_of_whom_a_deal_says_only_the_phase_is_a_fault(client):
    asked = {"game": "phase-10", "winner": "Ann", "phases": {"Ben": True}}
    error = client.post("/api/v1/score", json=asked).json["error"]
    assert (error["at"], error["code"]) == ("Ben", "players")


def test_who_goes_out_without_the_phase_is_a_fault_at_a_table_too(client):
    table = Program(client, game="phase-10", players=["Ann", "Ben"])
    body = {"winner": "Ann", "left": {"Ben": 12}, "phases": {"Ann": False, "Ben": True}}
    error = table.send("deals", body, status=409)["error"]
    assert (error["at"], error["code"]) == ("phases.Ann", "settle")
    assert table.send("deals", {**body, "phases": {"Ben": True}})["phases"] == {"Ann": 2, "Ben": 2}


def test_every_fault_of_a_deal_is_said_by_its_own_name(gin):
    error = gin.send("deals", {"winner": "Zed", "left": {"Ann": 3, "Ben": "QX"}}, status=400)["error"]
    assert {fault["at"] for fault in error["faults"]} == {"winner", "left:Ben:1"}
    error = gin.send("deals", {"winner": "Ann", "left": {"Ann": 3, "Zed": 4}}, status=400)["error"]
    assert (error["at"], "Zed" in error["message"]) == ("left:Zed", True)


@pytest.mark.parametrize("wrong", [0.25, 1_000_001, "x", True, None])
def test_points_that_are_none_are_said_of_their_player(client, wrong):
    asked = {"game": "any-game", "points": {"Ann": 3, "Ben": wrong}}
    error = client.post("/api/v1/score", json=asked).json["error"]
    assert (error["at"], error["message"].partition(":")[0]) == ("points:Ben", "Ben")


def test_two_equal_names_are_the_only_fault_of_a_table(client):
    asked = {"game": "gin-rummy", "players": ["Ann", "Ann"]}
    error = client.post("/api/v1/tables", json=asked).json["error"]
    assert (error["at"], "faults" in error, "Two players" in error["message"]) == ("players", False, True)


def test_the_api_says_in_its_own_words_what_an_address_does_not_take(client):
    answer = client.get("/api/v1/best")
    assert (answer.status_code, "POST" in answer.headers["Allow"]) == (405, True)
    assert "Allow" in answer.json["error"]["message"]
    nowhere = client.post("/api/v1/bset", json={})
    assert nowhere.status_code == 404
    for message in (answer.json["error"]["message"], nowhere.json["error"]["message"]):
        assert not {"page", "phone", "back"} & set(message.split())


WRITTEN_OTHERWISE = ["Cafe\u0301", "Caf\u00e9\u200b", "CAF\u00c9", " Caf\u00e9 ", "Caf\u00e9\ufe0f"]


@pytest.mark.parametrize("other", WRITTEN_OTHERWISE)
def test_a_name_is_one_however_its_signs_are_written(client, other):
    """At a new table, in a deal of one, in a match and a score."""
    name = "Caf\u00e9"
    twice = client.post("/api/v1/tables", json={"game": "any-game", "players": [name, other]})
    assert (twice.status_code, twice.json["error"]["at"]) == (400, "players")
    table = Program(client, game="gin-rummy", players=[name, "Ben"], dealer=other)
    assert table.send("deals", {"winner": other, "left": {"Ben": 30}})["totals"] == {name: 55, "Ben": 0}
    deal = {"winner": other, "left": {name: 0, "Ben": 30}}
    asked = {"game": "gin-rummy", "players": [name, "Ben"], "deals": [deal]}
    assert client.post("/api/v1/match", json=asked).json["totals"] == {name: 55, "Ben": 0}
    scores = client.post("/api/v1/score", json={"game": "gin-rummy", **deal}).json["scores"]
    assert sorted(scores.values()) == [0, 55]


def test_a_number_that_no_deal_can_hold_is_refused_unless_it_is_disputed(gin):
    deal = {"winner": "Ann", "left": {"Ann": 5, "Ben": 900}}
    error = gin.send("deals", deal, status=400)["error"]
    assert (error["code"], error["at"]) == ("impossible", "left.Ben")
    recorded = gin.send("deals", {**deal, "disputed": True})
    assert recorded["deals"][0]["scores"] == {"Ann": 895, "Ben": 0}


@pytest.mark.parametrize("game", ["canasta", "burraco", "hand-and-foot"])
def test_four_who_open_a_game_of_sides_sit_as_partners(client, game):
    table = Program(client, game=game, players=["Ann", "Ben", "Cem", "Dora"])
    assert table.state()["partnerships"] == [["Ann", "Cem"], ["Ben", "Dora"]]


def test_who_opens_a_game_of_sides_may_say_that_everybody_plays_alone(client):
    alone = [["Ann"], ["Ben"], ["Cem"], ["Dora"]]
    table = Program(client, game="canasta", players=["Ann", "Ben", "Cem", "Dora"], partnerships=alone)
    assert "partnerships" not in table.state()


def test_a_match_seats_partners_as_a_table_does(client):
    """Across from each other, unless its question says otherwise; a side is called by its players."""
    went_out = {"winner": "Ann & Cem", "ending": "out", "canastas": {"Ann & Cem": {"natural": 1}}}
    deal = {**went_out, "melded": {"Ann & Cem": 500}, "left": {"Ben & Dora": 50}}
    asked = {"game": "canasta", "players": ["Ann", "Ben", "Cem", "Dora"], "deals": [deal]}
    assert client.post("/api/v1/match", json=asked).json["totals"] == {"Ann & Cem": 1100, "Ben & Dora": -50}
    alone = client.post(
        "/api/v1/match", json={**asked, "partnerships": [[name] for name in asked["players"]]}
    )
    assert alone.json["error"]["code"] == "players"


@pytest.mark.parametrize(
    ("question", "at"),
    [
        ({"game": "any-game", "points": {"Caf\u00e9": 5, "Cafe\u0301": 1}}, "points"),
        ({"game": "canasta", "melded": {"Ann": 5}, "red_threes": {"Ann": 1, "ANN": 1}}, "red_threes"),
        ({"game": "indian-rummy", "winner": "Ann", "dropped": {"Ben": "first", "ben": "middle"}}, "dropped"),
    ],
)
def test_two_names_of_a_deal_that_are_one_are_a_fault(client, question, at):
    error = client.post("/api/v1/score", json=question).json["error"]
    assert (error["at"], "Two players are called" in error["message"]) == (at, True)


def test_what_is_left_where_it_does_not_count_is_a_fault(client):
    """With nothing left a player is named."""
    asked = {"game": "okey", "winner": "Ann", "left": {"Ben": 500}}
    assert client.post("/api/v1/score", json=asked).json["error"]["at"] == "left"
    named = client.post("/api/v1/score", json={**asked, "left": {"Ben": 0}})
    assert named.json["scores"] == {"Ann": 0, "Ben": -2}


@pytest.mark.parametrize(("game", "most"), [("phase-10", 230), ("five-crowns", 440)])
def test_a_deal_without_a_number_holds_what_the_largest_hand_holds(client, game, most):
    asked = {"game": game, "winner": "Ann", "left": {"Ben": most}}
    assert client.post("/api/v1/score", json=asked).status_code == 200
    error = client.post("/api/v1/score", json={**asked, "left": {"Ben": most + 1}}).json["error"]
    assert (error["code"], error["at"]) == ("impossible", "left.Ben")


def test_a_fault_of_what_a_side_has_names_the_side(client):
    table = Program(client, game="canasta", players=["Ann", "Ben", "Cem", "Dora"])
    impossible = {"winner": "Ann & Cem", "ending": "out", "left": {"Ben & Dora": 5_000}}
    error = table.send("deals", {**impossible, "melded": {"Ann & Cem": 500}}, status=400)["error"]
    assert [fault["at"] for fault in error["faults"]] == ["left.Ben & Dora", "canastas.Ann & Cem"]
    assert "Ben & Dora can’t have 5000" in error["message"]
    assert "Ann & Cem went out" in error["message"]


FOUR = ["Ann", "Ben", "Cem", "Dora"]
SIDES = [["Ann", "Cem"], ["Ben", "Dora"]]


@pytest.mark.parametrize("field", ["winner", "melded", "red_threes", "canastas"])
def test_an_unknown_side_is_answered_with_the_sides_where_a_deal_counts_them(client, field):
    """At a table and in a match."""
    deal = {"winner": "Ann & Cem", "melded": {"Ann & Cem": 500, "Ben & Dora": 0}, "canastas": {}}
    of_nobody = {"winner": "NS", "melded": {"NS": 5}, "red_threes": {"NS": 1}, "canastas": {"NS": {}}}
    deal[field] = of_nobody[field]
    said = "'NS' isn’t one of the sides. Type one of Ann & Cem, Ben & Dora."
    table = Program(client, game="canasta", players=FOUR)
    assert said in table.send("deals", deal, status=400)["error"]["message"]
    match = {"game": "canasta", "players": FOUR, "partnerships": SIDES, "deals": [deal]}
    assert said in client.post("/api/v1/match", json=match).json["error"]["message"]


def test_an_unknown_side_is_answered_with_the_players_where_a_deal_counts_each(client):
    table = Program(client, game="any-game", players=FOUR, partnerships=SIDES)
    error = table.send("deals", {"points": {"NS": 5, "Ben": 1}}, status=400)["error"]
    assert "'NS' isn’t one of the players. Type one of Ann, Ben, Cem, Dora." in error["message"]


def test_an_unknown_winner_is_answered_with_the_sides_that_may_have_won(client):
    table = Program(client, game="any-game", players=FOUR, partnerships=SIDES)
    table.send("deals", {"points": {"Ann & Cem": 5, "Ben & Dora": 1}})
    error = table.send("winners", {"winners": ["NS"]}, status=400)["error"]
    assert error["message"] == "'NS' isn’t one of the sides. Type one of Ann & Cem, Ben & Dora."


@pytest.mark.parametrize(
    ("game", "wrong", "at"),
    [
        ("gin-rummy", {"ending": "nock"}, "ending"),
        ("romme", {"dropped": {"Ben": "first"}}, "dropped"),
        ("indian-rummy", {"dropped": {"Ben": "frist"}}, "dropped.Ben"),
        ("canasta", {"canastas": {"Ann": {"natrual": 1}}}, "canastas.Ann"),
        ("rummikub", {"never_opened": ["Ben"]}, "never_opened"),
        ("phase-10", {"went_rummy": True}, "went_rummy"),
    ],
)
def test_wrong_words_of_a_deal_are_said_with_all_its_other_faults(client, game, wrong, at):
    """Where cards don’t read, and where a player isn’t named."""
    asked = {"game": game, "winner": "Ann", "left": {"Ben": "X"}, **wrong}
    error = client.post("/api/v1/score", json=asked).json["error"]
    assert {at, "left:Ben:1"} <= {fault["at"] for fault in error["faults"]}
    if game != "gin-rummy":
        table = Program(client, game=game, players=["Ann", "Ben", "Cem"])
        error = table.send("deals", {"winner": "Ann", "left": {"Ben": 5}, **wrong}, status=400)["error"]
        assert {at, "Cem"} <= {fault["at"] for fault in error["faults"]}


@pytest.mark.parametrize(
    ("game", "field"), [("okey", "left"), ("gin-rummy", "melded"), ("any-game", "left"), ("romme", "points")]
)
def test_a_field_that_does_not_count_may_name_players_with_nothing(client, game, field):
    asked = {"game": game, "winner": "Ann"} if game != "any-game" else {"game": game, "points": {"Ann": 0}}
    named = client.post("/api/v1/score", json={**asked, field: {"Ben": 0}})
    assert "Ben" in named.json["scores"]
    error = client.post("/api/v1/score", json={**asked, field: {"Ben": 5}}).json["error"]
    assert (error["at"], f"Leave {field} out" in error["message"].replace("Points", "points")) == (
        field,
        True,
    )


@ON_SERVER_BY_NIGHT
def test_a_player_gets_points_at_any_time(client):
    """While the round goes on and after it; sent again they count once, and undo takes them back."""
    table = Program(client, game="any-game", players=["Ann", "Ben"])
    for _ in range(2):
        after = table.send("points", {"player": "ben", "points": -5, "note": "late"}, op="penalty")
    assert (after["totals"], after["over"]) == ({"Ann": 0, "Ben": -5}, False)
    after = table.send("deals", {"points": {"Ann": 10, "Ben": 20}})
    assert (after["totals"], after["deals"][0]["scores"]) == ({"Ann": 10, "Ben": 15}, {"Ann": 10, "Ben": 15})
    assert table.send("points", {"player": "Ann", "points": 2})["totals"] == {"Ann": 12, "Ben": 15}
    assert table.send("undo", status=200)["totals"] == {"Ann": 10, "Ben": 15}


@pytest.mark.parametrize(
    ("told", "status", "at"),
    [
        ({"points": 5}, 400, "player"),
        ({"player": "Zed", "points": 5}, 400, "player"),
        ({"player": "Ann"}, 400, "points"),
        ({"player": "Ann", "points": "five"}, 400, "points"),
        ({"player": "Ann", "points": 0}, 409, "points"),
        ({"player": "Ann", "points": 1.5}, 409, "points"),
    ],
)
def test_points_for_one_player_that_cannot_be_are_refused_by_name(client, told, status, at):
    table = Program(client, game="any-game", players=["Ann", "Ben"])
    assert table.send("points", told, status=status)["error"]["at"] == at
    assert table.state()["number"] == 1


def test_cards_give_the_points_of_their_games(gin):
    """A table of a game with cards takes no points for one player."""
    table_of_gin = gin.send("points", {"player": "Ann", "points": 5}, status=409)
    assert "the cards give the points" in table_of_gin["error"]["message"]


def test_a_half_is_no_points_of_a_hand_that_goes_out(client):
    table = Program(client, game="chattahoochee", players=["Ann", "Ben"])
    error = table.send("entries", {"player": "Ann", "points": 3.5}, status=400)["error"]
    assert (error["at"], "whole number" in error["message"]) == ("points", True)


def test_a_card_turned_up_is_recorded_in_the_letters_of_the_program(client):
    """French writes hearts with a C, and queens with a D: each is another card in English."""
    table = Program(client, game="indian-rummy", players=["Ann", "Ben"])
    deal = {"winner": "Ann", "left": {"Ben": "DC VC"}, "turned": "DC", "language": "fr"}
    table.send("deals", deal)
    assert table.state()["deals"][0]["scores"] == {"Ann": 10, "Ben": -10}, "a queen is wild, and a jack 10"
    log = client.get(f"/t/{table.id}/export.json", headers={"Authorization": f"Bearer {table.key}"})
    assert '"turned": "QH"' in log.text
