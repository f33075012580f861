"""What deals come to by how they ended: knocks, own cards left, drops and caps, plain points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorepad.core.scoring import WENT_OUT, CountedDeal, CountedHand
from scorepad.core.scoring.ended_deal import notes_told
from scorepad.core.scoring.knocking import Knocking
from scorepad.core.scoring.own_left import HAND, LeftEnding, OwnLeft
from scorepad.core.scoring.usual import CardsLeft, WinnerTakes
from scorepad.core.scoring.with_drops import WithDrops

CLASSIC = Knocking(gin=20, big_gin=0, undercut=10)
ROMME = OwnLeft((LeftEnding(WENT_OUT), LeftEnding(HAND, times=2)))
REMIK = OwnLeft((LeftEnding(WENT_OUT, own=-10), LeftEnding(HAND, times=2, own=-20)))
CHINCHON = OwnLeft(
    (
        LeftEnding(WENT_OUT, own=None, most_left=4),
        LeftEnding(replace(HAND, wins_match=True), own=-10),
    )
)


def deal(winner=None, ending="", dropped=(), **left):
    hands = {name: CountedHand(left=number, cards=None if number else 0) for name, number in left.items()}
    return CountedDeal(hands, winner, ending=ending, notes=notes_told(dict(dropped)))


def scored(scoring, ended):
    assert [fault.reason for fault in scoring.faults(ended)] == []
    return scoring.scores(ended)


@pytest.mark.parametrize(
    ("scoring", "ending", "left", "scores"),
    [
        (Knocking(), "knock", (3, 11), (8, 0)),
        (Knocking(), "knock", (3, 1), (0, 27)),
        (Knocking(), "knock", (7, 5), (0, 27)),
        (Knocking(), "knock", (7, 7), (0, 25)),
        (Knocking(ties_knock=True), "knock", (7, 7), (0, 0)),
        (CLASSIC, "knock", (7, 5), (0, 12)),
        (Knocking(), "gin", (0, 30), (55, 0)),
        (Knocking(), "big-gin", (0, 30), (61, 0)),
        (CLASSIC, "gin", (0, 30), (50, 0)),
        (Knocking(knock=15), "knock", (3, 11), (23, 0)),
        (Knocking(times=2), "knock", (3, 11), (16, 0)),
    ],
)
def test_g3_g5_the_difference_counts_or_the_knocker_is_undercut(scoring, ending, left, scores):
    ended = deal("Ann", ending, Ann=left[0], Ben=left[1])
    assert tuple(scored(scoring, ended).values()) == scores


def test_g3_a_hand_with_nothing_left_is_gin_where_nobody_says_how_it_ended():
    assert scored(Knocking(), deal("Ann", Ann=0, Ben=12)) == {"Ann": 37, "Ben": 0}
    assert scored(Knocking(), deal("Ann", Ann=2, Ben=12)) == {"Ann": 10, "Ben": 0}


def test_g3_big_gin_without_a_bonus_of_its_own_is_plain_gin():
    assert (CLASSIC.ending_words.id_of("big-gin"), Knocking().ending_words.id_of("big-gin")) == (
        "gin",
        "big-gin",
    )


def test_g6_nobody_scores_in_a_dead_hand():
    assert scored(Knocking(), deal(None, "dead", Ann=20, Ben=12)) == {"Ann": 0, "Ben": 0}


@pytest.mark.parametrize(
    ("scoring", "ended", "told"),
    [
        (Knocking(), deal("Ann", "knock", Ann=11, Ben=30), "Ann knocked with 11. At most 10"),
        (Knocking(), deal("Ann", "knock", Ann=0, Ben=30), "That’s gin, so choose gin."),
        (Knocking(), deal("Ann", "gin", Ann=1, Ben=30), "Ann has gin and has no cards left."),
        (Knocking(limit=0), deal("Ann", "knock", Ann=1, Ben=30), "only gin ends a deal here"),
        (CLASSIC, deal("Ann", "bang", Ann=0, Ben=30), "Type one of knock, gin, dead."),
        (Knocking(), deal("Ann", "dead", Ann=9, Ben=30), "With dead nobody wins a deal."),
        (Knocking(), deal(None, "gin", Ann=9, Ben=30), "Name the player."),
        (Knocking(), deal("Ann", "knock", Ann=9, Ben=30, Cid=1), "Two play a deal of gin, and you named"),
        (ROMME, deal("Ann", "hand", Ann=1, Ben=30), "Ann went out all at once and has no cards left."),
        (CHINCHON, deal("Ann", Ann=5, Ben=30), "Ann went out with 5. At most 4 may be left."),
        (WithDrops(), deal("Ann", dropped={"Ben": "late"}, Ann=0, Ben=0), "one of first, middle, wrong-show"),
        (
            WithDrops(),
            deal("Ann", dropped={"Ben": "phase-made"}, Ann=0, Ben=0),
            "one of first, middle, wrong-show",
        ),
        (
            WithDrops(),
            deal("Ann", dropped={"Ben": "never-opened"}, Ann=0, Ben=0),
            "one of first, middle, wrong-show",
        ),
        (WithDrops(), deal("Ann", dropped={"Ann": "first"}, Ann=0, Ben=0), "can’t have ended the deal"),
        (
            WithDrops(),
            deal("Ann", dropped={"Ben": "first"}, Ann=0, Ben=3),
            "Ben dropped. Clear their “Left” field.",
        ),
        (WithDrops(), deal("Ann", dropped={"Cid": "first"}, Ann=0, Ben=3), "Type one of Ann, Ben."),
        (
            WithDrops(paid="winner"),
            deal("Ann", "wrong-show", {"Ben": "first"}, Ann=9, Ben=0),
            "Ann made a wrong show, and nobody else is still in.",
        ),
        (CardsLeft(), deal("Ann", dropped={"Ben": "first"}, Ann=0, Ben=0), "nobody drops out"),
        (WinnerTakes(), deal("Ann", "gin", Ann=0, Ben=3), "Type one of out."),
    ],
)
def test_a_deal_that_cannot_have_ended_so_is_told_with_what_to_type(scoring, ended, told):
    assert told in " ".join(fault.reason for fault in scoring.faults(ended))


def test_an_ending_by_nobody_is_the_one_fault_of_a_deal_with_a_winner():
    """What a winner may have left is no question then."""
    faults = Knocking().faults(deal("Ann", "dead", Ann=9, Ben=30))
    assert [fault.reason for fault in faults] == ["With dead nobody wins a deal. Leave the winner out."]


@pytest.mark.parametrize(
    ("scoring", "ending", "scores"),
    [
        (ROMME, "out", (0, 48, 20)),
        (ROMME, "hand", (0, 96, 40)),
        (REMIK, "", (-10, 48, 20)),
        (REMIK, "hand", (-20, 96, 40)),
        (OwnLeft(winner_takes=True), "out", (-68, 48, 20)),
    ],
)
def test_r7_r8_everybody_counts_what_is_left_twice_after_a_hand(scoring, ending, scores):
    assert tuple(scored(scoring, deal("Ann", ending, Ann=0, Ben=48, Cid=20)).values()) == scores


def test_n3_who_closes_counts_the_one_card_left_and_a_chinchon_wins_the_match():
    assert scored(CHINCHON, deal("Ann", Ann=4, Ben=16)) == {"Ann": 4, "Ben": 16}
    assert scored(CHINCHON, deal("Ann", "hand", Ann=0, Ben=16)) == {"Ann": -10, "Ben": 16}
    assert [ending.wins_match for ending in CHINCHON.ending_words.all] == [False, True]


def test_i4_i5_a_cap_drops_and_a_wrong_show():
    pool = WithDrops()
    assert scored(pool, deal("Ann", Ann=0, Ben=23, Cid=91)) == {"Ann": 0, "Ben": 23, "Cid": 80}
    dropped = {"Ben": "first", "Cid": "middle"}
    assert scored(pool, deal("Ann", "declare", dropped, Ann=0, Ben=0, Cid=0)) == {
        "Ann": 0,
        "Ben": 20,
        "Cid": 40,
    }
    shown = deal("Ann", "wrong-show", {"Cid": "first"}, Ann=60, Ben=50, Cid=0)
    assert scored(pool, shown) == {"Ann": 80, "Ben": 0, "Cid": 20}
    played_on = deal("Ann", "declare", {"Cid": "wrong-show"}, Ann=0, Ben=50, Cid=0)
    assert scored(pool, played_on) == {"Ann": 0, "Ben": 50, "Cid": 80}


def test_i6_points_are_paid_to_the_winner_at_the_rate_of_the_table():
    points = WithDrops(paid="winner", rate=2)
    assert scored(points, deal("Ann", Ann=0, Ben=23, Cid=91)) == {"Ann": 206, "Ben": -46, "Cid": -160}
    assert scored(points, deal("Ann", "wrong-show", Ann=9, Ben=9)) == {"Ann": -160, "Ben": 160}


@pytest.mark.parametrize("others", range(1, 6))
@pytest.mark.parametrize("fine", [79, 80, 81])
def test_i5_what_a_wrong_show_pays_is_shared_whole(others, fine):
    points = WithDrops(paid="winner", wrong_show=fine)
    shown = deal("P0", "wrong-show", **{f"P{seat}": 0 for seat in range(others + 1)})
    scores = scored(points, shown)
    assert sum(scores.values()) == 0
    assert max(list(scores.values())[1:]) - min(list(scores.values())[1:]) <= 1


def test_i5_the_odd_points_of_a_wrong_show_go_to_those_who_sit_next():
    points = WithDrops(paid="winner")
    shown = deal("Ben", "wrong-show", Ann=0, Ben=0, Cid=0, Dan=0)
    assert scored(points, shown) == {"Ann": 26, "Ben": -80, "Cid": 27, "Dan": 27}
    lines = points.lines(shown)
    assert {name: [line.points for line in of] for name, of in lines.items()} == {
        "Cid": [26, 1],
        "Dan": [26, 1],
    }
    assert lines["Cid"][1].reason == "Odd point"


def test_i5_who_dropped_for_nothing_gets_no_share_of_a_wrong_show():
    """Those still in share it, however little it cost to drop."""
    points = WithDrops(paid="winner", first=0)
    shown = deal("Ann", "wrong-show", {"Cid": "first"}, Ann=9, Ben=9, Cid=0)
    assert scored(points, shown) == {"Ann": -80, "Ben": 80, "Cid": 0}
