"""I8: interlocks with melds of partners who are still in score at once, for whoever goes out first, and not
again; what changes later is judged anew."""

from __future__ import annotations

import pytest

from scorepad.answers import hand_questions
from scorepad.answers.hand_reviews import entered_hands
from scorepad.core.log.table import fold
from scorepad.core.tableau import ExtendMeld, MeldAt, NewMeld
from scorepad.tables import exports, imports, service, table_plays
from tests.open_tables import melds
from tests.tables.phones import at_table

ANN, BEN, CY, DI, EVE = range(5)
ANNS = "♣3♥4♣5♥6"  # 6 points; interlocks with CYS over three ranks: 3 × 3 = 9
CYS = "♣4♥5♣6♥7"
OPTIONS = {"any_turn": True}


@pytest.fixture
def phone(store):
    """Ann and Cy are partners, and both have laid a meld."""
    phone = at_table(
        store,
        game="chattahoochee-interlocking",
        count=5,
        partnerships=[[ANN, CY], [BEN], [DI], [EVE]],
        options=OPTIONS,
    )
    lay(phone, ANN, ANNS)
    lay(phone, CY, CYS)
    return phone


def lay(phone, player, text):
    return phone.do(table_plays.lay_melds, player=player, play=NewMeld(melds(text)[0]))


def points(table):
    """What each player's hand of the current deal is worth, by seat."""
    return {entry.player: entry.points for entry in table.deal.entries}


def entry(table, player):
    return table.deal.entry_of(player).number


def test_i8_an_interlock_with_a_partner_who_is_in_scores_at_once(phone):
    """Ann × 3 and Cy × 2: 45 + 12."""
    assert points(phone.out(ANN, ANNS)) == {ANN: 6 + 9}
    phone.out(BEN, "♥Q")
    after = phone.out(CY, CYS)
    assert points(after) == {ANN: 15, BEN: 0, CY: 6}
    assert [entry.score for entry in after.deal.entries] == [45, 0, 12]


def test_i8_what_has_scored_does_not_score_again_when_it_grows(phone):
    """Cy's meld goes on after Ann went out; what is laid anew beside hers is another interlock."""
    phone.out(ANN, ANNS)
    phone.do(table_plays.lay_melds, player=CY, play=ExtendMeld(MeldAt(CY, 0), before=melds("♥3")[0]))
    assert points(phone.out(CY, f"♥3{CYS}"))[CY] == 10
    phone.do(service.undo_operation)
    assert points(phone.out(CY, f"♥3{CYS} / ♥4♣5"))[CY] == 10 + 1 + 2
    phone.do(service.undo_operation)
    assert points(phone.out(CY, f"♥3{CYS} / ♣4♥5♣6"))[CY] == 10 + 3 + 9


def test_i8_the_best_of_a_hand_in_a_review_is_without_what_had_scored(phone):
    """Cy's interlock with Ann's meld had scored for her; asked for without that, Cy's hand would be 15."""
    for player, cards in ((ANN, ANNS), (CY, CYS), (BEN, "♥Q"), (DI, "♦Q")):
        after = phone.out(player, cards)
    hand = entered_hands(after)[1]
    assert (hand.player, hand.made) == (CY, 6)
    assert hand_questions.best(hand.question).points == 6
    assert hand_questions.best({**hand.question, "partners_out": []}).points == 15


def test_i8_melds_laid_after_a_partner_went_out_interlock_when_their_player_does(store):
    """Nothing of Cy's lay there when Ann went out."""
    phone = at_table(store, game="chattahoochee-interlocking", options=OPTIONS)
    lay(phone, ANN, ANNS)
    assert points(phone.out(ANN, ANNS)) == {ANN: 6}
    lay(phone, CY, CYS)
    assert points(phone.out(CY, CYS)) == {ANN: 6, CY: 15}


def test_i8_an_interlock_that_was_worth_nothing_has_not_scored(store):
    """One rank is worth nothing; four are 24 when the partner goes out."""
    phone = at_table(store, game="chattahoochee-interlocking", options=OPTIONS)
    lay(phone, ANN, ANNS)
    lay(phone, CY, "♣6♥7")
    assert points(phone.out(ANN, ANNS)) == {ANN: 6}
    assert points(phone.out(CY, "♥3♣4♥5♣6♥7")) == {ANN: 6, CY: 10 + 24}


