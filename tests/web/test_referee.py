"""The referee of Avalanche and the page of a deal that is over, on phones without script (V1-V5, B4)."""

from __future__ import annotations

import pytest

from tests.web.test_going_out import table_of


@pytest.fixture
def opened(phone):
    """Opens a table of three of the game; gives the phone on its page."""

    def open_game(game):
        phone.open(f"/new?game={game}").press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy")
        return phone.open(f"/t/{phone.table_id}")

    return open_game


def play(phone, ranks, words="Play"):
    """Tap ranks and play them."""
    for rank in ranks:
        form = phone.form("Snowfall") if "Snowfall: draw one" in phone.buttons() else phone.forms[-1]
        phone.send(form, ("add", rank))
    form = phone.forms[-1]
    return phone.send(form, next(one[:2] for one in form.buttons if one[2] == words))


def test_v3_the_referee_says_what_a_play_does_and_why(opened):
    """A whole avalanche, from the start to its fall, and the piles go to the page of the deal."""
    phone = opened("avalanche")
    phone.open(f"/t/{phone.table_id}/referee").press("Snowfall")
    assert "Ben drew a card." in phone.text
    assert "Cy started an avalanche. Two 5s: an avalanche starts." in play(phone, "55").text
    assert "It grows. Two kings on two 5s" in play(phone, "KK").text
    play(phone, "23")
    assert "That cannot be played. The cards of a play are all of one rank." in phone.text
    phone.press("Take one back")
    assert "It falls, and goes to Ann. One 2 on two kings: fewer cards" in play(phone, "").text
    assert "number-0=5&amp;number-1=0" in phone.answer.get_data(as_text=True)
    assert "It grows." in phone.press("Take the last play back").text


def test_the_referee_takes_what_does_not_read_for_nothing(opened):
    """A broken address shows the game as far as it goes; other games have no referee."""
    phone = opened("avalanche")
    phone.open(f"/t/{phone.table_id}/referee?plays=55.X.66&now=Z")
    assert "Cy plays" in phone.text
    phone = opened("shanghai")
    phone.open(f"/t/{phone.table_id}/referee", 404)


def test_b4_a_deal_is_recorded_without_script(opened):
    """Cards by the pad, numbers typed; what is missing is said; a correction opens it filled in."""
    phone = opened("basic-rummy")
    table = phone.table_id
    phone.open(f"/t/{table}/over").press("Record the deal", 422, winner="0", number_2="x")
    assert "What has Ben left?" in phone.text
    assert "Cy: 'x' is no whole number from 0." in phone.text
    phone.send(phone.form("Record the deal"), ("pad", "left-1"), winner="0", number_2="21")
    for card in ("KH", "3D"):
        phone.send(phone.form("Done"), ("add", card))
    phone.press("Done").press("Record the deal")
    deal = table_of(phone).deal
    assert (deal.scores, deal.ending.shares[1].left) == ((34, 0, 0), ("KH", "3D"))
    phone.open(f"/t/{table}/ending/2")
    assert phone.form("Record the correction").value("left-1") == "KH 3D"
    phone.press("Record the correction", number_2="1")
    assert table_of(phone.open(f"/t/{table}")).totals == (14, 0, 0)
    phone.open(f"/t/{table}/ending/2").press("Remove these scores")
    assert not table_of(phone.open(f"/t/{table}")).deal.ended
    phone.open(f"/t/{table}/ending/2", 404)
    phone.open(f"/t/{table}/out", 404)


def test_a_watcher_looks_at_a_deal_and_changes_nothing(opened, new_phone):
    """What everybody had, and no form."""
    phone = opened("rummy-500")
    phone.open(f"/t/{phone.table_id}/over?melds-0=3C+4C+5C&left-0=AS&number-1=4&number-2=5&winner=nobody")
    table = phone.press("Record the deal").table_id
    watcher = new_phone().open(f"/t/{table}/ending/2")
    assert "Nobody went out." in watcher.text
    assert "12 − 15" in watcher.text
    assert watcher.forms == []


def test_a_deal_recorded_meanwhile_is_said_and_what_was_typed_stays(opened):
    """Two phones count the same deal: the second is told."""
    phone = opened("shanghai")
    typed = "winner=0&number-1=3&number-2=4"
    phone.open(f"/t/{phone.table_id}/over?{typed}")
    late = phone.form("Record the deal")
    phone.press("Record the deal")
    phone.send(late, ("record", "1"))
    assert table_of(phone).totals == (0, 3, 4)
    phone.open(f"/t/{phone.table_id}/over?{typed}").press("Record the deal", 422)
    assert "recorded already" in phone.text
    assert phone.form("Record the deal").value("number-2") == "4"
