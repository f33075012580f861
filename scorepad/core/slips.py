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
from scorepad.core.card_reader import CardReader, PlacedCard
from scorepad.core.fault_wording import LIKE_SIGNS, CardFault, FaultWording, wording_of
from scorepad.core.packs import ROMAN_SIGNS
from scorepad.core.sentence import say

_CYRILLIC_LOOKS = dict(
    zip("АВЕКМНОРСТХІЈЅԚУавекмнорстхіјѕԛуһԁ", "ABEKMHOPCTXIJSQYABEKMHOPCTXIJSQYHD", strict=True)
)
_GREEK_LOOKS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧακνοτχ", "ABEZHIKMNOPTYXAKVOTX", strict=True))
_SCRIPT_ADVICE = {
    "CYRILLIC": say("that is a Cyrillic {sign}; type {plain}"),
    "GREEK": say("that is a Greek {sign}; type {plain}"),
    "FULLWIDTH": say("that is a full-width {sign}; type {plain}"),
    "ROMAN": say("that is a Roman {sign}; type {plain}"),
}
_LIKE_ADVICE = {
    "♥": say("that is another heart; type ♥ or H"),
    "♣": say("that is a clover leaf; type ♣ or C"),
}
_RANK_WORDS = {
    **dict(zip(("ace", "two", "three", "four", "five", "six", "seven"), "A234567", strict=True)),
    **dict(zip(("eight", "nine", "ten", "jack", "cavalier", "queen", "king"), "89TJCQK", strict=True)),
    **{"unter": "U", "ober": "O", "deuce": "2", "knave": "J", "knight": "C"},
}
_GLYPH_PATTERN = re.compile("[\U0001f0a1-\U0001f0df]")
_GLYPH_SUITS = "SHDC"
_GLYPH_RANKS = "?A23456789TJCQK*"
_MARK_ADVICE = (
    ("[\\[\\](){}<>]", say("leave out the brackets; / goes between melds")),
    ("[\"'`´“”‘’„«»]", say("leave out the quotation marks")),
    (
        "[.;:!?|+_\\\\]",
        say("leave it out; spaces or commas go between cards, / between melds"),
    ),
    ("[–—−‐‑]", say("that is a long dash; type a space or a comma between cards")),
)

SlipHandler = Callable[[re.Match[str]], tuple[str, str] | None]


