"""Every worked example of every game holds through the command line and over HTTP."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from scorepad.answers.verbs import ADDRESSES
from scorepad.cli.main import main
from tests.cases.ways_in import holds, over_command_line, over_http
from tests.shared import CASES, cases

pytestmark = pytest.mark.skipif(not CASES.exists(), reason="the folder of worked examples is not here")

EXAMPLES = cases()
GAMES = {
    "chattahoochee": 16,
    "chattahoochee-alternate": 3,
    "chattahoochee-interlocking": 14,
    "leap-rummy": 17,
    "rummikub": 11,
    "basic-rummy": 6,
    "rummy-500": 5,
    "shanghai": 1,
    "avalanche": 6,
}


def test_there_are_examples_of_every_game():
    """Nothing below passes for want of examples."""
    told = Counter(case["game"] for case in EXAMPLES)
    assert {game: told[game] >= least for game, least in GAMES.items()} == dict.fromkeys(GAMES, True)


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_an_example_holds_on_the_command_line(case, capsys):
    """`scorepad best | check | merge | multipliers | score | play … --json`."""
    holds(case, over_command_line(case, capsys))


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_an_example_holds_over_http(case, shared_client):
    """`POST /api/v1/best | check | merge | multipliers | score | play`."""
    holds(case, over_http(case, shared_client))


CHARTS = json.loads((CASES / "charts.json").read_text()) if CASES.exists() else {}
CIRCLES = [name for name, chart in CHARTS.items() if name not in ("about", "schedules")]


def same_circles(found: list[str], expected: list[str]) -> bool:
    """The same cyclic sequences, wherever each begins."""

    def turned(circle: str) -> tuple[str, ...]:
        ranks = circle.split()
        first = ranks.index(min(ranks))
        return (*ranks[first:], *ranks[:first])

    return sorted(map(turned, found)) == sorted(map(turned, expected))


def ask_both_ways(client: Any, capsys: Any, verb: str, arguments: list[str], question: dict[str, Any]) -> Any:
    """The answer, the same on the command line and over HTTP."""
    assert main([verb, *arguments, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert client.post(f"/api/v1/{ADDRESSES[verb]}", json=question).json == answer
    return answer


@pytest.mark.parametrize("name", CIRCLES)
def test_h22_every_circle_of_the_charts(name, shared_client, capsys):
    """For each circle of ranks and each leap, the circles of the chart."""
    chart = CHARTS[name]
    ranks, leaps = chart["ranks"], [int(leap) for leap in chart["leaps"]]
    arguments = ["--ranks", *ranks.split(), "--leaps", *map(str, leaps)]
    answer = ask_both_ways(shared_client, capsys, "circles", arguments, {"ranks": ranks, "leaps": leaps})
    for leap, expected in chart["leaps"].items():
        assert same_circles(answer["circles"][leap], expected)


@pytest.mark.parametrize("name", CHARTS.get("schedules", {}))
def test_s_every_schedule_of_the_charts(name, shared_client, capsys):
    """The values listed, and a run of that many cards judged to be worth them."""
    values = CHARTS["schedules"][name]
    question = {"schedule": name, "length": len(values)}
    arguments = [name, "--length", str(len(values))]
    assert ask_both_ways(shared_client, capsys, "schedule", arguments, question) == {"values": values}
    for length, value in enumerate(values, start=1):
        run = "♣" + ("A23456789TJQK" * 2)[:length]
        judged = {"game": "chattahoochee", "melds": [run], "options": {"schedule": name}}
        arguments = ["chattahoochee", run, "--set", f"schedule={name}"]
        assert main(["check", *arguments, "--json"]) == 0
        points = json.loads(capsys.readouterr().out)["points"]
        assert points == shared_client.post("/api/v1/check", json=judged).json["points"] == value
