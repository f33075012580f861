"""The pages of games on the documentation site, which `docs/game_pages.py` makes from the games."""

from __future__ import annotations

import re
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import pytest

from scorepad import rulebook
from scorepad.rulebook import games
from scorepad.web import create_app

TOP = Path(__file__).parents[2]


def site_pages(language, plays):
    """Every page of the site in a language, by the name of its file."""
    sys.path.insert(0, str(TOP / "docs"))
    with tempfile.TemporaryDirectory() as instance:
        made = import_module("site_pages").files_of(create_app({"INSTANCE": instance}), language, plays)
    return {name: content.decode() for name, content in made.items() if name.endswith(".md")}


def game_pages(language, plays):
    """The page of each game in a language, by the name of its file."""
    made, folder = site_pages(language, plays), "games/"
    return {name.removeprefix(folder): made[name] for name in made if name.startswith(folder)}


@pytest.fixture(scope="module")
def pages():
    return game_pages("en", plays=False)


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


def test_a_hand_opens_in_the_pad_beside_the_site():
    """By one address that any host of files answers. English ones lie a folder higher."""
    asked = "play/?at=solve%3Fgame%3Dgin-rummy%26cards%3D"
    assert f'href="../{asked}' in game_pages("en", plays=True)["gin-rummy.md"]
    assert f'href="../../{asked}' in game_pages("de", plays=True)["gin-rummy.md"]


@pytest.mark.parametrize(
    ("language", "words", "up"), [("en", "Try it now", ""), ("de", "Jetzt ausprobieren", "../")]
)
def test_the_first_page_has_a_picture_the_start_command_and_the_pad_itself(language, words, up):
    """The pad where it lies beside the site."""
    page = site_pages(language, plays=True)["index.md"]
    assert f'<a class="try" href="{up}play/">{words}</a>' in page
    assert "](pictures/table.webp)" in page
    assert "```sh\nbin/serve\n```" in page
    assert "play/" not in site_pages(language, plays=False)["index.md"]


def test_every_game_has_its_rules_in_short():
    """A page of our own words for each, with the clauses."""
    for game in games():
        assert (rulebook.FOLDER / game.short_rules).exists(), game.id