@dataclass(frozen=True)
class SlipFinder:
    """The slips for one pack. A handler has what is said of a match, and what stands in its place then."""

    alphabet: Alphabet

    @cached_property
    def fault_wording(self) -> FaultWording:
        return wording_of(self.alphabet)

    def find_slips(self, text: str) -> tuple[list[CardFault], str]:
        """Every slip in a text, and the text put right, as long as before."""
        faults: list[CardFault] = []
        cleaned_text = text
        for pattern, handler in self._slip_kinds:
            for match in list(pattern.finditer(cleaned_text)):
                handled = handler(match)
                if handled is None:
                    continue
                begin, end = match.span()
                cleaned_text = cleaned_text[:begin] + handled[1].ljust(end - begin) + cleaned_text[end:]
                faults.append(
                    CardFault(text[begin:end].strip(), _first_sign_place(text, begin) + 1, handled[0])
                )
        return faults, cleaned_text

    @cached_property
    def _slip_kinds(self) -> list[tuple[re.Pattern[str], SlipHandler]]:
        """Each kind of slip: how it looks, and what is made of it."""
        space_pattern, end_pattern = f"[{SPACES}]*", r"([^\s,]{1,12})"
        rank_pattern = "|".join((*self._rank_words, *map(re.escape, self.alphabet.written_ranks)))
        suit_pattern = "|".join(
            (*sorted(self.alphabet.suit_names, key=len, reverse=True), *self.alphabet.suit_signs)
        )
        slip_patterns: list[tuple[str, SlipHandler]] = [
            (rf"\b({rank_pattern}) of ({suit_pattern})", self._rank_of_suit),
            (_GLYPH_PATTERN.pattern, self._card_glyph),
            (r"[^\x00-\x7f]", self._look_alike),
            (r"(?<=\b1)o|(?<!\w)[li|](?=\d)|(?<=\d)[li|](?!\w)", self._letter_for_digit),
            (
                rf"(?<![^\s,]){end_pattern}?{space_pattern}(?:\.{{2,}}|…|–|—|\bto\b){space_pattern}{end_pattern}(?![^\s,])",
                self._run_span,
            ),
            (
                rf"\b\d+{space_pattern}(?-i:[x×](?![A-Za-z]))|(?<=[\w\s])[x×]{space_pattern}\d+\b|\*\d+\b",
                self._times_sign,
            ),
            (r"(?:^|(?<=[\s,-]))=[^\s,]*", self._stands_alone),
            (rf"\b({'|'.join(self._rank_words) or '(?!)'})(?:e?s)?\b", self._rank_word),
            (r"\b(?:wilds?|jokers)\b", self._wild_word),
            *((mark_pattern, _always_says(says)) for mark_pattern, says in _MARK_ADVICE),
        ]
        return [(re.compile(look_pattern, re.IGNORECASE), handler) for look_pattern, handler in slip_patterns]

    @cached_property
    def _rank_words(self) -> dict[str, str]:
        """Words for the ranks that the pack has."""
        ranks, suit_names = self.alphabet.pack.every_rank, self.alphabet.suit_names
        return {word: rank for word, rank in _RANK_WORDS.items() if rank in ranks and word not in suit_names}

    def _rank_of_word(self, word: str) -> str:
        read_rank = self._rank_words.get(word.lower(), word.upper())
        return self.alphabet.pack.rank_aliases.get(read_rank, read_rank)

    def _rank_of_suit(self, match: re.Match[str]) -> tuple[str, str] | None:
        rank, suit = self._rank_of_word(match[1]), match[2]
        suit_letter = self.alphabet.suit_signs.get(suit) or self.alphabet.suit_named(suit)
        if rank not in self.alphabet.pack.ranks_of(suit_letter):
            return None
        return say("type {examples}", examples=self.fault_wording.both_ways(rank, suit_letter)), ""

    def _card_glyph(self, match: re.Match[str]) -> tuple[str, str] | None:
        glyph_number = ord(match[0]) - 0x1F0A0
        suit_letter, rank = _GLYPH_SUITS[glyph_number // 16], _GLYPH_RANKS[glyph_number % 16]
        if rank in "*?":
            return say("type w for a wild card"), "w"
        pack = self.alphabet.pack
        if suit_letter not in pack.suit or rank not in pack.ranks_of(suit_letter):
            return None
        return say("type {examples}", examples=self.fault_wording.both_ways(rank, suit_letter)), ""

    def _look_alike(self, match: re.Match[str]) -> tuple[str, str] | None:
        typed_sign = match[0]
        if any(word.start() <= match.start() < word.end() for word in self._suit_words(match.string)):
            return None
        like_sign = LIKE_SIGNS.get(typed_sign, "")
        if like_sign in self.alphabet.suit_signs:
            return _LIKE_ADVICE[like_sign], like_sign
        if any(typed_sign in rank for rank in self.alphabet.written_ranks):
            return None
        plain_sign = (
            _CYRILLIC_LOOKS.get(typed_sign) or _GREEK_LOOKS.get(typed_sign) or _plain_sign_of(typed_sign)
        )
        if not plain_sign:
            return None
        script = unicodedata.name(typed_sign, "").split(" ")[0]
        advice = _SCRIPT_ADVICE.get(script, say("that is no plain {plain}; type {plain}"))
        return say(str(advice), sign=typed_sign, plain=plain_sign), plain_sign

    def _suit_words(self, text: str) -> Iterator[re.Match[str]]:
        return self.alphabet.name_pattern.finditer(text) if self.alphabet.name_pattern else iter(())

    def _letter_for_digit(self, match: re.Match[str]) -> tuple[str, str] | None:
        meant_digit = "0" if match[0] in "Oo" else "1"
        text = match.string
        meant_number = (
            text[: match.start()][-1:] + meant_digit
            if meant_digit == "0"
            else meant_digit + text[match.end() :][:1]
        )
        if meant_digit == "0" and "10" not in self.alphabet.written_ranks:
            return None
        advice = say(
            "that is the letter {letter}; type the number, {number}", letter=match[0], number=meant_number
        )
        return advice, meant_digit

    def _run_span(self, match: re.Match[str]) -> tuple[str, str] | None:
        reader = CardReader(f"{match[1]} {match[2]}", self.alphabet)
        question = self.run_between(reader.placed_cards, match[1], match[2]) if not reader.faults else ""
        return (question, "") if question else None

    def run_between(self, placed_cards: tuple[PlacedCard, ...], first_text: str, last_text: str) -> str:
        """What is asked about two cards that look like the ends of a run; empty where they do not."""
        cards = [place.laid.card for place in placed_cards if place.laid.stands_for is None]
        if len(placed_cards) != 2 or len(cards) != 2 or cards[0].is_wild or cards[0].suit != cards[1].suit:
            return ""
        ranks = self.alphabet.pack.ranks_of(cards[0].suit)
        first_place, last_place = ranks.index(cards[0].rank), ranks.index(cards[1].rank)
        if last_place - first_place < 2:
            return ""
        return say(
            "a run from {first} to {last}? Type {run}, or {two}",
            first=first_text,
            last=last_text,
            run=self.fault_wording.run_of(cards[0].suit, ranks[first_place : last_place + 1]),
            two=self.fault_wording.for_two(f"{cards[0]} {cards[1]}"),
        )

    def _times_sign(self, match: re.Match[str]) -> tuple[str, str] | None:
        if "X" in self.alphabet.suit_letters and "*" not in match[0]:
            return None
        card = self.fault_wording.show_card(*self.fault_wording.example_card)
        return say("type a card as often as you have it, as in {card} {card}", card=card), ""

    def _stands_alone(self, match: re.Match[str]) -> tuple[str, str] | None:
        example = self.fault_wording.example_wild
        if match.string[: match.start()].strip():
            return say("expected no spaces around the =, as in {example}", example=example), ""
        return say("expected a wild before the =, as in {example}", example=example), ""

    def _rank_word(self, match: re.Match[str]) -> tuple[str, str] | None:
        word, rank = match[1].lower(), self._rank_of_word(match[1])
        rank_name = word if rank.isdecimal() else f"{'an' if word[0] in 'aou' else 'a'} {word}"
        return self.fault_wording.rank_is(rank_name, rank), rank

    def _wild_word(self, _match: re.Match[str]) -> tuple[str, str] | None:
        return say("type w for each wild card"), "w"


def _always_says(advice: str) -> SlipHandler:
    return lambda _match: (advice, "")


def _plain_sign_of(sign: str) -> str:
    """The plain letter or figure that a sign of another width or script is, empty for none."""
    if sign in ROMAN_SIGNS:
        return "?123456789T"[int(unicodedata.numeric(sign))]
    plain_sign = unicodedata.normalize("NFKC", sign)
    if len(plain_sign) == 1 and plain_sign.isascii() and plain_sign.isalnum():
        return plain_sign.upper()
    decimal_figure = unicodedata.decimal(sign, None)
    return "" if decimal_figure is None else str(decimal_figure)


def _first_sign_place(text: str, begin: int) -> int:
    """The place of the first sign from `begin` on that is no space."""
    return begin + len(text[begin:]) - len(text[begin:].lstrip())


@lru_cache(maxsize=256)
def slip_finder(written: Alphabet) -> SlipFinder:
    """The slips for an alphabet."""
    return SlipFinder(written)
