"""Deals put right by the pages: a forgotten hand, another order, hands put back, undo and redo (A3)."""

from __future__ import annotations

import pytest

from tests.web.conftest import ON_SERVER_BY_NIGHT

pytestmark = ON_SERVER_BY_NIGHT


@pytest.fixture
def table(ann, going_out):
    """Ann's phone; Cy went out first with ten points, Ben and Di followed, Ann did not go out."""
    for name, points in (("Cy", "10"), ("Ben", "4"), ("Di", "1")):
        going_out(ann, ann.table_id, name, points=points)
    return ann


def totals(phone) -> list[int]:
    """What everybody has, by seat, from the file of the table."""
    text = phone.client.get(f"/t/{phone.table_id}/export.csv").get_data(as_text=True)
    rows = [line.rsplit(",", 4) for line in text.splitlines()[1:]]
    scores = {row[1]: int(row[4]) for row in rows if row[4]}
    return [scores.get(name, 0) for name in ("Ann", "Ben", "Cy", "Di")]


def test_a_forgotten_hand_is_added_at_its_place(table):
    """To a deal that is over: the multipliers of those behind it follow."""
    id = table.table_id
    table.press("Next deal")
    page = table.open(f"/t/{id}/deal/1")
    assert "Ann didn’t go out, 0" in page.text
    assert "Add a player who went out" in page.text
    form = table.open(f"/t/{id}/out?deal=1&place=2")
    assert "Forgotten in deal 1" in form.text
    assert "1st 2nd 3rd 4th" in form.text
    assert "Ann × 2" in form.text
    table.press("Record", player="0", points="7", place="2")
    assert totals(table) == [14, 4, 30, 0]
    record = table.open(f"/t/{id}/record").text
    assert "Ann added to deal 1: Ann went out 2nd: 7 × 2 = 14" in record
    assert "Because Ann’s hand was added: Ben 8 → 4, Di 1 → 0" in record


def test_a_forgotten_hand_keeps_its_place_over_taps(table):
    """The address keeps the deal and the place with the cards."""
    table.open(f"/t/{table.table_id}/out?deal=1&place=2&cards=4C+5C")
    table.press("as laid")
    assert "deal=1" in table.url
    assert "place=2" in table.url
    assert "Forgotten in deal 1" in table.text


@pytest.mark.parametrize("asked", ["deal=9&place=1", "deal=0&place=1", "deal=1&place=x", "deal=²&place=1"])
def test_a_place_that_cannot_be_is_no_place(table, asked):
    """The page is that of going out now."""
    assert "Forgotten" not in table.open(f"/t/{table.table_id}/out?{asked}").text


def test_the_order_of_going_out_is_put_right(table):
    """Tap by tap; recorded, the multipliers follow."""
    id = table.table_id
    page = table.open(f"/t/{id}/deal/1/order")
    assert "1. Cy × 3" in page.text
    form = page.form("Earlier")
    third = [button for button in form.buttons if button[2] == "Earlier"][2]
    page.send(form, third[:2])
    assert "1. Cy × 3 Earlier 2. Di × 2 Earlier 3. Ben × 1" in page.text
    page.press("Record this order")
    assert totals(page) == [0, 4, 30, 2]
    assert "Ann changed the order of going out in deal 1: Cy, Di, Ben" in page.open(f"/t/{id}/record").text


def test_an_order_of_other_entries_is_not_taken(table):
    """It is the one that counts now."""
    page = table.open(f"/t/{table.table_id}/deal/1/order?order=2.2.9&up=77")
    assert "1. Cy × 3 Earlier 2. Ben × 2 Earlier 3. Di × 1" in page.text
    table.open(f"/t/{table.table_id}/deal/9/order", 404)


@pytest.mark.parametrize("page", ["record", "deal/1"])
def test_a_removed_hand_is_put_back(table, page):
    """By the record and by the page of its deal; whoever only watches is not asked."""
    id = table.table_id
    table.open(f"/t/{id}/entry/3").press("Remove this entry")
    assert totals(table) == [0, 0, 30, 2]
    record = table.open(f"/t/{id}/record").text
    assert "Because Ben’s hand was removed: Di 1 → 2" in record
    assert "Ben went out: 4 × 2 = 8 (entered by Ann) (removed)" in record
    table.open(f"/t/{id}/{page}").press("Put back")
    assert totals(table) == [0, 8, 30, 1]
    assert "Put back" not in table.open(f"/t/{id}/{page}").buttons()
    assert "(removed)" not in table.open(f"/t/{id}/record").text


def test_the_removed_scores_of_a_deal_are_put_back(phone):
    """In a game whose deals end for everybody at once."""
    names = {"name_0": "Ann", "name_1": "Ben"}
    phone.open("/new?game=shanghai").press("Open the table", **names)
    id = phone.table_id
    phone.open(f"/t/{id}/over").press("Record the deal", winner="0", number_1="7")
    phone.open(f"/t/{id}/ending/2").press("Remove these scores")
    page = phone.open(f"/t/{id}/deal/1")
    assert "Removed: Ann 0, Ben 7" in page.text
    page.press("Put back")
    assert "Ann put back the scores of deal 1: Ann 0, Ben 7" in phone.open(f"/t/{id}/record").text
    assert "Put back" not in phone.open(f"/t/{id}/deal/1").buttons()


def test_undo_has_a_redo_and_says_what_it_undid(table):
    """Until something else happens."""
    assert "Redo" not in table.buttons()
    table.press("Undo")
    assert "Undid “Di went out: 1 × 1 = 1 (entered by Ann)”" in table.text
    table.press("Undo")
    assert "Undid “Ben went out: 4 × 2 = 8 (entered by Ann)”" in table.text
    table.press("Redo")
    assert "Undid “Di went out" in table.text
    table.press("Redo")
    assert totals(table) == [0, 8, 30, 1]
    assert "Redo" not in table.buttons()
    text = table.open(f"/t/{table.table_id}/record").text
    assert "Ann redid “Di went out: 1 × 1 = 1 (entered by Ann)”" in text
    assert "(undone)" not in text


def test_a_note_is_written_to_an_earlier_deal(table):
    """And shown there."""
    id = table.table_id
    table.press("Next deal")
    table.open(f"/t/{id}/deal/1").press("Add the note", text="Cards dealt twice")
    assert "Cards dealt twice" in table.open(f"/t/{id}/deal/1").text
    assert "Cards dealt twice" not in table.open(f"/t/{id}/deal/2").text
    assert "End deal" not in " ".join(table.open(f"/t/{id}/deal/1").buttons())
