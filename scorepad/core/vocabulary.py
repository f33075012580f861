"""The words and letters for the cards of a pack, in one language before all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from scorepad.core.alphabet import Alphabet, alphabet_of
from scorepad.core.card_words import CARD_WORDS, SAME_COLOURS, SAME_SUITS, CardWords
from scorepad.core.cards import WILD
from scorepad.core.packs import Pack
from scorepad.core.spelling import plain_letters

_SPANISH_COURTS = {"J": "10", "C": "11", "K": "12"}
_SHORTEST_PART = 2  # letters of each half of a word such as Herzdame

Letters = Mapping[str, str]


@dataclass(frozen=True)
class Vocabulary:
    """Words and letters for a pack. `suits` and `ranks` are by their words in lower case without diacritics.
    `rank_letters` are the language's, `letterings` its letters for suits in every reading, the likeliest
    first."""

    suits: Letters
    ranks: Letters
    wilds: frozenset[str]
    false_jokers: frozenset[str]
    of: frozenset[str]
    articles: frozenset[str]
    joints: frozenset[str]
    spans: frozenset[str]
    rank_letters: Letters
    letterings: tuple[Letters, ...]

    def halves(self, word: str) -> tuple[str, str] | None:
        """The suit and rank of a compound word such as `herzdame`; None for any other word."""
        for middle in range(_SHORTEST_PART, len(word) - 1):
            suit, rank = self.suits.get(word[:middle]), self.ranks.get(word[middle:])
            if suit and rank:
                return suit, rank
        return None


@lru_cache(maxsize=128)
def vocabulary_of(pack: Pack, language: str = "") -> Vocabulary:
    """The words of every language for the cards of a pack. A word or letter with different meanings has that
    of `language`, and none without it."""
    own_words = CARD_WORDS.get(language)
    others = [words for words in CARD_WORDS.values() if words is not own_words]
    return Vocabulary(
        suits=_first_meanings(
            _meanings(_suits_of(pack, own_words)), *(_meanings(_suits_of(pack, words)) for words in others)
        ),
        ranks=_first_meanings(
            _meanings(_ranks_of(pack, own_words)), *(_meanings(_ranks_of(pack, words)) for words in others)
        ),
        wilds=_all_words(words.wilds for words in CARD_WORDS.values()),
        false_jokers=_all_words(words.false_jokers for words in CARD_WORDS.values()),
        of=_all_words(words.of for words in CARD_WORDS.values()),
        articles=_all_words(words.articles for words in CARD_WORDS.values()),
        joints=_all_words(words.joints for words in CARD_WORDS.values()),
        spans=frozenset(span for words in CARD_WORDS.values() for span in _split(words.spans)),
        rank_letters=_rank_letters(pack, own_words),
        letterings=tuple(_letterings(pack, own_words)) if own_words else (),
    )


def _split(words: str) -> list[str]:
    return [word.replace("_", " ") for word in words.split()]


def _all_words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(plain_letters(word) for text in texts for word in _split(text))


def _suits_of(pack: Pack, words: CardWords | None) -> Iterator[tuple[str, str]]:
    """The words of a language for suits, each with the suit's letter."""
    for name, letter in _suit_names(pack).items():
        for word in _split(words.suits.get(name, "")) if words else ():
            yield word, letter


def _suit_names(pack: Pack) -> dict[str, str]:
    """Suit letters by English names: the pack's own, and those of equivalent suits elsewhere (P3)."""
    own_names = {str(suit.name).lower(): suit.letter for suit in pack.suits}
    same_names = {
        other: own_names[name]
        for same in SAME_SUITS
        if len(own := [name for name in same if name in own_names]) == 1
        for name in own
        for other in same
    }
    colours = {other: own_names[name] for name, other in SAME_COLOURS.items() if name in own_names}
    return same_names | colours | own_names


def _ranks_of(pack: Pack, words: CardWords | None) -> Iterator[tuple[str, str]]:
    """The words of a language for ranks, each with the pack's rank."""
    for rank, own_words in words.ranks.items() if words else ():
        own_rank = rank_of_pack(rank, pack)
        for word in _split(own_words) if own_rank else ():
            yield word, own_rank


def rank_of_pack(rank: str, pack: Pack) -> str:
    """The pack's rank for a French rank or a number; empty if it has none."""
    if pack.id.startswith("spanish") and rank in _SPANISH_COURTS:
        # Spanish packs print 10 to 12 for sota, caballo and rey.
        rank = _SPANISH_COURTS[rank]
    ways = (rank, pack.rank_aliases.get(rank, ""), {"A": "1", "J": "U"}.get(rank, ""))
    return next((way for way in ways if way in pack.every_rank), "")