def test_i8_by_another_order_the_interlock_is_the_others(phone):
    """Cy went out first: the interlock is Cy's, with the melds that Ann had laid by then."""
    phone.out(ANN, f"{ANNS} / ♥Q")
    before = phone.out(CY, f"{CYS} / ♥2")
    order = [entry(before, player) for player in (CY, ANN)]
    after = phone.do(service.reorder_entries, deal=1, entries=order)
    assert points(after) == {CY: 6 + 9, ANN: 6}
    assert points(phone.do(service.undo_operation)) == points(before) == {ANN: 15, CY: 6}


def test_i8_a_removed_hand_leaves_the_interlock_to_the_partner(phone):
    """Put back, it has it again; corrected to other melds, what these make."""
    phone.out(ANN, ANNS)
    before = phone.out(CY, CYS)
    number = entry(before, ANN)
    assert points(phone.do(service.remove_entry, entry=number)) == {CY: 15}
    assert points(phone.do(service.restore_entry, entry=number)) == points(before)
    assert points(phone.correct(number, ANN, "♣3♥4♣5♥6♣7")) == {ANN: 10 + 24, CY: 6}
    assert points(phone.correct(number, ANN, "♥Q")) == {ANN: 0, CY: 6}
    table = phone.correct(number, ANN, points=9)
    assert points(table) == {ANN: 9, CY: 6}
    assert imports.read_table_file(exports.to_json(table)) == table.events
    assert fold(table.events, table.id) == table


def test_i8_a_hand_added_later_finds_what_lay_there_then(store):
    """Ann went out first, and nobody entered it: from the first place the interlock is hers."""
    phone = at_table(store, game="chattahoochee-interlocking", options=OPTIONS)
    lay(phone, ANN, ANNS)
    lay(phone, CY, CYS)
    assert points(phone.out(CY, CYS)) == {CY: 15}
    after = phone.out(ANN, ANNS, deal=1, place=1)
    assert points(after) == {ANN: 15, CY: 6}
    assert [event.kind for event in after.events[-2:]] == ["out", "rejudged"]


def test_i7_partners_whose_melds_do_not_interlock_have_none(store):
    """By house rule, in any turn as on going out."""
    phone = at_table(
        store, game="chattahoochee-interlocking", options={**OPTIONS, "partner_interlocks": False}
    )
    lay(phone, ANN, ANNS)
    lay(phone, CY, CYS)
    phone.out(ANN, ANNS)
    assert points(phone.out(CY, CYS)) == {ANN: 6, CY: 6}


def test_i8_a_correction_before_another_hand_is_what_lay_there_then(store):
    """Ann's melds are put right after Cy went out beside them."""
    phone = at_table(store, game="chattahoochee-interlocking", options=OPTIONS)
    lay(phone, ANN, "♥Q♣K")
    phone.out(ANN, f"♥Q♣K / {ANNS}")
    before = phone.out(CY, CYS)
    assert points(before) == {ANN: 7, CY: 15}
    assert points(phone.correct(entry(before, ANN), ANN, "♥Q♣K / ♥9")) == {ANN: 1, CY: 6}
    assert points(phone.correct(entry(before, ANN), ANN, f"♥Q♣K / {ANNS}")) == {ANN: 7, CY: 15}


def test_i8_a_corrected_hand_interlocks_with_what_lay_there_then(store):
    """Cy laid his meld after Ann had gone out, and Ben went out beside it."""
    phone = at_table(store, game="chattahoochee-interlocking", options=OPTIONS)
    lay(phone, ANN, ANNS)
    phone.out(ANN, ANNS)
    lay(phone, CY, CYS)
    before = phone.out(BEN, "♥Q")
    assert points(phone.correct(entry(before, ANN), ANN, "♣3♥4♣5♥6♣7")) == {ANN: 10, BEN: 0}
