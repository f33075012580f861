"""Hands of Burraco: no melds count more, long ones among them, beside a run whose wild may move."""

from __future__ import annotations

import pytest

from tests.optimize.burraco_hands import FORMS, differences


@pytest.mark.parametrize("form", FORMS)
def test_nothing_counts_more_than_the_best_of_a_hand(form):
    """300 hands of up to nine cards, rich in one suit and in wilds."""
    assert differences(form, range(300), most_cards=9) == []
