"""Going out and correcting, on phones without script."""

from __future__ import annotations

import pytest

from tests.web.conftest import ON_SERVER_BY_NIGHT
from tests.web.phone import table_of

pytestmark = ON_SERVER_BY_NIGHT

RUN = "4C 5C 6C 7C"  # 10 points


def test_the_phones_own_player_is_picked(ben):
    assert ben.open(f"/t/{ben.table_id}/out").form("Record").value("player") == "1"


def test_a_tap_leads_to_an_address_that_keeps_it(ann):
    """Cards, player, points and note are in the address, and neither the token nor the operation is."""
    ann.open(f"/t/{ann.table_id}/out")
    form = ann.form("Record")
    ann.send(form, ("add", "QH"), player="2", note="first")
    assert "cards=QH" in ann.url
    assert "player=2" in ann.url
    assert "note=first" in ann.url
    assert "csrf" not in ann.url
    assert "op=" not in ann.url
    again = ann.open(ann.url).form("Record")
    assert again.value("player") == "2"
    assert again.value("note") == "first"


def test_the_arithmetic_stands_before_recording(ann):
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=4C+5C+6C+7C+8C+9C+TC+6C+7C+8C+QH")
    assert "(28 + 6 + 1) × 3 = 105" in ann.text
    assert "Record 105" in ann.buttons()


def test_her_own_melds_are_judged_and_recorded_as_laid(ann):
    """Two melds where one was possible: what is left on the table is said, and her own are recorded."""
    table = ann.table_id
    ann.open(f"/t/{table}/out?player=0&cards=4C+5C+6C+7C&lay=1&melds=4C+5C+/+6C+7C")
    assert "4 points left on the table" in ann.text
    ann.press("Record 18")
    entry = table_of(ann).deal.entries[0]
    assert entry.melds == (("4C", "5C"), ("6C", "7C"))
    assert entry.points == 6


def test_melds_that_are_no_runs_are_refused_with_the_reason(ann):
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=4C+5C+7C&lay=1&melds=4C+5C+7C").press("Record", 422)
    assert "6C" in ann.text or "♣6" in ann.text
    assert table_of(ann).deal.entries == ()


def test_every_card_goes_into_a_meld(ann):
    """H2: melds that leave a card are not recorded, and the card is named."""
    url = f"/t/{ann.table_id}/out"
    ann.open(f"{url}?player=0&cards=4C+5C+9H&lay=1&melds=4C+5C")
    assert not any("Record" in words for words in ann.buttons())
    form = next(form for form in ann.forms if form.id == "hand")
    ann.send(form, ("record", "1"), 422)
    assert "Not laid yet: ♥9" in ann.text


def test_plain_points(ann, going_out):
    """A number instead of cards, negative too, or several added up, and nothing else than numbers."""
    table = ann.table_id
    going_out(ann, table, "Ann", 422, points="many")
    assert "'many' isn’t a whole number" in ann.text
    ann.press("Record", points="−12")
    assert "out 1st, −36" in ann.text
    going_out(ann, table, "Ben", points="12+8")
    assert "out 2nd, 40" in ann.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"cards": RUN, "points": "12"}, "There are cards too"),
        ({"cards": "4C 5X"}, "'5X'"),
        ({"cards": ""}, "No cards yet"),
    ],
)
def test_what_cannot_be_recorded_is_said_and_kept(ann, going_out, typed, said):
    going_out(ann, ann.table_id, "Ann", 422, **typed)
    assert said in ann.text
    assert ann.form("Record").value("cards") == typed["cards"]


def test_a_stale_page_keeps_the_cards_and_says_what_happened(ann, ben, going_out):
    """Ben was faster: Ann's cards stay, the new multiplier shows, one tap records."""
    table = ann.table_id
    form = ann.open(f"/t/{table}/out").form("Record")
    going_out(ben, table, "Ben", cards="7H")
    ann.send(form, ("record", "1"), 409, cards=RUN, note="slow")
    assert "Meanwhile: Ben went out: 1 × 3 = 3" in ann.text
    assert ann.form("Record").value("note") == "slow"
    ann.press("Record 20")
    assert [entry.score for entry in table_of(ann).deal.entries] == [3, 20]


