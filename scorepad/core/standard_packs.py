"""The packs of RULES.md, section P, by their id; those of a table's own making are in `custom_packs`."""

from __future__ import annotations

from dataclasses import replace

from scorepad.core.packs import FRENCH, FRENCH_48, FRENCH_SUITS, TAROT_78, Pack, Suit
from scorepad.core.sentence import say

STAR = Suit("X", "★", say("stars"), "star", sign="star")

SPANISH_SUITS = (
    Suit("C", "♣", say("clubs"), "black", sign="batons"),
    Suit("S", "†", say("swords"), "black", also="♠", sign="swords"),
    Suit("H", "∪", say("cups"), "red", also="♥", sign="cups"),
    Suit("D", "◉", say("coins"), "red", also="♦", sign="coins"),
)
GERMAN_SUITS = (
    Suit("A", "◓", say("acorns"), "black", also="C♣", sign="acorns"),
    Suit("L", "♠", say("leaves"), "black", also="S", sign="leaves"),
    Suit("H", "♥", say("hearts"), "red"),
    Suit("B", "⊖", say("bells"), "red", also="D♦", sign="bells"),
)
SWISS_SUITS = (
    Suit("A", "◓", say("acorns"), "black", also="C♣", sign="acorns"),
    Suit("R", "✿", say("roses"), "black", also="♠", sign="roses"),
    Suit("S", "▼", say("shields"), "red", also="H♥", sign="shields"),
    Suit("B", "⊖", say("bells"), "red", also="D♦", sign="bells"),
)
ITALIAN_SUITS = (replace(SPANISH_SUITS[0], name=say("batons"), also="B"), *SPANISH_SUITS[1:])
TAROT_SUITS = (replace(SPANISH_SUITS[0], name=say("wands")), *SPANISH_SUITS[1:])
NATIONAL = {
    "french": FRENCH_SUITS,
    "spanish": SPANISH_SUITS,
    "italian": ITALIAN_SUITS,
    "german": GERMAN_SUITS,
    "swiss": SWISS_SUITS,
    "tarot": TAROT_SUITS,
}

BLACK, GREEN, RED, YELLOW, BLUE, ORANGE = COLOURS = (
    Suit("B", "■", say("black"), "black", sign="black"),
    Suit("G", "▲", say("green"), "green", sign="green"),
    Suit("R", "●", say("red"), "red", sign="red"),
    Suit("Y", "✚", say("yellow"), "yellow", sign="yellow"),
    Suit("B", "▼", say("blue"), "blue", sign="blue"),
    Suit("O", "◆", say("orange"), "orange", also="Y", sign="orange"),
)


def number_ranks(first_number: int, last_number: int) -> tuple[str, ...]:
    """Ranks that are numbers, both ends included."""
    return tuple(map(str, range(first_number, last_number + 1)))


_SPANISH_40 = (*number_ranks(1, 7), *number_ranks(10, 12))
_COURTS_OF_500 = ("J", "Q", "K")
_TO_12 = (*"A23456789T", "11", "12")
_OF_RED = (*_TO_12, "13", *_COURTS_OF_500)
_SUITS_OF_500 = tuple(replace(suit, ranks=_OF_RED) if suit.colour == "red" else suit for suit in FRENCH_SUITS)
_NINE_RANKS = tuple("6789TUOKA")

RUMMIKUB = Pack(
    "rummikub",
    say("Rummikub tiles"),
    (replace(BLACK, letter="K"), BLUE, RED, ORANGE),
    number_ranks(1, 13),
    copies=2,
    circular=False,
    joker="J",
)
SEVENTEEN = Pack("seventeen", say("Seventeen numbers, 0 to 16"), FRENCH_SUITS, number_ranks(0, 16))

PACKS = Pack.standard
PACKS |= {
    pack.id: pack
    for pack in (
        FRENCH,
        FRENCH_48,
        Pack("spanish-48", say("Spanish pack, 1 to 12"), SPANISH_SUITS, number_ranks(1, 12)),
        Pack("spanish-44", say("Spanish pack, 1 to 11"), SPANISH_SUITS, number_ranks(1, 11), spare=("12",)),
        Pack("spanish-40", say("Spanish pack, 1 to 7 and 10 to 12"), SPANISH_SUITS, _SPANISH_40),
        Pack("german-36", say("German pack"), GERMAN_SUITS, _NINE_RANKS),
        Pack("swiss-36", say("Swiss pack"), SWISS_SUITS, _NINE_RANKS),
        Pack("piquet-32", say("Piquet pack"), FRENCH_SUITS, tuple("789TJQKA")),
        Pack("rook", say("Rook pack"), (BLACK, GREEN, RED, YELLOW), number_ranks(1, 14)),
        Pack("five-crowns", say("Five Crowns pack"), (*FRENCH_SUITS, STAR), tuple("3456789TJQK"), copies=2),
        Pack("five-hundred-63", say("500 pack"), _SUITS_OF_500, (*_TO_12, *_COURTS_OF_500)),
        TAROT_78,
        Pack("pinochle-5", say("Pinochle ranks"), FRENCH_SUITS, tuple("JQKTA"), copies=2),
        SEVENTEEN,
        RUMMIKUB,
    )
}
