"""F2, B2: pages read melds whose jokers are open, and sets joined to runs, as the referee does."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("melds", "said"),
    [
        ("7S w w", "♠7ww may be a set of 7s, ♠567 or ♠789: write which"),
        ("7S w=7H w", "37"),
        ("7S w=8S w", "37"),
        ("3S 3H w", "21"),
    ],
)
def test_f2_a_laid_meld_is_read_or_asked_about(client, melds, said):
    """On the page of a hand, beside the best melds."""
    cards = melds.replace("=7H", "").replace("=8S", "")
    query = {"game": "rummy-500", "cards": cards, "melds": melds, "lay": "1"}
    assert said in client.get("/solve", query_string=query, follow_redirects=True).text


def test_f2_the_best_set_is_drawn_with_a_joker_of_no_suit(client):
    """♠K ♥K w: the joker is no king of clubs."""
    query = {"game": "rummy-500", "cards": "KS KH w"}
    page = client.get("/solve", query_string=query, follow_redirects=True).text
    assert "wild card" in page
    assert "wild card as" not in page


def test_b2_a_set_joined_to_a_run_is_shown_as_one_meld(client):
    """♠34 laid off on four twos."""
    query = {"game": "basic-rummy", "cards": "3S 4S", "table": "2C 2H 2D 2S"}
    assert "♣2♥2♦2♠234" in client.get("/solve", query_string=query, follow_redirects=True).text
