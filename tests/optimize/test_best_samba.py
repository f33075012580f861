"""Hands of Samba: no sets and sequences count more, beside melds of the side that are joined or go on."""

from __future__ import annotations

import pytest

from tests.optimize.samba_hands import FORMS, differences
from tests.profiles import examples


@pytest.mark.parametrize("form", FORMS)
def test_sa2_nothing_is_worth_more_than_the_best_of_a_hand(form):
    """300 hands of up to seven cards: opening, going out, and with fewest wilds."""
    assert differences(form, range(examples(300)), most_cards=7) == []
