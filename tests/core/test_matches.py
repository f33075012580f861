"""Matches from the scores of their deals: targets, boxes, columns, pools with players who come back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorepad.core.box_match import BoxMatch
from scorepad.core.matches import MatchAim, PlainMatch, PlayedDeal
from scorepad.core.pool_match import PoolMatch, PoolSplit
from scorepad.core.scoring.knocking import Knocking

MODERN = BoxMatch(shutout="doubled")
CLASSIC = BoxMatch(box=20, shutout="added", shutout_points=100)
PALACE = BoxMatch(box=10, box_at_once=True, game=0)
TO_100 = MatchAim(target=100)
POOL = PoolMatch(101, returns_until=79)
FEWEST = MatchAim(lowest_wins=True)


def played(match, aim, *scores, start=None):
    deals = [
        PlayedDeal({side: score for side, score in enumerate(row) if score is not None}) for row in scores
    ]
    return match.standing(aim, start or [aim.start] * len(scores[0]), deals)


def told(standing):
    return [(bonus.side, bonus.points, str(bonus.reason)) for bonus in standing.bonuses]


def test_g7_boxes_and_the_game_count_at_the_end():
    """GAMES.md, example 8 of gin."""
    match = played(MODERN, TO_100, (0, 30), (25, 0), (30, 0), (0, 85))
    assert (match.totals, match.over, match.winners) == ([105, 265], 4, (1,))
    assert told(match) == [(0, 50, "2 deals won"), (1, 50, "2 deals won"), (1, 100, "game")]
    assert not played(MODERN, TO_100, (0, 30), (25, 0)).over


@pytest.mark.parametrize(("match", "points"), [(MODERN, 110), (CLASSIC, 100)])
def test_g7_a_shutout_doubles_the_points_of_deals_or_adds_to_them(match, points):
    """None where the other side has won a deal."""
    assert told(played(match, TO_100, (60, 0), (50, 0)))[-1] == (0, points, "shutout")
    assert all(reason != "shutout" for *_, reason in told(played(match, TO_100, (60, 0), (0, 1), (50, 0))))


def test_g7_a_box_may_count_at_once_and_towards_the_target():
    match = played(PALACE, TO_100, (45, 0), (45, 0))
    assert (match.totals, match.over, match.winners) == ([110, 0], 2, (0,))
    assert match.running == [(55, 0), (110, 0)]


def test_a_deal_that_counts_twice_may_bring_two_boxes():
    deals = [PlayedDeal({0: 104, 1: 0}, scoring=Knocking(times=2))]
    assert BoxMatch(doubled_boxes=True).standing(TO_100, [0, 0], deals).totals == [104 + 50 + 100, 0]
    assert BoxMatch().standing(TO_100, [0, 0], deals).totals == [104 + 25 + 100, 0]


def test_hollywood_first_wins_count_in_one_column_second_in_two():
    """GAMES.md, example 9 of gin: column I is closed, II and III go on."""
    match = played(BoxMatch(box=0, game=0, columns=3), TO_100, (32, 0), (28, 0), (45, 0))
    assert [column.totals[0] for column in match.columns] == [105, 73, 45]
    assert [bool(column.over) for column in match.columns] == [True, False, False]
    assert (match.over, match.totals) == (0, [223, 0])


def test_hollywood_a_side_that_was_shut_out_begins_in_the_next_column():
    match = played(BoxMatch(box=0, game=0, columns=3), TO_100, (100, 0), (0, 20))
    assert [column.totals for column in match.columns] == [[100, 0], [0, 20], [0, 0]]
    ended = played(BoxMatch(box=0, columns=3), TO_100, (100, 0), (100, 0), (100, 0))
    assert (ended.over, ended.winners, ended.totals) == (3, (0,), [600, 0])


def test_i6_out_at_the_limit_and_back_in_above_the_highest():
    """GAMES.md, examples 2 and 3 of Indian Rummy: 80 and 40 are out of 101; highest 71 is back at 72."""
    match = played(POOL, FEWEST, (80, 0, 31), (40, 0, 40))
    assert (match.totals, match.out, match.over) == ([120, 0, 71], {0}, 0)
    assert match.may_return == {0}
    back = played(POOL, FEWEST, (80, 0, 31), (40, 0, 40), (20, 0, 0))
    assert (back.totals, back.out) == ([92, 0, 71], set())
    assert told(back) == [(0, -48, "back in with 72")]
    assert back.running == [(80, 0, 31), (120, 0, 71), (92, 0, 71)]


def test_i6_nobody_comes_back_while_one_who_is_in_has_too_much():
    match = played(POOL, FEWEST, (80, 0, 31), (40, 0, 40), (None, 0, 20))
    assert (match.totals[2], match.may_return) == (91, frozenset())


def test_i6_the_last_one_in_wins():
    match = played(POOL, FEWEST, (80, 0, 31), (40, 0, 40), (None, 0, 40))
    assert (match.over, match.winners, match.out) == (3, (1,), {0, 2})


def split(pool, *rows, dropped=(), **more):
    """How a pool of those rows stands when it is split after the last; `dropped` are those of each deal."""
    named = [*dropped, *[()] * (len(rows) - len(dropped))]
    deals = [
        PlayedDeal(dict(enumerate(row)), left_by_choice=sides, split=row is rows[-1], **more)
        for row, sides in zip(rows, named, strict=True)
    ]
    return pool.standing(FEWEST, [0] * len(rows[0]), deals)


ONE_OUT = ((80, 0, 31), (40, 40, 0))


def test_i6_those_still_in_share_the_pool_and_win_together():
    match = split(replace(POOL, split=PoolSplit("equal")), *ONE_OUT)
    assert (match.over, match.winners, match.shares) == (2, (1, 2), {1: 150, 2: 150})


def test_i6_a_pool_is_split_once_another_is_out_and_where_the_table_splits():
    """Before that, or where it never does, the match goes on."""
    assert not split(replace(POOL, split=PoolSplit()), ONE_OUT[0]).over
    assert not split(POOL, *ONE_OUT).over
    offered = played(replace(POOL, split=PoolSplit("equal")), FEWEST, *ONE_OUT)
    assert (offered.over, offered.shares) == (0, {1: 150, 2: 150})


def test_i6_each_drop_left_beyond_the_fewest_is_an_entry():
    """RummyCircle's example: six entries of 25, drops left 3, 1 and 0: 75 and 25 ahead, 50 in three parts."""
    pool = PoolMatch(101, split=PoolSplit("drops", 25, 20))
    match = split(pool, (40, 80, 90, 101, 101, 101))
    assert match.shares == {0: 92, 1: 42, 2: 16}
    assert sum(match.shares.values()) == 150


