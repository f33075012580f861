"""What people mistype, and the sentence that they get (N6), the same on the command line and over HTTP.

A row of `mistakes.json` has the fields of a worked example and the whole sentence as `says`. Where the two
are asked in different shapes it has `typed`, the words after `scorepad`, and `asked`, the body of the
request, or one of them alone; `program` is who speaks where the words of a command are missing.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scorepad.answers.verbs import VERBS
from scorepad.cli.main import main
from scorepad.rulebook import games
from tests.cases.ways_in import over_command_line, over_http

ROWS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("mistakes.json").read_text())
PROGRAMMERS_WORDS = re.compile(
    r"\b(invalid|arguments?|None|null|str|string|int|JSON|objects?|parse|tokens?|Error)\b"
)


def ids(row: dict[str, Any]) -> str:
    return str(row["id"])


@pytest.mark.parametrize("row", [row for row in ROWS if "typed" in row or "do" in row], ids=ids)
def test_n6_a_mistake_gets_its_sentence_on_the_command_line(row, capsys):
    """Status 2, nothing on stdout, one line on stderr."""
    if "typed" not in row:
        assert over_command_line(row, capsys)["error"]["message"] == f"scorepad: {row['says']}"
        return
    try:
        status = main(row["typed"])
    except SystemExit as left:
        status = left.code
    out, err = capsys.readouterr()
    assert (status, out, err) == (2, "", f"{row.get('program', 'scorepad')}: {row['says']}\n")


@pytest.mark.parametrize("row", [row for row in ROWS if "asked" in row or "typed" not in row], ids=ids)
def test_n6_a_mistake_gets_the_same_sentence_over_http(row, shared_client):
    """A status of 400 and more, the sentence whole."""
    asked = {**row, **row.get("asked", {})}
    question = {name: value for name, value in asked.items() if name not in ("says", "asked", "typed")}
    assert over_http({"expect": {}, **question}, shared_client)["error"]["message"] == row["says"]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_n6_an_unknown_house_rule_of_each_game_is_named(game, shared_client):
    asked = {"game": game.id, "players": ["Ann", "Ben"], "options": {"mistyped": 1}, "deals": []}
    answer = shared_client.post("/api/v1/match", json=asked)
    assert answer.status_code == 400
    assert "mistyped" in answer.json["error"]["message"]


def test_mistakes_are_a_hundred_and_more_over_all_verbs():
    """Every verb has some, and no row hides another."""
    assert len(ROWS) >= 100
    assert [id for id, times in Counter(row["id"] for row in ROWS).items() if times > 1] == []
    assert {row.get("do") or row.get("asked", {}).get("do") for row in ROWS} >= set(VERBS)


def test_every_sentence_is_one_line_of_plain_words():
    """No word of programmers, and a full stop at the end."""
    said = [row["says"] for row in ROWS]
    assert [says for says in said if "\n" in says or not says.endswith(".")] == []
    assert [says for says in said if PROGRAMMERS_WORDS.search(says)] == []


def test_tiles_are_never_explained_with_cards():
    """The examples in a sentence are of the pack on the table; what was typed may stand in it."""
    tiles = [row for row in ROWS if row.get("game") == "rummikub"]
    french = [set(row["says"]) - set(row.get("cards", "")) for row in tiles]
    assert [signs & set("♣♠♥♦") for signs in french] == [set()] * len(tiles)
