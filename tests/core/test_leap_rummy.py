"""L1, L2, L6: leap-rummy's own options, and its ambiguous wilds."""

from __future__ import annotations

import pytest

from scorepad.core.card_text import show_meld
from scorepad.core.check import check
from scorepad.core.notation import read_melds
from scorepad.core.options import OptionErrors
from scorepad.rulebook.leap_rummy import GAME


def judged(text, **options):
    rules = GAME.rules(options)
    return check(rules, read_melds(text, rules.pack))


def test_l6_an_ambiguous_meld_is_refused_with_both_readings():
    """On ten ranks ♣4w6 is 4 5 6 by ones, or 4 T 6 by fours downwards; saying what the wild is settles it."""
    ten = {"pack": "custom", "ranks": "A23456789T", "jokers": 2, "adjacent_naturals": False}
    found = judged("♣4w6", **ten)
    assert not found.legal
    assert "♣4 ♣5 ♣6 or ♣4 ♣10 ♣6" in found.all_findings[0].sentence
    assert found.all_findings[0].clause == "L6"
    assert judged("♣4 w=♣T ♣6", **ten).melds[0].leap == 4


@pytest.mark.parametrize(
    ("tokens", "text", "legal"),
    [
        ("same", "♥79J / ♣357", True),
        ("same", "♥79J / ♣345", False),
        ("shared", "♥79J / ♣357", True),
        ("shared", "♥79J / ♣345", False),
        ("different", "♥79J / ♣357", False),
        ("different", "♥79J / ♣345", True),
        ("free", "♥79J / ♣357 / ♠345", True),
    ],
)
def test_l2_the_melds_of_one_player_are_bound_by_their_leaps(tokens, text, legal):
    """The melds are judged together, and the reason names the leaps."""
    found = judged(text, tokens=tokens)
    assert found.legal == legal
    assert legal or [finding.clause for finding in found.findings] == ["L2"]


@pytest.mark.parametrize(
    ("run_suits", "text", "legal"),
    [
        ("one", "♥7 ♦9 ♥J", False),
        ("colour", "♥7 ♦9 ♥J", True),
        ("colour", "♥7 ♣9 ♥J", False),
        ("any", "♥7 ♣9 ♥J", True),
        ("any", "♥7 ♣9 ♠9", False),
        ("none", "♥7 ♣9 ♠J", True),
        ("none", "♥7 ♣9 ♠9", False),
    ],
)
def test_l1_runs_of_one_suit_one_colour_or_any(run_suits, text, legal):
    """By house rule a run mixes suits."""
    assert judged(text, run_suits=run_suits).legal == legal


def test_l1_suits_of_different_ranks_do_not_mix():
    """In the 500 pack red suits have a rank more than black ones; reds may mix, red and black may not."""
    assert GAME.rules({"pack": "five-hundred-63", "run_suits": "colour"}).shapes.runs.suits == "colour"
    with pytest.raises(OptionErrors):
        GAME.rules({"pack": "five-hundred-63", "run_suits": "any"})
    with pytest.raises(OptionErrors):
        GAME.rules({"pack": "tarot-78", "run_suits": "none"})


def test_l6_a_wild_of_a_mixed_run_may_say_any_of_its_suits():
    """Where suits mix, w=♥9 between ♥7 and ♣J is as good as w=♣9."""
    for wild in ("w=♥9", "w=♣9", "w"):
        assert judged(f"♥7 {wild} ♣J ♣K", run_suits="any", jokers=1).points == 1


RANKS_ALONE = ({"run_suits": "none"}, {"pack": "custom", "suits": "1"})


@pytest.mark.parametrize("options", RANKS_ALONE)
@pytest.mark.parametrize("text", ["4-9-A", "49A", "4 9 A", "♣4 ♣9 ♣A", "4C 9C AC"])
def test_l1_cards_without_suits_are_written_and_shown_by_their_ranks(options, text):
    """A run by fives; a suit that is named all the same changes nothing."""
    found, pack = judged(text, **options), GAME.rules(options).pack
    assert found.legal
    assert found.melds[0].leap == 5
    assert show_meld(found.melds[0].laid, pack) == "4 9 A"
    assert found.melds == judged("4-9-A", **options).melds


def test_l1_cards_without_suits_say_what_wilds_stand_for_by_rank():
    found = judged("4 5 w=♥6 7", run_suits="none", jokers=2)
    assert found.melds == judged("4 5 w=6 7", run_suits="none", jokers=2).melds
    assert found.legal


def test_l1_a_rank_without_suits_is_there_once_for_every_suit_that_has_it():
    """Four times in the French pack; the pack for six has 13 in two suits alone."""
    assert judged("4 5 6 / 4 6 8 / 4 7 10 / 4 8 Q", run_suits="none", tokens="free").legal
    many = judged("4 5 6 / 4 5 6 / 4 5 6 / 4 5 6 / 4 5 6", run_suits="none")
    assert [str(one.sentence) for one in many.findings] == [
        f"Five {rank}, but the pack holds four." for rank in ("fours", "fives", "sixes")
    ]
    uneven = {"pack": "five-hundred-63", "run_suits": "none", "tokens": "free"}
    assert judged("J Q K / 11 12 13 / 11 12 13", **uneven).legal
    assert "Three 13s, but the pack holds two." in [
        str(one.sentence) for one in judged("11 12 13 / 11 12 13 / 11 12 13", **uneven).findings
    ]
