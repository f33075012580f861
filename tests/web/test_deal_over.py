"""The page on which a deal ends, without script: counters, the next deal at once, what others recorded."""

from __future__ import annotations

import pytest

from tests.web.phone import Phone, table_of

NAMES = ("Ann", "Ben", "Cem", "Dora")


@pytest.fixture
def opened(client):
    """Opens a table of so many at a game; gives the phone on its page of the deal that is over."""

    def open_game(game: str, players: int = 2, **more: str) -> Phone:
        phone = Phone(client)
        names = {f"name_{seat}": name for seat, name in enumerate(NAMES[:players])}
        phone.open(f"/new?game={game}").press("Open the table", **names, **more)
        return phone.open(f"/t/{phone.table_id}/over")

    return open_game


def test_a_deal_is_recorded_and_the_next_one_opened_with_one_button(opened):
    phone = opened("any-game")
    phone.press("then round 2", number_0="12")
    table = table_of(phone)
    assert (table.totals, table.deal.number, table.deal.ended) == ((12, 0), 2, False)
    assert phone.text.startswith("Round 2 ")
    assert "/over" in phone.url


def test_no_deal_is_opened_once_the_match_is_over(opened):
    """The phone goes to the table, where the winner stands."""
    phone = opened("any-game&o-target=10")
    phone.press("then round 2", number_0="12")
    assert (table_of(phone).deal.number, table_of(phone).deal.ended) == (1, True)
    assert "Ann wins with 12." in phone.text


def test_a_row_shows_the_total_as_it_will_be_and_the_winner_it_makes(opened):
    phone = opened("any-game&o-target=10")
    phone.press("Record the round", number_0="4")
    phone.open(f"/t/{phone.table_id}").press("Next round", exact=False)
    page = phone.open(f"/t/{phone.table_id}/over?number-0=8")
    assert "Total 12" in page.text
    assert "Ann wins with 12." in page.text
    assert table_of(phone).totals == (4, 0)


def test_i6_who_comes_out_of_the_pool_with_this_deal_is_told(opened):
    phone = opened("indian-rummy&o-play=pool&o-out_at=101", 3)
    for _ in range(2):
        page = phone.open(f"/t/{phone.table_id}/over?winner=0&number-1=80&number-2=5")
        is_told = "out of the match" in page.text
        page.press("Record the deal")
        phone.open(f"/t/{phone.table_id}")
        if not is_told:
            phone.press("Next deal", exact=False)
    assert is_told


def test_counters_count_within_their_bounds(opened):
    """Red threes up to those in play, for both sides together."""
    phone = opened("canasta", 4)
    page = phone.open(f"/t/{phone.table_id}/over?threes-0=3&more=threes-0")
    assert page.form("Record the deal").value("threes-0") == "4"
    page = phone.open(f"/t/{phone.table_id}/over?threes-0=4&more=threes-1")
    assert page.form("Record the deal").value("threes-1") == ""
    page = phone.open(f"/t/{phone.table_id}/over?kind0-0=1&less=kind0-0")
    assert page.form("Record the deal").value("kind0-0") == ""


@pytest.mark.parametrize("field", ["threes-0", "kind0-1", "left-0", "melded-1", "times-0"])
def test_a_key_of_a_counter_that_the_game_lacks_changes_nothing(opened, field):
    """Old addresses may hold one, and the page is shown as it was."""
    phone = opened("gin-rummy")
    page = phone.open(f"/t/{phone.table_id}/over?number-1=5&more={field}")
    assert page.form("Record the deal").value("number-1") == "5"


@pytest.mark.parametrize(("seat", "name"), [("1", "Ben"), ("2", "Cem")])
def test_the_pad_names_whose_cards_it_writes_while_another_player_sits_out(opened, seat, name):
    phone = opened("rummy-500", 3)
    phone.open(f"/t/{phone.table_id}/players").press("Save", rests="0")
    page = phone.open(f"/t/{phone.table_id}/over?at={seat}&side=left&left-{seat}=4C")
    assert f"{name} has left" in page.text


@pytest.mark.parametrize("tap", ["at=2&side=left", "pad=left-2"])
def test_a_side_that_is_typed_together_has_one_pad(opened, tap):
    """Its first player has it. An address with the other one shows the numbers."""
    page = opened("canasta", 4)
    page = page.open(f"/t/{page.table_id}/over?number-0=5&{tap}")
    assert page.form("Record the deal").value("number-0") == "5"


