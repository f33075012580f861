"""Reads cards named in words: `dame de cœur`, `Herz-Dame`, `kupa kızı`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from scorepad.core.alphabet import SPACES, Alphabet, PlacedText
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import Pack
from scorepad.core.spelling import plain_letters
from scorepad.core.vocabulary import SpokenRanks, Vocabulary, own_letters

_STOPS = frozenset(",;/=|\n")
_SPAN = "…"  # between the two ends of a run, among ranks
_MOST_WORDS = 3  # of one name
_LETTERS_OF_CARD = 2
_PARTS = SPACES + ",;\n/-"
_BLANKS = re.compile(rf"[{SPACES}-]+")


@dataclass(frozen=True)
class Token:
    """A word or a sign, with its possible meaning.

    kind     `suit`, `rank`, `wild`, `of`, `article`, `stop` or `other`
    meaning  the letter of the suit; or the ranks, several if they are written together
    worded   whether it is a word of the vocabulary
    """

    kind: str
    begin: int
    end: int
    meaning: tuple[str, ...] = ()
    worded: bool = False


@dataclass(frozen=True)
class WordReader:
    """Finds the words of a vocabulary in a text."""

    ranks: SpokenRanks

    @property
    def alphabet(self) -> Alphabet:
        return self.ranks.alphabet

    @property
    def words(self) -> Vocabulary:
        return self.ranks.words

    @property
    def pack(self) -> Pack:
        return self.alphabet.pack

    def rewritten(self, placed: PlacedText) -> PlacedText:
        """The text with cards in canonical form in place of words, and signs for suits that hold."""
        return placed.replaced(list(self._changes(placed.text)))

    @cached_property
    def _token_pattern(self) -> re.Pattern[str]:
        """A pattern for a run by its ends, a word, a number, or a sign."""
        spans = "|".join(re.escape(span) for span in sorted(self.words.spans, key=len, reverse=True))
        rank = r"(?:\d{1,2}|[^\W\d_])"
        between = rf"(?:-|[{SPACES}]*(?:–|—|…|\.{{2,}})[{SPACES}]*|[{SPACES}]+(?:{spans})[{SPACES}]+)"
        run = rf"(?<![\w-])(?P<first>{rank}){between}(?P<last>{rank})(?![\w-])"
        return re.compile(rf"{run}|[^\W\d_]+|\d+|\n|[^\s-]", re.IGNORECASE)

    def _changes(self, text: str) -> Iterator[tuple[int, int, str]]:
        segment: list[Token] = []
        for token in (*self._tokens(text), Token("stop", len(text), len(text))):
            if token.kind != "stop":
                segment.append(token)
                continue
            if any(each.worded for each in segment):
                yield from self._segment(segment, text)
            segment = []
            if token.meaning:
                yield token.begin, token.end, token.meaning[0]

    def _tokens(self, text: str) -> Iterator[Token]:
        matches = list(self._token_pattern.finditer(text))
        place = 0
        while place < len(matches):
            found, used = self._named_from(text, matches, place) or self._plain(matches, place)
            yield from found
            place += used

    def _named_from(
        self, text: str, matches: Sequence[re.Match[str]], place: int
    ) -> tuple[list[Token], int] | None:
        """The name that begins at a place and has as many words as possible, with their number; None if there
        is none."""
        for used in range(min(_MOST_WORDS, len(matches) - place), 0, -1):
            begin, end = matches[place].start(), matches[place + used - 1].end()
            is_glued = end - begin == 1 and (text[:begin][-1:] + text[end : end + 1]).strip(_PARTS)
            if not is_glued and (found := self._named(text[begin:end], begin, end)):
                return found, used
        return None

    def _named(self, written: str, begin: int, end: int) -> list[Token]:
        """The tokens of a name; empty for any other word."""
        name = plain_letters(_BLANKS.sub(" ", written))
        words = self.words
        if name in words.suits:
            return [Token("suit", begin, end, (words.suits[name],), worded=True)]
        if name in words.ranks:
            return [Token("rank", begin, end, (words.ranks[name],), worded=True)]
        if name in words.false_jokers and self.alphabet.false_joker:
            return [Token("wild", begin, end, (self.alphabet.false_joker,), worded=True)]
        if name in words.wilds and name.upper() not in self.pack.every_rank:
            return [Token("wild", begin, end, (WILD.rank,), worded=True)]
        if name in words.of:
            return [Token("of", begin, end)]
        if name in words.articles and len(name) > 1:
            return [Token("article", begin, end)]
        if name in words.joints and name.upper() not in {*self.pack.every_rank, *own_letters(self.pack)}:
            return [Token("stop", begin, end, (",",))]
        return self._halves(name, begin, end)

    def _halves(self, name: str, begin: int, end: int) -> list[Token]:
        """The tokens of a suit and a rank in one word: `Herzdame`; empty for any other word."""
        halves = self.words.halves(name)
        if not halves:
            return []
        suit = Token("suit", begin, begin, (halves[0],), worded=True)
        return [suit, Token("rank", begin, end, (halves[1],), worded=True)]

    def _plain(self, matches: Sequence[re.Match[str]], place: int) -> tuple[list[Token], int]:
        """The tokens of a piece that is no word: ranks, a suit's sign, or a separator."""
        match = matches[place]
        begin, end = match.span()
        if match["first"]:
            ends = self.ranks.read(match["first"]), self.ranks.read(match["last"])
            if all(len(each) == 1 for each in ends):
                return [Token("rank", begin, end, (ends[0][0], _SPAN, ends[1][0]))], 1
        if match[0] in _STOPS:
            return [Token("stop", begin, end)], 1
        if match[0] in self.alphabet.suit_signs:
            return [Token("suit", begin, end, (self.alphabet.suit_signs[match[0]],))], 1
        behind = matches[place + 1] if place + 1 < len(matches) else None
        if behind and behind.start() == end and not self._may_end(match[0], behind):
            return [Token("other", begin, behind.end())], 2
        ranks = self.ranks.read(match[0])
        return [Token("rank", begin, end, ranks) if ranks else Token("other", begin, end)], 1

    def _may_end(self, written: str, behind: re.Match[str]) -> bool:
        """Whether a piece may end before what follows it directly; `9` and `S` of `9S` may not be
        separated."""
        if not (written.isalnum() and behind[0].isalnum()):
            return True
        return (len(behind[0]) > 1 and bool(self._named(behind[0], *behind.span()))) or bool(
            self.ranks.read(behind[0])
        )

    def _segment(self, tokens: Sequence[Token], text: str) -> Iterator[tuple[int, int, str]]:
        """The replacements for words between two stops. If a suit comes first, it holds for the ranks after
        it; else a suit belongs to the ranks before it."""
        articles = _articles(tokens)
        tokens = [token for token in tokens if token not in articles]
        changes = [*((token.begin, token.end, " ") for token in articles), *self._parted(tokens, text)]
        end = 0
        for change in sorted(changes):
            # An article within a card is gone with it: `the queen of the hearts`.
            if change[0] >= end:
                yield change
                end = change[1]

    def _parted(self, tokens: Sequence[Token], text: str) -> Iterator[tuple[int, int, str]]:
        suit_first = next((token.kind for token in tokens if token.kind in ("suit", "rank")), "") == "suit"
        place = 0
        while place < len(tokens):
            ranks, behind = _ranks_ahead(tokens, place, suit_first=suit_first)
            if ranks and (cards := self._cards(ranks, behind[-1].meaning[0], text)):
                yield ranks[0].begin, behind[-1].end, f"{_gap(text, ranks[0])}{cards} "
                place += len(ranks) + len(behind)
            else:
                yield from self._single(tokens, place, text, suit_first=suit_first)
                place += 1

    def _cards(self, ranks: Sequence[Token], letter: str, text: str) -> str:
        """Ranks with their suit in canonical form; empty if a number may count what follows it."""
        if len(ranks) > 1 and text[ranks[0].begin : ranks[0].end].casefold() == "a" and ranks[1].worded:
            ranks = ranks[1:]  # an article: `a queen of hearts`
        counted = any(
            ahead.meaning[-1].isdecimal()
            and behind.worded
            and (not behind.meaning[0].isdecimal() or self._is_plural(text[behind.begin : behind.end]))
            for ahead, behind in pairwise(ranks)
        )
        kinds = [rank for token in ranks for rank in self._expanded(token, letter)]
        known = all(rank in self.pack.ranks_of(letter) for rank in kinds)
        return " ".join(str(Card(rank, letter)) for rank in kinds) if known and not counted else ""

    def _is_plural(self, word: str) -> bool:
        """Whether a word is the plural of a rank: `fives`."""
        name, ranks = plain_letters(word), self.words.ranks
        return any(
            name.endswith(ending) and ranks.get(name.removesuffix(ending)) == ranks.get(name)
            for ending in ("s", "es")
        )

    def _expanded(self, token: Token, letter: str) -> Sequence[str]:
        if _SPAN not in token.meaning:
            return token.meaning
        first, _, last = token.meaning
        return self.ranks.run(first, last, letter) or (first, last)

    def _single(
        self, tokens: Sequence[Token], place: int, text: str, *, suit_first: bool
    ) -> Iterator[tuple[int, int, str]]:
        """The replacement for a token by itself: a suit that holds, a rank after one, or a wild."""
        token = tokens[place]
        before = tokens[place - 1] if place else None
        glue = "" if text[token.end : token.end + 1] in ("=", "-", "") else " "
        if token.kind == "suit" and token.worded:
            # The hyphen of `Herz-Dame` goes with the suit.
            blanks = _BLANKS.match(text, token.end) if token.end > token.begin else None
            sign = f"{_gap(text, token)}{self.pack.suit[token.meaning[0]].symbol}"
            yield token.begin, blanks.end() if blanks else token.end, sign
        elif token.kind == "wild":
            yield token.begin, token.end, f"{_gap(text, token)}{token.meaning[0]}{glue}"
        elif token.kind == "rank" and before and before.kind == "suit" and (before.worded or token.worded):
            yield token.begin, token.end, " ".join(self._expanded(token, before.meaning[0])) + glue
        elif token.kind == "rank" and token.worded:
            # Two letters such as `as` and `re` may be a card, and are a rank beside its suit alone.
            written = text[token.begin : token.end]
            is_card = written.upper() in self.alphabet.canonical_cards
            if len(written) > _LETTERS_OF_CARD or (suit_first and not is_card):
                yield token.begin, token.end, " ".join(token.meaning) + glue