def test_i6_drops_worth_more_than_the_pool_are_no_split():
    """As at A23: five drops to one in a pool of three entries."""
    assert not split(replace(POOL, split=PoolSplit("drops")), (101, 0, 71)).over


def test_i6_at_home_points_to_the_limit_and_drops_left_are_shared_by():
    """(201 - 101) + 2 drops of 25, (201 - 151) + none: 150 to 50."""
    pool = PoolMatch(201, most_drops=2, split=PoolSplit("points", 100, 25))
    dropped = [(1,), (1,), ()]
    match = split(pool, (101, 50, 80), (0, 50, 80), (0, 51, 41), dropped=dropped)
    assert (match.out, match.shares) == ({2}, {0: 225, 1: 75})


def test_i6_who_comes_back_pays_again():
    pool = PoolMatch(101, split=PoolSplit("equal"))
    match = split(pool, (101, 0, 20), (0, 10, 10), (80, 0, 0))
    assert (match.out, match.shares) == ({0}, {1: 200, 2: 200})


def test_i6_a_player_may_not_drop_more_often_than_the_table_says():
    pool = PoolMatch(201, most_drops=2)
    deals = [PlayedDeal({0: 25, 1: 0}, left_by_choice=[0]), PlayedDeal({0: 25, 1: 0}, left_by_choice=[0])]
    assert pool.standing(FEWEST, [0, 0], deals[:1]).no_drop == frozenset()
    assert pool.standing(FEWEST, [0, 0], deals).no_drop == {0}


def test_n5_a_player_comes_back_once_at_the_highest():
    chinchon = PoolMatch(101, returns=1, return_adds=0)
    rows = [(101, 0, 50), (0, 0, 0), (60, 0, 0)]
    assert played(chinchon, FEWEST, *rows[:2]).totals == [50, 0, 50]
    out_again = played(chinchon, FEWEST, *rows)
    assert (out_again.totals[0], out_again.may_return) == (110, frozenset())


def test_n3_how_a_deal_ended_may_win_the_match():
    deals = [PlayedDeal({0: 5, 1: 30}), PlayedDeal({0: 40, 1: -50}, won=0)]
    match = PoolMatch(101).standing(FEWEST, [0, 0], deals)
    assert (match.over, match.winners) == (2, (0,))


def test_o4_points_are_counted_down_from_a_start_above_the_target():
    most = MatchAim(start=20)
    match = played(PlainMatch(), most, (0, -2), (0, -18))
    assert (match.over, match.totals, match.winners, match.losers) == (2, [20, 0], (0,), (1,))
    darts = MatchAim(start=501, lowest_wins=True)
    match = played(PlainMatch(), darts, (-180, -60), (-321, -60))
    assert (match.winners, match.losers) == ((0,), ())
    assert not played(PlainMatch(), MatchAim(start=20, deals=5), (-20, 0)).over
