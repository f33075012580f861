"""The writing of a pack's suits and ranks (N1, N2, N4, P3), and texts in it: what is at a position, a fault
there (N6), and a text that is rewritten and keeps its positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import ascii_lowercase, ascii_uppercase

from scorepad.core.card_words import SAME_COLOURS, SAME_SUITS
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.packs import OTHER_SIGNS, Pack
from scorepad.core.phrasing import LIST_JOINTS
from scorepad.core.sentence import say

_JOKER_WORDS = ("joker", "jkr")
_SHORTEST_NAME = 3  # letters; what is shorter is left to ranks and suit letters
_UPPER_CASE = str.maketrans(ascii_lowercase, ascii_uppercase)
SPACES = " \t\r\u00a0\u2009\u202f"  # with the no-break, thin and narrow no-break spaces
_VARIATION_SELECTORS = "\ufe0e\ufe0f"  # choose how a sign is drawn, as text or as emoji (N2)
_SEPARATORS = frozenset(SPACES + ",-")
_SPACE = re.compile(f"[{SPACES}]+")

_Parting = tuple["_Parting", str] | None


def _unfold_parting(parting: _Parting) -> tuple[str, ...]:
    """The ranks of a parting, from first to last."""
    parted_ranks = []
    while parting:
        parting, rank = parting
        parted_ranks.append(rank)
    return tuple(reversed(parted_ranks))


@dataclass(frozen=True)
class Alphabet:
    """The signs, letters and words for the suits of a pack, and the ways to split written ranks."""

    pack: Pack

    @cached_property
    def suit_signs(self) -> dict[str, str]:
        """Suit letters by their signs, including hollow ones and those of other countries."""
        other_signs = {
            char: suit.letter for suit in self.pack.suits for char in suit.also if not char.isascii()
        }
        own_signs = other_signs | {suit.symbol: suit.letter for suit in self.pack.suits}
        like_signs = {sign: own_signs[own] for sign, own in OTHER_SIGNS.items() if own in own_signs}
        return like_signs | own_signs

    @cached_property
    def suit_letters(self) -> dict[str, str]:
        """Suit letters by all letters that are read as them."""
        other_letters = {
            char: suit.letter for suit in self.pack.suits for char in suit.also if char.isascii()
        }
        return other_letters | {suit.letter: suit.letter for suit in self.pack.suits}

    @cached_property
    def suit_names(self) -> dict[str, str]:
        """Suit letters by all words that are read as them, except words that consist of ranks."""
        own_names = {suit.name.lower(): suit.letter for suit in self.pack.suits}
        colour_names = {
            other_name: own_names[name] for name, other_name in SAME_COLOURS.items() if name in own_names
        }
        plural_names = colour_names | self._of_other_countries(own_names) | own_names
        all_names = {name.removesuffix("s"): letter for name, letter in plural_names.items()} | plural_names
        return {name: letter for name, letter in all_names.items() if self._is_word(name)}

    def _of_other_countries(self, own_names: dict[str, str]) -> dict[str, str]:
        """The names of other countries, if the pack has the four suits of one (P3)."""
        own_same_names = [[name for name in same_names if name in own_names] for same_names in SAME_SUITS]
        if any(len(names) != 1 for names in own_same_names):
            return {}
        return {
            other_name: own_names[names[0]]
            for same_names, names in zip(SAME_SUITS, own_same_names, strict=True)
            for other_name in same_names
        }

    def _is_word(self, name: str) -> bool:
        return len(name) >= _SHORTEST_NAME and not self.part_run(name.upper(), self.written_ranks)

    @cached_property
    def name_pattern(self) -> re.Pattern[str] | None:
        """A pattern for the names of suits, as whole words; None if there are none."""
        # `[^\W\d_]` is a letter of any language: a name ends where no other letter follows.
        suit_names = sorted(self.suit_names, key=len, reverse=True)
        names_pattern = "|".join(map(re.escape, suit_names))
        return re.compile(rf"(?:{names_pattern})(?![^\W\d_])", re.IGNORECASE) if names_pattern else None

    def name_at(self, text: str, at: int) -> str:
        """The name of a suit at that position, as written; empty if there is none."""
        word = self.name_pattern.match(text, at) if self.name_pattern else None
        return word[0] if word and word[0].lower() in self.suit_names else ""

    def suit_named(self, word: str) -> str:
        """The letter of the suit of that name."""
        return self.suit_names[word.lower()]

    @cached_property
    def joint_pattern(self) -> re.Pattern[str]:
        """A pattern for the words that join a list (N4), except words that consist of ranks."""
        joint_words = [
            rf"(?<![^\W\d_]){word}(?![^\W\d_])" if word.isalpha() else re.escape(word)
            for word in LIST_JOINTS
            if not self.part_run(word.upper(), self.written_ranks)
        ]
        return re.compile("|".join(joint_words), re.IGNORECASE | re.ASCII)

    def without_joints(self, text: str) -> str:
        """The text with commas for the words that join a list; its length is kept."""
        return self.joint_pattern.sub(lambda joint: ",".ljust(len(joint[0])), text)

    @cached_property
    def wild_pattern(self) -> re.Pattern[str]:
        """A pattern for all ways to write a wild card (N4), including the pack's own letter, and a false
        joker."""
        joker_words = [
            rf"{word}(?![a-z])|"
            for word in (*_JOKER_WORDS, *self.pack.wild_words)
            if word.upper() not in self.written_ranks
        ]
        return re.compile(
            f"{''.join(joker_words)}[w*{self.pack.joker}{self.false_joker}]", re.IGNORECASE | re.ASCII
        )

    @property
    def false_joker(self) -> str:
        """The letter of a false joker, if it is known which tile is the okey; else empty."""
        return self.pack.false_joker if self.pack.okey else ""

    def as_held(self, card: Card) -> Card:
        """The card in this deal for a written one: the okey's tile is wild, and cards that are ranks alone
        are of the first suit."""
        return WILD if card == self.pack.okey else self.pack.told_as(card)

    @cached_property
    def canonical_cards(self) -> dict[str, Laid]:
        """Every card by its canonical writing (N5)."""
        return {str(card): Laid(self.as_held(card)) for card in (*self.pack.cards, WILD)}

    @cached_property
    def letter_first(self) -> re.Pattern[str]:
        """A pattern for a card with its suit letter first: `HQ`, `R5`."""
        rank_pattern = "|".join(self.written_ranks)
        return re.compile(rf"([{''.join(self.suit_letters)}])({rank_pattern})", re.IGNORECASE | re.ASCII)

    @cached_property
    def letters_first(self) -> re.Pattern[str]:
        """A pattern for a piece made of such cards and wild cards."""
        card_pattern, wild_pattern = self.letter_first.pattern, self.wild_pattern.pattern
        return re.compile(
            rf"(?:{card_pattern}(?:{wild_pattern})*)+(?=$|[{SPACES},=-])", re.IGNORECASE | re.ASCII
        )

    @cached_property
    def either_side(self) -> re.Pattern[str]:
        """A pattern for a rank and a sign followed by a rank, where the sign may belong to either: `5♥ 6`."""
        rank_pattern, sign_pattern = "|".join(self.written_ranks), "".join(self.suit_signs)
        begin_pattern = rf"(?:^|(?<=[{SPACES},-]))[^{SPACES},={sign_pattern}-]*?"
        return re.compile(
            rf"{begin_pattern}({rank_pattern})([{sign_pattern}])\ufe0f?[{SPACES},]+({rank_pattern})",
            re.IGNORECASE,
        )

    @cached_property
    def written_ranks(self) -> tuple[str, ...]:
        """Every written form of every rank, the longest first."""
        return tuple(
            sorted(
                {*self.pack.every_rank, *self.pack.rank_aliases}, key=lambda written: (-len(written), written)
            )
        )

    @cached_property
    def letters_of_ranks(self) -> frozenset[str]:
        """The letters in ranks of several letters, such as roman numbers."""
        long_ranks = (rank for rank in self.written_ranks if len(rank) > 1)
        return frozenset("".join(rank for rank in long_ranks if rank.isalpha() or not rank.isascii()))

    def rank_run(self, text: str, at: int) -> str:
        """The run of digits, or of letters of long ranks, from that position on."""
        run_end = at
        if text[at].isdecimal():
            while text[run_end : run_end + 1].isdecimal():
                run_end += 1
        else:
            while text[run_end : run_end + 1] and text[run_end] in self.letters_of_ranks:
                run_end += 1
        return text[at : max(run_end, at + 1)]

    def part_run(self, run: str, ranks: Iterable[str]) -> list[tuple[str, ...]]:
        """The ways to split a run into ranks, at most two of them; only one if the run itself is a rank."""
        known_ranks = set(ranks)
        if run in known_ranks:
            return [(run,)]
        rank_lengths = {len(rank) for rank in known_ranks}
        ways_to_end: list[list[_Parting]] = [[None]]
        for end in range(1, len(run) + 1):
            last_ranks = [(end - length, run[end - length : end]) for length in rank_lengths if length <= end]
            partings = [
                (parting, rank)
                for begin, rank in last_ranks
                if rank in known_ranks
                for parting in ways_to_end[begin]
            ]
            # Two ways are enough to know that the run is open, and keep a long run cheap.
            ways_to_end.append([*partings[:2]])
        return [_unfold_parting(parting) for parting in ways_to_end[-1]]


class RankRuns:
    """The ranks that stand together in a text, each run split if there is exactly one way."""

    def __init__(self, text: str, written: Alphabet) -> None:
        self.text = text
        self.alphabet = written
        self.run_end = 0
        self.open_partings: list[tuple[str, ...]] = []
        self._rank_at_place: dict[int, str] = {}

    def rank_at(self, at: int, suit: str) -> str:
        """The rank at that position, under the suit in force if any; empty if there is none or several ways
        to split."""
        if at >= self.run_end and at < len(self.text):
            self._part_run(at, suit)
        if at in self._rank_at_place:
            return self._rank_at_place[at]
        # Longer ranks are tried first, so that `10` does not read as a 1.
        text_here = upper_ascii(self.text[at : at + len(self.alphabet.written_ranks[0])])
        return next((rank for rank in self.alphabet.written_ranks if text_here.startswith(rank)), "")

    def is_open(self, at: int) -> bool:
        """Whether the run at that position needs a question to the player.

        It can be split in two ways (`open_partings`), or looks like a number beyond the highest rank.
        """
        return self._rank_at_place.get(at) == ""

    def _part_run(self, at: int, suit: str) -> None:
        run_text = self.alphabet.rank_run(upper_ascii(self.text[at:]), 0)
        pack = self.alphabet.pack
        # Majors and ranks like them are written without their suit, also behind another suit's sign (H26).
        rank_choices = (
            (*pack.ranks_of(suit), *pack.lone_suit, *pack.rank_aliases)
            if suit
            else self.alphabet.written_ranks
        )
        partings = self.alphabet.part_run(run_text, rank_choices)
        self.run_end = at + len(run_text)
        rank_start = at
        for rank in partings[0] if len(partings) == 1 else ():
            self._rank_at_place[rank_start] = rank
            rank_start += len(rank)
        if len(partings) > 1 or (partings and suit and self._is_past_the_highest(run_text)):
            self._rank_at_place = {at: ""}
            self.open_partings = partings

    def _is_past_the_highest(self, run_text: str) -> bool:
        """Whether the run looks like a number beyond the highest rank: `14` if the ranks are 1 to 13."""
        rank_numbers = [int(rank) for rank in self.alphabet.written_ranks if rank.isdecimal()]
        is_teen = len(run_text) == 2 and run_text.isdecimal() and run_text[0] == "1"
        return is_teen and 9 < max(rank_numbers) < int(run_text)


@dataclass(frozen=True, slots=True)
class MeldText:
    """The text of one meld; positions count from 0.

    A piece is the text between separators. A word of it also ends before a suit's sign.
    """

    text: str
    alphabet: Alphabet

    def is_separator(self, at: int) -> bool:
        return self.text[at] in _SEPARATORS or self.text[at] in _VARIATION_SELECTORS

    def begins_piece(self, at: int) -> bool:
        return at == 0 or self.text[at - 1] in _SEPARATORS

    def ends_piece(self, at: int) -> bool:
        return at >= len(self.text) or self.is_separator(at)

    def suit_at(self, at: int) -> str:
        """The suit's sign or name at that position; empty if there is none."""
        char = self.text[at : at + 1]
        return char if char in self.alphabet.suit_signs else self.alphabet.name_at(self.text, at)

    def letter_of(self, suit: str) -> str:
        """The letter of a suit by its sign or name."""
        return self.alphabet.suit_signs.get(suit) or self.alphabet.suit_named(suit)

    def names_suit(self, begin: int) -> bool:
        """Whether the piece from `begin` on contains a suit's sign or name before any `=`."""
        piece_end = begin + 1
        while (
            piece_end < len(self.text)
            and self.text[piece_end] not in _SEPARATORS
            and self.text[piece_end] != "="
        ):
            piece_end += 1
        return any(self.suit_at(place) for place in range(begin, piece_end))

    def word_end(self, begin: int) -> int:
        """The end of the word from `begin` on."""
        end = begin + 1
        while end < len(self.text) and not self._ends_word(end):
            end += 1
        return min(end, len(self.text))

    def _ends_word(self, at: int) -> bool:
        return self.is_separator(at) or self.text[at] in self.alphabet.suit_signs

    def after_space(self, at: int) -> int:
        space_match = _SPACE.match(self.text, at)
        return space_match.end() if space_match else at

    def past_wilds(self, at: int) -> int:
        """The position behind the wild cards that begin there."""
        while wild_match := self.alphabet.wild_pattern.match(self.text, at):
            at = wild_match.end()
        return at

    def past_selectors(self, at: int) -> int:
        """The position behind the variation selectors of a sign."""
        while at < len(self.text) and self.text[at] in _VARIATION_SELECTORS:
            at += 1
        return at


