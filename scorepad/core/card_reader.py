"""Reads the cards of one meld from left to right (RULES.md, N1-N4), and keeps every fault.

A piece is what stands between separators. There are two ways to read a text, and `notation` tries both:

suits before   a suit's sign or name holds for the ranks after it until another suit comes (`♣456 ♥Q`)
suits after    the same, but a piece that begins with a rank has each suit right after its rank (`4♣ 5♣`)

Letters first (`HQ`, `R5`) read in both, where a piece can be read in no other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.alphabet import SPACES, Alphabet, Runs, upper
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.wording import Fault, wording

VARIATION_SELECTORS = "\ufe0e\ufe0f"
_SEPARATORS = frozenset(SPACES + ",-")
_SPACE = re.compile(f"[{SPACES}]+")
_LONGEST_PIECE = 24


@dataclass(frozen=True, slots=True)
class Place:
    """A card and where its writing begins and ends."""

    laid: Laid
    begin: int
    end: int


class CardReader:
    """One reading of one meld: its cards with their places, and its faults."""

    def __init__(
        self, text: str, written: Alphabet, *, suits_after: bool = False, letters_first: bool = True
    ) -> None:
        self.text = text
        self.written = written
        self.pack = written.pack
        self.suits_after = suits_after
        self.letters_first = letters_first
        self.wording = wording(written)
        self.faults: list[Fault] = []
        self.at = 0
        self.suit = ""
        self.suit_at = -1
        self.suit_end = -1
        self.ends_with_suits = False
        self.strange_suit = False
        self.runs = Runs(text, written)
        self.places = tuple(self._places())

    def _places(self) -> Iterator[Place]:
        while self.at < len(self.text):
            if self._separates(self.at):
                self.at += 1
                continue
            begin = self.at
            if self._begins_piece(begin):
                self.ends_with_suits = self.suits_after and self._has_suits_after(begin)
                end = self._letters_first_to(begin)
                if end:
                    yield from self._take_letters_first(end)
                    continue
            if not self._take_suit():
                laid = self._take_wild() or self._take_natural()
                if laid:
                    yield Place(laid, begin, self.at)
        self._close_suit()

    def _separates(self, at: int) -> bool:
        return self.text[at] in _SEPARATORS or self.text[at] in VARIATION_SELECTORS

    def _begins_piece(self, at: int) -> bool:
        return at == 0 or self.text[at - 1] in _SEPARATORS

    def _has_suits_after(self, begin: int) -> bool:
        """Whether the piece from `begin` on starts with a rank, wild cards aside, and names suits."""
        wild = self.written.jokers.match(self.text, begin)
        while wild:
            begin = wild.end()
            wild = self.written.jokers.match(self.text, begin)
        if self._suit_at(begin) or not self._rank_at(begin):
            return False
        end = begin + 1
        while end < len(self.text) and self.text[end] not in _SEPARATORS and self.text[end] != "=":
            end += 1
        return any(self._suit_at(place) for place in range(begin, end))

    def _suit_at(self, at: int) -> str:
        """The suit's sign or name that stands at a place, empty where none does."""
        char = self.text[at : at + 1]
        return char if char in self.written.symbols else self.written.word_at(self.text, at)

    def _letter_of(self, suit: str) -> str:
        return self.written.symbols.get(suit) or self.written.named(suit)

    def _take_suit(self) -> bool:
        """A suit's sign or name that holds for the ranks after it."""
        suit = self._suit_at(self.at)
        if not suit:
            return False
        self._close_suit()
        self.suit, self.suit_at, self.suit_end = self._letter_of(suit), self.at, self.at + len(suit)
        self.at, self.strange_suit = self.suit_end, False
        return True

    def _close_suit(self) -> None:
        """A suit that holds must be followed by a rank."""
        if self.suit_at >= 0:
            self._fault(self.suit_at, self.suit_end, self.wording.no_rank(self._ranks_of_suit()))
        self.suit_at = -1

    def _letters_first_to(self, begin: int) -> int:
        """The end of a piece whose suit letters come first, 0 where it can be read in another way."""
        piece = self.written.letters_first.match(self.text, begin) if self.letters_first else None
        if not piece:
            return 0
        held = self.pack.suit[self.suit].symbol if self.suit else ""
        as_usual = CardReader(held + piece[0], self.written, letters_first=False)
        return piece.end() if as_usual.faults else 0

    def _take_letters_first(self, end: int) -> Iterator[Place]:
        self._close_suit()
        self.suit, self.strange_suit = "", False
        while self.at < end:
            begin = self.at
            laid = self._take_wild() or self._laid(begin, self._letter_first())
            if laid:
                yield Place(laid, begin, self.at)

    def _letter_first(self) -> Card | None:
        begin = self.at
        card = self.written.letter_first.match(self.text, begin)
        assert card
        self.at = card.end()
        rank, letter = upper(card[2]), self.written.letters[upper(card[1])]
        return self._of_suit(begin, self.pack.rank_aliases.get(rank, rank), letter)

    def _of_suit(self, begin: int, rank: str, letter: str) -> Card | None:
        """The card of that rank and suit, where the suit has the rank."""
        if rank in self.pack.ranks_of(letter):
            return Card(rank, letter)
        self._fault(begin, self.at, self.wording.not_in_suit(letter))
        return None

    def _take_wild(self) -> Laid | None:
        begin = self.at
        wild = self.written.jokers.match(self.text, begin)
        if not wild:
            return None
        self.at = wild.end()
        return self._laid(begin, WILD) or Laid(WILD)

    def _laid(self, begin: int, card: Card | None) -> Laid | None:
        """The card just read, with what it stands for where `=` follows it."""
        if card is None or self.text[self.at : self.at + 1] != "=":
            return Laid(card) if card else None
        self.at += 1
        before = self.suit, self.suit_at
        self.suit, self.suit_at = "", -1
        other = self._take_stood_for(begin)
        self.suit, self.suit_at = before
        return Laid(card, other) if other else None

    def _take_stood_for(self, begin: int) -> Card | None:
        if self.at < len(self.text):
            self._take_suit()
            self._skip_selectors()
        rank = self._rank_here()
        if rank and not self._only_letter_first(rank):
            self.at += len(rank)
            card = self._card(begin, rank, suit_may_follow=not self.suit)
        elif not self.suit and self.written.letter_first.match(self.text, self.at):
            card = self._letter_first()
        else:
            self.at = self._piece_end(self.at) if self.at < len(self.text) else self.at
            self._fault(begin, self.at, self.wording.no_stood_for())
            card = None
        self.suit_at = -1
        return card

    def _only_letter_first(self, rank: str) -> bool:
        """Whether a rank that is a suit's letter too can only be that letter, before a rank."""
        then = self.at + len(rank)
        follows = upper(self.text[then : then + 1]) in self.written.letters or self._suit_at(then)
        return not (self.suit or follows) and bool(self.written.letter_first.match(self.text, self.at))

    def _skip_selectors(self) -> None:
        while self.text[self.at : self.at + 1] and self.text[self.at] in VARIATION_SELECTORS:
            self.at += 1

    def _take_natural(self) -> Laid | None:
        begin = self.at
        rank = self._rank_here()
        if not rank:
            self._unknown(begin)
            return None
        self.at += len(rank)
        return self._laid(begin, self._card(begin, rank, suit_may_follow=self.ends_with_suits))

    def _card(self, begin: int, rank: str, *, suit_may_follow: bool) -> Card | None:
        """The card of a rank just read, with its own suit or the one that holds."""
        letter = self._letter_here() or (self._suit_after() if suit_may_follow else "")
        rank = self.pack.rank_aliases.get(rank, rank)
        if letter:
            return self._with_own_suit(begin, rank, letter)
        lone = self.pack.lone_suit.get(rank, "")
        if self.suits_after and not self.suit:
            lone = self._suit_apart(lone) or lone
        if lone:
            self.suit_at = -1
            return self._of_suit(begin, rank, lone)
        if self.suit and not (suit_may_follow and self.ends_with_suits):
            self.suit_at = -1
            return self._of_suit(begin, rank, self.suit)
        self._no_suit(begin, rank)
        return None

    def _with_own_suit(self, begin: int, rank: str, letter: str) -> Card | None:
        named_before = self.suit_at >= 0
        self.suit, self.suit_at, self.strange_suit = "", -1, False
        if named_before:
            self._fault(begin, self.at, self.wording.two_suits(rank, letter))
            return None
        return self._of_suit(begin, rank, letter)

    def _letter_here(self) -> str:
        """A suit letter after a rank; under a suit's sign a letter that is a rank too is a rank."""
        char = upper(self.text[self.at : self.at + 1])
        letter = "" if char in self._ranks_of_suit() else self.written.letters.get(char, "")
        if not letter or self.written.word_at(self.text, self.at):
            return ""
        self.at += 1
        return letter

    def _suit_after(self) -> str:
        """A suit's sign or name right after a rank."""
        suit = self._suit_at(self.at)
        self.at += len(suit)
        return self._letter_of(suit) if suit else ""

    def _suit_apart(self, lone: str) -> str:
        """A suit's name or sign that stands by itself after a rank and a space, as in `5 red`."""
        space = _SPACE.match(self.text, self.at)
        suit = self._suit_at(space.end()) if space else ""
        end = space.end() + len(suit) if space else 0
        letter = self._letter_of(suit) if suit else ""
        if not suit or lone not in ("", letter) or not self._ends_piece(end):
            return ""
        self.at = end
        return letter

    def _no_suit(self, begin: int, rank: str) -> None:
        self.suit_at = -1
        self.at = self._piece_end(begin)
        if self._takes_sign_of_several(begin):
            return
        if not self.strange_suit:
            either = self._suit_between()
            says = self.wording.no_suit(self.text[begin : self.at], rank)
            self._fault(begin, self.at, self.wording.whose_suit(*either, rank) if either else says)

    def _takes_sign_of_several(self, begin: int) -> bool:
        """Whether the piece is several ranks with one sign after them, which is told then."""
        sign = self.text[self.at : self.at + 1]
        ways = self.written.part(upper(self.text[begin : self.at]), self.written.ranks)
        several = len(ways) == 1 and len(ways[0]) > 1
        if not several or sign not in self.written.symbols or not self._ends_piece(self.at + 1):
            return False
        self.at += 1
        self._fault(begin, self.at, self.wording.suit_of_all(ways[0], sign))
        return True

    def _ends_piece(self, at: int) -> bool:
        return at >= len(self.text) or self._separates(at)

    def _suit_between(self) -> tuple[str, str] | None:
        """The suit that follows, and the rank after it, which it may be meant for too."""
        suit_at = self._after_space(self.at)
        suit = self._suit_at(suit_at)
        rank = self._rank_at(self._after_space(suit_at + len(suit))) if suit else ""
        return (suit, rank) if rank else None

    def _after_space(self, at: int) -> int:
        space = _SPACE.match(self.text, at)
        return space.end() if space else at

    def _ranks_of_suit(self) -> tuple[str, ...]:
        return self.pack.ranks_of(self.suit) if self.suit else ()

    def _rank_here(self) -> str:
        return self._rank_at(self.at)

    def _rank_at(self, at: int) -> str:
        """The rank that begins at a place, empty where none does or the ranks can be parted in two ways."""
        return self.runs.rank_at(at, self.suit)

    def _unknown(self, begin: int) -> None:
        before, self.suit_at = self.suit_at, -1
        if self.runs.is_open(begin):
            self._open_run(begin)
            return
        self.at = self._piece_end(begin)
        sign_end = self.at + len(self._suit_at(self.at))
        if self._ends_piece(sign_end):
            self.at = sign_end
        piece = self.text[begin : self.at]
        self.strange_suit = self.wording.is_strange_suit(piece)
        suit = self.suit if before >= 0 else ""
        self._fault(begin, self.at, self.wording.unknown(piece, suit or self.suit))

    def _open_run(self, begin: int) -> None:
        """Ranks that may be parted in two ways, or look like one number that is greater than any rank."""
        self.at = self.runs.end
        ways, run = self.runs.open_ways, self.text[begin : self.at]
        if len(ways) > 1:
            self._fault(begin, self.at, self.wording.two_ways(*ways))
            return
        self._letter_here()
        self._fault(begin, self.at, self.wording.past_the_highest(run, ways[0], self.suit))

    def _piece_end(self, begin: int) -> int:
        """The end of the word from `begin` on: the next separator or suit symbol."""
        end = begin + 1
        while end < len(self.text) and not self._ends_word(self.text[end]):
            end += 1
        return min(end, len(self.text))

    def _ends_word(self, char: str) -> bool:
        return char in _SEPARATORS or char in VARIATION_SELECTORS or char in self.written.symbols

    def _fault(self, begin: int, end: int, says: str) -> None:
        piece = self.text[begin:end]
        if len(piece) > _LONGEST_PIECE:
            piece = piece[: _LONGEST_PIECE - 1] + "…"
        self.faults.append(Fault(piece, begin + 1, says))