def test_the_pack_audit_goes_over_all_hands_of_the_deal(ann, going_out):
    """P1: a card that is on the table twice already cannot be there a third time, and whose hand it is."""
    table = ann.table_id
    going_out(ann, table, "Cy", cards="QH QH")
    ann.open(f"/t/{table}/out?player=0&cards=QH")
    assert "Three ♥Q on the table with Cy’s hand, but the packs hold two." in ann.text
    ann.press("Record", 422)
    assert len(table_of(ann).deal.entries) == 1


def test_a_deal_that_ended_meanwhile_keeps_the_cards(ann, ben, going_out):
    table = ann.table_id
    for name in ("Ben", "Cy"):
        going_out(ben, table, name, points="1")
    form = ann.open(f"/t/{table}/out").form("Record")
    going_out(ben, table, "Di", points="1")
    ann.send(form, ("record", "1"), 409, cards=RUN)
    assert "Deal 1 is over" in ann.text
    assert ann.form("Record").value("cards") == RUN


def test_correction_of_an_earlier_deal(ann, going_out):
    """Two taps from the grid: the totals follow, and the record says who changed what."""
    table = ann.table_id
    going_out(ann, table, "Cy", cards=RUN)
    ann.open(f"/t/{table}/note").press("End deal 1").press("Next deal")
    going_out(ann, table, "Ann", cards="7H")
    page = ann.open(f"/t/{table}").answer.get_data(as_text=True)
    assert f'href="/t/{table}/entry/2"' in page
    form = ann.open(f"/t/{table}/entry/2").form("Record")
    assert form.value("cards") == RUN
    ann.press("Record", cards=f"{RUN} 8C")
    assert table_of(ann).totals == (3, 0, 45, 0)
    assert "Ann corrected Cy’s hand in deal 1: 10 → 15 points" in ann.open(f"/t/{table}/record").text


def test_correction_of_the_player_changes_the_multipliers(ann, going_out):
    table = ann.table_id
    going_out(ann, table, "Cy", cards=RUN)
    ann.open(f"/t/{table}/entry/2").press("Record", player="3", note="it was Di")
    entry = table_of(ann).deal.entries[0]
    assert (entry.player, entry.note, entry.corrected) == (3, "it was Di", True)


def test_correction_shows_melds_as_she_laid_them(ann):
    """Melds that were worth less than the best are shown as laid, to be laid again or left."""
    table = ann.table_id
    ann.open(f"/t/{table}/out?player=0&cards=4C+5C+6C+7C&lay=1&melds=4C+5C+/+6C+7C").press("Record")
    ann.open(f"/t/{table}/entry/2")
    assert "4 points left on the table" in ann.text
    ann.press("Back to the cards").press("Record 30")
    assert table_of(ann).deal.entries[0].melds == (("4C", "5C", "6C", "7C"),)


def test_removal_of_an_entry(ann, going_out):
    table = ann.table_id
    going_out(ann, table, "Cy", cards=RUN)
    ann.open(f"/t/{table}/entry/2").press("Remove this entry")
    assert table_of(ann).deal.entries == ()
    ann.open(f"/t/{table}/entry/2", 404)
    assert "removed or undone" in ann.text


def test_a_plain_entry_is_corrected_to_cards(ann, going_out):
    table = ann.table_id
    going_out(ann, table, "Cy", points="50")
    form = ann.open(f"/t/{table}/entry/2").form("Record")
    assert form.value("points") == "50"
    ann.press("Record", points="", cards=RUN)
    assert table_of(ann).deal.entries[0].points == 10
