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

_NUMBERED_COURTS = {"11": ("jack", "J"), "12": ("queen", "Q"), "13": ("king", "K")}
_STRANGE_SIGNS = {suit.symbol for pack in PACKS.values() for suit in pack.suits}
_STRANGE_NAMES = {suit.name for pack in PACKS.values() for suit in pack.suits} | {
    suit.name for suits in NATIONAL.values() for suit in suits
}
_NUMBER_PATTERN = re.compile(r"[0-9]+", re.ASCII)
_RANK_AND_LETTER = re.compile(r"(?:[0-9]+|[A-Z])([CSHD])", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CardFault:
    """A piece that does not read: the piece, its position (characters, from 1) and what to type instead."""

    piece: str
    position: int
    advice: str

    @property
    def place_words(self) -> str:
        return f"{self.piece!r} at position {self.position}"

    @property
    def message(self) -> str:
        return f"{self.place_words}: {self.advice}"


@dataclass(frozen=True)
class FaultWording:
    """The sentences for one pack."""

    alphabet: Alphabet

    @property
    def pack(self) -> Pack:
        return self.alphabet.pack

    @cached_property
    def has_tiles(self) -> bool:
        return self.pack.joker != ""

    @property
    def piece_word(self) -> str:
        return "tile" if self.has_tiles else "card"

    @cached_property
    def example_card(self) -> tuple[str, str]:
        """A rank and a suit letter: the queen of hearts where there is one."""
        suit = self.pack.suits[min(2, len(self.pack.suits) - 1)]
        ranks = self.pack.ranks_of(suit.letter)
        return ("Q" if "Q" in ranks else ranks[len(ranks) // 2]), suit.letter

    def both_ways(self, rank: str = "", letter: str = "", joining_word: str = "or") -> str:
        """A card suit first and rank first: `♥Q or QH`."""
        rank, letter = rank or self.example_card[0], letter or self._suit_with(rank or self.example_card[0])
        return f"{self.show_rank(rank, letter)} {joining_word} {rank}{letter}"

    def show_rank(self, rank: str, letter: str) -> str:
        return self.pack.suit[letter].symbol + rank

    def _suit_with(self, rank: str) -> str:
        """The suit of the example, or another that has the rank."""
        usual_letter = self.example_card[1]
        possible_letters = [
            suit.letter for suit in self.pack.suits if rank in self.pack.ranks_of(suit.letter)
        ]
        return usual_letter if usual_letter in possible_letters else possible_letters[0]

    @property
    def example_wild(self) -> str:
        """A wild card that says what it stands for: `w=♥7`."""
        rank, letter = self.example_card
        return "w=" + self.show_rank("7" if "7" in self.pack.ranks_of(letter) else rank, letter)

    @property
    def example_melds(self) -> str:
        """Two melds, as people write them: `♣A23 / ♠A23`."""
        rank_space = "" if self.pack.joins_ranks else " "
        example_runs = [
            suit.symbol + rank_space.join(self.pack.ranks_of(suit.letter)[:3]) for suit in self.pack.suits[:2]
        ]
        return " / ".join(example_runs)

    def no_rank(self, ranks: Sequence[str]) -> str:
        expected_piece = "a number after the colour" if self.has_tiles else "a rank after the suit"
        return f"expected {expected_piece} ({' '.join(ranks)})"

    def no_stood_for(self) -> str:
        return f"expected the card that the wild stands for, as in {self.example_wild}"

    def not_in_suit(self, letter: str) -> str:
        suit = self.pack.suit[letter]
        return f"expected a rank of {suit.name} ({' '.join(self.pack.ranks_of(letter))})"

    def two_suits(self, rank: str, letter: str) -> str:
        return f"expected one suit, not two: type {self.both_ways(rank, letter)}"

    def two_ways(self, first_parting: Iterable[str], second_parting: Iterable[str]) -> str:
        highest_hint = f"; majors go up to {ROMAN[-1]}" if self.pack.lone_suit else ""
        either_way = f"{' '.join(first_parting)} or {' '.join(second_parting)}"
        return f"expected spaces between ranks, {either_way}{highest_hint}"

    def past_the_highest(self, number: str, ranks: Iterable[str], suit: str) -> str:
        """A number greater than any rank, which would part into ranks."""
        return f"{self._no_such_number(number, suit)}; type {' '.join(ranks)} for two {self.piece_word}s"

    def no_suit(self, piece: str, rank: str) -> str:
        """A rank whose suit nobody said; a number that is no rank where it only parts into ranks."""
        number_match = _NUMBER_PATTERN.match(piece)
        if (
            number_match
            and number_match[0] not in self.alphabet.written_ranks
            and piece[number_match.end() :]
        ):
            return self._no_such_number(number_match[0])
        if self._strange_letter(piece):
            return self.strange_suit()
        example_suit = self.pack.suits[0]
        if rank not in self.pack.ranks_of(example_suit.letter):
            example_suit = self.pack.suit[self._suit_with(rank)]
        suit_signs = " ".join(suit.symbol for suit in self.pack.suits)
        suit_word = "colour" if self.has_tiles else "suit"
        examples = f"{example_suit.symbol}{rank} or {rank}{example_suit.letter}"
        return f"expected a {suit_word} ({examples}, {suit_word}s {suit_signs})"

    def suit_of_all(self, ranks: Sequence[str], sign: str) -> str:
        """Several ranks with one sign after them, which is the last one's alone."""
        rank_space = "" if self.pack.joins_ranks else " "
        cards_apart = " ".join(rank + sign for rank in ranks)
        cards_together = sign + rank_space.join(ranks)
        return f"expected the sign before several ranks, or after each: {cards_together} or {cards_apart}"

    def whose_suit(self, suit: str, next_rank: str, rank: str) -> str:
        """A suit by itself between two ranks, of which the first has none."""
        for_first, for_second = f"{suit} {rank} {next_rank}", f"{rank} {suit} {next_rank} {suit}"
        suit_word = "colour" if self.has_tiles else "suit"
        question = f"is {suit} the {suit_word} of {rank} or of {next_rank}?"
        return f"{question} Type {for_first}, or {for_second}, for both"

    def is_strange_suit(self, piece: str) -> bool:
        """Whether a piece that does not read begins with the sign or the name of another pack's suit."""
        word_match = re.match(r"[^\W\d_]*", piece)
        return piece[0] in _STRANGE_SIGNS or (
            word_match is not None and word_match[0].lower() in _STRANGE_NAMES
        )

    def _strange_letter(self, piece: str) -> bool:
        """Whether a suit letter of the French pack follows a rank, where the pack has no such suit."""
        card_match = _RANK_AND_LETTER.fullmatch(piece)
        return bool(card_match) and not {"C", "S", "H", "D"} & set(self.pack.suit)

    def strange_suit(self) -> str:
        suit_names = [suit.name for suit in self.pack.suits]
        example = f"as in {self.both_ways(joining_word='or')}"
        if self.has_tiles:
            return f"tiles are {join_words(suit_names)}, {example}"
        return f"the {self.pack.name} has {join_words(suit_names, 'and')}, {example}"

    def unknown_piece(self, piece: str, suit: str) -> str:
        """A piece in which no rank is found, after the suit of that letter, or none."""
        if self.is_strange_suit(piece) or self._strange_letter(piece):
            return self.strange_suit()
        number_match = _NUMBER_PATTERN.match(piece)
        if number_match:
            return self._no_such_number(number_match[0], suit)
        letter_advice = self._only_letters(piece)
        if letter_advice:
            return letter_advice
        if piece[0].upper() in "AKQJT" and piece[0].isascii() and len(piece) <= 2:
            return self._no_such_rank(piece[0].upper())
        wild_word = "joker" if self.has_tiles else "wild"
        example = f"{self.piece_word} such as {self.both_ways()}"
        return f"expected a {example}, ranks {self._all_ranks}, or w for a {wild_word}"

    @cached_property
    def _all_ranks(self) -> str:
        return " ".join(self.pack.every_rank)

    def _only_letters(self, piece: str) -> str:
        """A suit letter alone, or before several ranks; empty for anything else."""
        suit_letter = self.alphabet.suit_letters.get(piece[0].upper()) if piece[0].isascii() else None
        if not suit_letter:
            return ""
        rest_of_piece = piece[1:].upper()
        if not rest_of_piece:
            expected_piece = "a number with the colour" if self.has_tiles else "a rank with the suit"
            return f"expected {expected_piece}, as in {self.both_ways('', suit_letter)}"
        partings = self.alphabet.part_run(rest_of_piece, self.alphabet.written_ranks)
        if rest_of_piece.isdecimal() and (
            not partings or (len(rest_of_piece) == 2 and self._has_long_numbers)
        ):
            return self._no_such_number(rest_of_piece, suit_letter)
        if len(partings) != 1:
            return ""
        suit = self.pack.suit[suit_letter]
        cards_apart = " ".join(rank + suit_letter for rank in partings[0])
        cards_together = suit.symbol + ("" if self.pack.joins_ranks else " ").join(partings[0])
        examples = f"{cards_together} or {cards_apart}"
        return f"expected the suit’s sign before several ranks, or a letter with each: {examples}"

    @cached_property
    def _has_long_numbers(self) -> bool:
        return any(len(rank) > 1 and rank.isdecimal() for rank in self.pack.every_rank)

    def _no_such_number(self, number: str, suit: str = "") -> str:
        suit_letter = suit or self.example_card[1]
        ranks = self.pack.ranks_of(suit_letter)
        if number in _NUMBERED_COURTS and _NUMBERED_COURTS[number][1] in ranks and "C" not in ranks:
            court_name, rank = _NUMBERED_COURTS[number]
            return f"a {court_name} is {rank}, as in {self.both_ways(rank, suit_letter)}"
        if number == "1" and "A" in ranks:
            return f"an ace is A, as in {self.both_ways('A', suit_letter)}"
        if number == "0" and "T" in ranks:
            return f"no card is 0; a ten is T or 10, as in {self.both_ways('T', suit_letter)}"
        rank_numbers = [int(rank) for rank in ranks if rank.isdecimal()]
        if self.has_tiles and int(number[:9]) > max(rank_numbers):
            return f"tiles go up to {max(rank_numbers)}, as in {self.both_ways()}"
        return self._no_such_rank(number)

    def _no_such_rank(self, rank: str) -> str:
        if self.has_tiles:
            return (
                f"tiles have numbers, {self.pack.ranks[0]} to {self.pack.ranks[-1]}, as in {self.both_ways()}"
            )
        return f"this pack has no {rank}, ranks {self._all_ranks}"


@lru_cache(maxsize=256)
def wording_of(written: Alphabet) -> FaultWording:
    """The sentences for an alphabet."""
    return FaultWording(written)
