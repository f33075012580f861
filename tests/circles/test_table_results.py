"""How a table came out: who played which deals, who is ahead, which hands can be compared with their best."""

from __future__ import annotations

from scorepad.circles import circle_play as circle_play_module
from scorepad.circles.circle_play import circle_play, hands_to_compare
from scorepad.circles.circle_service import make_circle
from scorepad.circles.table_results import result_of, table_results
from scorepad.core.log.table import fold
from tests.open_tables import Log, event, open_table
from tests.tables.phones import Phone


def result(log):
    return result_of(fold(log.events, "t"))


def test_a_player_who_joined_late_made_the_points_of_the_deals_played():
    """What the table gave to start with counts for who is ahead, and for no deal."""
    log = Log(players=3).out(1, (0, 5), (1, 7))
    log.add("joined", name="Zoe", partner=None, start=30, deal=2).add("dealt", deal=2, dealer=1)
    assert result(log).deals == (1, 1, 1, 0)
    shown = result(log.out(2, (3, 4), (0, 1), (1, 1)))
    assert (shown.totals, shown.points, shown.deals) == ((12, 8, 0, 42), (12, 8, 0, 12), (2, 2, 2, 1))
    assert shown.winners == {3}


def test_a_player_who_has_left_wins_nothing():
    """Nor does a deal count for one who sat it out."""
    log = Log(players=3).out(1, (0, 50), (1, 7))
    log.add("left", player=0, deal=2).add("dealt", deal=2, dealer=1).out(2, (1, 1))
    assert (result(log).winners, result(log).deals) == ({1}, (1, 2, 2))


def test_nobody_wins_where_all_are_level():
    """As before anything was played."""
    assert result(Log(players=2)).winners == frozenset()
    assert result(Log(players=2).add("closed", deal=1, reason="")).winners == frozenset()


def test_the_lowest_wins_where_the_game_says_so():
    """In Shanghai."""
    log = Log(players=2)
    opened = {**log.events[0].as_dict()["data"], "game": "shanghai", "partnerships": [[0], [1]]}
    log.events[0] = event(1, "opened", opened)
    shown = result(log.settle(1, 0, 7))
    assert (shown.lowest_wins, shown.winners) == (True, {0})


def test_a_game_that_this_pad_does_not_know_is_counted_without_winners():
    """Its deals and points are told all the same."""
    log = Log(players=2)
    log.events[0] = event(1, "opened", {**log.events[0].as_dict()["data"], "game": "whist"})
    shown = result(log.out(1, (0, 5)))
    assert (shown.points, shown.winners, shown.pack) == ((5, 0), frozenset(), None)


def test_results_follow_their_logs(store):
    """Asked for again they are the same until the log grows; a table that is gone is left out."""
    opened = open_table(store, 3)
    first = table_results(store, [opened.id, "nowhere"])
    assert table_results(store, [opened.id]) == first
    phone = Phone(store, opened.id, opened.key)
    phone.out(0, "4C 5C / 9H")
    phone.out(1, points=2)
    (later,) = table_results(store, [opened.id])
    assert later.points == (8, 2, 0)
    store.delete_log(opened.id)
    assert table_results(store, [opened.id]) == ()


def test_hands_are_compared_once(store, monkeypatch):
    """By their cards, of ended deals, however they were laid; what was found is kept."""
    monkeypatch.setattr(circle_play_module, "_known_points", {})
    opened = open_table(store, 3)
    phone = Phone(store, opened.id, opened.key)
    phone.out(0, "5C 4C / 6C 7C")
    phone.out(1, points=2)
    circle = make_circle(store, name="Us", by="", op="make", tables=[opened.id])
    play = circle_play(store, circle.id)
    (hand,) = hands_to_compare(store, play, 9)
    assert (hand.cards, play.digests_to_compare) == (("4C", "5C", "6C", "7C"), (hand.digest,))
    store.keep_best_points(hand.digest, 10)
    assert circle_play(store, circle.id).digests_to_compare == ()
    assert hands_to_compare(store, circle_play(store, circle.id), 9) == ()
