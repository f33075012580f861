"""The service: hands judged as they are recorded, rights, operations and refusals (H2, H3, P1, A3)."""

from __future__ import annotations

from functools import partial

import pytest

from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Refused
from scorepad.core.log.events import UnreadableEvent
from scorepad.store.engine import NotAllowed, NotFound, Stale
from scorepad.tables import service
from scorepad.tables.dealing import next_deal
from scorepad.tables.judging import DeclaredHand, IllegalMelds, UnclearHand
from scorepad.tables.operations import Operation, OpReused
from scorepad.tables.player_names import rename_player
from scorepad.tables.standing import rules_of
from tests.open_tables import melds, open_table
from tests.tables.phones import Phone, at_table


@pytest.fixture
def phone(store):
    return at_table(store, options={"jokers": 2, "quartet_bonus": 50})


def test_h3_melds_are_judged_and_kept_as_they_read(phone):
    """Points as judged, each meld's points, and the cards in canonical form, wilds saying what they are."""
    entry = phone.out(1, "♣45w78 / QH").deal.entries[0]
    assert entry.melds == (("4C", "5C", "w=6C", "7C", "8C"), ("QH",))
    assert (entry.meld_points, entry.points, entry.multiplier, entry.score) == ((10, 1), 11, 2, 22)


def test_h24_bonuses_are_kept_with_the_entry(phone):
    """They are multiplied like any other points."""
    entry = phone.out(0, "♣Q / ♠Q / ♥Q / ♦Q").deal.entries[0]
    assert [(bonus.kind, bonus.points) for bonus in entry.bonuses] == [("quartet", 50)]
    assert (entry.points, entry.score) == (54, 108)


def test_plain_points_are_taken_instead_of_cards(phone):
    """Negative ones too; the melds are then unknown."""
    entry = phone.out(0, points=-3, note="  by   hand ").deal.entries[0]
    assert (entry.melds, entry.points, entry.score, entry.note) == (None, -3, -6, "by hand")


def test_h1_illegal_melds_are_refused_with_every_finding(phone):
    """Each fault names its meld; nothing is written."""
    with pytest.raises(IllegalMelds) as illegal:
        phone.out(0, "♥6789JQ / ♣4♦5 / ♠3 / ♠3 / ♠3")
    assert [part.at for part in illegal.value.parts] == ["melds:1", "melds:2", "melds"]
    assert illegal.value.message == (
        "♥6789JQ: not a run: ♥10 is missing. ♣4♦5: ♦5 doesn’t belong in a run of clubs. "
        "Three ♠3, but the packs hold two."
    )
    assert [finding.clause for finding in illegal.value.findings] == ["H1", "H1", "P1"]
    assert not illegal.value.verdict.legal
    assert service.head(*phone.at[:2]) == 1


def test_p1_all_hands_of_a_deal_together_hold_no_more_than_the_packs(phone):
    """The table is told which card, and whose hands show it; the next deal starts afresh."""
    phone.out(0, "♥Q / w")
    phone.out(1, "♥JQK")
    with pytest.raises(IllegalMelds) as crowded:
        phone.out(2, "♥QK / w / w")
    assert crowded.value.message == (
        "Three ♥Q on the table with Ann and Ben’s hands, but the packs hold two. "
        "Three wild cards on the table with Ann’s hand, but this game has two."
    )
    phone.do(service.close_deal)
    phone.do(next_deal)
    assert phone.out(2, "♥Q").deal.score(2) == 2


def test_p1_a_correction_is_audited_without_the_entry_that_it_replaces(phone):
    """The same cards may be sent again, another's may not be too many."""
    first = phone.out(0, "♥Q / ♥Q").deal.entries[0].number
    assert phone.correct(first, 0, "♥Q / ♥QK").deal.entries[0].points == 4
    second = phone.out(1, "♥3").deal.entries[1].number
    with pytest.raises(IllegalMelds, match="Three ♥Q"):
        phone.correct(second, 1, "♥Q")


@pytest.mark.parametrize(("cards", "points"), [((), None), (None, None), (melds("♥Q"), 1)])
def test_neither_cards_nor_points_or_both_are_unclear(phone, cards, points):
    """One of the two is asked for."""
    with pytest.raises(UnclearHand):
        phone.do(service.record_out, hand=DeclaredHand(0, cards, points))


def test_nothing_is_recorded_into_an_ended_deal(phone):
    """Nor is it closed again; the next deal is opened first."""
    phone.out(0, points=10)
    phone.out(2, points=10)
    with pytest.raises(Refused, match="Deal 1 has ended"):
        phone.out(1, points=10)
    with pytest.raises(Refused, match="Deal 1 has already ended"):
        phone.do(service.close_deal)
    table = phone.do(next_deal)
    assert (table.deal.number, table.deal.dealer) == (2, 1)
    assert phone.do(service.undo_operation).deal.number == 1
    assert phone.do(next_deal, dealer=3).deal.dealer == 3


