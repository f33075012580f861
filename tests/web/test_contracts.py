"""Contracts on the pages: what a hand makes, who is in which phase, and who made it (X1, P3)."""

from __future__ import annotations

import re

from tests.web.phone import Phone


def table_of_two(client, game, **fields):
    """A phone at a table of Ann and Ben."""
    phone = Phone(client)
    phone.open(f"/new?game={game}").press("Open the table", name_0="Ann", name_1="Ben", **fields)
    return phone


def test_x1_the_page_of_a_hand_says_the_contract_of_its_deal(client):
    hand = "8H 9H TH JH 3C 3D 3S 2C 5C 7D"
    made = client.get("/solve", query_string={"game": "contract-rummy", "deal": "2", "cards": hand}).text
    assert "This makes the contract: a set of 3 and a run of 4." in made
    missing = client.get("/solve", query_string={"game": "contract-rummy", "deal": "3", "cards": hand}).text
    assert "The contract is 2 runs of 4: a run of 4 is missing." in missing


def test_x1_a_table_says_the_contract_of_each_deal(client):
    phone = table_of_two(client, "contract-rummy")
    assert "Contract: 2 sets of 3" in phone.open(f"/t/{phone.table_id}").text
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", winner="0", number_1="7")
    phone.open(f"/t/{phone.table_id}").press("Next deal")
    assert "Contract: a set of 3 and a run of 4" in phone.open(f"/t/{phone.table_id}").text


def test_p3_who_made_the_phase_goes_on_and_the_others_repeat_it(client):
    """The one who went out made it without being asked, another is ticked."""
    phone = table_of_two(client, "phase-10", name_2="Cem")
    assert "Cem: phase 1, 2 sets of 3" in phone.open(f"/t/{phone.table_id}").text
    over = phone.open(f"/t/{phone.table_id}/over")
    over.press("Record the deal", winner="0", number_1="15", number_2="60", phase_2="1")
    phone.open(f"/t/{phone.table_id}").press("Next deal")
    page = phone.open(f"/t/{phone.table_id}").text
    assert "Ann: phase 2, a set of 3 and a run of 4" in page
    assert "Ben: phase 1, 2 sets of 3" in page
    assert "Cem: phase 2, a set of 3 and a run of 4" in page


def test_p5_the_phase_ranks_before_points(client):
    """Cem has most points, and leads with Ann: both are in phase two, where the fewest points count."""
    phone = table_of_two(client, "phase-10", name_2="Cem")
    over = phone.open(f"/t/{phone.table_id}/over")
    over.press("Record the deal", winner="0", number_1="15", number_2="60", phase_2="1")
    page = phone.open(f"/t/{phone.table_id}").answer.get_data(as_text=True)
    assert re.findall(r'class="side side-(\d) rank-(\d)', page) == [("0", "1"), ("2", "2"), ("1", "3")]
    assert [row.count("made") for row in re.findall(r'class="dots".*?</span>', page)] == [1, 1, 0]
    phone.open(f"/t/{phone.table_id}").press("Next deal", exact=False)
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", winner="0", number_1="5", number_2="5")
    assert "Ann leads: phase 3." in phone.open(f"/t/{phone.table_id}").text


def test_p3_a_correction_keeps_who_made_the_phase(client):
    phone = table_of_two(client, "phase-10")
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", winner="0", number_1="15", phase_1="1")
    form = next(form for form in phone.open(f"/t/{phone.table_id}/ending/2").forms if form.id == "over")
    assert dict(form.fields)["phase-1"] == "1"


def test_p3_the_sheet_says_who_was_in_which_phase_and_made_it(client):
    phone = table_of_two(client, "phase-10")
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", winner="0", number_1="15")
    cells = phone.open(f"/t/{phone.table_id}/sheet").text
    assert "phase 1 made" in cells
    assert cells.count("phase 1") == 2
