"""H1, H23: the tracks along which melds run."""

from __future__ import annotations

import pytest

from scorepad.core.melding import leap_circles, melding_of
from scorepad.core.packs import FRENCH, Pack, Suit
from scorepad.core.rules import Rules

RULES = Rules("chattahoochee")


def test_h1_one_track_a_suit():
    """Thirteen ranks each, the ace after the king."""
    found = melding_of(RULES).tracks
    assert [track.suits for track in found] == [("C",), ("S",), ("H",), ("D",)]
    assert all(len(track.cards) == 13 and track.circular for track in found)


@pytest.mark.parametrize(("melds", "count"), [("single", 4), ("alternating", 6), ("both", 10)])
def test_h23_a_track_for_each_pair_of_suits(melds, count):
    """Thirteen is odd: a pair of suits makes one track of all its 26 cards."""
    found = melding_of(RULES.variant(suit_pattern=melds)).tracks
    assert len(found) == count
    assert all(len(set(track.cards)) == len(track.cards) == 13 * len(track.suits) for track in found)


def test_h23_on_an_even_leap_circle_a_pair_of_suits_makes_two():
    """a b a b closes after one lap, and again starting with the other suit."""
    pack = Pack("four", "Four ranks", FRENCH.suits[:2], ("1", "2", "3", "4"))
    found = melding_of(RULES.variant(pack=pack, suit_pattern="alternating")).tracks
    assert [" ".join(map(str, track.cards)) for track in found] == ["1C 2S 3C 4S", "1S 2C 3S 4C"]


def test_p_a_pack_that_names_a_rank_or_a_suit_twice_is_refused():
    """A pack checks itself when it is built."""
    with pytest.raises(ValueError, match="rank"):
        Pack("bad", "Bad", FRENCH.suits, ("1", "1"))
    with pytest.raises(ValueError, match="suit"):
        Pack("bad", "Bad", (FRENCH.suits[0], Suit("C", "♧", "clubs again", "black")), ("1",))


@pytest.mark.parametrize("ranks", range(2, 23))
def test_h22_circles_hold_every_rank_once(ranks):
    """A prime number of ranks makes one circle by any leap; others as many as ranks and leap share."""
    order = tuple(map(str, range(ranks)))
    for leap in range(1, ranks // 2 + 1):
        found = leap_circles(order, leap)
        assert sorted(rank for circle in found for rank in circle) == sorted(order)
        assert len({len(circle) for circle in found}) == 1
        if all(ranks % factor for factor in range(2, ranks)):
            assert len(found) == 1
