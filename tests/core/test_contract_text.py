"""Contracts as text: how deals are parted, what a clean meld is, and every fault by its piece (TF2)."""

from __future__ import annotations

import pytest

from scorepad.core.contract_text import MOST_CONTRACTS, Sizes, read_contracts
from scorepad.core.errors import ScorepadError
from scorepad.core.options import OptionErrors, page_faults
from scorepad.rulebook import find_game
from scorepad.rulebook.own_game.game_files import read_game_file

SIZES = Sizes(run_least=4)


def items(text):
    """The melds of each deal."""
    return [contract.items for contract in read_contracts(text, SIZES).contracts]


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("", []),
        ("S3 S3", [(("set", 3), ("set", 3))]),
        ("S3 S3, S3 R4", [(("set", 3), ("set", 3)), (("set", 3), ("run", 4))]),
        ("s3c S3S3 R7,", [(("clean-set", 3), ("set", 3), ("set", 3), ("run", 7))]),
        ("S3c S3S3 R7", [(("clean-set", 3),), (("set", 3), ("set", 3)), (("run", 7),)]),
        ("SSR; R4c\nS", [(("set", 3), ("set", 3), ("run", 4)), (("clean-run", 4),), (("set", 3),)]),
    ],
)
def test_tf2_a_comma_parts_deals_or_a_space_where_melds_are_written_together(text, deals):
    assert items(text) == deals


def test_tf2_w_limits_the_wilds_of_the_whole_contract():
    first, second = read_contracts("S5 S5 W1, S3", SIZES).contracts
    assert (first.items, first.wilds_in_all) == ((("set", 5), ("set", 5)), 1)
    assert second.wilds_in_all == 0


def test_every_fault_of_the_text_is_told_by_its_piece():
    typed = read_contracts("S3x, S13, S5c, , R3, W1, R14, SSSSSSS", SIZES)
    assert typed.contracts == ()
    assert [fault.piece for fault in typed.faults] == ["S3x", "S13", "S5c", "", "R3", "W1", "R14", "SSSSSSS"]


def test_more_deals_than_a_match_has_are_refused():
    text = ", ".join(["S3"] * MOST_CONTRACTS + ["R5"])
    assert [fault.piece for fault in read_contracts(text, SIZES).faults] == ["R5"]


def test_a_form_says_every_fault_beside_its_field():
    game = find_game("contract-rummy")
    with pytest.raises(OptionErrors) as refused:
        game.rules({"own_contracts": "S3x, R2"})
    told = page_faults(game.options, refused.value)["own_contracts"]
    assert "Contracts of your own 'S3x': type sets and runs by deal" in told
    assert "Contracts of your own 'R2': type a run of 4 to 13 cards." in told


def test_a_game_file_says_every_fault_with_its_line():
    with pytest.raises(ScorepadError) as refused:
        read_game_file('name = "Oma"\n[open]\ncontracts = "S3c, S5c, T4"')
    for piece in ("'S5c'", "'T4'"):
        assert f"Line 3: open.contracts = {piece}: type" in str(refused.value)
