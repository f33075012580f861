"""A game needs nothing beside its module: examples that the pad keeps are shown where they are there."""

from __future__ import annotations

from html import unescape

import pytest

from scorepad.examples import example_job
from scorepad.games import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_without_kept_examples_has_its_pages(client, monkeypatch, game):
    """Every option is said all the same."""
    monkeypatch.setattr(example_job, "standard_examples", dict)
    for path in (f"/games/{game.id}", f"/rules/{game.id}"):
        page = client.get(path)
        assert page.status_code == 200
        assert all(option.sentence in unescape(page.text) for option in game.options)
