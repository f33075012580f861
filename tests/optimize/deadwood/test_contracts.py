"""Contracts: laid where they can be, with least left, and else what is missing (X1-X6, P2, P4)."""

from __future__ import annotations

import random

import pytest

from tests.optimize.deadwood.contract_hands import GAMES, compare_beside, differences
from tests.profiles import examples


@pytest.mark.parametrize("game", GAMES)
def test_x1_p2_no_hand_lays_its_contract_with_less_left(game):
    """300 hands of up to ten cards, most of them near their contract, rich in wilds."""
    assert differences(game, range(examples(300)), most_cards=10) == []


@pytest.mark.parametrize("game", GAMES)
def test_x1_p4_whoever_laid_the_contract_lays_off_so_that_least_is_left(game):
    """300 small hands beside two melds, against every way to lay one card off after the other."""
    drawn = (compare_beside(game, random.Random(f"{game} {seed}")) for seed in range(examples(300)))
    assert [fault for fault in drawn if fault] == []
