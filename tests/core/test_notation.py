"""Section N: cards in every way of writing, one way out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.core import notation
from scorepad.core.alphabet import alphabet_of
from scorepad.core.card_text import show_card, show_meld, write_cards, write_melds
from scorepad.core.cards import WILD, Card
from scorepad.core.custom_packs import make_pack
from scorepad.core.notation import NotationError, read_cards, read_melds
from scorepad.core.packs import FRENCH, OTHER_SIGNS, PACKS, ROMAN, ROMAN_SIGNS
from scorepad.core.slips import LIKE_SIGNS
from tests.profiles import examples

cards = st.sampled_from(FRENCH.cards)

SYMBOLS = {
    "C": ("♣", "♧", "♣\ufe0f", "♣\ufe0e"),
    "S": ("♠", "♤", "♠\ufe0f"),
    "H": ("♥", "♡", "♥\ufe0f"),
    "D": ("♦", "♢", "♦\ufe0f"),
}


def read(text: str) -> str:
    return write_cards(read_cards(text, FRENCH))


def faults(text: str) -> list[tuple[str, int]]:
    with pytest.raises(NotationError) as caught:
        read_melds(text, FRENCH)
    return [(fault.piece, fault.position) for fault in caught.value.faults]


@st.composite
def written_any_way(draw):
    """Cards together with one of the many ways to write them."""
    hand = draw(st.lists(cards, min_size=1, max_size=12))
    text = ""
    for card in hand:
        rank = draw(st.sampled_from(["T", "t", "10"])) if card.rank == "T" else card.rank
        rank = draw(st.sampled_from([rank, rank.lower()]))
        if draw(st.booleans()):
            text += draw(st.sampled_from(SYMBOLS[card.suit])) + draw(st.sampled_from(["", " "])) + rank
        else:
            text += rank + draw(st.sampled_from([card.suit, card.suit.lower()]))
        text += draw(st.sampled_from([" ", ", ", "-", ",", "  ", "\t"]))
    return hand, text


@given(written_any_way())
def test_n3_every_way_of_writing_reads_as_the_same_cards(example):
    """Symbols, hollow and emoji forms, letters, `10` and `T`, either case, any separator."""
    hand, text = example
    assert [one.card for one in read_cards(text, FRENCH)] == hand


def test_n4_ranks_that_spell_and_are_ranks():
    """A pack of the ranks A, N and D has them in one run."""
    pack = make_pack("custom", ranks="A N D", suits="hearts moons")
    assert write_cards(read_cards("♥AND", pack)) == write_cards(read_cards("♥A ♥N ♥D", pack))


@pytest.mark.parametrize("sign", OTHER_SIGNS)
def test_n2_signs_drawn_like_a_suits_are_that_suits(sign):
    """Before its ranks and after them."""
    letter = {suit.symbol: suit.letter for suit in FRENCH.suits}[OTHER_SIGNS[sign]]
    assert read(f"{sign}45") == f"4{letter} 5{letter}"
    assert read(f"4{sign} 5{sign}") == f"4{letter} 5{letter}"


@pytest.mark.parametrize("sign", [sign for sign in LIKE_SIGNS if sign in "🧡💛💚💙💜🤎🖤🤍"])
def test_n6_a_heart_of_another_colour_is_named(sign):
    """A heart that is not red may be meant for a colour."""
    assert faults(f"4C {sign}5") == [(sign, 4)]


def test_n1_roman_signs_are_majors():
    """Large and small, those above twelve of several signs."""
    tarot = PACKS["tarot-78"]
    for number, rank in enumerate(ROMAN):
        tens, ones = divmod(number, 10)
        for signs in (ROMAN_SIGNS[:10], ROMAN_SIGNS[10:]):
            assert write_cards(read_cards(signs[9] * tens + signs[ones], tarot)) == f"{rank}M"


@st.composite
def written_plainly(draw):
    """A pack, and a text of its canonical cards, of signs with their ranks, or of both."""
    pack = draw(st.sampled_from([*PACKS.values(), make_pack("custom", ranks="A B C D")]))
    written = alphabet_of(pack)
    canonical = st.sampled_from([*map(str, pack.cards), "w"])
    ranks = st.lists(st.sampled_from(written.written_ranks), max_size=4).map("".join)
    signs = st.builds(str.__add__, st.sampled_from([*written.suit_signs]), ranks)
    pieces = draw(st.sampled_from([canonical, signs, canonical | signs]))
    return pack, " ".join(draw(st.lists(pieces, max_size=6)))


@given(written_plainly())
@settings(max_examples=examples(300))
def test_n3_plain_cards_read_at_once_are_those_read_letter_by_letter(example):
    """Whatever letters ranks and suits have in common."""
    pack, text = example

    def outcome():
        try:
            return write_melds(read_melds(text, pack))
        except NotationError as error:
            return error.message

    at_once = outcome()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notation, "_plain_cards", lambda *_: None)
        assert outcome() == at_once


@pytest.mark.parametrize(
    ("text", "cards_read"),
    [
        ("♣456789T", "4C 5C 6C 7C 8C 9C TC"),
        ("♥QKA234", "QH KH AH 2H 3H 4H"),
        ("♣56w♣89", "5C 6C w 8C 9C"),
        ("♣56w89", "5C 6C w 8C 9C"),
        ("wwww♥23www", "w w w w 2H 3H w w w"),
        ("♣910J", "9C TC JC"),
        ("10h", "TH"),
        ("w=♥7 W=7h", "w=7H w=7H"),
        ("♣4 w=♥5 6", "4C w=5H 6C"),
        ("♠45,♦7", "4S 5S 7D"),
        ("♣45♥6", "4C 5C 6H"),
        ("♦3 4 5", "3D 4D 5D"),
        ("3♦4♦5♦", "3D 4D 5D"),
        ("10♣ J♣ q♣\ufe0f", "TC JC QC"),
        ("♣45 5♥ 6♥", "4C 5C 5H 6H"),
        ("4♣ w 6♣w 8♣", "4C w 6C w 8C"),
        ("5 ♥ 6 ♥", "5H 6H"),
        ("5 hearts, 6 clubs", "5H 6C"),
        ("hearts QK, 5hearts Qclubs", "QH KH 5H QC"),
        ("HQ hk H10 D2D3", "QH KH TH 2D 3D"),
        ("♥5 H6", "5H 6H"),
        ("joker JKR * w", "w w w w"),
        ("joker=♥7 *=H7 w=7♥", "w=7H w=7H w=7H"),
        ("♥5 w=6♥ 7", "5H w=6H 7H"),
        ("4C-5C 7C-9H", "4C 5C 7C 9H"),
        ("♣4-5-8", "4C 5C 8C"),
        ("cups 5 6", "5H 6H"),
        ("", ""),
    ],
)
def test_n_worked_writings(text, cards_read):
    """A suit holds for the ranks that follow it, across wilds and separators."""
    assert read(text) == cards_read


def test_n5_melds_are_separated_by_slashes_and_new_lines():
    """Empty melds are passed over; a suit does not reach over into the next meld."""
    assert write_melds(read_melds("♣45 / ♥7\n\n♦K", FRENCH)) == "4C 5C / 7H / KD"
    assert faults("♣45/6") == [("6", 5)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", [("5", 1)]),
        ("♣X7 ZZ ♥", [("X7", 2), ("ZZ", 5), ("♥", 8)]),
        ("4C 5X ZZ", [("5X", 4), ("ZZ", 7)]),
        ("456", [("456", 1)]),
        ("♣4H", [("4H", 2)]),
        ("♣♠4", [("♣", 1)]),
        ("♣4 5H 6", [("6", 7)]),
        ("QHH", [("H", 3)]),
        ("w=", [("w=", 1)]),
        ("w=♥", [("w=♥", 1)]),
        ("♣4\nfoo/♥5 bar", [("foo", 4), ("bar", 11)]),
        ("ǰH", [("ǰH", 1)]),
        ("♣4 5♥ 6", [("5♥ 6", 4)]),
        ("5 ♥ 6", [("5", 1)]),
        ("♣45♥", [("♥", 4)]),
        ("5♥6", [("5", 1)]),
        ("♣4 5 ♥", [("♥", 6)]),
        ("4C-7C", [("4C-7C", 1)]),
    ],
)
def test_n6_every_fault_is_named_with_its_piece_and_position(text, expected):
    """All faults at once, positions counted in characters from 1 over the whole text."""
    assert faults(text) == expected


def test_n6_an_error_says_what_was_expected():
    """The sentence names the piece, the position and what would read."""
    with pytest.raises(NotationError, match=r"'5' at position 1: add its suit, as in ♣5 or 5C"):
        read_cards("5", FRENCH)


def test_n6_a_text_beyond_all_hands_is_refused_in_one_line():
    """A text of megabytes costs nothing and gets one short error."""
    with pytest.raises(NotationError) as caught:
        read_cards("X" * 5_000_000, FRENCH)
    assert len(caught.value.message) < 200


def test_n6_many_faults_make_a_message_that_can_be_read():
    """The message shows the first faults and counts the rest; none is dropped from the list."""
    with pytest.raises(NotationError) as caught:
        read_cards("? " * 300, FRENCH)
    assert len(caught.value.faults) == 300
    assert "288 more" in caught.value.message


def test_n5_the_form_for_people_names_a_suit_once_for_the_ranks_that_follow():
    """`♣456789T`, and the suit again after a wild."""
    assert show_meld([Card("4", "C"), Card("5", "C"), WILD, Card("7", "C")], FRENCH) == "♣45w♣7"
    assert show_card(Card("Q", "H"), FRENCH) == "♥Q"
