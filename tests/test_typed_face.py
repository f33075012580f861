"""A type checker knows each game's house rules, and the types are those of the games."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

import scorepad
from scorepad import library
from tests.typed_face import stub

TOP = Path(__file__).parents[1]
PYRIGHT = TOP / "tests" / "programs" / "node_modules" / ".bin" / "pyright"
RIGHT = """
hand: scorepad.Best = scorepad.best("gin-rummy", "4C 5C", knock=5, preset="classic", opened=True)
ends: bool | None = hand.goes_out
points: list[int] = [each.points for each in scorepad.best_of_many("gin", ["4C", "5C"], big_gin=0)]
scorepad.check("chattahoochee", "4C 5C", options={"melds": "both"})
scorepad.best("chattahoochee", "4C 5C", melds="both", leaps=[1, 2])
scorepad.match("rummy-500", ["Ann"], [{}], target=300, deals=3)
scorepad.score("basic-rummy", {"winner": "Ann"}, deal=7)
photo: scorepad.PhotoAnswer = scorepad.read(b"")
photos: scorepad.ReadAnswer = scorepad.read([b"", "hand.jpg"])
def asked(game: str, rules: scorepad.Rules) -> None:
    scorepad.best(game, ["4C"], options={"knock": 5}, preset="classic")
    scorepad.best(rules, "4C", limit=1)
"""
WRONG = """
scorepad.best("gin-rummy", "4C 5C", knok=5)
scorepad.best("gin-rummy", "4C 5C", knock="5")
scorepad.best("gin-rummy", "4C 5C", shutout="twice")
scorepad.best("gin-rummy", "4C 5C", preset="clasic")
scorepad.rules("basic-rummy", knock=5)
scorepad.best(scorepad.rules("gin"), "4C", knock=5)
"""
FIRST_WRONG = 1 + RIGHT.count("\n") + 2
WRONG_LINES = set(range(FIRST_WRONG, FIRST_WRONG + WRONG.strip().count("\n") + 1))


@pytest.fixture
def program(tmp_path):
    """A program with what is right, then what is wrong, a fault a line."""
    file = tmp_path / "program.py"
    file.write_text("import scorepad\n" + RIGHT + WRONG)
    return file


def test_the_types_are_those_of_the_games():
    """Else write them anew: `python -m tests.typed_face > scorepad/__init__.pyi`."""
    assert (TOP / "scorepad" / "__init__.pyi").read_text() == stub() + "\n"


@pytest.mark.process
def test_a_house_rule_that_a_game_does_not_have_is_refused_by_mypy(program):
    settings = [
        "--strict",
        "--config-file",
        str(TOP / "pyproject.toml"),
        "--cache-dir",
        str(TOP / ".mypy_cache"),
    ]
    told, _, _ = api.run([str(program), *settings, "--no-error-summary", "--hide-error-context"])
    refused = {int(line.split(":")[1]) for line in told.splitlines() if ": error: " in line}
    assert refused == WRONG_LINES, told


@pytest.mark.process
def test_a_house_rule_that_a_game_does_not_have_is_refused_by_pyright(program):
    options = ("--outputjson", "--pythonpath", sys.executable)
    checked = subprocess.run(
        [PYRIGHT, *options, program], cwd=program.parent, capture_output=True, text=True, check=False
    )
    told = json.loads(checked.stdout)["generalDiagnostics"]
    assert {1 + fault["range"]["start"]["line"] for fault in told} == WRONG_LINES, told


@pytest.mark.parametrize("name", ["best", "best_of_many", "check", "discard", "merge", "next_cards"])
def test_every_function_of_cards_takes_house_rules_in_both_ways(name):
    parameters = inspect.signature(getattr(library, name)).parameters
    assert {"language", "options", "house_rules"} <= parameters.keys()


def test_house_rules_are_keywords_or_a_mapping():
    """A mapping also holds those that a function has a parameter of the same name for."""
    assert scorepad.rules("gin-rummy", knock=5) == scorepad.rules("gin-rummy", options={"knock": 5})
    laid = scorepad.check("chattahoochee", "4C 5D 6C", options={"melds": "alternating"})
    assert laid.legal
    with pytest.raises(scorepad.ScorepadError, match="knok"):
        scorepad.best("gin-rummy", "4C 5C", options={"knok": 5})
    with pytest.raises(TypeError, match="these rules are made: knock"):
        scorepad.best(scorepad.rules("gin"), "4C", options={"knock": 5})
