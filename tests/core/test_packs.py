"""Section P: every pack as it is, those of a table's own making, and each of them in writing."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.core.card_text import show_meld, write_cards, write_melds
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.custom_packs import CUSTOM_PACK, PackFault, make_pack
from scorepad.core.notation import NotationError, read_cards, read_melds
from scorepad.core.options import OptionErrors
from scorepad.core.packs import FRENCH, NATIONAL, PACKS, RUMMIKUB, Pack, Suit
from scorepad.rulebook import find_game
from tests.by_night import each_nth
from tests.profiles import examples

OWN = {
    "custom-ten": make_pack(CUSTOM_PACK, ranks="A23456789T"),
    "custom-seven": make_pack(CUSTOM_PACK, suits="hearts moons cats dogs", ranks="1 2 3 4 5 6 7"),
    "custom-roman": make_pack(CUSTOM_PACK, suits="3", ranks="I II III IV V VI VII"),
    "custom-letters": make_pack(CUSTOM_PACK, ranks="C S H D A B"),
    "seventeen-ten-suits": make_pack("seventeen", suits="10"),
    "spanish-44-with-12s": make_pack("spanish-44", spare="12"),
    **{f"french as {names}": make_pack("french", names=names) for names in NATIONAL},
    **{f"tarot as {names}": make_pack("tarot-78", names=names) for names in NATIONAL},
}
EVERY = PACKS | OWN

SIZES = {
    "french": (4, 13),
    "french-48": (4, 12),
    "spanish-48": (4, 12),
    "spanish-44": (4, 11),
    "spanish-40": (4, 10),
    "german-36": (4, 9),
    "swiss-36": (4, 9),
    "piquet-32": (4, 8),
    "rook": (4, 14),
    "five-crowns": (5, 11),
    "five-hundred-63": (4, 15),
    "tarot-78": (5, 14),
    "pinochle-5": (4, 5),
    "seventeen": (4, 17),
    "rummikub": (4, 13),
}


def hand_of(pack: Pack):
    return st.lists(st.sampled_from((*pack.cards, WILD)), min_size=1, max_size=24)


def laid_of(pack: Pack):
    cards = st.sampled_from(pack.cards)
    return st.one_of(cards.map(Laid), st.just(Laid(WILD)), cards.map(lambda card: Laid(WILD, card)))


def read(text: str, pack: str) -> str:
    return write_cards(read_cards(text, EVERY[pack]))


def calls_of_reading(text: str, pack: str) -> int:
    """How many calls it takes to read the text, of Python's functions and of C's."""
    calls: Counter[str] = Counter()
    sys.setprofile(lambda _frame, event, _argument: calls.update([event]))
    try:
        with suppress(NotationError):
            read_cards(text, PACKS[pack])
    finally:
        sys.setprofile(None)
    return calls["call"] + calls["c_call"]


def faults(text: str, pack: str) -> list[tuple[str, int, str]]:
    with pytest.raises(NotationError) as caught:
        read_melds(text, EVERY[pack])
    return [(fault.piece, fault.position, fault.advice) for fault in caught.value.faults]


@pytest.mark.parametrize("name", SIZES)
def test_p_every_pack_has_its_suits_and_ranks(name):
    """As many suits and ranks as the table of section P says, each with its own letter and symbol."""
    pack = PACKS[name]
    assert (len(pack.suits), len(pack.ranks)) == SIZES[name]
    assert set(SIZES) == set(PACKS)


@pytest.mark.parametrize("name", EVERY)
def test_p3_suits_are_told_apart(name):
    """Letter, symbol, name and drawing of each suit are its own."""
    suits = EVERY[name].suits
    for part in ("letter", "symbol", "name"):
        assert len({getattr(suit, part) for suit in suits}) == len(suits)
    assert len({suit.sign or suit.letter for suit in suits}) == len(suits)


def test_p2_red_suits_of_the_500_pack_have_a_thirteen():
    """Sixteen ranks in red, fifteen in black; 62 cards and the joker."""
    pack = PACKS["five-hundred-63"]
    assert [len(pack.ranks_of(suit)) for suit in "CSHD"] == [15, 15, 16, 16]
    assert len(pack.cards) == 62
    assert pack.common_suits == ("C", "S", "H", "D")
    assert not pack.lone_suit


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=examples(40))
@given(data=st.data())
def test_n5_what_is_written_reads_back(name, data):
    """Canonical text, wilds and what they stand for included, in every pack."""
    pack = EVERY[name]
    melds = data.draw(st.lists(st.lists(laid_of(pack), min_size=1, max_size=9).map(tuple), max_size=4))
    assert read_melds(write_melds(melds), pack) == tuple(melds)
    assert read_melds(write_melds(melds).lower(), pack) == tuple(melds)


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=examples(40))
@given(data=st.data())
def test_n5_what_people_are_shown_reads_back(name, data):
    """The form for people, suits named once, in every pack."""
    pack = EVERY[name]
    hand = data.draw(hand_of(pack))
    assert [laid.card for laid in read_cards(show_meld(hand, pack), pack)] == hand


def written(card, pack: Pack, way: str) -> str:
    """A card in one of the ways of N3."""
    suit = pack.suit[card.suit]
    return {
        "sign first": suit.symbol + card.rank,
        "sign after": card.rank + suit.symbol,
        "letter first": suit.letter + card.rank,
        "name first": f"{suit.name} {card.rank}",
        "name after": f"{card.rank} {suit.name}",
    }[way]


@pytest.mark.parametrize("way", ["sign first", "sign after", "letter first", "name first", "name after"])
@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=examples(6))
@given(data=st.data(), joint=st.sampled_from([" ", ", ", ","]))
def test_n3_suits_read_before_and_after_ranks(name, way, data, joint):
    """As signs, letters and names, in every pack; letters first only where nothing else is written so."""
    pack = EVERY[name]
    hand = data.draw(st.lists(st.sampled_from(pack.cards), min_size=1, max_size=9))
    if way == "letter first":
        canonical = {str(card) for card in pack.cards}
        hand = [card for card in hand if written(card, pack, way) not in canonical and not pack.lone_suit]
    text = joint.join(written(card, pack, way) for card in hand)
    assert [laid.card for laid in read_cards(text, pack)] == hand


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=examples(40))
@given(text=st.text(alphabet="♣♥■●◓∪ 0123456789TJQKAIVXCSHDMBR w=/,", max_size=40))
def test_n6_any_text_reads_or_is_refused(name, text):
    """Whatever is typed, in every pack; a refusal names places in the text, and says the same of a word."""
    try:
        read_melds(text, EVERY[name])
    except NotationError as error:
        assert all(1 <= fault.position <= len(text) and fault.piece for fault in error.faults)
        assert error.message.endswith(".")


@pytest.mark.parametrize(
    ("pack", "text", "cards"),
    [
        ("rummikub", "9R 10r 11R", "9R 10R 11R"),
        ("rummikub", "J j w", "w w w"),
        ("rummikub", "J=7r", "w=7R"),
        ("rummikub", "●9 10 11", "9R 10R 11R"),
        ("rummikub", "red 4 5, blue 13", "4R 5R 13B"),
        ("rummikub", "10K10B", "10K 10B"),
        ("rook", "◆", None),
        ("spanish-40", "∪7 10 11", "7H 10H 11H"),
        ("spanish-40", "cups 456", "4H 5H 6H"),
        ("spanish-40", "♥7 ♦12", "7H 12D"),
        ("german-36", "◓6789", "6A 7A 8A 9A"),
        ("german-36", "aa 6a ul tb", "AA 6A UL TB"),
        ("german-36", "♣U OS 6C", "UA OL 6A"),
        ("swiss-36", "6S 6H ♥7 ♠7", "6S 6S 7S 7R"),
        ("tarot-78", "♣JCQK", "JC CC QC KC"),
        ("tarot-78", "CC CD 10H xiv", "CC CD TH XIVM"),
        ("tarot-78", "✶III IV", "IIIM IVM"),
        ("tarot-78", "IIII VIIII xiiii XVIIII", "IVM IXM XIVM XIXM"),
        ("tarot-78", "CC C5 5C CK", "CC 5C 5C KC"),
        ("rummikub", "5 red 5red R5 5R", "5R 5R 5R 5R"),
        ("rummikub", "yellow 5 6, Y8 9y 7 yellow", "5O 6O 8O 9O 7O"),
        ("rummikub", "joker jkr * J5R", "w w w w 5R"),
        ("rook", "yellow 14 Y1", "14Y 1Y"),
        ("rook", "orange 5", None),
        ("seventeen", "16♣ 10♣0♣ H16 3 hearts", "16C 10C 0C 16H 3H"),
        ("five-crowns", "3★ X10 stars J Q", "3X TX JX QX"),
        ("german-36", "A6 AK AA 6♥ 10 leaves", "6A KA AA 6H TL"),
        ("german-36", "◓6 AK", "6A AA KA"),
        ("spanish-40", "6 batons, 10 coins", "6C 10D"),
        ("french as italian", "batons 4 5, cups Q, B6 3 coins", "4C 5C QH 6C 3D"),
        ("tarot as tarot", "wands 4 5 swords C cups XIV 7", "4C 5C CS XIVM 7H"),
        ("custom-seven", "3 cats, 4 moons", "3C 4M"),
        ("tarot-78", "cups", None),
        ("five-hundred-63", "♥910111213JQ", "9H TH 11H 12H 13H JH QH"),
        ("five-hundred-63", "A234c", "AC 2C 3C 4C"),
        ("seventeen", "♣0 16 1", "0C 16C 1C"),
        ("five-crowns", "★34 10 xx", None),
        ("five-crowns", "★34 10 JX", "3X 4X TX JX"),
        ("custom-letters", "♣CSHDAB", "CC SC HC DC AC BC"),
        ("custom-roman", "♣VII VI", "VIIC VIC"),
    ],
)
def test_n_worked_writings_of_other_packs(pack, text, cards):
    """Numbers of two digits, roman majors, letters that are ranks and suits, names of suits, jokers."""
    if cards is None:
        assert faults(text, pack)
    else:
        assert read(text, pack) == cards


@pytest.mark.parametrize(
    ("pack", "text", "piece", "position", "expected"),
    [
        ("rummikub", "■4 ●1011", "1011", 5, "spaces between ranks, 10 1 1 or 10 11"),
        ("rummikub", "■123", "123", 2, "spaces between ranks"),
        ("tarot-78", "✶IIIII", "IIIII", 2, "spaces between ranks"),
        ("five-hundred-63", "♥13 ♣13", "13", 6, "a rank of clubs"),
        ("five-hundred-63", "13C", "13C", 1, "a rank of clubs"),
        ("german-36", "5A", "5A", 1, "type one of 6 7 8 9 10 U O K A"),
        ("rook", "10J", "10J", 1, "its suit, as in ■10 or 10B"),
        ("spanish-44", "12C", "12C", 1, "this pack has no 12; type one of 1 2 3"),
        ("rummikub", "red", "red", 1, "a rank of red"),
        ("rummikub", "14R", "14R", 1, "this pack has no 14; type one of 1 2 3"),
        ("rummikub", "QH", "QH", 1, "a tile such as ●7 or 7R (numbers 1 2 3"),
        ("rook", "♥5", "♥5", 1, "a card such as ●8 or 8R (ranks 1 2 3"),
        ("piquet-32", "♣6", "6", 2, "type one of 7 8 9 10 J Q K A"),
    ],
)
def test_n6_a_fault_names_piece_place_and_what_was_expected(pack, text, piece, position, expected):
    """In the pack's own ranks and suits."""
    found = faults(text, pack)
    assert any(one[:2] == (piece, position) and expected in one[2] for one in found), found


