"""How the suits and ranks of a pack are written (RULES.md, N1, N2, N4, P3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import ascii_lowercase, ascii_uppercase

from scorepad.core.cards import WILD, Laid
from scorepad.core.packs import Pack

_HOLLOW = {"♧": "♣", "♤": "♠", "♡": "♥", "♢": "♦"}
_SAME_SUITS = (
    ("clubs", "batons", "acorns", "wands"),
    ("spades", "swords", "leaves", "roses"),
    ("hearts", "cups", "shields"),
    ("diamonds", "coins", "bells"),
)
_SAME_COLOURS = {"orange": "yellow"}
_JOKERS = ("joker", "jkr")
_SHORTEST_WORD = 3
_UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)
SPACES = " \t\r\u00a0\u2009\u202f"

_Way = tuple["_Way", str] | None


def _unfolded(way: _Way) -> tuple[str, ...]:
    """The ranks of a way from first to last."""
    ranks = []
    while way:
        way, rank = way
        ranks.append(rank)
    return tuple(reversed(ranks))


@dataclass(frozen=True)
class Alphabet:
    """The signs, letters and words for the suits of a pack, and the ways to part written ranks."""

    pack: Pack

    @cached_property
    def symbols(self) -> dict[str, str]:
        """Suit letters by the signs that read as them, hollow ones and those of other countries too."""
        also = {char: suit.letter for suit in self.pack.suits for char in suit.also if not char.isascii()}
        signs = also | {suit.symbol: suit.letter for suit in self.pack.suits}
        return signs | {hollow: signs[full] for hollow, full in _HOLLOW.items() if full in signs}

    @cached_property
    def letters(self) -> dict[str, str]:
        """Suit letters by the letters that read as them."""
        also = {char: suit.letter for suit in self.pack.suits for char in suit.also if char.isascii()}
        return also | {suit.letter: suit.letter for suit in self.pack.suits}

    @cached_property
    def names(self) -> dict[str, str]:
        """Suit letters by every word that reads as them; a word that ranks make up is left to the ranks."""
        own = {suit.name.lower(): suit.letter for suit in self.pack.suits}
        also = {other: own[name] for name, other in _SAME_COLOURS.items() if name in own}
        plural = also | self._of_other_countries(own) | own
        names = {name.removesuffix("s"): letter for name, letter in plural.items()} | plural
        return {name: letter for name, letter in names.items() if self._is_word(name)}

    def _of_other_countries(self, own: dict[str, str]) -> dict[str, str]:
        """The names of other countries, where the pack has the four suits of one (P3)."""
        here = [[name for name in same if name in own] for same in _SAME_SUITS]
        if any(len(names) != 1 for names in here):
            return {}
        return {other: own[names[0]] for same, names in zip(_SAME_SUITS, here, strict=True) for other in same}

    def _is_word(self, name: str) -> bool:
        return len(name) >= _SHORTEST_WORD and not self.part(name.upper(), self.ranks)

    @cached_property
    def words(self) -> re.Pattern[str] | None:
        """The names of suits, as words."""
        names = sorted(self.names, key=len, reverse=True)
        named = "|".join(map(re.escape, names))
        return re.compile(rf"(?:{named})(?![^\W\d_])", re.IGNORECASE) if named else None

    def word_at(self, text: str, at: int) -> str:
        """The name of a suit that stands at a place, as it is written there; empty where none does."""
        word = self.words.match(text, at) if self.words else None
        return word[0] if word and word[0].lower() in self.names else ""

    def named(self, word: str) -> str:
        """The letter of the suit of that name."""
        return self.names[word.lower()]

    @cached_property
    def jokers(self) -> re.Pattern[str]:
        """The ways to write a wild card (N4), the pack's own letter for it among them."""
        words = [rf"{word}(?![a-z])|" for word in _JOKERS if word.upper() not in self.ranks]
        return re.compile(f"{''.join(words)}[w*{self.pack.joker}]", re.IGNORECASE | re.ASCII)

    @cached_property
    def canonical(self) -> dict[str, Laid]:
        """Every card by its canonical writing (N5)."""
        return {str(card): Laid(card) for card in (*self.pack.cards, WILD)}

    @cached_property
    def letter_first(self) -> re.Pattern[str]:
        """A card whose suit letter comes first, `HQ` or `R5`."""
        ranks = "|".join(self.ranks)
        return re.compile(rf"([{''.join(self.letters)}])({ranks})", re.IGNORECASE | re.ASCII)

    @cached_property
    def letters_first(self) -> re.Pattern[str]:
        """A whole piece of such cards, wild cards among them."""
        card, wild = self.letter_first.pattern, self.jokers.pattern
        return re.compile(rf"(?:{card}(?:{wild})*)+(?=$|[{SPACES},=-])", re.IGNORECASE | re.ASCII)

    @cached_property
    def either_side(self) -> re.Pattern[str]:
        """A rank and a sign, then a rank: the sign may be meant for either, `5♥ 6`."""
        ranks, signs = "|".join(self.ranks), "".join(self.symbols)
        begin = rf"(?:^|(?<=[{SPACES},-]))[^{SPACES},={signs}-]*?"
        return re.compile(rf"{begin}({ranks})([{signs}])\ufe0f?[{SPACES},]+({ranks})", re.IGNORECASE)

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        """Every rank as it may be written, the longest first."""
        return tuple(
            sorted(
                {*self.pack.every_rank, *self.pack.rank_aliases}, key=lambda written: (-len(written), written)
            )
        )

    @cached_property
    def letters_of_ranks(self) -> frozenset[str]:
        """Letters of ranks that have several, as roman numbers do."""
        return frozenset("".join(rank for rank in self.ranks if len(rank) > 1 and rank.isalpha()))

    def run(self, text: str, at: int) -> str:
        """The digits, or the letters of long ranks, that stand together from a place on."""
        end = at
        if text[at].isdecimal():
            while text[end : end + 1].isdecimal():
                end += 1
        else:
            while text[end : end + 1] and text[end] in self.letters_of_ranks:
                end += 1
        return text[at : max(end, at + 1)]

    def part(self, run: str, ranks: Iterable[str]) -> list[tuple[str, ...]]:
        """The ways to part a run into ranks, two at the most: itself alone where it is one rank."""
        may = set(ranks)
        if run in may:
            return [(run,)]
        lengths = {len(rank) for rank in may}
        ways: list[list[_Way]] = [[None]]
        for end in range(1, len(run) + 1):
            last = [(end - length, run[end - length : end]) for length in lengths if length <= end]
            found = [(way, rank) for begin, rank in last if rank in may for way in ways[begin]]
            ways.append([*found[:2]])
        return [_unfolded(way) for way in ways[-1]]