@dataclass(frozen=True, slots=True)
class CardFault:
    """A piece that does not read, its position (in characters, from 1), and what to type instead."""

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
class PlacedText:
    """A rewritten text. `begins` and `ends` are the original positions of each character. `read` marks
    characters in their final form, which are not rewritten again."""

    text: str
    begins: Sequence[int]
    ends: Sequence[int]
    read: Sequence[bool]

    @classmethod
    def of(cls, text: str) -> PlacedText:
        return cls(text, range(len(text)), range(1, len(text) + 1), (False,) * len(text))

    def replaced(self, changes: Iterable[tuple[int, int, str]], *, spelled: bool = False) -> PlacedText:
        """The text with these (begin, end, words) replaced; they come in order and don't overlap. With
        `spelled` the new words may be rewritten again."""
        text, at = "", 0
        begins: list[int] = []
        ends: list[int] = []
        read: list[bool] = []
        for begin, end, words in (*changes, (len(self.text), len(self.text), "")):
            text += self.text[at:begin] + words
            begins += [*self.begins[at:begin], *[self._begin(begin)] * len(words)]
            ends += [*self.ends[at:begin], *[self._end(begin, end)] * len(words)]
            read += [*self.read[at:begin], *[not spelled] * len(words)]
            at = end
        return PlacedText(text, begins, ends, read)

    def substituted(
        self,
        pattern: re.Pattern[str],
        words_of: Callable[[re.Match[str]], str | None],
        *,
        spelled: bool = False,
    ) -> PlacedText:
        """The text with each match replaced by `words_of` it; None leaves a match."""
        changes = (
            (match.start(), match.end(), words)
            for match in pattern.finditer(self.text)
            if (words := words_of(match)) is not None
        )
        return self.replaced(changes, spelled=spelled)

    def first_span(self, begin: int, end: int) -> tuple[int, int]:
        """The original position of a stretch of the text."""
        return self._begin(begin), self._end(begin, end)

    def _begin(self, at: int) -> int:
        if at < len(self.begins):
            return self.begins[at]
        return self.ends[-1] if self.ends else 0

    def _end(self, begin: int, end: int) -> int:
        return max(self.ends[begin:end], default=self._begin(begin))


def upper_ascii(text: str) -> str:
    """The text with ASCII letters in upper case; other letters unchanged, so that none becomes a rank."""
    return text.translate(_UPPER_CASE)


@lru_cache(maxsize=256)
def alphabet_of(pack: Pack) -> Alphabet:
    """The alphabet of a pack."""
    return Alphabet(pack)
