"""H15, H16, I7: melds read both ways round, and wilds on the table that must be told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check_meld
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.plays import judge_play
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps, MeldShapes, MeldValues, Rules, WildRules
from scorepad.core.tableau import NewMeld, OnTable, OpenWild, open_wild_findings, read_table, settle_wilds
from scorepad.rulebook import find_game
from tests.optimize.brute_force import stands_for
from tests.profiles import examples

SEVEN = Pack("seven", "Seven ranks", FRENCH.suits[2:], tuple("A234567"))
FALLING = Schedule("table", (4, 9, 6, 2, 8))
INTERLOCKING = find_game("chattahoochee-interlocking").rules({"jokers": 4, "adjacent_naturals": False})


def meld(text):
    return read_melds(text, FRENCH)[0]


rules_with_wilds = st.builds(
    Rules,
    game=st.just("chattahoochee"),
    pack=st.just(SEVEN),
    packs=st.just(4),
    jokers=st.just(8),
    shapes=st.builds(
        MeldShapes,
        suit_pattern=st.sampled_from(["single", "alternating"]),
        leaps=st.sampled_from([Leaps((1,)), Leaps((2,))]),
    ),
    wilds=st.builds(
        WildRules,
        adjacent_naturals=st.booleans(),
        wilds_apart=st.booleans(),
        wild_rank=st.sampled_from([(), ("4",), ("4", "6")]),
        wild_rank_mode=st.sampled_from(["also-natural", "drops-out"]),
        wild_cards=st.sampled_from([(), (Card("5", "H"),), (Card("5", "H"), Card("2", "D"))]),
        wild_reach=st.sampled_from(["any", "own-suit"]),
    ),
    values=st.builds(
        MeldValues, schedule=st.sampled_from([Schedule("original"), Schedule("one-zero"), FALLING])
    ),
)


@st.composite
def laid_in_order(draw):
    """Rules, and a run up or down some of whose cards are wild ones instead."""
    rules = draw(rules_with_wilds)
    alternating = rules.shapes.suit_pattern == "alternating"
    ranks = [
        rank
        for rank in "A234567"
        if rank not in rules.wilds.wild_rank or rules.wilds.wild_rank_mode != "drops-out"
    ]
    start, length, way = draw(st.integers(0, 6)), draw(st.integers(1, 7)), draw(st.sampled_from([1, -1]))
    wilds = [WILD, Card("5", "H"), Card("2", "D"), Card("4", "D"), Card("4", "H")]
    run = []
    for step in range(length):
        kind = Card(
            ranks[(start + way * step * rules.shapes.leaps.each[0]) % len(ranks)],
            "HD"[step % 2 * alternating],
        )
        run.append(draw(st.sampled_from([kind, kind, kind, *wilds])))
    return rules, tuple(map(Laid, run))


def ways_round(rules: Rules, length: int) -> Iterator[list[Card]]:
    """Every run of that many cards, up and down, from the rules alone; one card alone is one as well."""
    letters = [suit.letter for suit in rules.pack.suits]
    ranks = [
        rank
        for rank in rules.pack.ranks
        if rank not in rules.wilds.wild_rank or rules.wilds.wild_rank_mode != "drops-out"
    ]
    for start in range(len(ranks)):
        for way in (1, -1):
            order = [
                ranks[(start + way * rules.shapes.leaps.each[0] * step) % len(ranks)]
                for step in range(length)
            ]
            for one in letters:
                for other in (
                    [one] if rules.shapes.suit_pattern == "single" else [two for two in letters if two != one]
                ):
                    yield [Card(rank, (one, other)[step % 2]) for step, rank in enumerate(order)]


def values_of(rules: Rules, cards: tuple[Card, ...]) -> tuple[bool, list[int]]:
    """Whether the cards lie in order some way, and what they are worth in every legal way (H14, H15)."""
    lies, values = False, []
    for order in ways_round(rules, len(cards)):
        natural = [card == kind for card, kind in zip(cards, order, strict=True)]
        fits = all(
            own or kind in stands_for(rules, card)
            for own, card, kind in zip(natural, cards, order, strict=True)
        )
        if not fits or not any(natural):
            continue
        lies = True
        sides = list(pairwise(natural))
        together = all(natural) or not rules.wilds.adjacent_naturals or any(a and b for a, b in sides)
        if together and (all(a or b for a, b in sides) or not rules.wilds.wilds_apart):
            values.append(rules.values.schedule.value(sum(natural)))
    return lies, values


@given(laid_in_order())
@settings(max_examples=examples(400))
def test_h15_of_all_ways_to_read_a_meld_the_legal_one_of_the_highest_value_holds(question):
    """Up and down, wherever some card is natural, against all runs written out from the rules."""
    rules, cards = question
    lies, values = values_of(rules, tuple(laid.card for laid in cards))
    verdict = check_meld(rules, cards)
    if lies and any(card.card.suit and not stands_for(rules, card.card) for card in cards):
        assert verdict.legal == bool(values)
        assert verdict.points == max(values, default=0)


@given(laid_in_order())
@settings(max_examples=examples(300))
def test_h15_turning_a_meld_round_changes_neither_its_legality_nor_its_points(question):
    """Whatever lies in it."""
    rules, cards = question
    one, other = check_meld(rules, cards), check_meld(rules, cards[::-1])
    assert (one.legal, one.points) == (other.legal, other.points)


def test_h16_open_wilds_on_the_table_are_asked_about_all_at_once():
    """Each meld with what it may be and how to write it; one that says so is taken."""
    with pytest.raises(OpenWild) as caught:
        read_table(INTERLOCKING, tuple(map(meld, ["♥7w", "♦5♥6", "♦8♥7w♥9"])))
    assert [part.at for part in caught.value.parts] == ["table:0", "table:2"]
    assert "♥7w could be ♥7 ♣8, ♥7 ♠8 or ♥7 ♦8. Type which, as in ♥7 w=♣8." in caught.value.message
    assert read_table(INTERLOCKING, [meld("♥7w=♠8")]) == (meld("♥7w=♠8"),)


def test_f2_a_joker_in_a_set_need_not_say_its_suit():
    """Where sets are laid the table is left to those who lay on it."""
    rules = find_game("rummy-500").rules({})
    assert read_table(rules, [meld("♦8w♥8")]) == (meld("♦8w♥8"),)


def test_h8_a_new_meld_says_what_its_wilds_stand_for():
    """Others go on with it: ♥7w of two suits in turn may be anything red or black."""
    rules = (
        find_game("chattahoochee-alternate")
        .rules({"jokers": 2})
        .variant(adjacent_naturals=False, suit_pattern="both")
    )
    found = judge_play(rules, OnTable(((), ())), 0, NewMeld(meld("♥7w")))
    assert [finding.code for finding in found.findings] == ["open-wild"]
    assert judge_play(rules, OnTable(((), ())), 0, NewMeld(meld("♥7w=♦8"))).legal
    assert open_wild_findings(rules, meld("♥7♥8")) == ()
    assert settle_wilds(rules, [meld("♥7 9")], "melds") == (meld("♥7 9"),)
