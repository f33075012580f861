"""H13 binds going out as well: with nothing laid before, one of the melds is a first meld."""

from __future__ import annotations

import pytest

from scorepad.core.tableau import NewMeld
from scorepad.tables import exports, imports, service, table_plays
from scorepad.tables.dealing import next_deal
from scorepad.tables.judging import DeclaredHand, IllegalMelds
from tests.open_tables import melds
from tests.tables.phones import at_table

ANN, BEN, _, DI = range(4)


@pytest.fixture
def phone(store):
    return at_table(
        store, game="chattahoochee-alternate", options={"first_meld_naturals": 4, "first_meld_rise": 10}
    )


def test_h13_a_hand_without_a_first_meld_does_not_go_out(phone):
    """The fault says what is needed; with a first meld all others may be as they are."""
    with pytest.raises(IllegalMelds, match="A first meld needs four naturals, not three"):
        phone.out(ANN, "♣456")
    with pytest.raises(IllegalMelds, match="must be a first meld of at least four naturals"):
        phone.out(ANN, "♣456 / ♥2")
    assert phone.out(ANN, "♣4567 / ♥2").deal.entry_of(ANN).points == 11


def test_h13_melds_that_lay_there_are_no_longer_the_first(phone):
    """Nor when the hand is corrected."""
    phone.do(table_plays.lay_melds, player=ANN, play=NewMeld(melds("♣4567")[0]))
    table = phone.out(ANN, "♣4567 / ♥2")
    phone.correct(table.deal.entry_of(ANN).number, ANN, "♣4567 / ♥3")
    with pytest.raises(IllegalMelds):
        phone.correct(phone.out(BEN, "♠4567").deal.entry_of(BEN).number, BEN, "♠456")


def test_h13_the_naturals_rise_with_the_score_of_earlier_games(phone):
    phone.out(ANN, points=11)
    for player in (BEN, DI):
        phone.out(player, points=0)
    phone.do(next_deal)
    with pytest.raises(IllegalMelds, match="needs six naturals, not four"):
        phone.out(ANN, "♣4567")
    phone.out(BEN, "♣4567")


def test_a4_cards_whose_melds_are_to_follow_are_recorded(store):
    """The melds are judged when they come; a file with melds that break the rule says so."""
    options = {"first_meld_naturals": 4, "jokers": 4}
    phone = at_table(store, game="chattahoochee-alternate", options=options)
    cards = [laid.card for laid in melds("♣45w78♥2")[0]]
    table = phone.do(service.record_out, hand=DeclaredHand(ANN, None, None, cards=cards))
    assert table.deal.entry_of(ANN).to_follow
    with pytest.raises(IllegalMelds):
        phone.correct(table.deal.entry_of(ANN).number, ANN, "♣45 / w / ♣78 / ♥2")
    table = phone.correct(table.deal.entry_of(ANN).number, ANN, "♣45w78 / ♥2")
    assert imports.read_table_file(exports.to_json(table)) == table.events
