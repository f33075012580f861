"""Hands of canasta: nothing opens with more, leaves less or goes out otherwise, with any card thrown."""

from __future__ import annotations

import pytest

from scorepad.core.check import check
from scorepad.core.notation import read_melds
from scorepad.optimize import best
from scorepad.rulebook import find_game
from tests.optimize.canasta_hands import FORMS, differences


@pytest.mark.parametrize("name", FORMS)
def test_nothing_is_better_than_the_best_of_a_hand(name):
    """300 hands of up to nine cards, rich in wilds, beside melds of the side."""
    assert differences(name, range(300), most_cards=9) == []


def test_wilds_alone_fill_one_book_and_then_the_next():
    """Of fourteen wilds two books are laid, as the referee has it."""
    rules = find_game("hand-and-foot").rules({})
    two_books = read_melds("2H 2H 2H 2C 2C w w / w w w w w w w", rules.pack)
    cards = [laid.card for meld in two_books for laid in meld]
    verdict = check(rules, two_books)
    assert verdict.legal
    found = best(rules, cards)
    assert (found.points, len(found.melds), found.left) == (verdict.points, 2, ())
