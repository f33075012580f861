"""Packs of cards, and those of RULES.md, section P, by their id; a table's own are made in `custom_packs`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from scorepad.core.cards import Card
from scorepad.core.rule_parts import Brief
from scorepad.core.sentence import say

_RANK_ALIASES = {"10": "T", "SKIP": "S", "IIII": "IV", "VIIII": "IX", "XIIII": "XIV", "XVIIII": "XIX"}
ROMAN_SIGNS = "ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹ"
"""Signs of their own for I to X, large and small."""
OTHER_SIGNS = {"♧": "♣", "♤": "♠", "♡": "♥", "♢": "♦"} | dict.fromkeys("◊◆◇⬥⬦⬧⬨⧫⬪⬫⋄🔷🔶🔹🔸", "♦")
"""Signs that are drawn like a suit's and can mean no other, by that suit's own."""


@dataclass(frozen=True, slots=True, repr=False)
class Suit(Brief):
    """A suit: the letter used in data, the symbol and name shown to people, and its ink.

    ranks  its ranks, if they differ from those of the rest of the pack (P2, H26)
    also   further letters and symbols read as this suit, if no suit of the pack has them (P3)
    sign   the drawing on its cards; empty for that of the letter
    times  the number of copies of each of its cards, for one copy in other suits
    """

    letter: str
    symbol: str
    name: str
    colour: str
    ranks: tuple[str, ...] = ()
    also: str = ""
    sign: str = ""
    times: int = 1

    @property
    def drawing(self) -> str:
        """The id of the drawing on the suit's cards."""
        return self.sign or self.letter


# Without slots, as the cached properties live in `__dict__`.
@dataclass(frozen=True, repr=False)
class Pack(Brief):
    """The kinds of card of a pack: suits in listing order (N2), ranks in order (P2).

    copies    of each card in the pack as it is sold; a table never plays with fewer
    circular  False where the last rank is not followed by the first (K1)
    wild_words  words that read as a wild card, as they are printed on it
    joker     a letter that reads as a wild card, besides `w`
    spare     ranks that lie outside and come in as wild cards, where a table wants them
    suitless  suits don't matter, and cards are written without them too; of these ranks colours do, and cards
              are black then
    sets_alone  melds of one rank are written without suits too, and beside them cards of these ranks, whose
              suits don't matter. None: every card has its suit
    false_joker  a letter that reads as a false joker: the natural tile of the kind that is wild in a deal
    turned    the tile turned up for a deal: the one of its colour a rank higher is wild

    The `repr` of a standard pack is its place in `PACKS`.
    """

    id: str
    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[str, ...]
    copies: int = 1
    circular: bool = True
    joker: str = ""
    spare: tuple[str, ...] = ()
    suitless: tuple[str, ...] | None = None
    sets_alone: tuple[str, ...] | None = None
    wild_words: tuple[str, ...] = ()
    false_joker: str = ""
    turned: Card | None = None

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks):
            raise ValueError(f"pack {self.id}: a rank is named twice in {self.ranks!r}")
        if len({suit.letter for suit in self.suits}) != len(self.suits):
            raise ValueError(f"pack {self.id}: a suit letter is used twice")
        if any(rank + suit.letter in self.every_rank for rank in self.every_rank for suit in self.suits):
            raise ValueError(f"pack {self.id}: a rank reads as another with its suit")

    def __repr__(self) -> str:
        return f"PACKS[{self.id!r}]" if PACKS.get(self.id) is self else super().__repr__()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash, computed once. Tables' own packs, which share an id, mostly differ in their ranks."""
        return hash((self.id, self.ranks, len(self.suits)))

    def alike(self, card: Card) -> tuple[Card, ...]:
        """The cards that cannot be told from this one: only itself, unless suits don't matter."""
        if self.suitless is None or card.is_wild:
            return (card,)
        colour = self.suit[card.suit].colour if card.rank in self.suitless else ""
        return tuple(
            Card(card.rank, suit.letter)
            for suit in self.suits
            if colour in ("", suit.colour) and card.rank in self.ranks_of(suit.letter)
        )

    def told_as(self, card: Card) -> Card:
        """The card itself; if cards are ranks alone, the first one of its rank, which stands for all."""
        return self.alike(card)[0] if self.has_ranks_alone else card

    @cached_property
    def has_ranks_alone(self) -> bool:
        """Whether cards are ranks alone, so that people neither write nor see suits."""
        return self.suitless == () or len(self.suits) == 1

    def ranks_of(self, letter: str) -> tuple[str, ...]:
        """The ranks of one suit, in order."""
        return self.suit[letter].ranks or self.ranks

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every kind of card, in listing order."""
        return tuple(Card(rank, suit.letter) for suit in self.suits for rank in self.ranks_of(suit.letter))

    @cached_property
    def okey(self) -> Card | None:
        """The kind whose tiles are wild in the deal, and which false jokers are; None if unknown."""
        if self.turned is None:
            return None
        # After the highest number comes the lowest: 13 turned up makes 1 wild (okey O1).
        ranks = self.ranks_of(self.turned.suit)
        return Card(ranks[(ranks.index(self.turned.rank) + 1) % len(ranks)], self.turned.suit)

    @property
    def is_whole(self) -> bool:
        """Whether players can hold every card of it."""
        return self.turned is None

    def lies_out(self, card: Card) -> bool:
        """Whether a copy of the card lies face up for the whole deal, so that nobody can hold it."""
        return card == self.turned

    @cached_property
    def order(self) -> dict[Card, int]:
        """Place of each kind in the listing order."""
        return {card: place for place, card in enumerate(self.cards)}

    def in_order(self, cards: Iterable[Card]) -> list[Card]:
        """The cards in the listing order; jokers, which have no place there, come last."""
        return sorted(cards, key=lambda card: self.order.get(card, len(self.order)))

    @cached_property
    def suit(self) -> dict[str, Suit]:
        """Suits by their letter."""
        return {suit.letter: suit for suit in self.suits}

    @cached_property
    def every_rank(self) -> tuple[str, ...]:
        """The pack's ranks and those that only some suits have, each once."""
        suit_ranks = (rank for suit in self.suits for rank in suit.ranks)
        return tuple(dict.fromkeys((*self.ranks, *suit_ranks)))

    @cached_property
    def rank_aliases(self) -> dict[str, str]:
        """Ranks by other ways to write them (N1)."""
        ranks = self.every_rank
        return {
            other_writing: rank
            for other_writing, rank in (_RANK_ALIASES | _ROMAN_ALIASES).items()
            if rank in ranks and other_writing not in ranks
        }

    @cached_property
    def joins_ranks(self) -> bool:
        """Whether ranks are written without spaces: all are short, and none is the beginning of another."""
        all_short = all(len(rank) == 1 for rank in self.every_rank)
        written_ranks = (*self.every_rank, *self.rank_aliases)
        return all_short and not any(a != b and b.startswith(a) for a in written_ranks for b in written_ranks)

    @cached_property
    def has_french_ranks(self) -> bool:
        """Whether its aces or courts are those of the French pack, which languages print in letters of their
        own, and nothing else is written with these letters."""
        signs = "".join(suit.symbol for suit in self.suits)
        return "Q" in self.every_rank and not self.joker and not any(letter in signs for letter in "AJQK")

    @property
    def has_tiles(self) -> bool:
        """Whether it is a pack of tiles, with colours and numbers in place of suits and ranks."""
        # Tiles alone have a letter of their own for the joker.
        return self.joker != ""

    def worded(self, of_cards: str, of_tiles: str) -> str:
        """The sentence for cards or for tiles, whichever the pack has."""
        return of_tiles if self.has_tiles else of_cards

    @cached_property
    def common_suits(self) -> tuple[str, ...]:
        """Letters of the suits that share the pack's ranks; a quartet takes cards of four (H24, H26)."""
        shared_ranks = set(self.ranks)
        return tuple(
            suit.letter for suit in self.suits if shared_ranks.intersection(suit.ranks or self.ranks)
        )

    @cached_property
    def lone_suit(self) -> dict[str, str]:
        """The suit of each rank that only one suit has; such ranks are written without it (H26)."""
        return {
            rank: suit.letter
            for suit in self.suits
            for rank in suit.ranks
            if suit.letter not in self.common_suits
        }


