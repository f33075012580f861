"""What is said of a piece that does not read (RULES.md, N6): always with what to type instead, in the pack's
own cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.core.alphabet import Alphabet
from scorepad.core.packs import ROMAN, Pack
from scorepad.core.phrasing import join_words
from scorepad.core.standard_packs import NATIONAL, PACKS

_COURTS = {"11": ("jack", "J"), "12": ("queen", "Q"), "13": ("king", "K")}
_STRANGE_SIGNS = {suit.symbol for pack in PACKS.values() for suit in pack.suits}
_STRANGE_NAMES = {suit.name for pack in PACKS.values() for suit in pack.suits} | {
    suit.name for suits in NATIONAL.values() for suit in suits
}
_NUMBER = re.compile(r"[0-9]+", re.ASCII)
_RANK_AND_LETTER = re.compile(r"(?:[0-9]+|[A-Z])([CSHD])", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """A piece that does not read: the piece, its position (characters, from 1) and what to type instead."""

    piece: str
    position: int
    says: str

    @property
    def where(self) -> str:
        return f"{self.piece!r} at position {self.position}"

    @property
    def message(self) -> str:
        return f"{self.where}: {self.says}"


@dataclass(frozen=True)
class Wording:
    """The sentences for one pack."""

    written: Alphabet

    @property
    def pack(self) -> Pack:
        return self.written.pack

    @cached_property
    def tiles(self) -> bool:
        return self.pack.joker != ""

    @property
    def kind(self) -> str:
        return "tile" if self.tiles else "card"

    @cached_property
    def example(self) -> tuple[str, str]:
        """A rank and a suit letter: the queen of hearts where there is one."""
        suit = self.pack.suits[min(2, len(self.pack.suits) - 1)]
        ranks = self.pack.ranks_of(suit.letter)
        return ("Q" if "Q" in ranks else ranks[len(ranks) // 2]), suit.letter

    def both_ways(self, rank: str = "", letter: str = "", joint: str = "or") -> str:
        """A card suit first and rank first: `♥Q or QH`."""
        rank, letter = rank or self.example[0], letter or self._suit_with(rank or self.example[0])
        return f"{self.shown(rank, letter)} {joint} {rank}{letter}"

    def shown(self, rank: str, letter: str) -> str:
        return self.pack.suit[letter].symbol + rank

    def _suit_with(self, rank: str) -> str:
        """The suit of the example, or another that has the rank."""
        usual = self.example[1]
        may = [suit.letter for suit in self.pack.suits if rank in self.pack.ranks_of(suit.letter)]
        return usual if usual in may else may[0]

    @property
    def wild(self) -> str:
        """A wild card that says what it stands for: `w=♥7`."""
        rank, letter = self.example
        return "w=" + self.shown("7" if "7" in self.pack.ranks_of(letter) else rank, letter)

    @property
    def melds(self) -> str:
        """Two melds, as people write them: `♣A23 / ♠A23`."""
        between = "" if self.pack.joins_ranks else " "
        runs = [
            suit.symbol + between.join(self.pack.ranks_of(suit.letter)[:3]) for suit in self.pack.suits[:2]
        ]
        return " / ".join(runs)

    def no_rank(self, ranks: Sequence[str]) -> str:
        named = "a number after the colour" if self.tiles else "a rank after the suit"
        return f"expected {named} ({' '.join(ranks)})"

    def no_stood_for(self) -> str:
        return f"expected the card that the wild stands for, as in {self.wild}"

    def not_in_suit(self, letter: str) -> str:
        suit = self.pack.suit[letter]
        return f"expected a rank of {suit.name} ({' '.join(self.pack.ranks_of(letter))})"

    def two_suits(self, rank: str, letter: str) -> str:
        return f"expected one suit, not two: type {self.both_ways(rank, letter)}"

    def two_ways(self, first: Iterable[str], second: Iterable[str]) -> str:
        highest = f"; majors go up to {ROMAN[-1]}" if self.pack.lone_suit else ""
        return f"expected spaces between ranks, {' '.join(first)} or {' '.join(second)}{highest}"

    def past_the_highest(self, number: str, ranks: Iterable[str], suit: str) -> str:
        """A number greater than any rank, which would part into ranks."""
        return f"{self._no_such_number(number, suit)}; type {' '.join(ranks)} for two {self.kind}s"

    def no_suit(self, piece: str, rank: str) -> str:
        """A rank whose suit nobody said; a number that is no rank where it only parts into ranks."""
        number = _NUMBER.match(piece)
        if number and number[0] not in self.written.ranks and piece[number.end() :]:
            return self._no_such_number(number[0])
        if self._strange_letter(piece):
            return self.strange_suit()
        suit = self.pack.suits[0]
        if rank not in self.pack.ranks_of(suit.letter):
            suit = self.pack.suit[self._suit_with(rank)]
        signs = " ".join(suit.symbol for suit in self.pack.suits)
        word = "colour" if self.tiles else "suit"
        return f"expected a {word} ({suit.symbol}{rank} or {rank}{suit.letter}, {word}s {signs})"

    def suit_of_all(self, ranks: Sequence[str], sign: str) -> str:
        """Several ranks with one sign after them, which is the last one's alone."""
        between = "" if self.pack.joins_ranks else " "
        apart = " ".join(rank + sign for rank in ranks)
        return (
            f"expected the sign before several ranks, or after each: {sign}{between.join(ranks)} or {apart}"
        )

    def whose_suit(self, suit: str, next_rank: str, rank: str) -> str:
        """A suit by itself between two ranks, of which the first has none."""
        first, second = f"{suit} {rank} {next_rank}", f"{rank} {suit} {next_rank} {suit}"
        word = "colour" if self.tiles else "suit"
        return f"is {suit} the {word} of {rank} or of {next_rank}? Type {first}, or {second}, for both"

    def is_strange_suit(self, piece: str) -> bool:
        """Whether a piece that does not read begins with the sign or the name of another pack's suit."""
        word = re.match(r"[^\W\d_]*", piece)
        return piece[0] in _STRANGE_SIGNS or (word is not None and word[0].lower() in _STRANGE_NAMES)

    def _strange_letter(self, piece: str) -> bool:
        """Whether a suit letter of the French pack follows a rank, where the pack has no such suit."""
        card = _RANK_AND_LETTER.fullmatch(piece)
        return bool(card) and not {"C", "S", "H", "D"} & set(self.pack.suit)

    def strange_suit(self) -> str:
        names = [suit.name for suit in self.pack.suits]
        example = f"as in {self.both_ways(joint='or')}"
        if self.tiles:
            return f"tiles are {join_words(names)}, {example}"
        return f"the {self.pack.name} has {join_words(names, 'and')}, {example}"

    def unknown(self, piece: str, suit: str) -> str:
        """A piece in which no rank is found, after the suit of that letter, or none."""
        if self.is_strange_suit(piece) or self._strange_letter(piece):
            return self.strange_suit()
        number = _NUMBER.match(piece)
        if number:
            return self._no_such_number(number[0], suit)
        letters = self._only_letters(piece)
        if letters:
            return letters
        if piece[0].upper() in "AKQJT" and piece[0].isascii() and len(piece) <= 2:
            return self._no_such_rank(piece[0].upper())
        wild = "joker" if self.tiles else "wild"
        return f"expected a {self.kind} such as {self.both_ways()}, ranks {self._ranks}, or w for a {wild}"

    @cached_property
    def _ranks(self) -> str:
        return " ".join(self.pack.every_rank)

    def _only_letters(self, piece: str) -> str:
        """A suit letter alone, or before several ranks; empty for anything else."""
        letter = self.written.letters.get(piece[0].upper()) if piece[0].isascii() else None
        if not letter:
            return ""
        rest = piece[1:].upper()
        if not rest:
            named = "a number with the colour" if self.tiles else "a rank with the suit"
            return f"expected {named}, as in {self.both_ways('', letter)}"
        ranks = self.written.part(rest, self.written.ranks)
        if rest.isdecimal() and (not ranks or (len(rest) == 2 and self._has_long_numbers)):
            return self._no_such_number(rest, letter)
        if len(ranks) != 1:
            return ""
        suit = self.pack.suit[letter]
        apart = " ".join(rank + letter for rank in ranks[0])
        together = suit.symbol + ("" if self.pack.joins_ranks else " ").join(ranks[0])
        return f"expected the suit’s sign before several ranks, or a letter with each: {together} or {apart}"

    @cached_property
    def _has_long_numbers(self) -> bool:
        return any(len(rank) > 1 and rank.isdecimal() for rank in self.pack.every_rank)

    def _no_such_number(self, number: str, suit: str = "") -> str:
        letter = suit or self.example[1]
        ranks = self.pack.ranks_of(letter)
        if number in _COURTS and _COURTS[number][1] in ranks and "C" not in ranks:
            name, rank = _COURTS[number]
            return f"a {name} is {rank}, as in {self.both_ways(rank, letter)}"
        if number == "1" and "A" in ranks:
            return f"an ace is A, as in {self.both_ways('A', letter)}"
        if number == "0" and "T" in ranks:
            return f"no card is 0; a ten is T or 10, as in {self.both_ways('T', letter)}"
        numbers = [int(rank) for rank in ranks if rank.isdecimal()]
        if self.tiles and int(number[:9]) > max(numbers):
            return f"tiles go up to {max(numbers)}, as in {self.both_ways()}"
        return self._no_such_rank(number)

    def _no_such_rank(self, rank: str) -> str:
        if self.tiles:
            return (
                f"tiles have numbers, {self.pack.ranks[0]} to {self.pack.ranks[-1]}, as in {self.both_ways()}"
            )
        return f"this pack has no {rank}, ranks {self._ranks}"


@lru_cache(maxsize=256)
def wording(written: Alphabet) -> Wording:
    """The sentences for an alphabet."""
    return Wording(written)
