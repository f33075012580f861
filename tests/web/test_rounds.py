"""Rounds entered in columns on a phone without script: shown with their arithmetic, recorded, put right."""

from __future__ import annotations

import pytest

from tests.web.phone import Phone, table_of
from tests.web.test_tables_for_programs import Program

NAMES = {"name_0": "Ann", "name_1": "Ben", "name_2": "Cy"}


def columns(*fields, **of_player):
    """Fields of the form: `bid=(1, 0)` are the bids of seats 0 and 1."""
    typed = {
        f"t-{name}-{seat}": str(number) for name, row in of_player.items() for seat, number in enumerate(row)
    }
    return typed | dict(fields)


@pytest.fixture
def opened(client):
    def open_table(preset, **more):
        phone = Phone(client)
        rules = phone.open(f"/new?game=any-game&o-columns={preset}")
        rules.press("Open the table", **NAMES, **more)
        return phone

    return open_table


def over(phone, words="Record the round", status=200, **typed):
    """The form of the round sent with these fields."""
    page = phone.open(f"/t/{phone.table_id}/over")
    return fill(page, words, status, typed)


def fill(page, words, status, typed):
    form = page.form(words)
    form.fields = [[name, value] for name, value in form.fields if name not in typed]
    form.fields += [[name, value] for name, value in typed.items()]
    button = next(one for one in form.buttons if words in one[2])
    return page.send(form, button[:2], status)


def test_a_round_is_recorded_from_bids_and_tricks(opened):
    phone = opened("wizard")
    over(phone, **columns(bid=(1, 0, 1), tricks=(1, 0, 0)))
    table = table_of(phone)
    assert table.totals == (30, 20, -10)
    assert table.deal.ending.hands[0].tally == ("bid 1", "tricks 1")
    assert "Bid 1, Tricks 1, scores 30" in phone.open(f"/t/{phone.table_id}").text
    # There is no hand to solve in a game without cards.
    assert "What’s in my hand?" not in phone.text


def test_the_form_shows_how_points_come_about(opened):
    phone = opened("wizard")
    page = phone.open(f"/t/{phone.table_id}/over")
    shown = fill(page, "Count", 200, columns(bid=(1, 0, 1), tricks=(1, 0, 0))).text
    assert "Ann bid made 20 1 trick × 10 10 30 total 30" in shown
    assert "Cy 1 off the bid × −10 −10" in shown


def test_what_a_round_cannot_be_is_told_and_kept(opened):
    phone = opened("wizard")
    page = over(phone, status=422, **columns(bid=(1, 0, 1), tricks=(1, 1, 0)))
    assert "Round 1 has 1 trick, not 2. Check each one." in page.text
    assert page.form("Record the round").value("t-tricks-1") == "1"
    missing = over(phone, status=422, **columns(bid=(1,)))
    assert "Tricks, Ann is missing. Enter it." in missing.text


def test_an_empty_form_asks_what_everybody_had(opened):
    phone = opened("hearts")
    assert "Enter what everybody had." in over(phone, status=422).text


def test_a_round_is_put_right(opened):
    phone = opened("wizard")
    over(phone, **columns(bid=(1, 0, 1), tricks=(1, 0, 0)))
    page = phone.open(f"/t/{phone.table_id}/ending/2")
    assert page.form("Record the correction").value("t-bid-2") == "1"
    fill(page, "Record the correction", 200, columns(bid=(1, 0, 0), tricks=(1, 0, 0)))
    assert table_of(phone).totals == (30, 20, 20)


def test_the_number_of_rounds_follows_from_the_players(opened):
    phone = opened("wizard")
    assert "Match of 20" in phone.open(f"/t/{phone.table_id}").text


def test_partners_have_one_column(client):
    phone = Phone(client)
    names = {f"name_{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cy", "Di"))}
    partners = {f"partner_{seat}": letter for seat, letter in enumerate("ABAB")}
    phone.open("/new?game=any-game&o-columns=spades").press("Open the table", **names, **partners)
    page = phone.open(f"/t/{phone.table_id}/over")
    assert "Ann & Cy" in page.text
    fill(page, "Record the round", 200, columns(bid=(5, 6), tricks=(7, 6)))
    assert table_of(phone).partnership_totals == (52, 60)


def test_columns_of_the_whole_round_are_ticked_and_chosen(opened):
    phone = opened("skat")
    whole = (("r-game", "24"), ("r-tops", "2"), ("r-won", "1"))
    over(phone, **columns(*whole, declarer=(1,)))
    table = table_of(phone)
    assert table.totals == (72, 0, 0)
    assert "game 24" in table.deal.ending.round
    page = phone.open(f"/t/{phone.table_id}/ending/2")
    assert page.form("Record the correction").value("r-won") == "1"


def test_programs_record_the_same(client):
    options = {"columns": "wizard"}
    table = Program(client, game="any-game", players=["Ann", "Ben", "Cy"], options=options)
    tally = {"Ann": {"bid": 1, "tricks": 1}, "Ben": {"bid": 0, "tricks": 0}, "Cy": {"bid": 1, "tricks": 0}}
    assert table.send("deals", {"tally": tally})["totals"] == {"Ann": 30, "Ben": 20, "Cy": -10}
    told = table.send("deals", {"tally": tally}, status=409)
    assert told["error"]["message"] == "Round 2 has 2 tricks, not 1. Check each one."


@pytest.mark.parametrize("path", ["", "/wall", "/record", "/sheet", "/ending/2", "/export.csv", "/deal/1"])
def test_every_page_of_the_table_shows_it(opened, path):
    phone = opened("skat")
    over(phone, **columns(("r-game", "24"), ("r-won", "1"), declarer=(1,)))
    assert phone.client.get(f"/t/{phone.table_id}{path}", follow_redirects=True).status_code == 200