FRENCH_SUITS = (
    Suit("C", "♣", say("clubs"), "black"),
    Suit("S", "♠", say("spades"), "black"),
    Suit("H", "♥", say("hearts"), "red"),
    Suit("D", "♦", say("diamonds"), "red"),
)

_ROMAN_TO_TEN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
ROMAN = (*_ROMAN_TO_TEN, *(f"X{ones}" for ones in _ROMAN_TO_TEN), "XXI", "XXII")
# Unicode has signs of their own to twelve; greater numbers are written with several: `ⅩⅣ`.
_ROMAN_ALIASES = {"Ⅺ": "XI", "Ⅻ": "XII", "ⅺ": "XI", "ⅻ": "XII"} | {
    tens * signs[9] + ones: ROMAN[10 * tens + place]
    for signs in (ROMAN_SIGNS[:10], ROMAN_SIGNS[10:])
    for tens in range(3)
    for place, ones in enumerate(signs)
    if 10 * tens + place < len(ROMAN)
}
MAJORS = Suit("M", "✶", say("majors"), "major", ROMAN)

FRENCH = Pack("french", say("French pack"), FRENCH_SUITS, tuple("A23456789TJQK"))
FRENCH_48 = Pack("french-48", say("French pack without kings"), FRENCH_SUITS, tuple("A23456789TJQ"))
TAROT_78 = Pack("tarot-78", say("Tarot pack"), (*FRENCH_SUITS, MAJORS), tuple("A23456789TJCQK"))

STAR = Suit("X", "★", say("stars"), "star", sign="star")

SPANISH_SUITS = (
    Suit("C", "♣", say("batons"), "black", sign="batons"),
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
    Suit("S", "▼", say("shields"), "red", also="H♥V", sign="shields"),
    Suit("B", "⊖", say("bells"), "red", also="D♦", sign="bells"),
)
ITALIAN_SUITS = (replace(SPANISH_SUITS[0], also="B"), *SPANISH_SUITS[1:])
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
    Suit("B", "■", say("black"), "black", also="K", sign="black"),
    Suit("G", "▲", say("green"), "green", sign="green"),
    Suit("R", "●", say("red"), "red", sign="red"),
    Suit("Y", "✚", say("yellow"), "yellow", sign="yellow"),
    Suit("B", "▼", say("blue"), "blue", also="V", sign="blue"),
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
    # B is the letter of blue, so black takes another one of its word.
    (replace(BLACK, letter="K"), BLUE, RED, ORANGE),
    number_ranks(1, 13),
    copies=2,
    circular=False,
    joker="J",
)
OKEY = replace(RUMMIKUB, false_joker="F")


def okey_tiles(turned: Card | None) -> Pack:
    """The tiles of okey in a deal. Which are wild is open if nothing, or a false joker, is turned up."""
    return OKEY if turned is None or turned.is_wild else replace(OKEY, turned=turned)


SEVENTEEN = Pack("seventeen", say("Seventeen numbers, 0 to 16"), FRENCH_SUITS, number_ranks(0, 16))

PACKS = {
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
