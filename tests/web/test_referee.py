"""The referee of Avalanche and the page of a deal that is over, on phones without script (V1-V5, B4)."""

from __future__ import annotations

import pytest

from scorepad.store.opening import open_store
from scorepad.tables import service
from scorepad.tables.operations import Operation
from scorepad.tables.standing import rules_of
from tests.web.phone import table_of


@pytest.fixture
def opened(phone):
    """Opens a table of three of the game; gives the phone on its page."""

    def open_game(game):
        phone.open(f"/new?game={game}").press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy")
        return phone.open(f"/t/{phone.table_id}")

    return open_game


@pytest.fixture
def avalanche(opened):
    """Ann's phone on the page of the referee; Ben begins."""
    phone = opened("avalanche")
    return phone.open(f"/t/{phone.table_id}/referee")


def plays(phone):
    """The form of the keys."""
    return next(form for form in phone.forms if form.id == "plays")


def play(phone, ranks, status=200):
    """Tap ranks and play them."""
    for rank in ranks:
        phone.send(plays(phone), ("add", rank))
    return phone.press("Play", status)


def test_v3_the_referee_says_what_a_play_does_and_why(avalanche):
    """A whole avalanche, from the start to its fall, and the piles go to the page of the deal."""
    phone = avalanche
    assert "Ben begins." in phone.text
    assert "Ben drew a card." in phone.press("Snowfall").text
    assert "Cy started an avalanche with two fives. Two fives start an avalanche." in play(phone, "55").text
    assert "Ann grew the avalanche with two kings. Two kings on two fives" in play(phone, "KK").text
    play(phone, "23", 422)
    assert "All cards of a play must have the same rank." in phone.text
    phone.press("Remove last card")
    assert "One two on two kings: fewer cards" in phone.text
    assert "Ben let the avalanche fall with one two: 5 cards go to Ann." in phone.press("Play").text
    phone.open(f"/t/{phone.table_id}/over")
    assert [phone.form("Record").value(f"number-{seat}") for seat in range(3)] == ["5", "0", "0"]


def test_v5_the_game_lives_in_the_table(avalanche, new_phone):
    """Opened again, and on a phone that only watches, it stands as it was; undo goes back."""
    phone = play(avalanche, "55")
    page = f"/t/{phone.table_id}/referee"
    assert "Avalanche of 2, on top 2 × 5" in phone.open(page).text
    watcher = new_phone().open(page)
    assert "Avalanche of 2, on top 2 × 5" in watcher.text
    assert watcher.forms == []
    assert "Avalanche of 2" in phone.open(f"/t/{phone.table_id}").text
    assert "Ben begins." in phone.open(page).press("Undo").text
    assert "Ben started an avalanche with two fives." in phone.press("Redo").text
    assert "undid “Ben started an avalanche with two fives (entered by Ann)”" in (
        phone.open(f"/t/{phone.table_id}/record").text
    )


def test_a_play_of_a_page_that_is_old_is_not_recorded_for_the_next_player(avalanche):
    """What others played meanwhile is said, the cards tapped stay; a play sent twice counts once."""
    phone = avalanche
    phone.send(plays(phone), ("add", "5"))
    form = plays(phone)
    phone.send(form, ("record", "play"))
    phone.send(form, ("record", "play"))
    assert len(table_of(phone).events) == 2
    late = [[name, "another" if name == "op" else value] for name, value in form.fields]
    form.fields[:] = late
    phone.send(form, ("record", "play"), 409)
    assert "the table changed meanwhile: Ben started an avalanche with one five" in phone.text
    assert "One five on one five: just as many cards and none lower, so it grows." in phone.text


def test_v5_the_end_of_the_game_leads_to_the_end_of_the_deal(opened):
    """Until one player alone has cards; every card is collected or gone, and the counts fill in the form."""
    phone = opened("avalanche&o-deal=13")
    phone.open(f"/t/{phone.table_id}/referee")
    store = open_store(phone.client.application.config["DATABASE"])
    key = store.add_key(phone.table_id)
    table = service.table(store, phone.table_id)
    while not (course := table.course).game.over:
        asked = {"player": course.game.turn, "cards": ["7"] * course.game.hands[course.game.turn]}
        play = Operation(store, table.id, key, "", f"op-{table.head}", None)
        table = service.play_avalanche(play, **asked)
    store.close()
    collected = [str(count) for count in table.deal.course.game.collected]
    assert "The game is over." in phone.open(f"/t/{phone.table_id}/referee").text
    assert "were mistyped" in phone.text or "Check for a mistyped card" in phone.text
    phone.open(f"/t/{phone.table_id}/over")
    assert [phone.form("Record").value(f"number-{seat}") for seat in range(3)] == collected
    phone.press("Record the deal")
    assert "Deal 1 is over." in phone.open(f"/t/{phone.table_id}/referee").text


