"""Visitors who ask under ever new house rules leave nothing behind for good."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorepad.web import create_app

PAGE = 4096
QUESTIONS, TO_WARM_UP = 5000, 600
MOST_GROWTH = 20_000_000  # bytes; where every question left 24 kB behind it would be a hundred million
KINDS = (*("packs", "runs", "deadwood", "runs") * 5, "board", "interlocks")


def resident() -> int:
    """Bytes of memory that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def schedule(rng: random.Random) -> dict[str, Any]:
    """Values of a table's own, hardly ever the same twice."""
    return {"schedule": "table", "schedule_table": [rng.randint(0, 10_000) for _ in range(3)]}


def questions() -> Iterator[dict[str, Any]]:
    """Questions that anybody may ask, each under house rules of its own."""
    rng = random.Random(1)
    for number in count():
        match KINDS[number % len(KINDS)]:
            case "runs":
                leaps = rng.sample(range(1, 7), 2)
                options = {"leaps": leaps, "jokers": rng.randint(0, 12), **schedule(rng)}
                yield {"game": "chattahoochee", "cards": "♣456", "options": options}
            case "packs":
                ranks = " ".join(map(str, rng.sample(range(1, 100), 13)))
                options = {"pack": "custom", "ranks": ranks, "suits": "6", "melds": "both", "jokers": 2}
                yield {"game": "chattahoochee", "cards": "w w", "options": options}
            case "deadwood":
                options = {"target": rng.randint(0, 10_000), "deals": rng.randint(0, 60)}
                yield {"game": "rummy-500", "cards": "♣456", "options": options}
            case "board":
                options = {"target": rng.randint(0, 10_000), "first_play": rng.randint(0, 100)}
                yield {"game": "rummikub", "cards": "4R 5R 6R", "options": options}
            case "interlocks":
                yield {"game": "chattahoochee-interlocking", "cards": "♣4 ♥5", "options": schedule(rng)}


def ask(client: FlaskClient, asked: Iterator[dict[str, Any]], times: int) -> None:
    for question in islice(asked, times):
        answer = client.post("/api/v1/best", json=question)
        assert answer.status_code == 200, (question, answer.json)


@pytest.mark.nightly
def test_thousands_of_house_rules_leave_nothing_behind(tmp_path):
    """What is worked out of rules is remembered for a few of them, whoever asks and however often."""
    client = create_app({"TESTING": True, "INSTANCE": str(tmp_path), "LIMITS": False}).test_client()
    asked = questions()
    ask(client, asked, TO_WARM_UP)
    before = resident()
    ask(client, asked, QUESTIONS - TO_WARM_UP)
    assert resident() - before < MOST_GROWTH
