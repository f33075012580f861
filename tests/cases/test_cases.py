"""Every case in this folder's JSON files holds over HTTP, and on the command line those that differ as typed.

A case has the fields of the HTTP API beside `id`, `clause` and `do` (best, check, merge, multipliers, score,
play). `expect` names fields of the answer; `why_mentions` and `melds_why_mention` name pieces of the reasons,
`error` pieces of the sentence that refuses input that does not read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cases.ways_in import holds, over_command_line, over_http

FILES = sorted(Path(__file__).parent.glob("*.json"))
CASES: list[dict[str, Any]] = [case for file in FILES for case in json.loads(file.read_text())]


def typed_otherwise() -> Iterator[dict[str, Any]]:
    """The cases in which a verb has a game, a field, an option, a part of its answer or a kind of value there
    that no case before has."""
    known: set[tuple[object, ...]] = set()
    for case in CASES:
        has: set[tuple[object, ...]] = {(case["do"], case["game"])}
        for field, value in {**case["expect"], **case}.items():
            parts = value.values() if isinstance(value, dict) else [value]
            has |= {(case["do"], field, type(part)) for part in parts}
        has |= {("set", name, type(value)) for name, value in case.get("options", {}).items()}
        if not has <= known:
            yield case
        known |= has


def test_every_case_has_its_own_id_and_expects_something():
    """No case hides another, and none passes for want of an expectation."""
    assert [id for id, times in Counter(case["id"] for case in CASES).items() if times > 1] == []
    assert [case["id"] for case in CASES if not case["expect"]] == []


@pytest.mark.parametrize("case", [*typed_otherwise()], ids=lambda case: case["id"])
def test_a_case_holds_on_the_command_line(case, capsys):
    """`scorepad VERB … --json`."""
    holds(case, over_command_line(case, capsys))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_holds_over_http(case, shared_client):
    """`POST /api/v1/VERB`."""
    holds(case, over_http(case, shared_client))
