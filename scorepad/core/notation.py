"""Cards in writing (RULES.md, section N): read any way that the sources write them, written one way.

A suit symbol, or its name, goes before its ranks and holds until another suit comes (`♣456 ♥Q`,
`hearts QKA`); a suit letter goes after one rank (`QH`). `w` is a wild card, `w=♥7` one that says what it
stands for, as a card of a wild rank may, `♣5=♥7`. Spaces, commas and hyphens separate cards; `/` and new
lines separate melds. Ranks may stand together where they can be parted in one way only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from scorepad.core.alphabet import alphabet
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.packs import Pack

_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_SEPARATORS = frozenset(" \t\r,-" + _VARIATION_SELECTORS)
_MELD_SEPARATORS = re.compile(r"[/\n]")
_UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)
_SHOWN_FAULTS = 12
MAX_LENGTH = 4000


@dataclass(frozen=True, slots=True)
class Fault:
    """A piece that does not read: the piece, its position (characters, from 1) and what was expected."""

    piece: str
    position: int
    expected: str

    @property
    def message(self) -> str:
        return f"{self.piece!r} at position {self.position}: expected {self.expected}"


class NotationError(ScorepadError):
    """Text that does not read as cards, with every fault in it (N6)."""

    code = "notation"

    def __init__(self, faults: Sequence[Fault]) -> None:
        shown = [fault.message for fault in faults[:_SHOWN_FAULTS]]
        if len(faults) > _SHOWN_FAULTS:
            shown.append(f"and {len(faults) - _SHOWN_FAULTS} more")
        singles = [
            ScorepadError(fault.message + ".", at=str(fault.position), code=self.code) for fault in faults
        ]
        super().__init__("; ".join(shown) + ".", at=singles[0].at, parts=singles)
        self.faults = tuple(faults)


def read_cards(text: str, pack: Pack) -> tuple[Laid, ...]:
    """Read cards in any notation of section N; melds' separators count as spaces.

    >>> from scorepad.core.packs import FRENCH
    >>> write_cards(laid.card for laid in read_cards("♣45 10H w", FRENCH))
    '4C 5C TH w'

    Raises NotationError with every fault.
    """
    return tuple(laid for meld in read_melds(text, pack) for laid in meld)


def read_melds(text: str, pack: Pack) -> tuple[Meld, ...]:
    """Read melds separated by `/` or new lines; empty ones are passed over.

    Raises NotationError with every fault, positions counted over the whole text.
    """
    if len(text) > MAX_LENGTH:
        expected = f"at most {MAX_LENGTH} characters, not {len(text)}"
        raise NotationError([Fault(text[:12] + "…", MAX_LENGTH + 1, expected)])
    faults: list[Fault] = []
    melds: list[Meld] = []
    start = 0
    for part in _MELD_SEPARATORS.split(text):
        reader = _Reader(part, start, pack)
        melds.append(tuple(reader.cards()))
        faults += reader.faults
        start += len(part) + 1
    if faults:
        raise NotationError(faults)
    return tuple(meld for meld in melds if meld)


class _Reader:
    """Reads the cards of one meld from left to right and collects what does not read."""

    def __init__(self, text: str, start: int, pack: Pack) -> None:
        self.text = text
        self.start = start
        self.pack = pack
        self.at = 0
        self.suit = ""
        self.suit_at = -1
        self.suit_end = -1
        self.faults: list[Fault] = []
        self.written = alphabet(pack)
        self.parted: dict[int, str] = {}
        self.parted_to = 0
        self.open_ways: list[tuple[str, ...]] = []

    def cards(self) -> Iterator[Laid]:
        while self.at < len(self.text):
            if self.text[self.at] in _SEPARATORS:
                self.at += 1
            elif not self._take_symbol():
                laid = self._take_wild() if self._wild_at(self.at) else self._take_natural()
                if laid:
                    yield laid
        self._close_suit()

    def _take_symbol(self) -> bool:
        """A suit's sign, or its name."""
        end = self.at + 1
        letter = self.written.symbols.get(self.text[self.at])
        if not letter:
            word = self.written.words.match(self.text, self.at) if self.written.words else None
            if not word:
                return False
            letter, end = self.written.named(word[0]), word.end()
        self._close_suit()
        self.suit, self.suit_at, self.suit_end = letter, self.at, end
        self.at = end
        return True

    def _close_suit(self) -> None:
        """A suit symbol must be followed by a rank."""
        if self.suit_at >= 0:
            self._fault(self.suit_at, self.suit_end, f"a rank after the suit ({self._rank_list()})")
        self.suit_at = -1

    def _wild_at(self, at: int) -> bool:
        return _upper(self.text[at]) in (_upper(WILD.rank), self.pack.joker or None)

    def _take_wild(self) -> Laid | None:
        begin = self.at
        self.at += 1
        return self._laid(begin, WILD)

    def _laid(self, begin: int, card: Card) -> Laid | None:
        """The card just read, with what it stands for where `=` follows it."""
        if self.text[self.at : self.at + 1] != "=":
            return Laid(card)
        self.at += 1
        before, suit_at = self.suit, self.suit_at
        self.suit, self.suit_at = "", -1
        other = self._take_stood_for(begin)
        self.suit, self.suit_at = before, suit_at
        return Laid(card, other) if other else None

    def _take_stood_for(self, begin: int) -> Card | None:
        if self.at < len(self.text):
            self._take_symbol()
            self._skip_selectors()
        rank = self._rank_here()
        if rank:
            self.at += len(rank)
            card = self._card(begin, rank)
            self.suit_at = -1
            return card
        self.suit_at = -1
        self.at = self._piece_end(self.at) if self.at < len(self.text) else self.at
        self._fault(begin, self.at, "the card that the wild stands for, as in w=♥7")
        return None

    def _skip_selectors(self) -> None:
        while self.text[self.at : self.at + 1] in set(_VARIATION_SELECTORS):
            self.at += 1

    def _take_natural(self) -> Laid | None:
        begin = self.at
        rank = self._rank_here()
        if not rank:
            self._unknown(begin)
            return None
        self.at += len(rank)
        card = self._card(begin, rank)
        return self._laid(begin, card) if card else None

    def _card(self, begin: int, rank: str) -> Card | None:
        """The card of a rank just read, with its own suit letter or the suit named before it."""
        letter = self._letter_here()
        rank = self.written.aliases.get(rank, rank)
        if letter:
            self.at += 1
            named_before = self.suit_at >= 0
            self.suit, self.suit_at = "", -1
            if named_before:
                self._fault(begin, self.at, "one suit, not two")
                return None
            if rank not in self.pack.ranks_of(letter):
                self._fault(begin, self.at, f"a rank of {self.pack.suit[letter].name}")
                return None
            return Card(rank, letter)
        self.suit_at = -1
        lone = self.pack.lone_suit.get(rank)
        if lone or rank in self._ranks_of_suit():
            return Card(rank, lone or self.suit)
        if self.suit:
            self._fault(begin, self.at, f"a rank of {self.pack.suit[self.suit].name}")
            return None
        self.at = self._piece_end(begin)
        self._fault(begin, self.at, f"a suit ({self._suit_list(rank)})")
        return None

    def _letter_here(self) -> str | None:
        """A suit letter after a rank; under a suit's symbol a letter that is a rank too is a rank."""
        char = _upper(self.text[self.at : self.at + 1])
        return None if char in self._ranks_of_suit() else self.written.letters.get(char)

    def _ranks_of_suit(self) -> tuple[str, ...]:
        return self.pack.ranks_of(self.suit) if self.suit else ()

    def _rank_here(self) -> str:
        return self._rank_at(self.at)

    def _rank_at(self, at: int) -> str:
        """The rank that begins at a place, empty where none does or the ranks can be parted in two ways."""
        if at >= self.parted_to and at < len(self.text):
            self._part(at)
        if at in self.parted:
            return self.parted[at]
        here = _upper(self.text[at : at + len(self.written.ranks[0])])
        return next((rank for rank in self.written.ranks if here.startswith(rank)), "")

    def _part(self, at: int) -> None:
        """Part the ranks that stand together from a place on, where there is one way to."""
        run = self.written.run(_upper(self.text[at:]), 0)
        ranks = (*self._ranks_of_suit(), *self.pack.lone_suit, *self.written.aliases)
        ways = self.written.part(run, ranks if self.suit else self.written.ranks)
        self.parted_to = at + len(run)
        place = at
        for rank in ways[0] if len(ways) == 1 else ():
            self.parted[place] = rank
            place += len(rank)
        if len(ways) > 1:
            self.parted[at] = ""
            self.open_ways = ways

    def _unknown(self, begin: int) -> None:
        self.suit_at = -1
        letter = _upper(self.text[begin])
        if self.parted.get(begin) == "":
            self.at = self.parted_to
            first, second = (" ".join(way) for way in self.open_ways)
            self._fault(begin, self.at, f"spaces between ranks, {first} or {second}")
            return
        if letter in self.written.letters and self._rank_at(begin + 1):
            while self.text[self.at : self.at + 1].isalnum():
                self.at += 1
            written = f"as in {self._rank_at(begin + 1)}{letter}, or the suit's symbol before it"
            self._fault(begin, self.at, f"the suit letter after each rank, {written}")
            return
        self.at = self._piece_end(begin)
        self._fault(begin, self.at, f"a card such as QH or ♥Q, ranks {self._rank_list()}, or w for a wild")

    def _piece_end(self, begin: int) -> int:
        """The end of the word from `begin` on: the next separator or suit symbol."""
        end = begin + 1
        while end < len(self.text) and not self._ends_word(self.text[end]):
            end += 1
        return min(end, len(self.text))

    def _ends_word(self, char: str) -> bool:
        return char in _SEPARATORS or char in self.written.symbols

    def _fault(self, begin: int, end: int, expected: str) -> None:
        piece = self.text[begin:end]
        if len(piece) > 24:
            piece = piece[:23] + "…"
        self.faults.append(Fault(piece, self.start + begin + 1, expected))

    def _rank_list(self) -> str:
        return " ".join(self._ranks_of_suit() or self.pack.every_rank)

    def _suit_list(self, rank: str) -> str:
        shown = [f"{suit.symbol}{rank} or {rank}{suit.letter}" for suit in self.pack.suits[:1]]
        return f"{shown[0]}, suits {' '.join(suit.symbol for suit in self.pack.suits)}"


