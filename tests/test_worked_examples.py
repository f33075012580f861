"""Every worked example of Chattahoochee's main game holds through the command line and over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from scorepad.cli import main
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH
from tests.shared import CASES, cases

pytestmark = pytest.mark.skipif(not CASES.exists(), reason="the folder of worked examples is not here")

EXAMPLES = cases("chattahoochee")
NAMES = ("hand", "melds", "players", "partnerships", "out_order")


def over_command_line(case: dict[str, Any]) -> dict[str, Any]:
    """The answer of `scorepad VERB … --json`."""
    arguments = [case["do"], case["game"], *_positional(case), "--json"]
    for name, value in case["options"].items():
        arguments += ["--set", f"{name}={value}"]
    for flag in ("players", "out_order"):
        if flag in case:
            arguments += [f"--{flag.replace('_', '-')}", *case[flag]]
    if "partnerships" in case:
        arguments += ["--partnerships", *[",".join(group) for group in case["partnerships"]]]
    ran = subprocess.run(
        [sys.executable, "-m", "scorepad.cli", *arguments], capture_output=True, text=True, check=True
    )
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def _positional(case: dict[str, Any]) -> list[str]:
    return [case["hand"]] if "hand" in case else list(case.get("melds", ()))


def over_http(case: dict[str, Any], client: Any) -> dict[str, Any]:
    """The answer of POST /api/v1/VERB."""
    question = {"game": case["game"], "options": case["options"]}
    question |= {("cards" if name == "hand" else name): case[name] for name in NAMES if name in case}
    reply = client.post(f"/api/v1/{case['do']}", json=question)
    assert reply.status_code == 200, reply.text
    answer: dict[str, Any] = reply.json
    return answer


def holds(case: dict[str, Any], answer: dict[str, Any]) -> None:
    """The answer is what the example expects, field by field."""
    expected = dict(case["expect"])
    for word in expected.pop("why_mentions", ()):
        assert word in answer["why"]
    if "melds" in expected:
        assert same_melds(answer["melds"], expected.pop("melds"))
    if "reads_as" in expected:
        assert [meld["reads_as"] for meld in answer["melds"]] == expected.pop("reads_as")
    assert {name: answer[name] for name in expected} == expected


def same_melds(found: list[dict[str, Any]], expected: list[str]) -> bool:
    wanted = [[str(laid.card) for laid in read_melds(text, FRENCH)[0]] for text in expected]
    return sorted(meld["cards"] for meld in found) == sorted(wanted)


def test_there_are_examples_of_each_kind():
    """Nothing below passes for want of examples."""
    assert {case["do"] for case in EXAMPLES} == {"best", "check", "multipliers"}
    assert len(EXAMPLES) >= 16


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_an_example_holds_on_the_command_line(case):
    """`scorepad best | check | multipliers … --json`."""
    holds(case, over_command_line(case))


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_an_example_holds_over_http(case, client):
    """`POST /api/v1/best | check | multipliers`."""
    holds(case, over_http(case, client))


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
    assert client.post(f"/api/v1/{verb}", json=question).json == answer
    return answer


@pytest.mark.parametrize("name", CIRCLES)
def test_h22_every_circle_of_the_charts(name, client, capsys):
    """For each circle of ranks and each leap, the circles of the chart."""
    chart = CHARTS[name]
    ranks, leaps = chart["ranks"], [int(leap) for leap in chart["leaps"]]
    arguments = ["--ranks", *ranks.split(), "--leaps", *map(str, leaps)]
    answer = ask_both_ways(client, capsys, "circles", arguments, {"ranks": ranks, "leaps": leaps})
    for leap, expected in chart["leaps"].items():
        assert same_circles(answer["circles"][leap], expected)


@pytest.mark.parametrize("name", CHARTS.get("schedules", {}))
def test_s_every_schedule_of_the_charts(name, client, capsys):
    """The values listed, and a run of that many cards judged to be worth them."""
    values = CHARTS["schedules"][name]
    question = {"schedule": name, "length": len(values)}
    arguments = [name, "--length", str(len(values))]
    assert ask_both_ways(client, capsys, "schedule", arguments, question) == {"values": values}
    for length, value in enumerate(values, start=1):
        run = "♣" + ("A23456789TJQK" * 2)[:length]
        judged = {"game": "chattahoochee", "melds": [run], "options": {"schedule": name}}
        arguments = ["chattahoochee", run, "--set", f"schedule={name}"]
        assert main(["check", *arguments, "--json"]) == 0
        points = json.loads(capsys.readouterr().out)["points"]
        assert points == client.post("/api/v1/check", json=judged).json["points"] == value
