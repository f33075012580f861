"""Hands of canasta: nothing opens with more, leaves less or goes out otherwise, with any card thrown."""

from __future__ import annotations

import pytest

from scorepad.core.check import check
from scorepad.core.errors import BrokenTable
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


def test_c2_a_side_with_two_melds_of_one_rank_is_refused():
    """Such a table cannot be; a full book may have another of its rank beside it."""
    canasta, foot = (find_game(game).rules({}) for game in ("canasta", "hand-and-foot"))
    hand = [laid.card for meld in read_melds("KD KS KC", canasta.pack) for laid in meld]
    twice = read_melds("6S 6S 6D 2C / 6C 6C 6H", canasta.pack)
    with pytest.raises(BrokenTable, match="only one meld of 6s"):
        best(canasta, hand, table=twice)
    full = read_melds("6S 6S 6S 6D 6D 6D 6C / 6C 6C 6H", foot.pack)
    assert best(foot, hand, table=full).proven
