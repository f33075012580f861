"""docs/rules.md is what `bench/rules_page.py` writes now."""

from __future__ import annotations

import runpy
from pathlib import Path

from scorepad.rulebook import games

TOP = Path(__file__).parents[2]


def test_the_page_of_rules_is_current():
    """Write it anew with `python bench/rules_page.py > docs/rules.md` when a game or an option changes."""
    written = runpy.run_path(str(TOP / "bench" / "rules_page.py"))["page"]()
    assert (TOP / "docs" / "rules.md").read_text() == written


def test_every_option_is_on_it():
    page = (TOP / "docs" / "rules.md").read_text()
    for game in games():
        part = page.partition(f"(`{game.id}`)")[2].partition("\n## ")[0]
        assert [option.name for option in game.options if f"| `{option.name}` |" not in part] == []


def test_every_game_has_its_rules_in_short():
    """A page of our own words for each, with the clauses."""
    for game in games():
        assert (TOP / "templates" / "house_rules" / "games" / f"{game.id}.html").exists(), game.id