class Runs:
    """The ranks that stand together in a text, each run parted where there is one way to."""

    def __init__(self, text: str, written: Alphabet) -> None:
        self.text = text
        self.written = written
        self.end = 0
        self.open_ways: list[tuple[str, ...]] = []
        self._parted: dict[int, str] = {}

    def rank_at(self, at: int, suit: str) -> str:
        """The rank that begins at a place, under a suit or none; empty where there is none, or no one way."""
        if at >= self.end and at < len(self.text):
            self._part(at, suit)
        if at in self._parted:
            return self._parted[at]
        here = upper(self.text[at : at + len(self.written.ranks[0])])
        return next((rank for rank in self.written.ranks if here.startswith(rank)), "")

    def is_open(self, at: int) -> bool:
        """Whether the run that begins at a place can be parted in two ways, `open_ways`."""
        return self._parted.get(at) == ""

    def _part(self, at: int, suit: str) -> None:
        run = self.written.run(upper(self.text[at:]), 0)
        pack = self.written.pack
        ranks = (*pack.ranks_of(suit), *pack.lone_suit, *pack.rank_aliases) if suit else self.written.ranks
        ways = self.written.part(run, ranks)
        self.end = at + len(run)
        place = at
        for rank in ways[0] if len(ways) == 1 else ():
            self._parted[place] = rank
            place += len(rank)
        if len(ways) > 1 or (ways and suit and self._is_past_the_highest(run)):
            self._parted = {at: ""}
            self.open_ways = ways

    def _is_past_the_highest(self, run: str) -> bool:
        """Whether the run looks like one number, greater than any rank: `14` where the ranks are 1 to 13."""
        numbers = [int(rank) for rank in self.written.ranks if rank.isdecimal()]
        teen = len(run) == 2 and run.isdecimal() and run[0] == "1"
        return teen and 9 < max(numbers) < int(run)


def upper(text: str) -> str:
    """Upper case for ASCII alone, so that no foreign letter turns into a rank."""
    return text.translate(_UPPER)


@lru_cache(maxsize=256)
def alphabet(pack: Pack) -> Alphabet:
    """The alphabet of a pack."""
    return Alphabet(pack)
