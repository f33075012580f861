"""The messages about pieces that do not read (RULES.md, N6): always with what to type instead, in the pack's
own cards or tiles.

Common slips are recognised by their form. They are searched in a text that does not read, and removed or
corrected, so that one slip causes no second fault.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.core.alphabet import SPACES, Alphabet, CardFault, alphabet_of
from scorepad.core.card_text import show_card, show_cards, show_laid, show_meld, show_rank
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.packs import Pack
from scorepad.core.phrasing import join_words
from scorepad.core.sentence import in_a_row, say
from scorepad.core.spoken_letters import type_cards

LIKE_SIGNS = dict.fromkeys("❤❣❥🧡💛💚💙💜🤎🖤🤍💓💖💗💕💘💝", "♥") | dict.fromkeys("☘🍀", "♣")
"""Signs that look like a suit's, but are no card's, by that suit's own."""
_CYRILLIC_LOOKS = dict(
    zip("АВЕКМНОРСТХІЈЅԚУавекмнорстхіјѕԛуһԁ", "ABEKMHOPCTXIJSQYABEKMHOPCTXIJSQYHD", strict=True)
)
_GREEK_LOOKS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧακνοτχ", "ABEZHIKMNOPTYXAKVOTX", strict=True))
_LOOK_ALIKES = LIKE_SIGNS | _CYRILLIC_LOOKS | _GREEK_LOOKS
_SCRIPT_ADVICE = {
    "CYRILLIC": say("that’s a Cyrillic {sign}; type {plain}"),
    "GREEK": say("that’s a Greek {sign}; type {plain}"),
}
_RANK_WORDS = {
    **dict(zip(("ace", "two", "three", "four", "five", "six", "seven"), "A234567", strict=True)),
    **dict(zip(("eight", "nine", "ten", "jack", "cavalier", "queen", "king"), "89TJCQK", strict=True)),
    **{"unter": "U", "ober": "O", "deuce": "2", "knave": "J", "knight": "C"},
}
_SPANISH_WORDS = {
    **dict.fromkeys(("as", "asso", "ace"), "1"),
    **dict.fromkeys(("sota", "fante", "jack", "knave"), "10"),
    **dict.fromkeys(("caballo", "cavallo", "knight", "queen"), "11"),
    **dict.fromkeys(("rey", "re", "king"), "12"),
}
_SPANISH_LETTERS = dict(zip("AJFQKR", ("1", "10", "10", "11", "12", "12"), strict=True))  # S, C are suits too
_MEANT_RANKS = {"0": "T", "1": "A", "11": "J", "12": "Q", "13": "K"}  # of numbers that no rank has
_NUMBER_PATTERN = re.compile(r"[0-9]+", re.ASCII)

SlipHandler = Callable[[re.Match[str]], tuple[str, str] | None]


