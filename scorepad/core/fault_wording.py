"""What is said of a piece that does not read (RULES.md, N6): always with what to type instead, in the pack's
own cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.core.alphabet import OTHER_SIGNS, Alphabet
from scorepad.core.card_text import show_card, show_laid, show_meld, show_rank
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.packs import ROMAN, Pack
from scorepad.core.phrasing import join_words
from scorepad.core.sentence import in_a_row, say
from scorepad.core.standard_packs import NATIONAL, PACKS

_NUMBERED_COURTS = {"11": (say("a jack"), "J"), "12": (say("a queen"), "Q"), "13": (say("a king"), "K")}
LIKE_SIGNS = dict.fromkeys("❤❣❥🧡💛💚💙💜🤎🖤🤍💓💖💗💕💘💝", "♥") | dict.fromkeys("☘🍀", "♣")
"""Signs that look like a suit's, but are no card's, by that suit's own."""
_STRANGE_SIGNS = {suit.symbol for pack in PACKS.values() for suit in pack.suits} | {
    *OTHER_SIGNS,
    *LIKE_SIGNS,
}
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
        return say("{piece} at position {position}", piece=repr(self.piece), position=self.position)

    @property
    def message(self) -> str:
        return say("{place}: {advice}", place=self.place_words, advice=self.advice)


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

    @cached_property
    def example_card(self) -> tuple[str, str]:
        """A rank and a suit letter: the queen of hearts where there is one."""
        suit = self.pack.suits[min(2, len(self.pack.suits) - 1)]
        ranks = self.pack.ranks_of(suit.letter)
        return ("Q" if "Q" in ranks else ranks[len(ranks) // 2]), suit.letter

    def both_ways(self, rank: str = "", letter: str = "") -> str:
        """A card suit first and rank first: `♥Q or QH`."""
        rank, letter = rank or self.example_card[0], letter or self._suit_with(rank or self.example_card[0])
        return join_words((self.show_card(rank, letter), rank + letter))

    def show_card(self, rank: str, letter: str) -> str:
        return show_card(Card(rank, letter), self.pack)

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
        kind = Card("7" if "7" in self.pack.ranks_of(letter) else rank, letter)
        return show_laid(Laid(WILD, kind), self.pack)

    @property
    def example_melds(self) -> str:
        """Two melds, as people write them: `♣A23 / ♠A23`."""
        example_runs = [
            self.run_of(suit.letter, self.pack.ranks_of(suit.letter)[:3]) for suit in self.pack.suits
        ]
        return in_a_row(example_runs[:2], " / ")

    def run_of(self, letter: str, ranks: Iterable[str]) -> str:
        """Several ranks after their suit: `♣A23`."""
        return show_meld([Card(rank, letter) for rank in ranks], self.pack)

    def no_rank(self, ranks: Sequence[str]) -> str:
        if self.has_tiles:
            return say("expected a number after the colour ({ranks})", ranks=" ".join(ranks))
        return say("expected a rank after the suit ({ranks})", ranks=self._shown_ranks(ranks))

    def _shown_ranks(self, ranks: Iterable[str]) -> str:
        return in_a_row(show_rank(rank, self.pack) for rank in ranks)

    def no_stood_for(self) -> str:
        return say("expected the card that the wild stands for, as in {example}", example=self.example_wild)

    def not_in_suit(self, letter: str) -> str:
        suit = self.pack.suit[letter]
        ranks = self._shown_ranks(self.pack.ranks_of(letter))
        return say("expected a rank of {suit} ({ranks})", suit=suit.name, ranks=ranks)

    def two_suits(self, rank: str, letter: str) -> str:
        return say("expected one suit, not two: type {examples}", examples=self.both_ways(rank, letter))

    def two_ways(self, first_parting: Iterable[str], second_parting: Iterable[str]) -> str:
        either_way = join_words((" ".join(first_parting), " ".join(second_parting)))
        if self.pack.lone_suit:
            return say(
                "expected spaces between ranks, {either_way}; majors go up to {highest}",
                either_way=either_way,
                highest=ROMAN[-1],
            )
        return say("expected spaces between ranks, {either_way}", either_way=either_way)

    def past_the_highest(self, number: str, ranks: Iterable[str], suit: str) -> str:
        """A number greater than any rank, which would part into ranks."""
        return say(
            "{advice}; type {two}",
            advice=self._no_such_number(number, suit),
            two=self.for_two(" ".join(ranks)),
        )

    def for_two(self, pieces: str) -> str:
        """What is typed for two pieces: `1 4 for two cards`."""
        if self.has_tiles:
            return say("{pieces} for two tiles", pieces=pieces)
        return say("{pieces} for two cards", pieces=pieces)

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
        signs = " ".join(suit.symbol for suit in self.pack.suits)
        examples = self.both_ways(rank, example_suit.letter)
        if self.has_tiles:
            return say("expected a colour ({examples}, colours {signs})", examples=examples, signs=signs)
        return say("expected a suit ({examples}, suits {signs})", examples=examples, signs=signs)

    def suit_of_all(self, ranks: Sequence[str], sign: str) -> str:
        """Several ranks with one sign after them, which is the last one's alone."""
        rank_space = "" if self.pack.joins_ranks else " "
        cards_apart = " ".join(rank + sign for rank in ranks)
        return say(
            "expected the sign before several ranks, or after each: {examples}",
            examples=join_words((sign + rank_space.join(ranks), cards_apart)),
        )

    def whose_suit(self, suit: str, next_rank: str, rank: str) -> str:
        """A suit by itself between two ranks, of which the first has none."""
        pieces = {
            "suit": suit,
            "rank": rank,
            "next": next_rank,
            "first": f"{suit} {rank} {next_rank}",
            "second": f"{rank} {suit} {next_rank} {suit}",
        }
        if self.has_tiles:
            return say(
                "is {suit} the colour of {rank} or of {next}? Type {first}, or {second}, for both", **pieces
            )
        return say("is {suit} the suit of {rank} or of {next}? Type {first}, or {second}, for both", **pieces)

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
        examples = self.both_ways()
        if self.has_tiles:
            return say(
                "tiles are {colours}, as in {examples}", colours=join_words(suit_names), examples=examples
            )
        return say(
            "the {pack} has {suits}, as in {examples}",
            pack=self.pack.name,
            suits=join_words(suit_names, "and"),
            examples=examples,
        )

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
        expected = {"examples": self.both_ways(), "ranks": self._all_ranks}
        if self.has_tiles:
            return say("expected a tile such as {examples}, ranks {ranks}, or w for a joker", **expected)
        return say("expected a card such as {examples}, ranks {ranks}, or w for a wild", **expected)

    @cached_property
    def _all_ranks(self) -> str:
        return self._shown_ranks(self.pack.every_rank)

    def _only_letters(self, piece: str) -> str:
        """A suit letter alone, or before several ranks; empty for anything else."""
        suit_letter = self.alphabet.suit_letters.get(piece[0].upper()) if piece[0].isascii() else None
        if not suit_letter:
            return ""
        rest_of_piece = piece[1:].upper()
        if not rest_of_piece:
            examples = self.both_ways("", suit_letter)
            if self.has_tiles:
                return say("expected a number with the colour, as in {examples}", examples=examples)
            return say("expected a rank with the suit, as in {examples}", examples=examples)
        partings = self.alphabet.part_run(rest_of_piece, self.alphabet.written_ranks)
        if rest_of_piece.isdecimal() and (
            not partings or (len(rest_of_piece) == 2 and self._has_long_numbers)
        ):
            return self._no_such_number(rest_of_piece, suit_letter)
        if len(partings) != 1:
            return ""
        cards_apart = " ".join(rank + suit_letter for rank in partings[0])
        return say(
            "expected the suit’s sign before several ranks, or a letter with each: {examples}",
            examples=join_words((self.run_of(suit_letter, partings[0]), cards_apart)),
        )

    @cached_property
    def _has_long_numbers(self) -> bool:
        return any(len(rank) > 1 and rank.isdecimal() for rank in self.pack.every_rank)

    def _no_such_number(self, number: str, suit: str = "") -> str:
        suit_letter = suit or self.example_card[1]
        ranks = self.pack.ranks_of(suit_letter)
        if number in _NUMBERED_COURTS and _NUMBERED_COURTS[number][1] in ranks and "C" not in ranks:
            court, rank = _NUMBERED_COURTS[number]
            return self.rank_is(court, rank, suit_letter)
        if number == "1" and "A" in ranks:
            return self.rank_is(say("an ace"), "A", suit_letter)
        if number == "0" and "T" in ranks:
            examples = self.both_ways("T", suit_letter)
            return say("no card is 0; a ten is T or 10, as in {examples}", examples=examples)
        rank_numbers = [int(rank) for rank in ranks if rank.isdecimal()]
        if self.has_tiles and int(number[:9]) > max(rank_numbers):
            highest, examples = max(rank_numbers), self.both_ways()
            return say("tiles go up to {highest}, as in {examples}", highest=highest, examples=examples)
        return self._no_such_rank(number)

    def rank_is(self, name: str, rank: str, letter: str = "") -> str:
        """How a rank is written: `a queen is Q, as in ♥Q or QH`."""
        shown_rank, examples = show_rank(rank, self.pack), self.both_ways(rank, letter)
        return say("{name} is {rank}, as in {examples}", name=name, rank=shown_rank, examples=examples)

    def _no_such_rank(self, rank: str) -> str:
        if self.has_tiles:
            return say(
                "tiles have numbers, {first} to {last}, as in {examples}",
                first=self.pack.ranks[0],
                last=self.pack.ranks[-1],
                examples=self.both_ways(),
            )
        return say("this pack has no {rank}, ranks {ranks}", rank=rank, ranks=self._all_ranks)


@lru_cache(maxsize=256)
def wording_of(written: Alphabet) -> FaultWording:
    """The sentences for an alphabet."""
    return FaultWording(written)
