"""What of a new table came from the rack, what moved and what stayed (K3, K5)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from scorepad.answers.board_changes import changed_sets
from scorepad.core.card_text import read_canonical


def meld(text):
    """Tiles in canonical writing."""
    return tuple(map(read_canonical, text.split()))


def marks(before, after):
    """Each new set as `cards: marks`, `+` for the rack, `>` for moved."""
    signs = {"": "", "placed": "+", "moved": ">"}
    return [
        " ".join(signs[piece.mark] + str(piece.laid) for piece in new_set.pieces)
        for new_set in changed_sets([*map(meld, before)], [*map(meld, after)])
    ]


def test_k5_a_run_is_split_by_a_second_eight():
    """6–10 and an 8: the longer part stays, two tiles move, one comes from the rack."""
    assert marks(["6B 7B 8B 9B 10B"], ["6B 7B 8B", "8B 9B 10B"]) == ["6B 7B 8B", "+8B >9B >10B"]


def test_k5_a_tile_leaves_a_run_for_a_group():
    """3 4 5 gets the 6 and gives the 3, which the rack's threes join."""
    assert marks(["3R 4R 5R"], ["4R 5R 6R", "3R 3B 3K"]) == ["4R 5R +6R", ">3R +3B +3K"]


def test_sets_that_stay_come_last():
    """The eye goes to what changes."""
    after = changed_sets([meld("1R 2R 3R"), meld("7B 7K 7R")], [meld("1R 2R 3R"), meld("7B 7K 7R 7O")])
    assert [new_set.stays for new_set in after] == [False, True]


def test_a_joker_stays_whatever_it_stands_for():
    """A joker that stands for another tile in its set has not moved."""
    assert marks(["w=3R 4R 5R"], ["4R 5R w=6R"]) == ["4R 5R w=6R"]


def test_a_set_that_only_lost_tiles_has_changed():
    assert not changed_sets([meld("3R 4R 5R 6R")], [meld("4R 5R 6R"), meld("3R 3B 3K")])[0].stays


TILES = meld("1R 2R 3R 4B 5B w")
SETS = st.lists(st.lists(st.sampled_from(TILES), min_size=1, max_size=5), max_size=4)


@given(SETS, SETS, st.randoms(use_true_random=False))
def test_what_is_marked_as_placed_is_what_was_not_there(before, rack, random):
    """Whatever the rebuilding: tiles from the rack are counted as they are, and none is lost."""
    pool = [card for one in (*before, *rack) for card in one]
    random.shuffle(pool)
    after = [pool[at : at + 3] for at in range(0, len(pool), 3)]
    pieces = [piece for one in changed_sets(before, after) for piece in one.pieces]
    placed = Counter(piece.laid for piece in pieces if piece.mark == "placed")
    assert Counter(piece.laid for piece in pieces) == Counter(pool)
    assert placed == Counter(card for one in rack for card in one)
