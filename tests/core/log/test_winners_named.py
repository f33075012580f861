"""Who won by the word of the people at the table: an event like any other, and all that follows from it."""

from __future__ import annotations

import pytest

from scorepad.circles.table_results import result_of
from scorepad.core.log.event_data import Refused
from scorepad.core.log.match import TableMatch
from scorepad.core.log.table import fold
from scorepad.tables.phrases import match_told
from scorepad.tables.standing import match_of
from tests.open_tables import Log, ending


def tied(*groups, **opened):
    """Ann 51, Ben 48, Cy 51, after one deal."""
    log = Log(*groups, players=0 if groups else 3)
    return log.settle(1, 51, 48, 51, winner=None, **opened)


def stood(log):
    """The table, and how it came out."""
    table = fold(log.events, "t")
    return table, match_of(table).finished, result_of(table).winners


def test_the_table_settles_a_tie():
    """One who is level wins alone: the match is over, and the others follow by their points."""
    table, match, winners = stood(tied().add("won", deal=1, winners=[2]))
    assert (match.deal, match.winners, match.totals, match.named) == (1, (2,), (51, 48, 51), (2,))
    assert winners == {2}
    assert match_told(table, match) == "Cy wins, as the table decided."
    assert match_of(table).ranks(range(3), lowest_wins=False) == {0: 2, 1: 3, 2: 1}
    assert table.changes()[0].sentence == "Ann said that Cy won"


def test_a_place_that_is_named_goes_before_the_points():
    """Ann has more, and is third where the table says that Ben is second."""
    table, match, _ = stood(tied().add("won", deal=1, winners=[2], places=[0, 2, 0]))
    assert match.winners == (2,)
    assert match_of(table).ranks(range(3), lowest_wins=False) == {2: 1, 1: 2, 0: 3}


@pytest.mark.parametrize(
    ("seats", "told", "said"),
    [
        ([0, 1], "Ann and Ben win, as the table decided.", "Ann said that Ann and Ben won"),
        ([], "Nobody wins, as the table decided.", "Ann said that nobody won"),
    ],
)
def test_several_may_win_and_nobody(seats, told, said):
    table, match, winners = stood(tied().add("won", deal=1, winners=seats))
    assert (winners, match_told(table, match)) == (set(seats), told)
    assert table.changes()[0].sentence == said


def test_one_of_two_partners_may_be_named():
    """The side has won, and a circle counts the one who was named."""
    _, match, winners = stood(tied([0, 2], [1]).add("won", deal=1, winners=[2]))
    assert (match.winners, winners) == ((0,), {2})


def test_it_is_said_otherwise_and_taken_back():
    """Undone it is as before; null lets the points say it again."""
    log = tied().add("won", deal=1, winners=[0]).add("won", deal=1, winners=[2])
    assert stood(log)[2] == {2}
    assert stood(log.add("undone", event=4))[2] == {0}
    table, match, winners = stood(log.add("won", deal=1, winners=None))
    assert (match, winners, table.named_winners) == (None, {0, 2}, None)
    assert table.changes()[0].sentence == "Ann let the points decide who won"


def test_it_holds_until_another_deal_is_opened():
    """An undo of that deal brings it back, and a correction of the scores leaves it."""
    log = tied().add("won", deal=1, winners=[2]).add("dealt", deal=2, dealer=1)
    assert stood(log)[0].named_winners is None
    assert stood(log.add("undone", event=4))[0].named_winners == (2,)
    assert stood(log.add("resettled", entry=2, **ending(60, 0, 0, winner=None)))[2] == {2}
    assert stood(log.add("removed", entry=2))[0].named_winners is None


@pytest.mark.parametrize(
    ("deal", "seats", "sentence"),
    [
        (1, [3], "There’s no player in seat 4."),
        (1, [0, 0], "List every player once."),
        (2, [0], "You’re playing deal 1, not deal 2."),
        (1, [2], "The table already says so."),
    ],
)
def test_what_cannot_be_said_is_refused(deal, seats, sentence):
    log = tied().add("won", deal=1, winners=[2])
    with pytest.raises(Refused, match=sentence):
        fold(log.add("won", deal=deal, winners=seats).events)


def test_a_deal_that_runs_has_no_winners():
    with pytest.raises(Refused, match="Deal 1 is still running"):
        fold(Log(players=3).add("won", deal=1, winners=[0]).events)


def test_a_game_that_this_pad_does_not_know_has_them_too():
    table = fold(tied().add("won", deal=1, winners=[1]).events, "t")
    assert TableMatch(table).finished.named == (1,)
