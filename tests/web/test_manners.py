"""What a table agrees on beside its rules: a clock a turn; and how long a match of every game is (B5, H6)."""

from __future__ import annotations

import re

import pytest

from scorepad.games import GAMES

NAMES = {"name_0": "Ann", "name_1": "Ben", "name_2": "Cy"}


def opened(phone, query="", **typed):
    phone.open(f"/new{query}").press("Open the table", **NAMES, **typed)
    return phone.open(f"/t/{phone.table_id}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_b5_every_game_has_a_match_and_cards_to_deal(phone, game):
    """To a target, for a number of deals, or both; the table says it in words."""
    table = opened(phone, f"?game={game.id}", o_target="90", o_deals="3", o_deal="9")
    assert "Ann deals 9 each, Ben next · Match to 90 or of 3 deals" in table.text


def test_b5_a_match_of_one_deal_is_over_after_it(phone, going_out):
    """And the winner is told on the table's page."""
    table = opened(phone, o_deals="1").table_id
    for name, points in (("Ann", "7"), ("Ben", "9")):
        going_out(phone, table, name, points=points)
    assert "The match is over. Ann wins with 14." in phone.open(f"/t/{table}").text


def test_a_clock_runs_from_the_last_play(phone, going_out):
    """Every page that follows the table has its seconds and the moment that they count from; an ended deal
    has none, nor has a table that wants none."""
    table = opened(phone, clock="45").table_id
    assert "45 seconds a turn" in phone.text
    for view in ("", "/wall"):
        page = phone.client.get(f"/t/{table}{view}").text
        assert 'data-clock="45"' in page
        since, now = (int(re.search(f'data-{name}="([0-9]+)"', page)[1]) for name in ("since", "now"))
        assert 0 <= now - since < 60_000
    for name in ("Ann", "Ben"):
        going_out(phone, table, name, points="1")
    assert "data-clock" not in phone.client.get(f"/t/{table}").text
    assert "data-clock" not in phone.client.get(f"/t/{opened(phone).table_id}").text


def test_the_same_players_keep_their_manners(phone):
    """A new table of theirs has the clock too."""
    table = opened(phone, clock="45", no_advice="true").table_id
    form = phone.open(f"/new?again={table}").form("Open the table")
    assert (form.value("clock"), dict(form.fields)["no_advice"]) == ("45", "true")


@pytest.mark.parametrize("typed", ["soon", "-5", "3601", "1.5"])
def test_a_clock_that_does_not_read_is_asked_for_again(phone, typed):
    """Beside the field, everything else kept."""
    phone.open("/new").press("Open the table", 422, **NAMES, clock=typed)
    assert "A number of seconds, at most 3600, or nothing." in phone.text
