"""L2: all melds of a player are of one leap, and no two players share a leap, however the melds got there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.notation import read_melds
from scorepad.core.rules import Leaps
from scorepad.core.tableau import OnTable
from scorepad.core.tokens import leap_clashes, leap_faults, leaps_fault, shared_leap_faults
from scorepad.rulebook.leap_rummy import GAME

RULES = {tokens: GAME.rules({"tokens": tokens}) for tokens in ("same", "shared", "different", "free")}
NAMES = ("Ann", "Ben", "Cy", "Di")
LEAPS = st.lists(st.lists(st.integers(1, 6), max_size=4), min_size=2, max_size=4)


@given(LEAPS)
def test_a_deal_is_clean_if_every_meld_could_be_laid_after_the_others(lying):
    """Laid one after the other in turns, no meld is refused; and if one is, the whole deal has a clash."""
    for tokens, rules in RULES.items():
        there = [[] for _ in lying]
        refused = False
        for player, leaps in enumerate(lying):
            for leap in leaps:
                refused |= bool(leap_clashes(rules, leap, player, there, NAMES))
                there[player].append(leap)
        assert bool(shared_leap_faults(rules, lying, NAMES[: len(lying)])) == refused, tokens


@given(LEAPS)
def test_every_clash_is_named_once(lying):
    """Each leap that several players have, with all their names; each player whose own leaps clash."""
    names = NAMES[: len(lying)]
    found = shared_leap_faults(RULES["same"], lying, names)
    together = [finding.sentence for finding in found if finding.code == "leap-shared"]
    taken = {leap: [name for name, own in zip(names, lying, strict=True) if leap in own] for leap in range(7)}
    several = {leap: holders for leap, holders in taken.items() if len(holders) > 1}
    assert len(together) == len(several)
    for sentence, (leap, holders) in zip(together, several.items(), strict=True):
        assert f"leap {leap}" in sentence
        assert [name for name in names if name in sentence] == holders
    alone = [finding.sentence for finding in found if finding.code != "leap-shared"]
    wrong = [name for name, own in zip(names, lying, strict=True) if leap_faults(RULES["same"], own)]
    assert [sentence.partition(":")[0] for sentence in alone] == wrong


@given(LEAPS)
def test_the_order_of_melds_does_not_matter(lying):
    """Nor does it where each meld of a player is of another leap, or all are free."""
    for rules in RULES.values():
        turned = [leaps[::-1] for leaps in lying]
        assert shared_leap_faults(rules, lying, NAMES[: len(lying)]) == shared_leap_faults(
            rules, turned, NAMES[: len(lying)]
        )
        assert rules.shapes.leaps.tokens != "free" or not shared_leap_faults(
            rules, lying, NAMES[: len(lying)]
        )


def test_melds_are_judged_by_the_leaps_that_they_go_by():
    """Ann and Cy both have runs by twos; Ben has one by ones and one by threes."""
    rules = RULES["same"]
    melds = [read_melds(text, rules.pack) for text in ("♣579 / ♥357", "♦456 / ♦8JA", "♠68T")]
    there = OnTable(tuple(map(tuple, melds)), names=("Ann", "Ben", "Cy"))
    assert [finding.sentence for finding in there.leap_faults(rules)] == [
        "Ben: all melds of a player must have the same leap, not 1 and 3.",
        "Ann and Cy both have melds with leap 2, but no two players share a leap.",
    ]


def test_l2_players_may_share_a_leap_that_each_keeps_to():
    """Ann and Ben both go by twos; Ben's second meld may not go by threes."""
    rules = RULES["shared"]
    assert not shared_leap_faults(rules, [(2, 2), (2,)], NAMES[:2])
    assert not leap_clashes(rules, 2, 1, [(2, 2), (2,)], NAMES)
    (finding,) = leap_clashes(rules, 3, 1, [(2, 2), (2,)], NAMES)
    assert finding.code == "other-leap"
    assert [finding.sentence for finding in shared_leap_faults(rules, [(2,), (2, 3)], NAMES[:2])] == [
        "Ben: all melds of a player must have the same leap, not 2 and 3."
    ]


@pytest.mark.parametrize(
    ("options", "leaps"),
    [
        ({}, 6),
        ({"leaps": "1 3"}, 2),
        ({"pack": "custom", "ranks": "1 2 3 4 5"}, 2),
        ({"pack": "piquet-32"}, 3),  # by fours 7 and J go round alone
        ({"pack": "piquet-32", "packs": 2}, 4),
        ({"pack": "piquet-32", "jokers": 1}, 4),
        ({"pack": "piquet-32", "wild_rank": "A"}, 3),
        ({"pack": "piquet-32", "run_suits": "colour"}, 4),
        ({"pack": "rummikub", "leaps": "1 6"}, 2),
        ({"pack": "custom", "ranks": "1 2 3 4 5 6", "run_suits": "none"}, 3),
    ],
)
def test_l2_each_player_needs_a_leap_that_makes_runs(options, leaps):
    """As many players as leaps can sit down, more are told why not; where leaps are shared or free, any."""
    rules = GAME.rules(options)
    assert not leaps_fault(rules, leaps)
    assert f"{leaps + 1} players need a leap each, but only {leaps}" in leaps_fault(rules, leaps + 1)
    for tokens in ("shared", "different", "free"):
        assert not leaps_fault(GAME.rules({**options, "tokens": tokens}), leaps + 1)


def test_l2_which_leaps_are_open_to_a_player():
    """Of one leap each: the player's own, once there is one; of different ones: what is not laid yet."""
    leaps = {tokens: Leaps((1, 2, 3), tokens) for tokens in RULES}
    assert leaps["same"].open_to((2,)) == (2,)
    assert leaps["same"].open_to(()) == (1, 2, 3)
    assert leaps["shared"].open_to((2,)) == (2,)
    assert leaps["shared"].open_to(()) == (1, 2, 3)
    assert leaps["different"].open_to((2,)) == (1, 3)
    assert leaps["free"].open_to((2,)) == (1, 2, 3)