LONG = ("♣" + "4" * 3900, "1" * 3900, "I" * 3900, "1 " * 1900, "✶" + "IV" * 1900)


@pytest.mark.parametrize(("text", "pack"), each_nth(product(LONG, ("french", "rummikub", "tarot-78")), 4))
def test_n6_long_runs_of_ranks_are_read_at_once(text, pack):
    """Twice the text takes about twice the calls, whatever stands together in it."""
    half = calls_of_reading(text[: len(text) // 2], pack)
    assert calls_of_reading(text, pack) < 3 * half


def test_p3_a_table_picks_the_names_that_it_sees():
    """One for one, in listing order; majors stay, and suits that are colours too."""
    seen = make_pack("french", names="german")
    assert [suit.name for suit in seen.suits] == ["acorns", "leaves", "hearts", "bells"]
    assert seen.ranks == FRENCH.ranks
    assert make_pack("spanish-40", names="french").suits == FRENCH.suits
    assert make_pack("tarot-78", names="swiss").suits[4].name == "majors"
    assert make_pack("rook", names="swiss") == PACKS["rook"]
    assert make_pack("rummikub", names="german") == RUMMIKUB


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ("A23456789T", "A 2 3 4 5 6 7 8 9 T"),
        ("1-12", "1 2 3 4 5 6 7 8 9 10 11 12"),
        ("1, 2, 10", "1 2 10"),
        ("a b c", "A B C"),
        ("I II III", "I II III"),
    ],
)
def test_p_ranks_of_a_pack_of_ones_own(ranks, expected):
    """As characters, as pieces, or as a span of numbers."""
    assert " ".join(make_pack(CUSTOM_PACK, ranks=ranks).ranks) == expected


