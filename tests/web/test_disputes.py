"""P1: a pack audit that fails at the table can be overruled; the hand is recorded and marked as disputed."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from tests.web.phone import table_of
from tests.web.test_recording import table_with

ANYWAY = "Record anyway, disputed"


@pytest.fixture
def crowded(ann, going_out):
    """Cy went out with both ♥Q, and Ann has sent a third one: she is told."""
    table = ann.table_id
    going_out(ann, table, "Cy", cards="QH QH")
    ann.open(f"/t/{table}/out?player=0&cards=QH")
    return ann.press("Record", 422)


def test_p1_a_card_too_many_on_the_table_is_recorded_as_disputed(crowded):
    """The finding is told first; overruled, it stands at the hand, in the grid and in the record."""
    assert "Three ♥Q on the table with Cy’s hand, but the packs hold two." in crowded.text
    crowded.press(ANYWAY)
    entry = table_of(crowded).deal.entries[1]
    assert (entry.player, entry.points, entry.disputed) == (0, 1, True)
    assert "Disputed: more cards than the packs hold" in crowded.text
    page = crowded.answer.get_data(as_text=True)
    assert 'aria-label="Ann, deal 1: 2, then 2, disputed"' in page
    assert "Ann went out: 1 × 2 = 2, disputed" in crowded.open(f"/t/{crowded.table_id}/record").text


def test_p1_a_disputed_hand_is_marked_on_the_printed_sheet(crowded):
    """On the page and in the PDF, with what the mark means."""
    crowded.press(ANYWAY)
    sheet = f"/t/{crowded.table_id}/sheet"
    assert "? disputed" in crowded.open(sheet).text
    pdf = crowded.client.get(f"{sheet}.pdf").get_data()
    assert "? disputed" in PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


def test_p1_whoever_watches_sees_that_a_hand_is_disputed(crowded, new_phone):
    crowded.press(ANYWAY)
    number = table_of(crowded).deal.entries[1].number
    assert "Disputed" in new_phone().open(f"/t/{crowded.table_id}/entry/{number}").text


def test_p1_a_correction_that_passes_ends_the_dispute(crowded):
    crowded.press(ANYWAY)
    number = table_of(crowded).deal.entries[1].number
    crowded.open(f"/t/{crowded.table_id}/entry/{number}").press("Record", cards="QS")
    assert not table_of(crowded).deal.entries[1].disputed
    assert "no longer disputed" in crowded.open(f"/t/{crowded.table_id}/record").text


def test_p1_a_correction_can_be_recorded_as_disputed(ann, going_out):
    table = ann.table_id
    going_out(ann, table, "Cy", cards="QH QH")
    going_out(ann, table, "Ann", cards="QS")
    ann.open(f"/t/{table}/entry/3").press("Record", 422, cards="QH")
    ann.press(ANYWAY)
    assert table_of(ann).deal.entries[1].disputed


def test_p1_a_hand_of_too_many_copies_is_recorded_as_laid(ann):
    """Three ♥Q in one hand of two packs, each by itself."""
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=QH+QH+QH&lay=1&melds=QH+/+QH+/+QH").press("Record", 422)
    ann.press(ANYWAY)
    entry = table_of(ann).deal.entries[0]
    assert (entry.points, entry.disputed, entry.to_follow) == (3, True, False)


def test_p1_an_illegal_meld_cannot_be_overruled(ann, going_out):
    """Not offered, and not taken when it is sent all the same."""
    table = ann.table_id
    going_out(ann, table, "Cy", cards="QH QH")
    ann.open(f"/t/{table}/out?player=0&cards=QH+2H&lay=1&melds=QH+2H").press("Record", 422)
    assert ANYWAY not in ann.buttons()
    ann.send(ann.form("Record"), ("record", "disputed"), 422)
    assert len(table_of(ann).deal.entries) == 1


def test_p1_a_hand_that_passes_is_not_disputed(ann):
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=QH")
    ann.send(ann.form("Record"), ("record", "disputed"))
    assert not table_of(ann).deal.entries[0].disputed


def test_p1_a_settled_deal_is_recorded_as_disputed_and_put_right(phone):
    """F3: three ♥K among the hands of one pack each; the correction ends the dispute."""
    table = table_with(phone, "basic-rummy")
    left = {"winner": "0", "left_1": "KH KH QD"}
    phone.open(f"/t/{table}/over").press("Record the deal", 422, **left)
    assert "but the pack holds one" in phone.text
    phone.press(ANYWAY)
    assert table_of(phone).deal.ending.disputed
    assert "Disputed: no deal can hold this." in phone.text
    assert "disputed" in phone.open(f"/t/{table}/record").text
    assert "? disputed" in phone.open(f"/t/{table}/sheet").text
    phone.open(f"/t/{table}/ending/2").press("Record the correction", 422)
    phone.press("Record the correction", left_1="KH QD")
    assert not table_of(phone).deal.ending.disputed
    assert table_of(phone).deal.scores == (20, 0)


def test_p1_melds_of_a_settled_deal_can_be_disputed(phone):
    """F3: what is melded counts as ever."""
    table = table_with(phone, "rummy-500")
    hands = {"winner": "0", "melds_0": "9H 9S 9D", "left_1": "9H KD"}
    phone.open(f"/t/{table}/over").press("Record the deal", 422, **hands)
    phone.press(ANYWAY)
    assert table_of(phone).deal.scores == (27, -19)


def test_p1_a_disputed_hand_is_put_back_as_it_was(crowded):
    crowded.press(ANYWAY)
    number = table_of(crowded).deal.entries[1].number
    crowded.open(f"/t/{crowded.table_id}/entry/{number}").press("Remove this entry")
    crowded.open(f"/t/{crowded.table_id}/record").press("Put back")
    assert table_of(crowded).deal.entries[1].disputed


def test_a_number_that_no_deal_can_hold_is_marked_and_recorded_as_disputed(phone):
    """The reason stands beside the field; a correction that passes ends the dispute."""
    table_with(phone, "gin-rummy")
    page = phone.open(f"/t/{phone.table_id}/over")
    page.press("Record the deal", 422, winner="0", number_0="5", number_1="900")
    assert "Check this. Ben can’t have 900. At most 100 are possible." in phone.text
    page = phone.answer.get_data(as_text=True)
    assert 'aria-describedby="check-1"' in page
    assert 'id="check-1"' in page
    phone.press(ANYWAY)
    ending = table_of(phone).deal.ending
    assert (ending.disputed, [hand.score for hand in ending.hands]) == (True, [895, 0])
    assert "disputed" in phone.open(f"/t/{phone.table_id}/record").text
    phone.open(f"/t/{phone.table_id}/ending/{ending.number}").press("Record the correction", number_1="90")
    assert not table_of(phone).deal.ending.disputed


def test_a_number_beside_a_fault_of_another_kind_cannot_be_overruled(phone):
    """What nobody could have laid is no dispute about numbers."""
    table_with(phone, "gin-rummy")
    phone.open(f"/t/{phone.table_id}/over")
    phone.press("Record the deal", 422, winner="0", ending="gin", number_0="5", number_1="900")
    assert ANYWAY not in phone.text
