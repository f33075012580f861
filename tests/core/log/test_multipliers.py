"""H4, H5: opponents still in, and the end of a deal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.log.multipliers import deal_ended, out_multiplier

FIVE = [[0], [1], [2], [3], [4]]
TWO_PAIRS = [[0, 2], [1, 3]]


def in_turn(partnerships, order):
    return [out_multiplier(partnerships, order[:place], player) for place, player in enumerate(order)]


def test_h4_five_players_count_4_3_2_1_0():
    """The last one left has 0."""
    assert in_turn(FIVE, [0, 1, 2, 3, 4]) == [4, 3, 2, 1, 0]
    assert not deal_ended(FIVE, [0, 1, 2])
    assert deal_ended(FIVE, [0, 1, 2, 3])


def test_h5_partners_never_count_and_opponents_out_do_not_either():
    """Two pairs: both partners out first end the deal with 2 and 2; mixed, the second pair counts 1."""
    assert in_turn(TWO_PAIRS, [0, 2]) == [2, 2]
    assert deal_ended(TWO_PAIRS, [0, 2])
    assert in_turn(TWO_PAIRS, [0, 1, 2]) == [2, 1, 1]
    assert not deal_ended(TWO_PAIRS, [0, 1])
    assert deal_ended(TWO_PAIRS, [0, 1, 2])


def test_h5_partnerships_of_unequal_sizes():
    """One against three: the lone player counts 3, each of the three counts 1."""
    assert in_turn([[0], [1, 2, 3]], [1, 2, 3]) == [1, 1, 1]
    assert in_turn([[0], [1, 2, 3]], [0]) == [3]
    assert deal_ended([[0], [1, 2, 3]], [0])


def test_h5_twelve_players_alone_and_in_unequal_partnerships():
    """Alone they count 11, 10, … 0; of seven, four and one the one counts 11, and two sides out leave 0."""
    assert in_turn([[player] for player in range(12)], list(range(12))) == list(range(11, -1, -1))
    uneven = [list(range(7)), [7, 8, 9, 10], [11]]
    assert in_turn(uneven, [11, 0, 7]) == [11, 4, 6]
    assert not deal_ended(uneven, [11, *range(6)])
    assert deal_ended(uneven, [11, *range(7)])


@st.composite
def tables(draw):
    """A table of partnerships, and all its players in some order of going out."""
    count = draw(st.integers(2, 12))
    group = draw(st.lists(st.integers(0, 5), min_size=count, max_size=count))
    partnerships = [[p for p in range(count) if group[p] == g] for g in sorted(set(group))]
    return partnerships, draw(st.permutations(range(count)))


@given(tables())
def test_h5_a_multiplier_is_zero_exactly_when_the_deal_is_over(table):
    """Nobody who can still go out in a running deal counts 0."""
    partnerships, order = table
    for place, player in enumerate(order):
        over = deal_ended(partnerships, order[:place])
        opponents_in = out_multiplier(partnerships, order[:place], player)
        assert opponents_in >= 0
        if not over:
            assert opponents_in >= 1
