"""Contracts: laid where they can be, with least left, and else what is missing (X1-X6, P2, P4)."""

from __future__ import annotations

import pytest

from tests.optimize.deadwood.contract_hands import GAMES, differences


@pytest.mark.parametrize("game", GAMES)
def test_x1_p2_no_hand_lays_its_contract_with_less_left(game):
    """300 hands of up to ten cards, most of them near their contract, rich in wilds."""
    assert differences(game, range(300), most_cards=10) == []
