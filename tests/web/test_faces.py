"""Cards and numbers as people see them, and the line that says why an arrangement is best."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from scorepad.answers import hand_questions
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.custom_packs import make_pack
from scorepad.core.packs import FRENCH, PACKS
from scorepad.rulebook import find_game
from scorepad.web.faces import face, points
from scorepad.web.hand.solve import reason

HOOCH = find_game("chattahoochee").rules({})


@pytest.mark.parametrize(
    ("given", "rank", "suit", "name"),
    [
        ("QH", "Q", "H", "queen of hearts"),
        ("TC", "10", "C", "ten of clubs"),
        (Card("A", "S"), "A", "S", "ace of spades"),
        ("w", "Joker", "w", "joker"),
        (Laid(WILD, Card("7", "D")), "Joker", "w", "joker as seven of diamonds"),
    ],
)
def test_a_card_has_a_face_and_a_name(given, rank, suit, name):
    """Ten is printed as on cards; a wild names what it stands for."""
    shown = face(given, FRENCH)
    assert (shown.rank, shown.suit, shown.name) == (rank, suit, name)


def test_a_face_is_read_from_a_laid_wild():
    """The canonical writing of a laid wild."""
    assert face("w=7H", FRENCH).instead == face("7H", FRENCH)


def test_numbers_have_a_true_minus_and_an_empty_cell_is_no_zero():
    """−12, 0, and · where there is no number."""
    assert [points(-12), points(0), points(None)] == ["−12", "0", "·"]
    assert (points(2345), points(-12345)) == ("2345", "−12,345")


def test_a_wild_of_an_answer_says_what_it_stands_for():
    """Where that is certain; one alone stands for nothing."""
    verdict = hand_questions.check(
        {"game": "chattahoochee", "melds": "5C 6C w 8C / w", "options": {"jokers": 2}}
    )
    run, alone = (meld.laid for meld in verdict.melds)
    assert (run, alone) == (("5C", "6C", "w=7C", "8C"), ("w",))
    assert face(run[2], FRENCH).name == "joker as seven of clubs"


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("4C", "One card can only be laid one way."),
        ("4C 5C", "Every card fits into one run. No other way to lay the 2 cards scores more."),
        ("4C 9H", "No two of these cards go together, so each is laid alone. No other way"),
        ("4C 5C 9H", "3 of the 4 come from the run ♣45. No other way to lay the 3 cards scores more."),
    ],
)
def test_the_reason_says_what_carries_the_total(cards, sentence):
    """A plain line that is true of the answer."""
    best = hand_questions.best({"game": "chattahoochee", "cards": cards})
    assert reason(best, HOOCH).startswith(sentence)


def test_an_answer_without_proof_claims_none():
    """The bound is named instead."""
    best = hand_questions.best({"game": "chattahoochee", "cards": "4C 5C 9H"})
    assert "Nothing can be worth more than 7" in reason(replace(best, proven=False, bound=7), HOOCH)


def test_h18_h26_cards_of_wild_ranks_and_majors_have_faces():
    """A five that stands for another card is drawn as the five with that card below it."""
    five = face("5C=7H", FRENCH)
    assert (five.rank, five.suit, five.name) == ("5", "C", "five of clubs as seven of hearts")
    assert face("5C=5C", FRENCH).instead is None
    assert face("XIIIM", PACKS["tarot-78"]).name == "major XIII"
    assert face("CH", PACKS["tarot-78"]).name == "cavalier of hearts"


@pytest.mark.parametrize(
    ("pack", "card", "rank", "suit", "name"),
    [
        ("rummikub", "10R", "10", "red", "red 10"),
        ("rummikub", "w=13K", "J", "w", "joker as black 13"),
        ("rook", "14Y", "14", "yellow", "yellow 14"),
        ("spanish-48", "12D", "12", "coins", "12 of coins"),
        ("german-36", "OA", "O", "acorns", "ober of acorns"),
        ("swiss-36", "TS", "10", "shields", "ten of shields"),
        ("five-crowns", "KX", "K", "star", "king of stars"),
        ("five-hundred-63", "13H", "13", "H", "13 of hearts"),
        ("pinochle-5", "AD", "A", "D", "ace of diamonds"),
    ],
)
def test_p3_cards_of_every_pack_have_faces_by_their_own_names(pack, card, rank, suit, name):
    """Drawings of the pack's suits; a colour goes before its number."""
    shown = face(card, PACKS[pack])
    assert (shown.rank, shown.suit, shown.name, shown.tile) == (rank, suit, name, pack == "rummikub")


def test_p_letters_of_a_pack_of_ones_own_are_no_courts():
    """C is the third rank of A to D, no cavalier."""
    pack = make_pack("custom", ranks="A B C D")
    assert face("CH", pack).name == "C of hearts"
