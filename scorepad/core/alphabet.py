"""How the suits and ranks of a pack are written (RULES.md, N1, N2, P3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.core.packs import Pack

_HOLLOW = {"♧": "♣", "♤": "♠", "♡": "♥", "♢": "♦"}
_ALIASES = {"10": "T"}
_SHORTEST_WORD = 3

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
    def words(self) -> re.Pattern[str] | None:
        """The names of suits, as words."""
        names = sorted((suit.name for suit in self.pack.suits), key=len, reverse=True)
        named = "|".join(re.escape(name) for name in names if len(name) >= _SHORTEST_WORD)
        return re.compile(rf"(?<![^\W_])(?:{named})(?![^\W\d_])", re.IGNORECASE) if named else None

    def named(self, word: str) -> str:
        """The letter of the suit of that name."""
        return next(suit.letter for suit in self.pack.suits if suit.name.lower() == word.lower())

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Ranks by other ways to write them."""
        ranks = self.pack.every_rank
        return {written: rank for written, rank in _ALIASES.items() if rank in ranks and written not in ranks}

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        """Every rank as it may be written, the longest first."""
        return tuple(
            sorted({*self.pack.every_rank, *self.aliases}, key=lambda written: (-len(written), written))
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

    @cached_property
    def joined(self) -> bool:
        """Whether ranks are written without spaces: all are short, and none is the beginning of another."""
        short = all(len(rank) == 1 for rank in self.pack.every_rank)
        return short and not any(a != b and b.startswith(a) for a in self.ranks for b in self.ranks)


@lru_cache(maxsize=256)
def alphabet(pack: Pack) -> Alphabet:
    """The alphabet of a pack."""
    return Alphabet(pack)
