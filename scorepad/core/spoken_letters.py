"""Rewrites cards in letters and signs beyond the notation: letters of a language, a suit ahead of or behind
several ranks (`456♥`, `R5 6 7`), runs by their ends (`♥5-7`). Also finds letters to type for a card that mean
only that card, whether read as the language's or as the pack's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.core.alphabet import SPACES, Alphabet, PlacedText, alphabet_of
from scorepad.core.card_text import show_cards
from scorepad.core.card_words import CARD_WORDS
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import Pack
from scorepad.core.spelling import plain_letters
from scorepad.core.vocabulary import Letters, SpokenRanks, own_letters, vocabulary_of

_PIECES = re.compile(rf"[^{SPACES},/\n=-]+")
_SPACED = re.compile(rf"[^{SPACES},;\n]+")
_SPACE = f"[{SPACES},]"
_MARKS_BETWEEN = "-‐‑‒–—−._/\\:|·~"


@dataclass(frozen=True, eq=False)
class LetterReader:
    """Reads letters as suits; `letters` gives the suit of each."""

    ranks: SpokenRanks
    letters: Letters

    @property
    def alphabet(self) -> Alphabet:
        return self.ranks.alphabet

    @property
    def pack(self) -> Pack:
        return self.alphabet.pack

    @cached_property
    def _rank(self) -> str:
        return "|".join(map(re.escape, self.ranks.written))

    @cached_property
    def _letter(self) -> str:
        return "|".join(map(re.escape, sorted(self.letters, key=len, reverse=True)))

    @cached_property
    def _sign(self) -> str:
        return f"[{''.join(map(re.escape, self.alphabet.suit_signs))}]"

    @cached_property
    def _unsigned(self) -> str:
        """A pattern for a character of a rank: no suit sign, mark or space."""
        return rf"[^{SPACES},/\n.…–—\-{''.join(map(re.escape, self.alphabet.suit_signs))}]"

    @cached_property
    def _apart(self) -> re.Pattern[str]:
        """A pattern for a rank and a suit with one mark between them."""
        suit = f"(?:{self._letter}|{self._sign})" if self.letters else self._sign
        mark, rank = f"[{re.escape(_MARKS_BETWEEN)}]", f"(?:{self._rank})"
        return re.compile(rf"{rank}(?P<behind>{mark}){suit}|{suit}(?P<ahead>{mark}){rank}", re.IGNORECASE)

    def with_suits_joined(self, placed: PlacedText) -> PlacedText:
        """Remove the mark between each rank and its suit, `5-H` and `♥/5`, if every card of the text has its
        own suit and none can be a rank alone."""
        if self.pack.suitless is not None or self.pack.has_ranks_alone:
            return placed
        marks: list[tuple[int, int, str]] = []
        for piece in _SPACED.finditer(placed.text):
            if apart := self._apart.fullmatch(piece[0]):
                begin = piece.start() + apart.start(apart.lastgroup or 0)
                marks.append((begin, begin + 1, ""))
            elif not self._stands_alone(piece[0]):
                return placed
        return placed.replaced(marks, spelled=True)

    def _stands_alone(self, piece: str) -> bool:
        """Whether a piece is a whole card or separates melds, so that it neither gives nor takes a suit."""
        is_wild = self.alphabet.wild_pattern.fullmatch(piece)
        return piece == "/" or bool(is_wild) or piece.upper() in self.alphabet.canonical_cards

    def rewritten(self, placed: PlacedText) -> tuple[PlacedText, bool]:
        """The text with cards in canonical form, and whether every letter in it was read so."""
        changes: list[tuple[int, int, str]] = []
        is_whole = True
        held, under_sign = "", False  # the suit letter, and whether a sign, holds for bare ranks
        for match in _PIECES.finditer(placed.text):
            begin, end = match.span()
            if match[0][0] in self.alphabet.suit_signs:
                held, under_sign = "", True
                ranks_text = self.ranks.behind_sign(match[0][1:])
                if ranks_text != match[0][1:] and not placed.read[end - 1]:
                    changes.append((begin + 1, end, ranks_text))
                continue
            if placed.read[begin]:
                under_sign = under_sign and match[0].upper() not in self.alphabet.canonical_cards
                held = ""
                continue
            ranks = self.ranks.read(match[0])
            if placed.text[begin - 1 : begin] == "-":
                held = ""  # a run by its ends, or cards with hyphens between them
            if ranks and (held or (under_sign and len(ranks) == 1)):
                words = " ".join(rank + held for rank in ranks)
                changes.append((begin, end, f" {words} "))
                continue
            if match[0] == WILD.rank or len(ranks) == 1:
                continue
            cards, held = self.cards_of(match[0])
            if ranks and not cards:
                continue
            under_sign = under_sign and not cards
            is_whole = is_whole and bool(cards or match[0].casefold() in self.ranks.words.spans)
            written = " ".join(map(str, cards))
            if written != match[0].upper():
                changes += [(begin, end, f" {written} ")] if cards else []
        return placed.replaced(changes), is_whole

    def cards_of(self, piece: str) -> tuple[Sequence[Card], str]:
        """The cards of a piece, and the letter of the suit that holds for bare ranks after it; empty if it is
        no cards."""
        for order, suit_first in (
            (rf"(?P<rank>{self._rank})(?P<suit>{self._letter})", False),
            (rf"(?P<suit>{self._letter})(?P<rank>{self._rank})", True),
        ):
            if re.fullmatch(f"(?:{_unnamed(order)})+", piece, re.IGNORECASE):
                cards = [
                    Card(self.ranks.of_pack(card["rank"]), self.letters[card["suit"].upper()])
                    for card in re.finditer(order, piece, re.IGNORECASE)
                ]
                if self._known(cards):
                    return cards, cards[0].suit if suit_first and len(cards) == 1 else ""
        if (match := re.fullmatch(rf"({self._letter})(.+)", piece, re.IGNORECASE)) and (
            cards := self._of_suit(match[2], match[1])
        ):
            return cards, cards[0].suit
        match = re.fullmatch(rf"(.+?)({self._letter})", piece, re.IGNORECASE)
        return (self._of_suit(match[1], match[2]), "") if match else ((), "")

    def _of_suit(self, ranks: str, suit: str) -> list[Card]:
        """The cards of several ranks with a common suit letter; empty if one does not exist."""
        cards = [Card(rank, self.letters[suit.upper()]) for rank in self.ranks.read(ranks)]
        return cards if self._known(cards) else []

    def _known(self, cards: Sequence[Card]) -> bool:
        return all(card.rank in self.pack.ranks_of(card.suit) for card in cards)

    def with_spans(self, placed: PlacedText) -> PlacedText:
        """The text with all cards of runs that are given by their ends."""
        return placed.substituted(self._spans, self._cards_between)

    @cached_property
    def _spans(self) -> re.Pattern[str]:
        """A pattern for two ends with a mark between them; with a hyphen only one of them may have a suit."""
        rank, sign = f"(?:{_unnamed(self._rank)})", self._sign
        own = f"[{''.join(self.alphabet.suit_letters)}]"
        words = "|".join(sorted(map(re.escape, self.ranks.words.spans), key=len, reverse=True))
        marks = rf"[{SPACES}]*(?:\.{{2,}}|…|–|—|-)[{SPACES}]*|[{SPACES}]+(?:{words})[{SPACES}]+"
        # What stands ahead of the first end is read afterwards: ranks that begin alike part in too many ways.
        first = rf"(?P<sign>{sign})?(?P<lead>{self._unsigned}*?)(?P<first>{rank})(?P<own>{own})?"
        last = rf"(?P<sign2>{sign})?(?P<last>{rank})(?P<own2>{own}|{sign})?"
        return re.compile(
            rf"(?<![^{SPACES},/\n]){first}(?P<mark>{marks}){last}(?![^{SPACES},/\n])(?![{SPACES}]*-)",
            re.IGNORECASE,
        )

    def _cards_between(self, run: re.Match[str]) -> str | None:
        signs = self.alphabet.suit_signs | self.alphabet.suit_letters
        suits = [signs[mark.upper()] for name in ("sign", "own", "sign2", "own2") if (mark := run[name])]
        is_hyphen = "-" in run["mark"]
        if not suits or len(set(suits)) > 1 or (len(suits) > 1 and is_hyphen):
            return None
        before = re.split(r"[/\n]", run.string[: run.start()])[-1]
        if is_hyphen and not (run["sign"] or run["own"]) and re.search(self._sign, before):
            return None  # that sign holds for the first of two cards
        between = self.ranks.run(self.ranks.of_pack(run["first"]), self.ranks.of_pack(run["last"]), suits[0])
        if not between or not self.ranks.read(run["lead"] + run["first"]):
            return None
        ranks = [*self.ranks.read(run["lead"]), *between] if run["lead"] else between
        if run["sign"]:
            return f"{run['sign']}{' '.join(ranks)}"
        return f" {' '.join(rank + suits[0] for rank in ranks)} "

    def with_shared_signs(self, placed: PlacedText) -> PlacedText:
        """The text with a suit for each rank, in melds whose suits all stand behind several ranks."""
        pieces = re.compile(
            rf"(?<![^{SPACES},/\n]){self._unsigned}{{2,}}{self._sign}(?![^{SPACES},/\n])", re.IGNORECASE
        )
        placed = placed.substituted(pieces, self._each_with_suit)
        return placed.substituted(re.compile(r"[^/\n]+"), self._each_with_suit)

    def _each_with_suit(self, meld: re.Match[str]) -> str | None:
        parted = re.split(f"({self._sign})", meld[0])
        if len(parted) < 3 or parted[-1].strip(f"{SPACES},"):
            return None  # no sign, or something behind the last
        cards: list[str] = []
        for ranks_text, sign in zip(parted[:-1:2], parted[1::2], strict=True):
            parts = [self.ranks.read(part) for part in re.split(_SPACE, ranks_text) if part]
            if not parts or not all(parts):
                return None
            cards += [rank + self.alphabet.suit_signs[sign] for part in parts for rank in part]
        return f" {' '.join(cards)} "


def _unnamed(pattern: str) -> str:
    """The pattern without group names, so that it can be used twice."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


