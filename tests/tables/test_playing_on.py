"""After the end of a match people open a rematch, or play on where that means something."""

from __future__ import annotations

import pytest

from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import fold
from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.tables import service, settlements
from scorepad.tables.dealing import next_deal
from scorepad.tables.phrases import match_told
from scorepad.tables.standing import match_of
from tests.open_tables import open_table
from tests.tables.phones import Phone


def phone_of(store, game, **options):
    opened = open_table(store, 2, game=game, options=options)
    return Phone(store, opened.id, opened.key)


def settle(phone, first, second, **more):
    shares = {0: PlayerShare(points=first), 1: PlayerShare(points=second)}
    return phone.do(settlements.record_ending, ended=SeatedDeal(shares), **more)


@pytest.fixture
def over(store):
    """A match to 100 that Ann has won with 120 after the first deal."""
    phone = phone_of(store, "any-game", target=100)
    settle(phone, 120, 40)
    return phone


def test_the_next_deal_is_opened_after_the_end_of_a_match_by_who_says_that_they_play_on(over):
    with pytest.raises(Refused, match="Open a rematch, or play on at the table"):
        over.do(next_deal)
    with pytest.raises(Refused, match="Open a rematch, or play on at the table"):
        settle(over, 1, 2, goes_on=True)
    table = over.do(next_deal, play_on=True)
    assert (table.deal.number, match_of(table).played_on) == (2, True)


def test_who_plays_on_is_not_asked_again_and_decides_nothing(over):
    over.do(next_deal, play_on=True)
    settle(over, 0, 500)
    table = settle(over, 0, 10, goes_on=True)
    table = over.do(next_deal)
    match = match_of(table)
    assert (table.deal.number, match.totals) == (4, (120, 550))
    assert match_told(table, match.finished) == f"{table.names[0]} won with 120 after round 1."


def test_a_match_that_is_over_says_so_until_people_play_on(over):
    store, table_id, _ = over.at
    table = service.table(store, table_id)
    assert match_told(table, match_of(table).finished) == f"{table.names[0]} wins with 120."


def test_those_who_are_level_share_the_win(store):
    phone = phone_of(store, "any-game", deals=1)
    table = settle(phone, 7, 7)
    ann, ben = table.names
    assert match_told(table, match_of(table).finished) == f"{ann} and {ben} share the win with 7."


def test_nobody_plays_on_after_the_number_of_deals_that_was_agreed_on(store):
    phone = phone_of(store, "any-game", deals=1)
    settle(phone, 5, 3)
    for play_on in (False, True):
        with pytest.raises(Refused, match=r"The match ended with deal 1\. Open a rematch\.$"):
            phone.do(next_deal, play_on=play_on)


def test_a_log_that_went_on_after_the_end_of_its_match_is_read_as_before(over):
    table = over.do(next_deal, play_on=True)
    again = fold(table.events)
    assert (again.deal.number, again.totals) == (2, table.totals)
