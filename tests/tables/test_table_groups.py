"""Groups of cards seen on a whole table become plays of the players that they lie before (H8, H13, L3)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scorepad.core.log.event_data import Refused
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH
from scorepad.core.tableau import OnTable
from scorepad.rulebook import find_game
from scorepad.tables.service import undo_operation
from scorepad.tables.table_plays import IllegalPlay, TableGroup, judge_groups, lay_groups
from tests.tables.phones import at_table

ALTERNATE = find_game("chattahoochee-alternate").rules({"jokers": 2})
LEAPS = find_game("leap-rummy").rules({})


def melds(text):
    return read_melds(text, FRENCH) if text else ()


def there(*owned):
    """What lies before each player."""
    return OnTable(tuple(map(melds, owned)), names=("Ann", "Ben", "Cy"))


def groups(*seats_and_cards):
    """Each `seat cards`, `-` for nobody's."""
    return [
        TableGroup(melds(cards)[0], None if seat == "-" else int(seat))
        for seat, _, cards in (text.partition(" ") for text in seats_and_cards)
    ]


def plays(rules, table, *seats_and_cards):
    judgement = judge_groups(rules, table, groups(*seats_and_cards))
    assert all(group.legal for group in judgement.groups)
    return [(seat, told.words) for seat, told in judgement.plays]


def test_h8_each_group_is_what_it_became_since():
    """What lies there already is no play; a longer one adds to its meld; a joined one merges two."""
    table = there("♣456 / ♥78 / ♥TJ", "♦9T", "")
    assert plays(ALTERNATE, table, "0 ♣456", "1 ♦9T", "- ♠K") == []
    assert plays(ALTERNATE, table, "0 ♣3456", "1 ♦9TJQ", "2 ♠78") == [
        (0, "added ♣3 to ♣456"),
        (1, "added ♦J ♦Q to ♦9 10"),
        (2, "laid ♠78"),
    ]
    merged = judge_groups(LEAPS, there("♣246 / ♣8 10 Q"), groups("0 ♣2468TQ"))
    assert [(seat, told.words) for seat, told in merged.plays] == [(0, "merged ♣246 and ♣8 10 Q")]
    assert merged.table.melds == (melds("♣2468TQ"),)


def test_p1_with_two_packs_the_same_meld_lies_there_twice():
    """One lies there, the other is new: the first is found once."""
    assert plays(ALTERNATE, there("♣456", ""), "0 ♣456", "1 ♣456") == [(1, "laid ♣456")]
    assert plays(ALTERNATE, there("♣456", ""), "0 ♣456", "0 ♣456") == [(0, "laid ♣456")]


def test_h9_a_group_that_another_player_is_given_is_a_new_meld():
    """Nobody adds to the melds of others."""
    assert plays(ALTERNATE, there("♣456", ""), "1 ♣4567") == [(1, "laid ♣4567")]


def test_h13_a_good_first_meld_lets_the_others_follow_wherever_it_lies():
    """Five naturals in the last group; without it all of them are told why."""
    rules = find_game("chattahoochee-alternate").rules({"first_meld_naturals": 5})
    cards = ("0 ♣45", "0 ♥78", "0 ♦56789")
    for order in permutations(cards):
        assert len(plays(rules, there(""), *order)) == 3
    judgement = judge_groups(rules, there(""), groups(*cards[:2]))
    assert [group.legal for group in judgement.groups] == [False, False]


def test_a_wild_lies_at_the_end_at_which_it_is_seen():
    """The card's own place in the group says which of two ways it is."""
    for seen, after in (("♣w567", "w=4C 5C 6C 7C"), ("♣567w", "5C 6C 7C w=8C")):
        judgement = judge_groups(ALTERNATE, there("♣567"), groups(f"0 {seen}"))
        assert [" ".join(map(str, meld)) for meld in judgement.table.melds[0]] == [after]


@given(some.lists(some.sampled_from(["♣45", "♣456", "♥789", "♦TJQ", "♠2345"]), unique=True, max_size=4))
def test_a_photo_of_what_lies_there_changes_nothing(laid):
    """Whoever has it, in any order."""
    table = there(" / ".join(laid[::2]), " / ".join(laid[1::2]))
    seen = [f"{number % 2} {cards}" for number, cards in enumerate(laid)]
    assert plays(ALTERNATE, table, *reversed(seen)) == []


@pytest.fixture
def phone(store):
    return at_table(store, game="chattahoochee-alternate")


def test_a3_the_whole_table_is_one_operation(phone):
    """Recorded at once, told in one sentence, taken back at once."""
    table = phone.do(lay_groups, groups=groups("0 ♣45", "1 ♥789", "1 ♠TJ"))
    assert [len(owned) for owned in table.deal.melds][:3] == [1, 2, 0]
    assert table.sentence_of(table.last) == "Ann laid ♣45; Ben laid ♥789 and laid ♠10 J (entered by Ann)"
    assert phone.do(undo_operation).deal.melds == ()


def test_every_fault_of_every_group_is_told_and_nothing_is_written(phone):
    """A gap in one, a wrong suit in another."""
    with pytest.raises(IllegalPlay) as illegal:
        phone.do(lay_groups, groups=groups("0 ♣46", "1 ♥7♠8", "2 ♦56"))
    assert [part.message for part in illegal.value.parts] == [
        "Not a run: ♣5 is missing.",
        "♥7 doesn’t belong in a run of spades.",
    ]
    with pytest.raises(Refused, match="is on the table already"):
        phone.do(lay_groups, groups=groups("- ♦56"))