@dataclass(frozen=True)
class FaultWording:
    """The messages for one pack, with the letters of a language, and the slips that people make with it.

    The handler of a slip returns the message about a match, and its replacement.
    """

    pack: Pack
    language: str = ""

    @cached_property
    def alphabet(self) -> Alphabet:
        return alphabet_of(self.pack)

    @cached_property
    def example_card(self) -> Card:
        """The queen of hearts if the pack has one, else a similar card."""
        suit = self.pack.suits[min(2, len(self.pack.suits) - 1)]
        ranks = self.pack.ranks_of(suit.letter)
        return Card("Q" if "Q" in ranks else ranks[len(ranks) // 2], suit.letter)

    @property
    def example_wild(self) -> str:
        """An example of a wild card with what it stands for: `w=♥7`."""
        rank, letter = self.example_card
        kind = Card("7" if "7" in self.pack.ranks_of(letter) else rank, letter)
        return show_laid(Laid(WILD, kind), self.pack)

    @property
    def example_melds(self) -> str:
        """An example of two melds as people write them: `♣A23 / ♠A23`."""
        example_runs = [
            show_meld([Card(rank, suit.letter) for rank in self.pack.ranks_of(suit.letter)[:3]], self.pack)
            for suit in self.pack.suits[:2]
        ]
        return in_a_row(example_runs, " / ")

    def both_ways(self, ranks: Iterable[str], letter: str) -> str:
        """Cards of a suit with its sign and with letters: `♥Q or QH`, `♣45 or 4C 5C`."""
        cards = [Card(rank, letter) for rank in ranks]
        with_signs, with_letters = show_meld(cards, self.pack), self._with_letters(cards)
        is_one_way = self.pack.has_ranks_alone or not with_letters
        return with_signs if is_one_way else join_words((with_signs, with_letters))

    def _with_letters(self, cards: Iterable[Card]) -> str:
        return type_cards(cards, self.pack, self.language)

    def type_cards(self, ranks: Iterable[str], letter: str) -> str:
        return say("type {examples}", examples=self.both_ways(ranks, letter))

    def type_rank(self, rank: str) -> str:
        """The advice on how to write a rank: `type Q, as in ♥Q or QH`."""
        shown_rank, examples = show_rank(rank, self.pack), self.both_ways([rank], self._suit_with(rank))
        return say("type {rank}, as in {examples}", rank=shown_rank, examples=examples)

    def _suit_with(self, rank: str) -> str:
        """The suit of the example card if it has that rank, else another."""
        letters = (self.example_card.suit, *(suit.letter for suit in self.pack.suits))
        return next(letter for letter in letters if rank in self.pack.ranks_of(letter))

    def _shown_ranks(self, ranks: Iterable[str]) -> str:
        return in_a_row(show_rank(rank, self.pack) for rank in ranks)

    def no_stood_for(self) -> str:
        return say("add the card that the wild stands for, as in {example}", example=self.example_wild)

    def rank_of_suit(self, letter: str) -> str:
        """The message about a suit without a rank, or with one that it does not have."""
        ranks = self._shown_ranks(self.pack.ranks_of(letter))
        return say("add a rank of {suit} ({ranks})", suit=self.pack.suit[letter].name, ranks=ranks)

    def two_suits(self, rank: str, letter: str) -> str:
        examples = self.both_ways([rank], letter)
        return say("one suit is enough: type {examples}", examples=examples)

    def two_ways(self, first_parting: Iterable[str], second_parting: Iterable[str]) -> str:
        either_way = join_words((" ".join(first_parting), " ".join(second_parting)))
        return say("put spaces between ranks, {either_way}", either_way=either_way)

    def no_suit(self, piece: str, rank: str) -> str:
        """The message about a rank without a suit, or about a number that is no rank but splits into
        ranks."""
        number_match = _NUMBER_PATTERN.match(piece)
        if (
            number_match
            and number_match[0] not in self.alphabet.written_ranks
            and piece[number_match.end() :]
        ):
            return self.no_such_number(number_match[0])
        letter = next(suit.letter for suit in self.pack.suits if rank in self.pack.ranks_of(suit.letter))
        examples, signs = self.both_ways([rank], letter), " ".join(suit.symbol for suit in self.pack.suits)
        return self.pack.worded(
            say("add its suit, as in {examples} (suits {signs})", examples=examples, signs=signs),
            say("add its colour, as in {examples} (colours {signs})", examples=examples, signs=signs),
        )

    def no_such_number(self, number: str) -> str:
        meant_rank = _MEANT_RANKS.get(number, "")
        if meant_rank in self.pack.ranks and (number in "01" or "C" not in self.pack.ranks):
            return self.type_rank(meant_rank)
        return say("this pack has no {rank}; type one of {ranks}", rank=number, ranks=self._all_ranks)

    @cached_property
    def _all_ranks(self) -> str:
        return self._shown_ranks(self.pack.every_rank)

    def unknown_piece(self, piece: str) -> str:
        """The message about a piece without any rank."""
        number_match = _NUMBER_PATTERN.match(piece)
        if number_match:
            return self.no_such_number(number_match[0])
        if letters := self._spanish_letters.fullmatch(piece):
            ranks, suit = [_SPANISH_LETTERS[letter] for letter in letters[1].upper()], letters[2].upper()
            if len(ranks) == 1 and not suit:
                return self.type_rank(ranks[0])
            return self.type_cards(ranks, self.alphabet.suit_letters.get(suit, self.example_card.suit))
        letter, partings = self.alphabet.suit_letters.get(piece[0].upper(), ""), self._partings(piece[1:])
        if letter and len(partings) == 1 and not self._has_long_numbers:
            return self.type_cards(partings[0], letter)
        courts = say("(10 sota, 11 caballo, 12 rey)") if self._is_spanish and "12" in self.pack.ranks else ""
        expected = {
            "examples": self.both_ways([self.example_card.rank], self.example_card.suit),
            "ranks": in_a_row((self._all_ranks, courts)),
        }
        return self.pack.worded(
            say("type a card such as {examples} (ranks {ranks}), or w for a wild", **expected),
            say("type a tile such as {examples} (numbers {ranks}), or w for a joker", **expected),
        )

    @property
    def _is_spanish(self) -> bool:
        return self.pack.id.startswith("spanish")

    @cached_property
    def _spanish_letters(self) -> re.Pattern[str]:
        """A pattern for the letters that stand for numbered ranks of a Spanish pack, with a suit's letter if
        one follows; for other packs it matches nothing."""
        known = {letter for letter, rank in _SPANISH_LETTERS.items() if rank in self.pack.every_rank}
        ranks, suits = "".join(sorted(known)), "".join(self.alphabet.suit_letters)
        return re.compile(rf"([{ranks}]+)([{suits}]?)" if self._is_spanish else "(?!)", re.IGNORECASE)

    def _partings(self, ranks_text: str) -> list[tuple[str, ...]]:
        return self.alphabet.part_run(ranks_text.upper(), self.alphabet.written_ranks) if ranks_text else []

    @cached_property
    def _has_long_numbers(self) -> bool:
        return any(len(rank) > 1 and rank.isdecimal() for rank in self.pack.every_rank)

    def run_between(self, cards: Sequence[Card], first_text: str, last_text: str) -> str:
        """The question about two cards that look like the ends of a run; empty if they do not."""
        ranks = self.pack.ranks_of(cards[0].suit)
        first_place, last_place = (ranks.index(card.rank) for card in cards)
        if last_place - first_place < 2:
            return ""
        run_cards = [Card(rank, cards[0].suit) for rank in ranks[first_place : last_place + 1]]
        return say(
            "a run from {first} to {last}? Type {run}, or {two} for just these two",
            first=first_text,
            last=last_text,
            run=show_meld(run_cards, self.pack),
            two=self._with_letters(cards) or show_cards(cards, self.pack),
        )

    def find_slips(self, text: str) -> tuple[list[CardFault], str]:
        """Every slip in a text, and the corrected text, of the same length."""
        faults: list[CardFault] = []
        cleaned_text = text
        for pattern, handler in self._slip_kinds:
            for match in list(pattern.finditer(cleaned_text)):
                if (handled := handler(match)) is None:
                    continue
                begin, end = match.span()
                cleaned_text = cleaned_text[:begin] + handled[1].ljust(end - begin) + cleaned_text[end:]
                faults.append(CardFault(text[begin:end], begin + 1, handled[0]))
        return faults, cleaned_text

    @cached_property
    def _slip_kinds(self) -> list[tuple[re.Pattern[str], SlipHandler]]:
        """The kinds of slips: the pattern and the handler of each."""
        space_pattern = f"[{SPACES}]*"
        slip_patterns: list[tuple[str, SlipHandler]] = [
            (r"[^\x00-\x7f]", self._look_alike),
            (r"(?<=\b1)o|(?<!\w)[li|](?=\d)|(?<=\d)[li|](?!\w)", self._letter_for_digit),
            (rf"\b\d+{space_pattern}(?-i:[x×](?![A-Za-z]))", self._times_sign),
            (rf"(?<=[\w\s])[x×]{space_pattern}\d+\b|\*\d+\b", self._times_sign),
            (r"(?:^|(?<=[\s,-]))=[^\s,]*", self._stands_alone),
            (rf"\b({'|'.join(self._rank_words) or '(?!)'})(?:e?s)?\b", self._rank_word),
            ("[\\[\\](){}<>\"'`´“”‘’„«».;:!?|+_\\\\–—−‐‑]", self._strange_mark),
        ]
        return [(re.compile(look_pattern, re.IGNORECASE), handler) for look_pattern, handler in slip_patterns]

    @cached_property
    def _rank_words(self) -> dict[str, str]:
        """The words for ranks of the pack."""
        ranks, suit_names = self.pack.every_rank, self.alphabet.suit_names
        known_words = _SPANISH_WORDS if self._is_spanish else _RANK_WORDS
        return {word: rank for word, rank in known_words.items() if rank in ranks and word not in suit_names}

    def _rank_of_word(self, word: str) -> str:
        read_rank = self._rank_words.get(word.lower(), word.upper())
        return self.pack.rank_aliases.get(read_rank, read_rank)

    def _look_alike(self, match: re.Match[str]) -> tuple[str, str] | None:
        typed_sign = match[0]
        if any(word.start() <= match.start() < word.end() for word in self._suit_words(match.string)):
            return None
        plain_sign = _LOOK_ALIKES.get(typed_sign) or _plain_sign_of(typed_sign)
        is_other_suit = typed_sign in LIKE_SIGNS and plain_sign not in self.alphabet.suit_signs
        is_of_rank = any(typed_sign in rank for rank in self.alphabet.written_ranks)
        if not plain_sign or is_other_suit or is_of_rank:
            return None
        script = unicodedata.name(typed_sign, "").split(" ")[0]
        advice = _SCRIPT_ADVICE.get(script, say("that isn’t a plain {plain}; type {plain}"))
        plain = "10" if unicodedata.numeric(typed_sign, -1) == 10 else plain_sign
        return say(str(advice), sign=typed_sign, plain=plain), plain_sign

    def _suit_words(self, text: str) -> Iterator[re.Match[str]]:
        return self.alphabet.name_pattern.finditer(text) if self.alphabet.name_pattern else iter(())

    def _letter_for_digit(self, match: re.Match[str]) -> tuple[str, str] | None:
        meant_digit = "0" if match[0] in "Oo" else "1"
        if meant_digit == "0" and "10" not in self.alphabet.written_ranks:
            return None
        advice = say(
            "that’s the letter {letter}; type the number {number}", letter=match[0], number=meant_digit
        )
        return advice, meant_digit

    def _times_sign(self, match: re.Match[str]) -> tuple[str, str] | None:
        if "X" in self.alphabet.suit_letters and "*" not in match[0]:
            return None
        card = show_card(self.example_card, self.pack)
        return say("type a card as often as you have it, as in {card} {card}", card=card), ""

    def _stands_alone(self, _match: re.Match[str]) -> tuple[str, str] | None:
        return say("type w before the =, as in {example}", example=self.example_wild), ""

    def _rank_word(self, match: re.Match[str]) -> tuple[str, str] | None:
        rank = self._rank_of_word(match[1])
        return self.type_rank(rank), rank

    def _strange_mark(self, _match: re.Match[str]) -> tuple[str, str] | None:
        return say("leave it out; put spaces or commas between cards, / between melds"), ""


def _plain_sign_of(sign: str) -> str:
    """The ASCII letter or digit for a sign of another width or script; empty if there is none."""
    number = unicodedata.numeric(sign, -1)
    if number in range(11):
        return "0123456789T"[int(number)]
    plain_sign = unicodedata.normalize("NFKC", sign)
    return (
        plain_sign.upper() if len(plain_sign) == 1 and plain_sign.isascii() and plain_sign.isalnum() else ""
    )


@lru_cache(maxsize=256)
def wording_of(pack: Pack, language: str = "") -> FaultWording:
    """The messages for a pack, with the letters of a language."""
    return FaultWording(pack, language)
