"""The pages of games on the documentation site, which `docs/game_pages.py` writes from the games."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from scorepad import rulebook
from scorepad.rulebook import games

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pages():
    return runpy.run_path(str(TOP / "docs" / "game_pages.py"))["pages"]()


def test_every_game_has_a_page(pages):
    assert pages.keys() == {f"{game.id}.md" for game in games()}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_page_has_the_rules_in_short_and_every_house_rule(pages, game):
    """Each option once, with its default in bold; every preset by its id."""
    page = pages[f"{game.id}.md"]
    assert page.startswith(f"# {game.name}\n")
    assert "<li>" in page
    for option in game.options:
        (values,) = re.findall(rf"^  (.*) \(`{option.name}`, clause ", page, re.M)
        assert "**" in values
    assert [preset.id for preset in game.presets if f"(`{preset.id}`)" not in page] == []


def test_a_page_shows_what_comes_of_a_case_under_each_value(pages):
    """The default's in bold."""
    page = pages["rummy-500.md"].partition("\nPacks\n")[2].partition("\nJokers\n")[0]
    assert "♣45www♣9:" in page
    assert "- **1: Three wild cards, but this game has two.**" in page
    assert "- 2: 63 points" in page


def test_the_pages_are_written_as_the_site_is_built_and_never_committed():
    assert "docs/games/" in (TOP / ".gitignore").read_text().splitlines()
    assert "game_pages.write(" in (TOP / "docs" / "conf.py").read_text()


def test_every_game_has_its_rules_in_short():
    """A page of our own words for each, with the clauses."""
    for game in games():
        assert (rulebook.FOLDER / game.short_rules).exists(), game.id
