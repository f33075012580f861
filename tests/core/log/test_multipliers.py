"""H4, H5: opponents still in, and the end of a deal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.log.multipliers import deal_ended, out_multiplier


def in_turn(partnerships, order):
    return [out_multiplier(partnerships, order[:place], player) for place, player in enumerate(order)]


def test_h5_partnerships_of_unequal_sizes():
    """One against three: the lone player counts 3, each of the three counts 1."""
    assert in_turn([[0], [1, 2, 3]], [1, 2, 3]) == [1, 1, 1]
    assert in_turn([[0], [1, 2, 3]], [0]) == [3]
    assert deal_ended([[0], [1, 2, 3]], [0])


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
