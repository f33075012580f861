"""Hands judged anew because one that they rest on changed: interlocks of partners (I7, A3)."""

from __future__ import annotations

import pytest

from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import fold
from scorepad.tables import exports, imports, service
from scorepad.tables.dealing import next_deal
from scorepad.tables.judging import DeclaredHand, IllegalMelds
from scorepad.tables.operations import OpReused
from tests.open_tables import melds
from tests.tables.phones import at_table

LOW = "♣4♦5♣6♦7"  # 6 points; interlocks with HIGH over four ranks: 4 × 6 = 24
HIGH = "♦4♣5♦6♣7"
ANN, BEN, CY, DI = range(4)  # Ann and Cy are partners, Ben and Di


@pytest.fixture
def phone(store):
    return at_table(store, game="chattahoochee-interlocking")


def points(table) -> dict[int, int]:
    """What each player's hand of the current deal is worth, by seat."""
    return {entry.player: entry.points for entry in table.deal.entries}


def entry(table, player: int) -> int:
    return table.deal.entry_of(player).number


def test_i7_a_correction_of_the_hand_that_bonuses_rest_on_changes_them(phone):
    """Shorter melds of Ann's: Cy's interlock is shorter; and the other way round."""
    phone.out(ANN, LOW)
    before = phone.out(CY, HIGH)
    assert points(before) == {ANN: 6, CY: 6 + 24}
    after = phone.correct(entry(before, ANN), ANN, "♣4♦5♣6")
    assert points(after) == {ANN: 3, CY: 6 + 9}
    assert [event.kind for event in after.events[-2:]] == ["corrected", "rejudged"]
    assert len({event.op for event in after.events[-2:]}) == 1
    assert after.changes()[1].follows == ("Because Ann’s hand was corrected: Cy 60 → 30",)
    assert points(phone.correct(entry(before, ANN), ANN, LOW)) == {ANN: 6, CY: 30}


def test_an_earlier_deal_is_judged_anew_too(phone):
    """Deals later on are left as they are."""
    number = entry(phone.out(ANN, LOW), ANN)
    phone.out(CY, HIGH)
    phone.do(next_deal)
    phone.out(ANN, LOW)
    last = phone.out(CY, HIGH).deal
    after = phone.do(service.remove_entry, entry=number)
    assert [one.points for one in after.deals[0].entries] == [6]
    assert after.deal.entries == last.entries


def test_the_same_operation_again_is_answered_as_the_first_was(phone):
    """With all that it wrote, once; after others wrote, and with other content refused."""
    phone.out(ANN, LOW)
    number = entry(phone.out(CY, HIGH), ANN)
    first = phone.do(service.remove_entry, entry=number, op="same", expected=3)
    phone.do(service.add_note, text="tea")
    for expected in (3, 6, None):
        assert phone.do(service.remove_entry, entry=number, op="same", expected=expected) == first
    with pytest.raises(OpReused):
        phone.do(service.remove_entry, entry=3, op="same")
    assert [event.kind for event in first.events[-2:]] == ["removed", "rejudged"]


def test_a_hand_is_put_back_only_where_it_may_lie(phone):
    """Not when its cards are in another hand by now (P1), nor when the player is out by another entry."""
    number = entry(phone.out(ANN, "♥Q / ♥Q"), ANN)
    phone.do(service.remove_entry, entry=number)
    bens = entry(phone.out(BEN, "♥Q"), BEN)
    with pytest.raises(IllegalMelds, match="Three ♥Q on the table with Ben’s hand"):
        phone.do(service.restore_entry, entry=number)
    phone.do(service.remove_entry, entry=bens)
    phone.out(ANN, "♥7")
    with pytest.raises(Refused, match="Ann is already out"):
        phone.do(service.restore_entry, entry=number)


def test_a_log_with_hands_judged_anew_survives_the_way_out_and_in(phone):
    """Whole operations, as JSON and as CSV; the CSV says why."""
    phone.out(ANN, LOW)
    number = entry(phone.out(CY, HIGH), ANN)
    phone.do(service.remove_entry, entry=number)
    phone.do(service.undo_operation)
    table = phone.do(service.redo_operation)
    for text in (exports.to_json(table), exports.to_csv(table)):
        assert imports.read_table_file(text) == table.events
    assert "Cy’s hand was counted again because Ann’s hand was removed: 30 → 6 points" in text
    assert fold(table.events, table.id) == table


def test_a4_a_concealed_hand_whose_melds_are_to_follow_is_judged_anew(store):
    """Its melds only stand in for the one that it is, and stop no correction of its partner's hand."""
    phone = at_table(store, game="chattahoochee-interlocking", options={"any_turn": True})
    phone.out(ANN, "♣4♦5♣6")
    cards = [laid.card for laid in (*melds(HIGH)[0], *melds("♥9")[0])]
    hand = DeclaredHand(CY, None, None, cards=cards, concealed=True)
    before = phone.do(service.record_out, hand=hand)
    assert before.deal.entry_of(CY).to_follow
    after = phone.do(service.remove_entry, entry=entry(before, ANN))
    assert [found.player for found in after.deal.entries] == [CY]
    assert after.deal.entry_of(CY).points < before.deal.entry_of(CY).points