@pytest.mark.parametrize(
    ("way", "fines", "told", "score"),
    [("pairs", "", "pairs", 46), ("", "2", "fine+fine", 225), ("unopened", "1", "unopened+fine", 303)],
)
def test_t7_a_way_and_fines_are_told_apart_and_recorded_together(opened, way, fines, told, score):
    phone = opened("okey-101")
    typed = {"winner": "0", "number_1": "23", "drop_1": way, "times_1": fines}
    phone.press("Record the deal", **{name: text for name, text in typed.items() if text})
    ending = table_of(phone).deal.ending
    assert ([drop.how for drop in ending.dropped], ending.hand_of(1).score) == ([told], score)
    form = phone.open(f"/t/{phone.table_id}/ending/{ending.number}").form("Record the correction")
    assert [value for name, value in form.fields if name == "drop-1"] == [way] * bool(way)
    assert form.value("times-1") == fines


def test_what_was_typed_for_a_deal_stays_that_of_its_deal(opened):
    """Another phone recorded it and dealt on: nothing is recorded in the new deal, and both are compared."""
    phone = opened("romme", 3)
    form = phone.form("Record the deal")
    phone.press("Record the deal", winner="0", number_1="20", number_2="30")
    phone.open(f"/t/{phone.table_id}").press("Next deal", exact=False)
    typed = {
        **dict(form.fields),
        "winner": "0",
        "number-1": "21",
        "number-2": "30",
        "op": "later",
        "record": "1",
    }
    answer = phone.client.post(form.action, data=typed)
    assert answer.status_code == 409
    page = answer.get_data(as_text=True)
    assert "Deal 1 is already recorded." in page
    assert "Correct it with mine" in page
    assert 'name="record"' not in page
    assert table_of(phone).totals == (0, 20, 30)
    assert not table_of(phone).deal.ended


def test_nothing_is_recorded_in_another_deal_than_it_was_typed_for(opened):
    """Not by a form that takes the table as it is by now, either."""
    phone = opened("romme", 3)
    fields = dict(phone.form("Record the deal").fields)
    phone.press("Record the deal", winner="0", number_1="20", number_2="30")
    phone.open(f"/t/{phone.table_id}").press("Next deal", exact=False)
    typed = {**fields, "winner": "0", "number-1": "21", "number-2": "30", "op": "later", "record": "1"}
    typed["expected"] = str(table_of(phone).head)
    assert phone.client.post(f"/t/{phone.table_id}/over", data=typed).status_code == 422
    assert not table_of(phone).deal.ended


def test_a_phone_without_a_network_goes_on_with_the_page_of_the_deal_before(opened):
    """It waited behind its own end of that deal and the next one alone."""
    phone = opened("romme", 3)
    form = phone.form("Record the deal")
    typed = {**dict(form.fields), "winner": "0", "number-1": "20", "number-2": "30", "record": "1"}
    assert phone.client.post(form.action, data={**typed, "op": "first"}).status_code == 303
    dealt = phone.open(f"/t/{phone.table_id}").form("Next deal")
    fields = {**dict(dealt.fields), "op": "dealt", "behind": "first", "expected": typed["expected"]}
    assert phone.client.post(dealt.action, data=fields).status_code == 303
    later = {**typed, "op": "later", "behind": "first dealt", "number-1": "7"}
    assert phone.client.post(form.action, data=later).status_code == 303
    assert table_of(phone).totals == (0, 27, 60)


def test_mine_correct_what_is_recorded_with_all_that_was_typed(opened):
    phone = opened("romme", 3)
    phone.press("Record the deal", winner="0", number_1="20", number_2="30")
    page = phone.open(f"/t/{phone.table_id}/over?of=1&winner=0&number-1=21&number-2=30")
    page.press("Correct it with mine")
    assert phone.form("Record the correction").value("number-1") == "21"
    phone.press("Record the correction")
    assert table_of(phone).totals == (0, 21, 30)


def test_the_same_recorded_twice_needs_no_correction(opened):
    phone = opened("romme", 3)
    phone.press("Record the deal", winner="0", number_1="20", number_2="30")
    page = phone.open(f"/t/{phone.table_id}/over?of=1&winner=0&number-1=20&number-2=30")
    assert "Correct it with mine" not in page.text
    assert "Back to the table" in page.text
