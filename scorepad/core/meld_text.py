"""The text of one meld, asked what stands at its places: a piece is what stands between separators, a word of
it ends before a suit's sign too."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scorepad.core.alphabet import SPACES, Alphabet

_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_SEPARATORS = frozenset(SPACES + ",-")
_SPACE = re.compile(f"[{SPACES}]+")


@dataclass(frozen=True, slots=True)
class MeldText:
    """Places are counted from 0."""

    text: str
    alphabet: Alphabet

    def is_separator(self, at: int) -> bool:
        return self.text[at] in _SEPARATORS or self.text[at] in _VARIATION_SELECTORS

    def begins_piece(self, at: int) -> bool:
        return at == 0 or self.text[at - 1] in _SEPARATORS

    def ends_piece(self, at: int) -> bool:
        return at >= len(self.text) or self.is_separator(at)

    def suit_at(self, at: int) -> str:
        """The suit's sign or name that stands at a place, empty where none does."""
        char = self.text[at : at + 1]
        return char if char in self.alphabet.suit_signs else self.alphabet.name_at(self.text, at)

    def letter_of(self, suit: str) -> str:
        """The letter of a suit by its sign or name."""
        return self.alphabet.suit_signs.get(suit) or self.alphabet.suit_named(suit)

    def names_suit(self, begin: int) -> bool:
        """Whether a suit's sign or name stands in the piece from `begin` on, before any `=`."""
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
        """The place behind the wild cards that begin there."""
        while wild_match := self.alphabet.wild_pattern.match(self.text, at):
            at = wild_match.end()
        return at

    def past_selectors(self, at: int) -> int:
        """The place behind the marks that choose how a sign is drawn."""
        while at < len(self.text) and self.text[at] in _VARIATION_SELECTORS:
            at += 1
        return at
