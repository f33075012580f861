"""Whole hands: nothing leaves less, opens with more or counts by other runs, with any card thrown."""

from __future__ import annotations

import pytest

from tests.optimize.deadwood.hands_of_games import GAMES, differences
from tests.profiles import examples


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_better_than_the_best_of_a_hand(game):
    """300 hands of up to eight cards, rich in melds and wilds."""
    assert differences(game, range(examples(300)), most_cards=8) == []