def test_notes_and_names(phone):
    """A note belongs to its deal, a new name to the whole table."""
    assert phone.do(service.add_note, text="♥Q was\nbent").deal.notes == ("♥Q was bent",)
    assert phone.do(rename_player, player=1, name=" Benno ").players[1].name == "Benno"
    with pytest.raises(UnreadableEvent, match="text must be one line"):
        phone.do(service.add_note, text=" \n ")


def test_the_same_request_again_is_answered_as_the_first_was(phone):
    """Five times, whatever it expects, also after others wrote."""
    first = phone.out(0, "♥Q", op="same", expected=1)
    phone.out(1, points=3)
    for expected in (1, 2, 3, 99):
        assert phone.out(0, "♥Q", op="same", expected=expected) == first
    undone = phone.do(service.undo_operation, op="undo")
    assert phone.do(service.undo_operation, op="undo") == undone


def test_an_operation_with_other_content_is_refused(phone):
    """A form that was sent, changed and sent again must not be lost in silence."""
    phone.out(0, "♥Q", op="same")
    for again in (partial(phone.out, 0, "♥K"), partial(phone.out, 1, "♥Q"), partial(phone.out, 0, points=1)):
        with pytest.raises(OpReused):
            again(op="same")
    with pytest.raises(OpReused):
        phone.do(service.undo_operation, op="same")


def test_a_stale_request_is_told_the_head(phone):
    """The other phone was first."""
    phone.out(0, points=1)
    with pytest.raises(Stale) as stale:
        phone.out(1, points=1, expected=1)
    assert stale.value.head == 2


def test_only_holders_of_a_key_change_the_table(store, phone):
    """A watcher reads; whoever joins by the code may write."""
    id = phone.at[1]
    changes = [
        partial(service.record_out, hand=DeclaredHand(0, None, 1)),
        partial(service.correct_entry, entry=2, hand=DeclaredHand(0, None, 1)),
        partial(service.remove_entry, entry=2),
        service.undo_operation,
        next_deal,
        service.close_deal,
        partial(service.add_note, text="x"),
        partial(rename_player, player=0, name="x"),
    ]
    other = open_table(store, op="other").key
    for key in ("", "wrong", id, other):
        for number, change in enumerate(changes):
            with pytest.raises(NotAllowed):
                change(Operation(store, id, key, "Eve", str(number), 1))
        with pytest.raises(NotAllowed):
            service.invitation_code(store, id, key)
    assert service.table(store, id).head == 1
    joined = service.join_table(store, service.invitation_code(*phone.at).lower())
    assert joined[0] == id
    assert Phone(store, *joined, by="Ben").out(1, points=3).changes()[0].sentence == "Ben went out: 3 × 2 = 6"


def test_what_is_not_there_is_not_found(store):
    """Table and code."""
    for ask in (partial(service.table, store, "x"), partial(service.join_table, store, "XXXXXX")):
        with pytest.raises(NotFound):
            ask()


WRONG_TABLES = [
    ({"players": ["Ann"]}, "Chattahoochee is for 2 to 12 players, not 1."),
    (
        {"game": "shanghai", "options": {"packs": 1, "deal": 20}, "partnerships": None},
        "4 players with 20 cards each need 80 cards, but only 52 are in play. Use more packs",
    ),
    (
        {"options": {"pack": "custom", "suits": "1", "ranks": "A B C", "packs": 1, "deal": 0}},
        "4 players with 1 card each need 4 cards, but only 3 are in play.",
    ),
    (
        {"players": ["Ann", "ann", "Cy", "Di"]},
        "Two players are called ann. Add a letter to one.",
    ),
    ({"players": ["Ann", " ", "Cy", "Di"]}, "The name is missing."),
    ({"players": ["Ann", "\u200b\u3164", "Cy", "Di"]}, "The name is missing."),
    ({"players": ["Ann", "..", "Cy", "Di"]}, "The name is missing."),
    ({"players": ["Caf\u00e9", "CAFE\u0301\u200b", "Cy", "Di"]}, "Two players are called"),
    ({"partnerships": [[0, 1], [1, 2]]}, "exactly one partnership"),
    ({"partnerships": [[0, 1, 2, 3]]}, "at least two partnerships"),
    ({"dealer": 7}, "The dealer must be one of the players. Choose one of them."),
    ({"game": "whist"}, "No game is called 'whist'"),
    ({"options": {"packs": 9, "jokers": -1}}, "packs = 9: type a whole number from 1 to 4. jokers = -1"),
    ({"name": "x" * 61}, "name must be one line of at most 60"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG_TABLES, ids=[sentence for _, sentence in WRONG_TABLES])
def test_a_table_that_cannot_be_is_not_opened(store, change, sentence):
    """Every fault is said."""
    with pytest.raises(ScorepadError) as wrong:
        open_table(store, **change)
    assert sentence in wrong.value.message
    assert store.ids() == ()


def test_a_table_keeps_every_option_as_it_was_chosen(store):
    """Also those left at their default, so that a later default changes no old table."""
    table = service.table(store, open_table(store, options={"packs": "3"}).id)
    assert table.options["packs"] == 3
    assert table.options["schedule"] == "original"
    assert rules_of(table).packs == 3
