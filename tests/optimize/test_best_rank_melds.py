"""Hands of canasta: nothing opens with more, leaves less or goes out otherwise, with any card thrown."""

from __future__ import annotations

import pytest

from tests.optimize.canasta_hands import FORMS, differences


@pytest.mark.parametrize("name", FORMS)
def test_nothing_is_better_than_the_best_of_a_hand(name):
    """300 hands of up to nine cards, rich in wilds, beside melds of the side."""
    assert differences(name, range(300), most_cards=9) == []
