"""The examples of standard rules that pages show are those that are found now."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from scorepad.examples import kept_examples

TOP = Path(__file__).parents[2]
FILE = "scorepad/examples/standard_examples.json"


@pytest.mark.nightly
def test_the_examples_kept_are_current():
    """When a game or an option changes, write them anew:
    `python -m bench.standard_examples.py > scorepad/examples/standard_examples.json`."""
    written = runpy.run_path(str(TOP / "bench" / "standard_examples.py"))["page"]()
    assert (TOP / FILE).read_text() == written


def test_every_game_has_its_examples():
    for game in kept_examples.standard_examples().values():
        assert game
        assert {example.option_name for example in game.values()} == game.keys()
