"""Cards typed in the letters and names of the page's language: `♥D`, `HD`, `Herz-Dame` on a German page.

All of it comes from the catalogue: the letters of the courts, the names of suits and ranks with other words
that people type for them, what joins a list, and whether a card is named by its suit or its rank first. What
is read as in English stays: a letter is a court of the page's language only where no English card is meant,
behind a suit's sign or beside a suit's letter alone. A court whose letter reads as a wild is a capital. The
text keeps its length, so that faults name the place where they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from flask_babel import get_translations

from scorepad.core.cards import WILD
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.phrasing import rank_letters
from scorepad.core.sentence import Catalogue, say, say_as
from scorepad.core.spelling import plain_letters
from scorepad.web.faces import PRINTED_RANKS, RANK_NAMES
from scorepad.web.languages import ENGLISH, page_language, page_words

_SIGNS = "".join(suit.symbol for suit in FRENCH.suits)
_LETTERS = "".join(suit.letter for suit in FRENCH.suits)
_OTHER_RANKS = {
    "A": say_as("other words that people type, separated by commas", "ace"),
    "J": say_as("other words that people type, separated by commas", "jack"),
    "Q": say_as("other words that people type, separated by commas", "queen"),
    "K": say_as("other words that people type, separated by commas", "king"),
    WILD.rank: say_as("other words that people type, separated by commas", "joker"),
}
_OTHER_SUITS = {
    "C": say_as("other words that people type, separated by commas", "clubs"),
    "S": say_as("other words that people type, separated by commas", "spades"),
    "H": say_as("other words that people type, separated by commas", "hearts"),
    "D": say_as("other words that people type, separated by commas", "diamonds"),
}
_ENGLISH_CARD = re.compile(f"[{''.join(FRENCH.ranks)}][{_LETTERS}]", re.IGNORECASE)
"""A name that is one, such as `as`, is read as a name beside a suit alone."""
_MORE_NAMES = {WILD.rank: say("joker"), "C": say("cavalier")}
# Spanish packs print numbers: 1 for the ace, 10 to 12 for sota, caballo and rey.
_SPANISH_COURTS = {"A": "1", "J": "10", "C": "11", "K": "12"}
_OF_SUIT, _BLANKS = say("{number} of {suit}").message, {"number": "", "suit": ""}
_NO_NAMES = {"first": "", "last": ""}
_JOINED = (say("{first} and {last}").message, say("{first} or {last}").message)


@dataclass(frozen=True)
class PageLetters:
    """`courts` has the English letter of each that differs; `suits` the letters of suits, `ranks` the ranks,
    and `joints` what joins a list, by their names in plain small letters; `of_suit` how a card is named."""

    courts: Mapping[str, str]
    suits: Mapping[str, str]
    signs: Mapping[str, str]
    ranks: Mapping[str, str]
    joints: Mapping[str, str]
    of_suit: str

    def in_english(self, text: str) -> str:
        """The same cards in English letters, in a text as long as before."""
        # The longest way to write a card comes first: a name holds letters that alone would be courts.
        if "{" in self.of_suit:
            text = re.sub(self._rank_then_suit, self._rank_with_suit, text, flags=re.I)
        text = _named_by_signs(text, self.signs)
        text = re.sub(rf"([{_SIGNS}]\s*)({_any_of(self.ranks)})(?!\w)", self._behind_sign, text, flags=re.I)
        lone_ranks = {name: rank for name, rank in self.ranks.items() if not _ENGLISH_CARD.fullmatch(name)}
        for names in (lone_ranks, self.joints):
            text = _named_by_signs(text, names)
        if not self.courts:
            return text
        courts = "".join(self.courts)
        rank = f"(?:10|[A2-9TJQK{courts}])"
        behind_sign = rf"[{_SIGNS}]\s*{rank}+(?!\w)(?:[\s,]+{rank}(?!\w))*"
        text = re.sub(behind_sign, self._courts_in_english, text, flags=re.I)
        rank_first, suit_first = rf"[{courts}][{_LETTERS}]", rf"[{_LETTERS}][{courts}]"
        return re.sub(rf"(?<!\w)(?:({rank_first})|({suit_first}))(?!\w)", self._two_letters, text, flags=re.I)

    @cached_property
    def _rank_then_suit(self) -> str:
        """A card named by its rank first, `dame de cœur`; or by its suit, which stays as it is."""
        suits, names = _any_of(self.suits), _any_of(self.ranks)
        rank = rf"{names}|10|1[0-2]|[1-9AJQKT{''.join(self.courts)}]"
        joint = rf"\s+{re.escape(self._joint)}\s+|\s+" if self._joint else r"\s+"
        suit_first = rf"(?<!\w){suits}(?:\s+|-)(?:{rank})(?!\w)"
        return rf"{suit_first}|(?<!\w)(?P<rank>{rank})(?:{joint})(?P<suit>{suits})(?!\w)"

    @property
    def _joint(self) -> str:
        return self.of_suit.format(**_BLANKS).strip()

    def _rank_with_suit(self, card: re.Match[str]) -> str:
        if card["rank"] is None:
            return card[0]
        rank = self.ranks.get(plain_letters(card["rank"])) or self.courts.get(card["rank"].upper())
        return f"{rank or card['rank']}{self.suits[plain_letters(card['suit'])]}".ljust(len(card[0]))

    def _behind_sign(self, card: re.Match[str]) -> str:
        return card[1] + self.ranks[plain_letters(card[2])].ljust(len(card[2]))

    def _courts_in_english(self, row: re.Match[str]) -> str:
        return "".join(sign if sign == WILD.rank else self.courts.get(sign.upper(), sign) for sign in row[0])

    def _two_letters(self, pair: re.Match[str]) -> str:
        first, second = tuple(pair[0].upper())
        return self.courts[first] + second if pair[1] else first + self.courts[second]


def _any_of(names: Iterable[str]) -> str:
    """A pattern of names, the longest first; nothing where there are none."""
    longest_first = sorted(names, key=len, reverse=True)
    # `(?!)` fits nowhere, where an empty group would fit everywhere.
    return f"(?:{'|'.join(map(re.escape, longest_first))})" if longest_first else r"(?!)"


def _named_by_signs(text: str, signs: Mapping[str, str]) -> str:
    """Names, each with the hyphen behind it, as signs with spaces up to their length."""
    names = rf"(?<!\w)({_any_of(signs)})(?!\w)(?:-(?=\w))?"

    def sign_of(name: re.Match[str]) -> str:
        sign = signs[plain_letters(name[1])]
        # A wild ends where its name did: `Comodín=♥7` is one card.
        return sign.rjust(len(name[0])) if sign == WILD.rank else sign.ljust(len(name[0]))

    return re.sub(names, sign_of, text, flags=re.I)


def in_english_letters(text: str, pack: Pack) -> str:
    """Text typed on a page as it is read in any language."""
    language = str(page_language())
    return text if language == ENGLISH else _page_letters(pack, language).in_english(text)


@lru_cache(maxsize=64)
def _page_letters(pack: Pack, _language: str) -> PageLetters:
    """Those of the language that is the page's now."""
    catalogue: Catalogue = get_translations()
    own_letters = {letter.upper(): chr(code) for code, letter in rank_letters(catalogue).items()}
    suits = {suit.letter: _names(suit.name, _OTHER_SUITS.get(suit.letter, "")) for suit in pack.suits}
    return PageLetters(
        # a letter that is another card's in English stays that card's
        {own: english for own, english in own_letters.items() if len(own) == 1 and own not in FRENCH.ranks}
        if pack.has_french_ranks
        else {},
        {name: letter for letter, names in suits.items() for name in names},
        {name: suit.symbol for suit in pack.suits for name in suits[suit.letter]},
        {
            name: rank
            for english, word in (*RANK_NAMES.items(), *_MORE_NAMES.items())
            if (rank := _rank_of(english, pack))
            for name in _names(word, _OTHER_RANKS.get(english, ""))
        },
        {
            joint: ","
            for each in _JOINED
            if (joint := catalogue.gettext(each).format(**_NO_NAMES).strip())
            and joint.upper() not in (*pack.every_rank, *suits, *"".join(suit.also for suit in pack.suits))
        },
        catalogue.gettext(_OF_SUIT) if catalogue.gettext(_OF_SUIT).startswith("{number}") else "",
    )


def _rank_of(english: str, pack: Pack) -> str:
    """The rank as the pack has it, whose courts may be numbers; empty where it has none."""
    ways = (english, PRINTED_RANKS.get(english, english), _SPANISH_COURTS.get(english, ""))
    return english if english == WILD.rank else next((rank for rank in ways if rank in pack.every_rank), "")


def _names(word: str, others: str) -> list[str]:
    """What people type for it: the page's word and others, with the marks on their letters and without."""
    said = [str(page_words(word)), *str(page_words(others)).split(",")]
    names = [name.strip().casefold() for name in said if name.strip()]
    return [*names, *map(plain_letters, names)]
