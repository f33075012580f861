"""Cards typed in the letters and names of the page's language: `♥D`, `HD`, `Herz-Dame` on a German page.

What is read as in English stays: a letter is a court of the page's language only where no English card is
meant, behind a suit's sign or beside a suit's letter alone. The text keeps its length, so that faults name
the place where they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from flask_babel import get_translations

from scorepad.core.packs import FRENCH, Pack
from scorepad.core.phrasing import rank_letters
from scorepad.core.sentence import Catalogue
from scorepad.web.faces import RANK_NAMES
from scorepad.web.languages import ENGLISH, page_language, page_words

_SIGNS = "".join(suit.symbol for suit in FRENCH.suits)
_LETTERS = "".join(suit.letter for suit in FRENCH.suits)


@dataclass(frozen=True)
class PageLetters:
    """`courts` has the English letter of each that differs, `signs` the suits by their names, `ranks` the
    letters by their names; names in small letters."""

    courts: Mapping[str, str]
    signs: Mapping[str, str]
    ranks: Mapping[str, str]

    def in_english(self, text: str) -> str:
        """The same cards in English letters, in a text as long as before."""
        if not self.courts:
            return text
        text = _named_by_signs(_named_by_signs(text, self.signs), self.ranks)
        courts = "".join(self.courts)
        rank = f"(?:10|[A2-9TJQK{courts}])"
        behind_sign = rf"[{_SIGNS}]\s*{rank}+(?!\w)(?:[\s,]+{rank}(?!\w))*"
        text = re.sub(behind_sign, self._courts_in_english, text, flags=re.I)
        rank_first, suit_first = rf"[{courts}][{_LETTERS}]", rf"[{_LETTERS}][{courts}]"
        return re.sub(rf"(?<!\w)(?:({rank_first})|({suit_first}))(?!\w)", self._two_letters, text, flags=re.I)

    def _courts_in_english(self, row: re.Match[str]) -> str:
        return "".join(self.courts.get(sign.upper(), sign) for sign in row[0])

    def _two_letters(self, pair: re.Match[str]) -> str:
        first, second = tuple(pair[0].upper())
        return self.courts[first] + second if pair[1] else first + self.courts[second]


def _named_by_signs(text: str, signs: Mapping[str, str]) -> str:
    """Names, each with the hyphen behind it, as signs with spaces up to their length."""
    names = rf"(?<!\w)({'|'.join(map(re.escape, signs))})(?!\w)(?:-(?=\w))?"
    return re.sub(names, lambda name: signs[name[1].lower()].ljust(len(name[0])), text, flags=re.I)


def in_english_letters(text: str, pack: Pack) -> str:
    """Text typed on a page as it is read, for packs whose courts languages print in letters of their own."""
    language = str(page_language())
    return _page_letters(language).in_english(text) if pack.has_french_ranks and language != ENGLISH else text


@lru_cache(maxsize=64)
def _page_letters(_language: str) -> PageLetters:
    """Those of the language that is the page's now."""
    catalogue: Catalogue = get_translations()
    own_letters = {letter.upper(): chr(code) for code, letter in rank_letters(catalogue).items()}
    return PageLetters(
        # a letter that is another card's in English stays that card's
        {own: english for own, english in own_letters.items() if len(own) == 1 and own not in FRENCH.ranks},
        {str(page_words(suit.name)).lower(): suit.symbol for suit in FRENCH.suits},
        {str(page_words(name)).lower(): rank for rank, name in RANK_NAMES.items()},
    )