def _upper(text: str) -> str:
    """Upper case for ASCII alone, so that no foreign letter turns into a rank."""
    return text.translate(_UPPER)


def write_cards(cards: Iterable[Card | Laid]) -> str:
    """Canonical form of several cards: `4C 5C w=6C`."""
    return " ".join(str(card) for card in cards)


def write_melds(melds: Iterable[Iterable[Card | Laid]]) -> str:
    """Canonical form of melds: `4C 5C / 7H`."""
    return " / ".join(write_cards(meld) for meld in melds)


def show_card(card: Card, pack: Pack) -> str:
    """The form for people: `♥Q`, `w`."""
    return card.rank if card.is_wild else pack.suit[card.suit].symbol + card.rank


def show_cards(cards: Iterable[Card], pack: Pack) -> str:
    """Cards for people, each with its suit: `♥Q ♠4`."""
    return " ".join(show_card(card, pack) for card in cards)


def show_meld(meld: Iterable[Card | Laid], pack: Pack) -> str:
    """A meld for people, a suit named once for the ranks that follow: `♣456789T`, `♣56w♣89`, `■9 10 11`."""
    shown, suit = [], ""
    for piece in meld:
        card = piece.card if isinstance(piece, Laid) else piece
        shown.append(card.rank if card.suit == suit and suit else show_card(card, pack))
        suit = card.suit
    return ("" if alphabet(pack).joined else " ").join(shown)
