"""Packs of cards (RULES.md, section P)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from scorepad.core.brief import Brief
from scorepad.core.cards import Card
from scorepad.core.sentence import say

_RANK_ALIASES = {"10": "T", "IIII": "IV", "VIIII": "IX", "XIIII": "XIV", "XVIIII": "XIX"}
ROMAN_SIGNS = "ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹ"
"""Signs of their own for I to X, large and small."""
OTHER_SIGNS = {"♧": "♣", "♤": "♠", "♡": "♥", "♢": "♦"} | dict.fromkeys("◊◆◇⬥⬦⬧⋄🔷🔶🔹🔸", "♦")
"""Signs that are drawn like a suit's and can mean no other, by that suit's own."""


@dataclass(frozen=True, slots=True, repr=False)
class Suit(Brief):
    """A suit: the letter used in data, the symbol and the name used for people, and its ink.

    ranks  set where the suit has other ranks than the rest of the pack (P2, H26)
    also   letters and symbols that read as this suit too, where no suit of the pack has them (P3)
    sign   the drawing on its cards; that of the letter where it is empty
    """

    letter: str
    symbol: str
    name: str
    colour: str
    ranks: tuple[str, ...] = ()
    also: str = ""
    sign: str = ""

    @property
    def drawing(self) -> str:
        """The id of the drawing on its cards."""
        return self.sign or self.letter


@dataclass(frozen=True, repr=False)
class Pack(Brief):
    """Every kind of card: suits in listing order (N2), ranks in the order of the circle (P2).

    copies    of each card in the pack as it is sold; a table never plays with fewer
    circular  False where the last rank is not followed by the first (K1)
    joker     a letter that reads as a wild card, besides `w`
    spare     ranks that lie outside and come in as wild cards, where a table wants them

    Standard packs show themselves by their place in `standard_packs.PACKS`.
    """

    standard: ClassVar[dict[str, Pack]] = {}

    id: str
    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[str, ...]
    copies: int = 1
    circular: bool = True
    joker: str = ""
    spare: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks):
            raise ValueError(f"pack {self.id}: a rank is named twice in {self.ranks!r}")
        if len({suit.letter for suit in self.suits}) != len(self.suits):
            raise ValueError(f"pack {self.id}: a suit letter is used twice")
        if any(rank + suit.letter in self.every_rank for rank in self.every_rank for suit in self.suits):
            raise ValueError(f"pack {self.id}: a rank reads as another with its suit")

    def __repr__(self) -> str:
        return f"PACKS[{self.id!r}]" if self.standard.get(self.id) is self else super().__repr__()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Counted once; tables' own packs, which share an id, differ in their ranks for the most part."""
        return hash((self.id, self.ranks, len(self.suits)))

    def ranks_of(self, letter: str) -> tuple[str, ...]:
        """The circle of ranks of one suit."""
        return self.suit[letter].ranks or self.ranks

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every kind of card, in listing order."""
        return tuple(Card(rank, suit.letter) for suit in self.suits for rank in self.ranks_of(suit.letter))

    @cached_property
    def order(self) -> dict[Card, int]:
        """Place of each kind in the listing order."""
        return {card: place for place, card in enumerate(self.cards)}

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
        """Whether ranks are an ace, or courts, of the French pack, which languages print in letters of their
        own, and nothing else of the pack's writing is such a letter."""
        signs = "".join(suit.symbol for suit in self.suits)
        return "Q" in self.every_rank and not self.joker and not any(letter in signs for letter in "AJQK")

    @cached_property
    def common_suits(self) -> tuple[str, ...]:
        """Letters of the suits that share the pack's ranks; a quartet takes cards of four (H24, H26)."""
        shared_ranks = set(self.ranks)
        return tuple(
            suit.letter for suit in self.suits if shared_ranks.intersection(suit.ranks or self.ranks)
        )

    @cached_property
    def lone_suit(self) -> dict[str, str]:
        """Ranks that one suit of its own alone has, with its letter: they are written without it (H26)."""
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