def type_cards(cards: Iterable[Card], pack: Pack, language: str = "") -> str:
    """Cards as people type them by letters alone, `4C 10H`, in French `4P` and `10Co`; empty if a card has no
    unambiguous letters."""
    if pack.has_ranks_alone:
        return show_cards(cards, pack)
    typed_cards = [_type_card(card, pack, language) for card in cards]
    return " ".join(typed_cards) if all(typed_cards) else ""


@lru_cache(maxsize=1024)
def _type_card(card: Card, pack: Pack, language: str) -> str:
    ranks = SpokenRanks(alphabet_of(pack), vocabulary_of(pack, language))
    letterings = (*ranks.words.letterings, own_letters(pack))
    readers = [LetterReader(ranks, letters) for letters in letterings]
    for typed in _ways_to_type(card, pack, language):
        readings = [list(reader.cards_of(typed)[0]) for reader in readers]
        is_word = typed != str(card) and plain_letters(typed) in ranks.words.ranks  # `ası` is an ace
        if not is_word and [card] in readings and all(reading in ([], [card]) for reading in readings):
            return typed
    return ""


def _ways_to_type(card: Card, pack: Pack, language: str) -> Iterator[str]:
    """The ways to type the card: by letters of the language, then by those of the pack, ambiguous ones
    included."""
    for rank in _written_rank(card.rank, pack, language):
        for letters in _letters_of_suit(card.suit, pack, language):
            yield rank + letters


def _written_rank(rank: str, pack: Pack, language: str) -> tuple[str, ...]:
    """A rank as printed on the language's cards, then as in the pack; 10 for a ten."""
    if rank == pack.rank_aliases.get("10"):
        return ("10",)
    words = CARD_WORDS.get(language)
    printed = words.printed_rank(rank) if words and pack.has_french_ranks else rank
    return tuple(dict.fromkeys((printed, rank)))


def _letters_of_suit(suit: str, pack: Pack, language: str) -> Iterator[str]:
    """The letters for the suit's own name in the language, the shortest first; then the pack's letter."""
    words, name = CARD_WORDS.get(language), str(pack.suit[suit].name).lower()
    suit_letters = words.suit_letters if words else {}
    for letters in sorted(suit_letters, key=len):
        # In a tarot pack `SI` is a suit's letter, and a major.
        if name in suit_letters[letters].split() and letters[1:].upper() not in pack.lone_suit:
            yield letters.capitalize()
    yield suit
