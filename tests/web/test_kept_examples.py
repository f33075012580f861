"""A game needs nothing beside its module: examples that the pad keeps are shown where they are there."""

from __future__ import annotations

from html import unescape

import pytest

from scorepad.examples import kept_examples
from scorepad.rulebook import games


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_game_without_kept_examples_has_its_pages(client, monkeypatch, game):
    """Every option is said all the same."""
    monkeypatch.setattr(kept_examples, "standard_examples", dict)
    for path in (f"/games/{game.id}", f"/rules/{game.id}"):
        page = client.get(path)
        assert page.status_code == 200
        assert all(option.sentence in unescape(page.text) for option in game.options)


def test_the_value_of_the_table_is_marked_and_nothing_is_asked(client):
    """A value that was not tried marks none, and the page says what holds all the same."""
    for query, marked in (("ace=both", 1), ("ace=both&name=Friday", 1), ("packs=77", 0), ("deal=9", 0)):
        page = client.get(f"/rules/basic-rummy?{query}")
        part = page.text.partition(f'data-part="{query.partition("=")[0]}"')[2].partition("</ul>")[0]
        assert (page.status_code, part.count('aria-current="true"')) == (200, marked)