@pytest.mark.parametrize("now", ["XY", "5" * 400, "%F0%9F%83%8F"])
def test_the_referee_takes_what_does_not_read_for_nothing(avalanche, now):
    """A broken address shows the game as it stands."""
    assert "Ben plays" in avalanche.open(f"/t/{avalanche.table_id}/referee?now={now}&add=5&record=play").text
    avalanche.send(plays(avalanche), ("add", "X"))
    avalanche.send(plays(avalanche), ("record", "play"), 422)


def test_other_games_have_no_referee(opened):
    phone = opened("shanghai")
    phone.open(f"/t/{phone.table_id}/referee", 404)


def test_b4_a_deal_is_recorded_without_script(opened):
    """Cards by the pad, numbers typed; what is missing is said; a correction opens it filled in."""
    phone = opened("basic-rummy")
    table = phone.table_id
    phone.open(f"/t/{table}/over").press("Record the deal", 422, winner="0", number_2="x")
    assert "Enter Ben’s remaining cards." in phone.text
    assert "Cy: 'x' isn’t a whole number. Enter 0 or more." in phone.text
    phone.send(phone.form("Record the deal"), ("pad", "left-1"), winner="0", number_2="21")
    for card in ("KH", "3D"):
        phone.send(phone.form("Done"), ("add", card))
    phone.press("Done").press("Record the deal")
    deal = table_of(phone).deal
    assert (deal.scores, deal.ending.hands[1].left) == ((34, 0, 0), ("KH", "3D"))
    phone.open(f"/t/{table}/ending/2")
    assert phone.form("Record the correction").value("left-1") == "KH 3D"
    phone.press("Record the correction", number_2="1")
    assert table_of(phone.open(f"/t/{table}")).totals == (14, 0, 0)
    phone.open(f"/t/{table}/ending/2").press("Remove these scores")
    assert not table_of(phone.open(f"/t/{table}")).deal.ended
    phone.open(f"/t/{table}/ending/2", 404)
    phone.open(f"/t/{table}/out", 404)


def test_g1_a_table_opened_as_vatikan_has_one_joker_a_player(phone):
    """Nobody is asked how many; three players have three."""
    phone.open("/new?game=shanghai").press("Vatikan")
    phone.press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy")
    assert rules_of(table_of(phone)).jokers == 3
    phone.open(f"/t/{phone.table_id}/over?winner=0&left-1=w+w+w+w&number-2=1").press("Record the deal", 422)
    assert "Four wild cards, but this game has three." in phone.text


def test_k4_who_never_opened_is_asked_where_their_racks_count(phone, new_phone):
    """A tick for each; the form keeps it, the deal says it, and whoever went out is refused."""
    phone.open("/new?game=rummikub").press("Fewest points")
    phone.press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy")
    table = phone.table_id
    phone.open(f"/t/{table}/over?winner=0&number-1=5&number-2=13&unopened-0=1&unopened-2=1")
    assert "Who never made a first play?" in phone.text
    phone.press("Record the deal", 422)
    assert "Ann went out, so the first play is made. Name another player." in phone.text
    phone.open(f"/t/{table}/over?winner=0&number-1=5&number-2=13&unopened-2=1").press("Record the deal")
    assert table_of(phone).totals == (13, 18, 13)
    assert "Cy never made a first play" in new_phone().open(f"/t/{table}/ending/2").text
    assert phone.open(f"/t/{table}/ending/2").form("Record the correction").value("unopened-2") == "1"
    assert "5 left + 13" in phone.open(f"/t/{table}").text
    assert "Who never" not in phone.open(f"/t/{_usual(phone)}/over").text


def _usual(phone):
    """A table of Rummikub where no rack counts for anybody else."""
    phone.open("/new?game=rummikub").press("Open the table", name_0="Ann", name_1="Ben")
    return phone.table_id


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
    phone.open(f"/t/{phone.table_id}/over?{typed}")
    assert "Deal 1 is already recorded." in phone.text
    assert phone.form("Show").value("number-2") == "4"