def _meanings(words: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """The meanings of each word, in lower case without diacritics."""
    meanings: dict[str, set[str]] = {}
    for word, meaning in words:
        meanings.setdefault(plain_letters(word), set()).add(meaning)
    return meanings


def _first_meanings(own: dict[str, set[str]], *others: dict[str, set[str]]) -> dict[str, str]:
    """The meanings of the language's words, and of other languages' words if they all agree."""
    of_others: dict[str, set[str]] = {}
    for meanings in others:
        for word, meaning in meanings.items():
            of_others.setdefault(word, set()).update(meaning)
    return {word: min(meaning) for word, meaning in (of_others | own).items() if len(meaning) == 1}


def _rank_letters(pack: Pack, words: CardWords | None) -> Letters:
    """Ranks by the language's letters, except letters that are ranks of the pack themselves."""
    known = words.rank_letters.items() if words else ()
    ranks = {letter.upper(): rank_of_pack(rank, pack) for letter, rank in known}
    return {letter: rank for letter, rank in ranks.items() if rank and letter not in pack.every_rank}


def _letterings(pack: Pack, words: CardWords) -> Iterator[Letters]:
    """Every reading of the language's letters: one suit for each letter."""
    own_names = {str(suit.name).lower() for suit in pack.suits}
    own_names |= {other for name, other in SAME_COLOURS.items() if name in own_names}
    all_names, own = _suit_names(pack), own_letters(pack)
    choices = {}
    for letter, names in words.suit_letters.items():
        # The letter of a suit of another country is free where the pack has no such letter itself.
        known_names = own_names.intersection(names.split()) or (
            set(names.split()) & all_names.keys() if letter.upper() not in own else set()
        )
        choices[letter] = sorted({all_names[name] for name in known_names}, key=list(pack.suit).index)
    known = {letter.upper(): suits for letter, suits in choices.items() if suits}
    for each in product(*known.values()) if known else ():
        yield dict(zip(known, each, strict=True))


def own_letters(pack: Pack) -> Letters:
    """Suits by the pack's own letters."""
    return alphabet_of(pack).suit_letters


@dataclass(frozen=True)
class SpokenRanks:
    """The ranks of a pack, as a language writes them by letters."""

    alphabet: Alphabet
    words: Vocabulary

    @property
    def pack(self) -> Pack:
        return self.alphabet.pack

    @cached_property
    def more(self) -> dict[str, str]:
        """Ranks by the language's letters, and by 1 for an ace."""
        one = {"1": "A"} if "A" in self.pack.every_rank and "1" not in self.pack.every_rank else {}
        return {**self.words.rank_letters, **one}

    @cached_property
    def written(self) -> tuple[str, ...]:
        """Every written form of a rank, the longest first."""
        return tuple(sorted({*self.alphabet.written_ranks, *self.more}, key=lambda rank: (-len(rank), rank)))

    def read(self, text: str) -> tuple[str, ...]:
        """The ranks that a piece consists of; empty if it is none, or can be split in several ways.

        A 1 before other digits begins a number such as 11 or 14; it is not an ace before another rank.
        """
        if WILD.rank in text:  # a court of that letter is a capital
            return ()
        partings = self.alphabet.part_run(
            text.upper(), self.alphabet.written_ranks
        ) or self.alphabet.part_run(text.upper(), self.written)
        if len(partings) != 1 or (len(partings[0]) > 1 and "1" in partings[0]):
            return ()
        return tuple(map(self.of_pack, partings[0]))

    def behind_sign(self, text: str) -> str:
        """The text after a suit's sign, with the pack's letters in place of the language's."""
        if text == "1":
            return self.of_pack(text)
        letters = {letter: rank for letter, rank in self.words.rank_letters.items() if len(letter) == 1}
        return "".join(sign if sign == WILD.rank else letters.get(sign.upper(), sign) for sign in text)

    def of_pack(self, written: str) -> str:
        """The pack's rank for a written form."""
        rank = written.upper()
        rank = rank if rank in self.alphabet.written_ranks else self.more.get(rank, rank)
        return self.pack.rank_aliases.get(rank, rank)

    def run(self, first: str, last: str, letter: str) -> list[str]:
        """The ranks of a suit from one to another, with an ace also after the highest; empty if they go
        down."""
        ranks = self.pack.ranks_of(letter)
        if first not in ranks or last not in ranks:
            return []
        begin, end = ranks.index(first), ranks.index(last)
        if end == 0 < begin and self.pack.circular:
            return [*ranks[begin:], ranks[0]]
        return list(ranks[begin : end + 1]) if begin < end else []
