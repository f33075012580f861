"""Text normalised for comparison, without case and diacritics, in any language."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection

from scorepad.core.sentence import Catalogue

_PLAIN = str.maketrans({"ı": "i", "ł": "l", "đ": "d", "ø": "o", "œ": "oe", "æ": "ae"})
"""Small letters that no mark alone tells from plain ones."""

_INVISIBLE = frozenset((*"\u034f\u115f\u1160\u2800\u3164\uffa0", *map(chr, range(0xFE00, 0xFE10))))
"""Fillers and variation selectors. They show nothing, as the signs of category Cf do."""


def plain_letters(text: str) -> str:
    """The text in lower case without diacritics.

    >>> plain_letters("KIZ"), plain_letters("Kız"), plain_letters("Cœur"), plain_letters("Łukasz")
    ('kiz', 'kiz', 'coeur', 'lukasz')
    """
    marked = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in marked if unicodedata.category(sign) != "Mn").translate(_PLAIN)


def name_key(name: str) -> str:
    """The key by which names are compared: NFC, lower case, without invisible signs, single blanks. `I` is
    the capital of `i` and of the Turkish `ı`.

    >>> name_key("IŞIL") == name_key("Işıl"), name_key("İrem") == name_key("irem")
    (True, True)
    >>> name_key("Café") == name_key("Café"), name_key("An​n ") == name_key("Ann")
    (True, True)
    """
    visible = (sign for sign in name if unicodedata.category(sign) != "Cf" and sign not in _INVISIBLE)
    one_line = unicodedata.normalize("NFC", " ".join("".join(visible).split()))
    # casefold makes two signs of `İ`, an i and a dot above.
    return one_line.replace("İ", "i").casefold().replace("ı", "i")


def find_name(name: str, names: Collection[str]) -> str:
    """The one of `names` that equals `name`, else the first with the same key; empty if there is none.

    >>> find_name("ben", ["Ann", "Ben"]), find_name("Cy", ["Ann", "Ben"])
    ('Ben', '')
    """
    if name in names:
        return name
    key = name_key(name)
    return next((other for other in names if name_key(other) == key), "")


def alphabetical(catalogue: Catalogue) -> Callable[[str], tuple[list[int], str]]:
    """The sort key for words by the alphabet of a catalogue. A letter that is not in it sorts as its plain
    letter.

    >>> from gettext import NullTranslations
    >>> sorted(("Zoë", "Çem", "Ann", "Dan"), key=alphabetical(NullTranslations()))
    ['Ann', 'Çem', 'Dan', 'Zoë']
    """
    alphabet = catalogue.pgettext("every letter, in the order of the alphabet", "abcdefghijklmnopqrstuvwxyz")
    place_of = {letter: place for place, letter in enumerate(alphabet, 1)}
    # In Turkish alone `I` is the capital of `ı`.
    of_turkish = "ı" in alphabet

    def key(word: str) -> tuple[list[int], str]:
        small = word.replace("İ", "i")
        small = (small.replace("I", "ı") if of_turkish else small).casefold()
        spelled = "".join(sign if sign in place_of else plain_letters(sign) for sign in small)
        # What is in no alphabet, a space or a hyphen, sorts before all letters.
        return [place_of.get(sign, 0) for sign in spelled], small

    return key
