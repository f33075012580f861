"""Slips that people make when they type cards, each found by its look (RULES.md, N6).

They are looked for in a text that does not read. What is found is named, with what to type instead, and is
taken out or put right, so that one slip makes no second fault.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.core.alphabet import SPACES, Alphabet
from scorepad.core.card_reader import CardReader, Place
from scorepad.core.wording import Fault, Wording, wording

_CYRILLIC = dict(zip("АВЕКМНОРСТХІЈЅԚУавекмнорстхіјѕԛуһԁ", "ABEKMHOPCTXIJSQYABEKMHOPCTXIJSQYHD", strict=True))
_GREEK = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧακνοτχ", "ABEZHIKMNOPTYXAKVOTX", strict=True))
_SCRIPTS = {"CYRILLIC": "Cyrillic", "GREEK": "Greek", "FULLWIDTH": "full-width"}
_RANK_WORDS = {
    **dict(zip(("ace", "two", "three", "four", "five", "six", "seven"), "A234567", strict=True)),
    **dict(zip(("eight", "nine", "ten", "jack", "cavalier", "queen", "king"), "89TJCQK", strict=True)),
    **{"unter": "U", "ober": "O", "deuce": "2", "knave": "J", "knight": "C"},
}
_GLYPHS = re.compile("[\U0001f0a1-\U0001f0df]")
_GLYPH_SUITS = "SHDC"
_GLYPH_RANKS = "?A23456789TJCQK*"
_MARKS = (
    ("[\\[\\](){}<>]", "leave out the brackets; / goes between melds"),
    ("[\"'`´“”‘’„«»]", "leave out the quotation marks"),
    ("[.;:!?|&+_\\\\]|\\band\\b", "leave it out; spaces or commas go between cards, / between melds"),
    ("[–—−‐‑]", "that is a long dash; type a space or a comma between cards"),
)

Handler = Callable[[re.Match[str]], tuple[str, str] | None]


@dataclass(frozen=True)
class Slips:
    """The slips for one pack. A handler has what is said of a match, and what stands in its place then."""

    written: Alphabet

    @cached_property
    def wording(self) -> Wording:
        return wording(self.written)

    def found(self, text: str) -> tuple[list[Fault], str]:
        """Every slip in a text, and the text put right, as long as before."""
        faults: list[Fault] = []
        cleaned = text
        for pattern, handler in self._kinds:
            for match in list(pattern.finditer(cleaned)):
                said = handler(match)
                if said is None:
                    continue
                begin, end = match.span()
                cleaned = cleaned[:begin] + said[1].ljust(end - begin) + cleaned[end:]
                faults.append(Fault(text[begin:end].strip(), _first_sign(text, begin) + 1, said[0]))
        return faults, cleaned

    @cached_property
    def _kinds(self) -> list[tuple[re.Pattern[str], Handler]]:
        """Each kind of slip: how it looks, and what is made of it."""
        space, end = f"[{SPACES}]*", r"([^\s,]{1,12})"
        ranks = "|".join((*self._words, *map(re.escape, self.written.ranks)))
        suits = "|".join((*sorted(self.written.names, key=len, reverse=True), *self.written.symbols))
        kinds: list[tuple[str, Handler]] = [
            (rf"\b({ranks}) of ({suits})", self._of),
            (_GLYPHS.pattern, self._glyph),
            (r"[^\x00-\x7f]", self._look_alike),
            (r"(?<=\b1)o|(?<!\w)[li|](?=\d)|(?<=\d)[li|](?!\w)", self._digit),
            (rf"(?<![^\s,]){end}?{space}(?:\.{{2,}}|…|–|—|\bto\b){space}{end}(?![^\s,])", self._span),
            (rf"\b\d+{space}(?-i:[x×](?![A-Za-z]))|(?<=[\w\s])[x×]{space}\d+\b|\*\d+\b", self._times),
            (r"(?:^|(?<=[\s,-]))=[^\s,]*", self._stands_alone),
            (rf"\b({'|'.join(self._words) or '(?!)'})(?:e?s)?\b", self._rank_word),
            (r"\b(?:wilds?|jokers)\b", self._wild_word),
            *((mark, _says(says)) for mark, says in _MARKS),
        ]
        return [(re.compile(look, re.IGNORECASE), handler) for look, handler in kinds]

    @cached_property
    def _words(self) -> dict[str, str]:
        """Words for the ranks that the pack has."""
        ranks, names = self.written.pack.every_rank, self.written.names
        return {word: rank for word, rank in _RANK_WORDS.items() if rank in ranks and word not in names}

    def _rank(self, word: str) -> str:
        rank = self._words.get(word.lower(), word.upper())
        return self.written.pack.rank_aliases.get(rank, rank)

    def _of(self, match: re.Match[str]) -> tuple[str, str] | None:
        rank, suit = self._rank(match[1]), match[2]
        letter = self.written.symbols.get(suit) or self.written.named(suit)
        if rank not in self.written.pack.ranks_of(letter):
            return None
        return f"type {self.wording.both_ways(rank, letter)}", ""

    def _glyph(self, match: re.Match[str]) -> tuple[str, str] | None:
        place = ord(match[0]) - 0x1F0A0
        letter, rank = _GLYPH_SUITS[place // 16], _GLYPH_RANKS[place % 16]
        if rank in "*?":
            return "type w for a wild card", "w"
        pack = self.written.pack
        if letter not in pack.suit or rank not in pack.ranks_of(letter):
            return None
        return f"type {self.wording.both_ways(rank, letter)}", ""

    def _look_alike(self, match: re.Match[str]) -> tuple[str, str] | None:
        sign = match[0]
        if any(word.start() <= match.start() < word.end() for word in self._suit_words(match.string)):
            return None
        if sign == "❤" and "♥" in self.written.symbols:
            return "that is another heart; type ♥ or H", "♥"
        plain = _CYRILLIC.get(sign) or _GREEK.get(sign) or _plain(sign)
        if not plain:
            return None
        script = _SCRIPTS.get(unicodedata.name(sign, "").split(" ")[0], "")
        what = f"a {script} {sign}" if script else f"no plain {plain}"
        return f"that is {what}; type {plain}", plain

    def _suit_words(self, text: str) -> Iterator[re.Match[str]]:
        return self.written.words.finditer(text) if self.written.words else iter(())

    def _digit(self, match: re.Match[str]) -> tuple[str, str] | None:
        digit = "0" if match[0] in "Oo" else "1"
        text = match.string
        number = text[: match.start()][-1:] + digit if digit == "0" else digit + text[match.end() :][:1]
        if digit == "0" and "10" not in self.written.ranks:
            return None
        return f"that is the letter {match[0]}; type the number, {number}", digit

    def _span(self, match: re.Match[str]) -> tuple[str, str] | None:
        places = CardReader(f"{match[1]} {match[2]}", self.written)
        said = self.run_between(places.places, match[1], match[2]) if not places.faults else ""
        return (said, "") if said else None

    def run_between(self, places: tuple[Place, ...], first: str, last: str) -> str:
        """What is asked about two cards that look like the ends of a run; empty where they do not."""
        cards = [place.laid.card for place in places if place.laid.stands_for is None]
        if len(places) != 2 or len(cards) != 2 or cards[0].is_wild or cards[0].suit != cards[1].suit:
            return ""
        ranks = self.written.pack.ranks_of(cards[0].suit)
        begin, end = ranks.index(cards[0].rank), ranks.index(cards[1].rank)
        if end - begin < 2:
            return ""
        run = ("" if self.written.pack.joins_ranks else " ").join(ranks[begin : end + 1])
        symbol = self.written.pack.suit[cards[0].suit].symbol
        two = f"{cards[0]} {cards[1]} for two {self.wording.kind}s"
        return f"a run from {first} to {last}? Type {symbol}{run}, or {two}"

    def _times(self, match: re.Match[str]) -> tuple[str, str] | None:
        if "X" in self.written.letters and "*" not in match[0]:
            return None
        card = self.wording.shown(*self.wording.example)
        return f"type a card as often as you have it, as in {card} {card}", ""

    def _stands_alone(self, match: re.Match[str]) -> tuple[str, str] | None:
        if match.string[: match.start()].strip():
            return f"expected no spaces around the =, as in {self.wording.wild}", ""
        return f"expected a wild before the =, as in {self.wording.wild}", ""

    def _rank_word(self, match: re.Match[str]) -> tuple[str, str] | None:
        word, rank = match[1].lower(), self._rank(match[1])
        name = word if rank.isdecimal() else f"{'an' if word[0] in 'aou' else 'a'} {word}"
        return f"{name} is {rank}, as in {self.wording.both_ways(rank)}", rank

    def _wild_word(self, _match: re.Match[str]) -> tuple[str, str] | None:
        return "type w for each wild card", "w"


def _says(says: str) -> Handler:
    return lambda _match: (says, "")


def _plain(sign: str) -> str:
    """The plain letter or figure that a sign of another width or script is, empty for none."""
    plain = unicodedata.normalize("NFKC", sign)
    if len(plain) == 1 and plain.isascii() and plain.isalnum():
        return plain.upper()
    figure = unicodedata.decimal(sign, None)
    return "" if figure is None else str(figure)


def _first_sign(text: str, begin: int) -> int:
    """The place of the first sign from `begin` on that is no space."""
    return begin + len(text[begin:]) - len(text[begin:].lstrip())


@lru_cache(maxsize=256)
def slips(written: Alphabet) -> Slips:
    """The slips for an alphabet."""
    return Slips(written)