@pytest.mark.parametrize(
    "ranks", ["AA", "w 2 3", "1 2 1", "♣ 4", "10-1", "0-99", "Q QH", "A" * 300, "1.5", ","]
)
def test_p_ranks_that_cannot_be_read_are_refused(ranks):
    """Named twice, wild cards, signs, ranks that are others with a suit."""
    with pytest.raises(PackFault, match="ranks: type"):
        make_pack(CUSTOM_PACK, ranks=ranks)


@pytest.mark.parametrize("suits", ["0", "11", "hearts hearts", "♣", "4 hearts", "²", "x1", ","])
def test_p_suits_that_cannot_be_read_are_refused(suits):
    """No suits, too many, named twice, not names."""
    with pytest.raises(PackFault, match="suits: type"):
        make_pack("seventeen", suits=suits)


def test_p_options_say_what_the_pack_lacks():
    """Faults name the option and what it takes; lists do for ranks and suits."""
    hooch = find_game("chattahoochee")
    with pytest.raises(OptionErrors) as caught:
        hooch.rules({"pack": "custom", "ranks": "AA"})
    assert caught.value.faults[0].at == "options.ranks"
    rules = hooch.rules({"pack": "custom", "ranks": ["A", 2, 10], "suits": ["hearts", "stars"]})
    assert [str(card) for card in rules.pack.cards] == ["AH", "2H", "10H", "AX", "2X", "10X"]


@pytest.mark.parametrize(
    ("pack", "packs", "copies"), [("five-crowns", 1, 2), ("french", 1, 1), ("pinochle-5", 3, 3)]
)
def test_p1_packs_sold_with_two_of_each_card_have_two(pack, packs, copies):
    """`packs` counts copies of each card, and is at least what one box holds."""
    assert find_game("chattahoochee").rules({"pack": pack, "packs": packs}).packs == copies


def test_p_a_pack_checks_itself():
    """A rank that reads as another with a suit is refused when the pack is built."""
    with pytest.raises(ValueError, match="reads as another"):
        Pack("bad", "Bad", (Suit("H", "♥", "hearts", "red"),), ("Q", "QH"))


def test_p_the_twelves_of_the_spanish_44_come_in_when_they_are_wild():
    """Off the circle of eleven ranks, yet in the pack."""
    rules = find_game("chattahoochee").rules({"pack": "spanish-44", "wild_rank": "12"})
    assert Card("12", "H") in rules.pack.cards
    assert rules.wilds.wild_rank == ("12",)
    assert Card("12", "H") not in find_game("chattahoochee").rules({"pack": "spanish-44"}).pack.cards
