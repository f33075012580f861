"""Canasta at the table: a line a side, canastas by kind, red threes, the first meld of each side."""

from __future__ import annotations

import pytest

from tests.web.phone import Phone, table_of


@pytest.fixture
def phone(client):
    """A phone that has opened a table for two pairs."""
    phone = Phone(client)
    names = {f"name_{row}": name for row, name in enumerate(("Ann", "Ben", "Cem", "Dora"))}
    partners = {f"partner_{row}": letter for row, letter in enumerate("ABAB")}
    phone.open("/new?game=canasta").press("Open the table", **names, **partners)
    return phone


DEAL = {
    **{"winner": "0", "melded_0": "430", "number_0": "15", "kind0_0": "1", "kind1_0": "1", "threes_0": "3"},
    **{"melded_1": "250", "number_1": "75", "threes_1": "1"},
}


def test_a_deal_is_settled_by_the_side(phone):
    page = phone.open(f"/t/{phone.table_id}/over")
    assert "Ann & Cem" in page.text
    page.press("Record the deal", **DEAL)
    assert table_of(phone).partnership_totals == (1615, 275)
    page = phone.open(f"/t/{phone.table_id}")
    assert "Ann & Cem went out." in page.text


def test_the_score_is_told_line_by_line(phone):
    fields = "&".join(f"{name.replace('_', '-')}={value}" for name, value in DEAL.items())
    page = phone.open(f"/t/{phone.table_id}/over?{fields}")
    for line in ("Natural canasta: 1", "Mixed canasta: 1", "Red threes: 3", "Going out", "Cards left"):
        assert line in page.text


def test_a_deal_is_put_right_with_its_canastas(phone):
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", **DEAL)
    page = phone.open(f"/t/{phone.table_id}/ending/2")
    form = page.form("Record the correction")
    assert [form.value(f"{name}-0") for name in ("kind0", "kind1", "threes", "melded")] == [
        "1",
        "1",
        "3",
        "430",
    ]
    page.press("Record the correction", kind0_0="2")
    assert table_of(phone).partnership_totals == (2115, 275)


def test_melds_as_cards_say_their_canastas(phone):
    page = phone.open(f"/t/{phone.table_id}/over?melds-0=7+7+7+7+7+7+7+/+K+K+w&left-1=4+4+5+K")
    page.press("Record the deal", winner="0")
    assert table_of(phone).partnership_totals == (705, -25)


def test_who_goes_out_has_a_canasta(phone):
    page = phone.open(f"/t/{phone.table_id}/over?melds-0=K+K+w&left-1=4")
    assert "Going out still needs 1 canasta." in page.press("Record the deal", 422, winner="0").text


def test_the_board_says_each_sides_first_meld(phone):
    assert phone.open(f"/t/{phone.table_id}").text.count("First meld: 50") == 2
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", **DEAL)
    phone.open(f"/t/{phone.table_id}").press("Next deal, Ben deals")
    text = phone.open(f"/t/{phone.table_id}").text
    assert ("First meld: 90" in text, "First meld: 50" in text) == (True, True)


def test_every_page_of_the_table_opens(phone, client):
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", **DEAL)
    for path in ("sheet", "record", "wall", "export.csv", "export.json", "sheet.pdf", "deal/1"):
        assert client.get(f"/t/{phone.table_id}/{path}", follow_redirects=True).status_code == 200
