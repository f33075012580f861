"""Hands of Burraco: no melds count more, long ones among them, beside a run whose wild may move."""

from __future__ import annotations

import pytest

from tests.optimize.burraco_hands import FORMS, differences
from tests.profiles import examples


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_worth_more_than_the_best_of_a_hand(form):
    """200 hands of up to nine cards, rich in one suit and in wilds."""
    assert differences(form, range(examples(300)), most_cards=9) == []


@pytest.mark.parametrize("opening", [40, 75])
@pytest.mark.parametrize("form", FORMS)
def test_b6_nothing_that_opens_is_worth_more_than_the_best_of_a_hand(form, opening):
    """Where nothing opens, no cards that can be melded count more."""
    assert differences(form, range(examples(150)), most_cards=10, opening=opening) == []
