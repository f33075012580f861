"""Every worked example of Chattahoochee's main game holds through the command line and over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from scorepad.core.cards import Card
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH
from scorepad.games import find
from tests.shared import CASES, cases

pytestmark = pytest.mark.skipif(not CASES.exists(), reason="the folder of worked examples is not here")

LATER = {"wild_rank", "majors"}
EXAMPLES = [case for case in cases("chattahoochee") if not LATER & set(case["options"])]
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
    assert len(EXAMPLES) >= 12


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_an_example_holds_on_the_command_line(case):
    """`scorepad best | check | multipliers … --json`."""
    holds(case, over_command_line(case))


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_an_example_holds_over_http(case, client):
    """`POST /api/v1/best | check | multipliers`."""
    holds(case, over_http(case, client))


def test_no_example_names_a_card_that_the_pack_has_not():
    """The examples are read by the same notation as everything else."""
    kinds = set(find("chattahoochee").rules({}).pack.cards) | {Card("w", "")}
    for case in EXAMPLES:
        for text in case.get("melds", [case.get("hand", "")]):
            assert {laid.card for meld in read_melds(text, FRENCH) for laid in meld} <= kinds