def _articles(tokens: Sequence[Token]) -> list[Token]:
    """Articles ahead of a rank or a suit."""
    return [
        token
        for token, behind in pairwise(tokens)
        if token.kind == "article" and behind.kind in ("rank", "suit", "wild")
    ]


def _ranks_ahead(tokens: Sequence[Token], place: int, *, suit_first: bool) -> tuple[list[Token], list[Token]]:
    """The ranks from a place on, and the suit after them that they belong to; empty if there is none."""
    end = place
    while end < len(tokens) and tokens[end].kind == "rank":
        end += 1
    ranks, behind = list(tokens[place:end]), list(tokens[end : end + 2])
    if ranks and [each.kind for each in behind] == ["of", "suit"]:
        # In `Herz 7 dame de pique` the last rank alone is the suit's that comes behind.
        return (ranks, behind) if not suit_first or len(ranks) == 1 else ([], [])
    if ranks and not suit_first and behind and behind[0].kind == "suit":
        # A sign with a space ahead of it is that of the card behind it.
        is_glued = behind[0].begin == ranks[-1].end and len(ranks) == 1
        return (ranks, behind[:1]) if behind[0].worded or is_glued else ([], [])
    return [], []


def _gap(text: str, token: Token) -> str:
    """A space before a card, or nothing after an `=`."""
    return "" if text[: token.begin].endswith("=") else " "
