"""Words used in sentences of all kinds: numbers, lists, similar names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from scorepad.core.points import HALF, Points, in_figures
from scorepad.core.sentence import Catalogue, Sentence, in_a_row, say, say_as, say_number

LIST_JOINTS = ("and", "und", "&")
"""What joins the last two of a list, beside commas and spaces (N4)."""
_PIECES = re.compile(r"[^\w=]?\w(?:=[^\w=]?\w)?")  # a rank, its suit before it, what it stands for after it
_LIST_SEPARATOR = re.compile(r"[\s,]+")
_BEGINS_AS_I = re.compile(r"h?[ií](?![aeou])|y(?![aeiouáéíóú])", re.IGNORECASE)
_BEGINS_AS_O = re.compile(r"h?[oó]|8|11(?!\d)", re.IGNORECASE)
_LARGE = 10_000
_THOUSANDS = re.compile(rf"(?<=\d)(?=(?:\d{{3}})+{HALF}?$)")
_NEAR_ENOUGH = 0.66  # difflib's ratio: two letters of three alike
_MOST_NEAR = 3
_SMALL = (
    *(say("no"), say("one"), say("two"), say("three"), say("four"), say("five")),
    *(say("six"), say("seven"), say("eight"), say("nine"), say("ten")),
)


def count_word(n: int) -> str:
    """A small number in words, a large one in figures."""
    return _SMALL[n] if n < len(_SMALL) else str(n)


def count_alone(n: int) -> str:
    """A number in words with no noun after it; 0 stays a figure."""
    return count_word(n) if n else "0"


def packs_hold(packs: int, limit: str) -> Sentence:
    """The number of copies of a card, in words: `the packs hold eight`."""
    return say_number("the pack holds {limit}", "the packs hold {limit}", packs, limit=limit)


def appears(card: str, times: int) -> Sentence:
    """The number of times that a card occurs, in words: `♣6 appears twice`."""
    if times == 2:
        return say("{card} appears twice", card=card)
    return say("{card} appears {times} times", card=card, times=count_word(times))


def join_words(words: Sequence[str], joint: Literal["and", "or"] = "or") -> str:
    """Words joined with commas, and the last two with the joint.

    >>> join_words(("hearts", "clubs", "spades"))
    'hearts, clubs or spades'
    """
    if len(words) < 2:
        return words[0] if words else ""
    last = words[-1]
    around = {"first": list_words(words[:-1]), "last": last}
    # Spanish has another joint there: Ana e Inés, 7 u 8. What is translated begins otherwise than in English.
    as_typed = not isinstance(last, Sentence)
    if joint == "and":
        if as_typed and _BEGINS_AS_I.match(last):
            return say_as("before a name that begins as Inés does", "{first} and {last}", **around)
        return say("{first} and {last}", **around)
    if as_typed and _BEGINS_AS_O.match(last):
        return say_as("before a name or number that begins as Omar and 8 do", "{first} or {last}", **around)
    return say("{first} or {last}", **around)


def list_words(words: Iterable[str]) -> str:
    """Words with commas between them.

    >>> list_words(("hearts", "clubs"))
    'hearts, clubs'
    """
    return in_a_row(words, ", ")


def split_list(text: str) -> list[str]:
    """The words of a list as people type it (N4).

    >>> split_list("hearts, clubs and spades")
    ['hearts', 'clubs', 'spades']
    """
    return [word for word in _LIST_SEPARATOR.split(text) if word and word.lower() not in LIST_JOINTS]


def nearest_names(word: str, names: Iterable[str]) -> list[str]:
    """The names spelled most like a word, nearest first; empty if none is near.

    >>> nearest_names("pakc", ("pack", "packs", "leaps"))
    ['pack', 'packs']
    """
    from difflib import get_close_matches

    # difflib takes the square of the length, so a long text is cut.
    return get_close_matches(word.lower()[:60], list(names), _MOST_NEAR, _NEAR_ENOUGH)


def say_nearest(names: Sequence[str]) -> str:
    """The nearest names in words: `the nearest is pack`, `the nearest are pack and packs`; empty for none."""
    if not names:
        return ""
    if len(names) == 1:
        return say("the nearest is {name}", name=names[0])
    return say("the nearest are {names}", names=join_words(names, "and"))


def show_number(number: Points) -> str:
    """A number for people, with a true minus sign, and from five digits on with the language's thousands
    separator.

    >>> show_number(-5), show_number(2500), show_number(12500.5)
    ('−5', '2500', '12,500½')
    """
    digits = in_figures(number)
    return _LargeNumber(digits) if abs(number) >= _LARGE else digits


class _LargeNumber(Sentence):
    """The digits of a number, shown with a thousands separator."""

    __slots__ = ()

    @classmethod
    def _in_english(cls, message: str, plural: str, values: Mapping[str, object]) -> str:  # noqa: ARG003
        return _with_marks(message, ",")

    def in_data(self) -> str:
        return self.message

    def in_language(self, catalogue: Catalogue) -> str:
        return _with_marks(self.message, catalogue.pgettext("between thousands, as in 12,500", ","))


def _with_marks(digits: str, mark: str) -> str:
    return _THOUSANDS.sub(mark, digits)


def ordinal_words(number: int) -> Sentence:
    """The ordinal of a number, such as `2nd`.

    >>> [ordinal_words(number) for number in (1, 2, 11, 23)]
    ['1st', '2nd', '11th', '23rd']
    """
    # 11th, 12th and 13th, and not 11st.
    last_digit = 0 if number % 100 in (11, 12, 13) else number % 10
    if last_digit == 1:
        return say("{number}st", number=number)
    if last_digit == 2:
        return say("{number}nd", number=number)
    if last_digit == 3:
        return say("{number}rd", number=number)
    return say("{number}th", number=number)


class PrintedCards(Sentence):
    """Cards in canonical form, which sentences and pages print with 10 for T: `♥10`.

    >>> say("{card} is missing.", card=PrintedCards("♥T"))
    '♥10 is missing.'
    """

    __slots__ = ()

    def __format__(self, form: str) -> str:
        return format(_tens_printed(str(self)), form)

    def in_language(self, _catalogue: Catalogue) -> str:
        return _tens_printed(self.message)


class ShownCards(PrintedCards):
    """Cards of a pack with French ranks, which other languages print with letters of their own: `♥D`."""

    __slots__ = ()

    def in_language(self, catalogue: Catalogue) -> str:
        return super().in_language(catalogue).translate(rank_letters(catalogue))


def _tens_printed(cards: str) -> str:
    """Cards with 10 for T. Ranks that stood together with it are separated by spaces."""
    if "T" not in cards:
        return cards
    pieces = (_PIECES.findall(word) if "T" in word else [word] for word in cards.split(" "))
    return " ".join(piece for row in pieces for piece in row).replace("T", "10")


def rank_letters(catalogue: Catalogue) -> dict[int, str]:
    """The letters of a language on French cards, by the code of the English ones."""
    letters = {
        "A": catalogue.pgettext("rank on a card", "A"),
        "J": catalogue.pgettext("rank on a card", "J"),
        "Q": catalogue.pgettext("rank on a card", "Q"),
        "K": catalogue.pgettext("rank on a card", "K"),
    }
    return str.maketrans(letters)


_COUNTED = {
    "2": say_number("{many} two", "{many} twos", 1, many=""),
    "3": say_number("{many} three", "{many} threes", 1, many=""),
    "4": say_number("{many} four", "{many} fours", 1, many=""),
    "5": say_number("{many} five", "{many} fives", 1, many=""),
    "6": say_number("{many} six", "{many} sixes", 1, many=""),
    "7": say_number("{many} seven", "{many} sevens", 1, many=""),
    "8": say_number("{many} eight", "{many} eights", 1, many=""),
    "9": say_number("{many} nine", "{many} nines", 1, many=""),
    "10": say_number("{many} ten", "{many} tens", 1, many=""),
    "T": say_number("{many} ten", "{many} tens", 1, many=""),
    "J": say_number("{many} jack", "{many} jacks", 1, many=""),
    "Q": say_number("{many} queen", "{many} queens", 1, many=""),
    "K": say_number("{many} king", "{many} kings", 1, many=""),
    "A": say_number("{many} ace", "{many} aces", 1, many=""),
    "w": say_number("{many} joker", "{many} jokers", 1, many=""),
}
"""Cards of a rank by how many there are, as a catalogue has them."""


def count_rank(rank: str, number: int, shown: str = "", *, is_french: bool = True) -> Sentence:
    """A number of cards of a rank, in words: `three sixes`, `one king`, `three 13s`. `shown` is the rank for
    people, if different; `is_french`: its letter is that of a French pack."""
    many = count_word(number)
    counted = _COUNTED.get(rank) if rank.isdecimal() or is_french else None
    if counted is None:
        return say_number("{many} {rank}", "{many} {rank}s", number, many=many, rank=shown or rank)
    return Sentence(counted.message, counted.plural, {"number": number, "many": many})
