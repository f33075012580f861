"""Avalanche: plays judged, and whole games whose cards are all accounted for (V1-V5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.avalanche_game import RANKS, NotARank, begin_game, judge_move, play_ranks, read_ranks
from scorepad.core.errors import ScorepadError

MOVES = [
    ("", "", "snowfall"),
    ("", "5", "start"),
    ("", "5 5 5", "start"),
    ("", "5 6", "illegal"),
    ("5 5", "6 6", "grow"),
    ("5 5", "5 5", "grow"),
    ("5 5", "2 2 2", "grow"),
    ("5 5", "4 4", "stop"),
    ("5 5", "K", "fall"),
    ("5 5 5", "w w", "fall"),
    ("5", "4", "fall"),
    ("5", "5", "grow"),
    ("A", "w", "grow"),
    ("w", "A", "fall"),
    ("A", "2", "fall"),
    ("K", "A", "grow"),
    ("5 5", "6 7", "illegal"),
    ("5 5", "", "illegal"),
]


@pytest.mark.parametrize(("last", "played", "expected"), MOVES)
def test_v2_v3_every_play_is_one_move(last, played, expected):
    """By numbers first, then by ranks, 2 low and jokers highest."""
    assert judge_move(read_ranks(last), read_ranks(played))[0] == expected


def test_v3_the_reason_says_what_was_compared():
    """One sentence with its clause."""
    assert judge_move(("5", "5"), ("4", "4"))[1] == (
        "Two fours on two fives: as many cards of a lower rank, so it stops and leaves the game."
    )
    assert judge_move(("5",), ("Q", "Q"))[1] == "Two queens on one five: more cards than before, so it grows."


def test_v1_suits_do_not_matter_in_writing():
    """With symbols or letters, tens both ways, jokers as w or in words."""
    assert read_ranks("5H ♠5, 10 TD ♥10 w joker k♣") == ("5", "5", "T", "T", "T", "w", "w", "K")
    with pytest.raises(ScorepadError, match=r"'X' at position 3: type a rank") as wrong:
        read_ranks("5 X 55")
    assert [part.at for part in wrong.value.parts] == ["X", "55"]
    with pytest.raises(NotARank, match="'1'"):
        read_ranks("1")


def test_the_last_play_must_have_been_one():
    """Unequal cards cannot lie there."""
    with pytest.raises(ValueError, match="expected equal cards"):
        judge_move(("5", "6"), ("7",))


def test_v4_what_falls_goes_to_the_right_and_what_stops_leaves_the_game():
    """The next player starts anew; seats count to the left, so that seat 2 sits right of seat 0."""
    game = begin_game(3, 110)
    for played in (("5",), ("6", "6"), ("2",)):
        game, _, _ = play_ranks(game, played)
    assert (game.collected, game.turn, game.last, game.avalanche) == ((0, 4, 0), 0, (), 0)
    for played in (("9", "9"), ("3", "3")):
        game, what, _ = play_ranks(game, played)
    assert (what, game.gone, game.collected, game.turn) == ("stop", 4, (0, 4, 0), 2)
    game, _, _ = play_ranks(play_ranks(game, ("9",))[0], ("2",))
    assert game.collected == (0, 4, 2)


def test_v5_an_empty_hand_draws_ten_or_what_is_left():
    """And without a deck there is no snowfall."""
    game, _, _ = play_ranks(begin_game(2, 24, cards_dealt=10), ("5",) * 10)
    assert (game.hands, game.deck) == ((4, 10), 0)
    game, _, _ = play_ranks(game, ("2",))
    assert play_ranks(game, ())[1:] == (
        "illegal",
        "The deck is empty, so you can’t draw. Start an avalanche.",
    )
    assert play_ranks(game, ("5",) * 5)[2] == "Only four in the hand."


def test_v5_the_last_player_with_cards_adds_them_to_her_own():
    """Then nothing more is played."""
    game, _, _ = play_ranks(begin_game(2, 20), ("5",) * 10)
    assert (game.over, game.hands, game.collected, game.gone) == (True, (0, 0), (0, 10), 10)
    assert play_ranks(game, ("5",))[2] == "The game is over because only one player has cards."
    with pytest.raises(ValueError, match="do not go round"):
        begin_game(8, 79)


@given(
    st.integers(2, 8),
    st.lists(st.tuples(st.sampled_from(RANKS), st.integers(0, 4)), max_size=400),
)
def test_v_no_card_is_lost_or_made(players, plays):
    """Hands, deck, avalanche, collected and gone always add up; an illegal play changes nothing."""
    game = begin_game(players, 110)
    for rank, count in plays:
        before = game
        game, what, _ = play_ranks(game, (rank,) * count)
        assert (what == "illegal") <= (game == before)
        there = sum(game.hands) + game.deck + game.avalanche + sum(game.collected) + game.gone
        assert there == 110
        assert game.over or game.hands[game.turn] > 0
        assert bool(game.last) == bool(game.avalanche)


def straight_reading(last, played):
    """V3 with cards that may differ, each compared by itself with the lowest of the last play."""
    rank_of_last = min(map(RANKS.index, last))
    none_is_lower = all(RANKS.index(rank) >= rank_of_last for rank in played)
    if len(set(played)) > 1:
        return "grow" if len(played) >= len(last) and none_is_lower else "illegal"
    if len(played) > len(last) or (len(played) == len(last) and none_is_lower):
        return "grow"
    return "stop" if 1 < len(played) == len(last) else "fall"


PLAYS = st.lists(st.sampled_from(RANKS), min_size=1, max_size=5)


@given(
    PLAYS, PLAYS | st.tuples(st.sampled_from(RANKS), st.integers(1, 5)).map(lambda play: [play[0]] * play[1])
)
def test_v3_mixed_growth_is_what_a_straight_reading_says(last, played):
    """Any play on any other; of equal cards on equal ones it is the same without the house rule."""
    move, _ = judge_move(last, played, mixed_growth=True)
    assert move == straight_reading(last, played)
    if len(set(last)) == len(set(played)) == 1:
        assert move == judge_move(last, played)[0]
