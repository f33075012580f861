"""Packs that a table makes itself: any suits, any ranks, and the names for suits (P, P3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from string import ascii_uppercase

from scorepad.core.errors import ScorepadError
from scorepad.core.packs import COLOURS, FRENCH, FRENCH_SUITS, NATIONAL, PACKS, STAR, Pack, Suit, number_ranks
from scorepad.core.phrasing import split_list
from scorepad.core.sentence import say

CUSTOM_PACK = "custom"
OF_ANY_SUITS = ("seventeen", CUSTOM_PACK)
MOST_SUITS = 10
MOST_RANKS = 40

_RANK_PATTERN = re.compile(r"[0-9]{1,2}|[A-Z]{1,4}", re.ASCII)
_SPAN_PATTERN = re.compile(r"([0-9]{1,2})\s*[-–…]\s*([0-9]{1,2})", re.ASCII)
_LONGEST_NAME = 20
_WILD_LETTER = "W"  # reads as a wild card (N4), so no rank begins with it
_DRAWN_SUITS = (*FRENCH_SUITS, STAR, *COLOURS, NATIONAL["swiss"][1])
_KNOWN_SUITS = {
    suit.name: suit for suits in (COLOURS, *reversed(NATIONAL.values()), (STAR,)) for suit in suits
}
_NUMBERED_SUITS = (
    "clubs",
    "spades",
    "hearts",
    "diamonds",
    "stars",
    "blue",
    "orange",
    "green",
    "red",
    "roses",
)


class PackFault(ScorepadError):
    """A pack that cannot be made: `at` names the wrong part, `expected` says what is allowed."""

    code = "pack"

    def __init__(self, at: str, expected: str) -> None:
        super().__init__(say("{given}: type {expected}.", given=at, expected=expected), at=at)
        self.expected = expected


@lru_cache(maxsize=256)
def make_pack(pack_id: str, suits: str = "", ranks: str = "", names: str = "own", spare: str = "") -> Pack:
    """Make the pack with an id of section P; `custom` is made of the given suits and ranks.

    suits  for `seventeen` and `custom`: names or a number; the French suits if empty
    ranks  for `custom`: characters (`A23456789T`), pieces (`1 2 10`) or a span of numbers (`1-17`)
    names  the names, letters and signs that four suits are shown with (P3): `own` or a key of `NATIONAL`
    spare  a spare rank of the pack to be included

    Raises PackFault if `suits` or `ranks` make no pack.
    """
    pack = PACKS.get(pack_id) or Pack(CUSTOM_PACK, say("Your own pack"), FRENCH_SUITS, FRENCH.ranks)
    if pack_id == CUSTOM_PACK and ranks:
        pack = _with_ranks(pack, _read_ranks(ranks))
    if pack_id in OF_ANY_SUITS and suits:
        pack = replace(pack, suits=_read_suits(suits, pack.ranks))
    if spare in pack.spare:
        pack = replace(pack, ranks=(*pack.ranks, spare))
    return seen_as(pack, names)


def seen_as(pack: Pack, names: str) -> Pack:
    """The pack with the names, letters and signs of other suits, one for one in order (P3)."""
    four_suit_letters = {tuple(suit.letter for suit in four_suits) for four_suits in NATIONAL.values()}
    if names not in NATIONAL or pack.common_suits not in four_suit_letters:
        return pack
    seen_suits = (
        replace(other_suit, ranks=suit.ranks)
        # A fifth suit has no counterpart and keeps its own name.
        for suit, other_suit in zip(pack.suits, NATIONAL[names], strict=False)
    )
    try:
        return replace(pack, suits=(*seen_suits, *pack.suits[4:]))
    except ValueError as fault:
        # Other suits have other letters, with which a rank may read as another.
        raise PackFault(
            "ranks", say("ranks that don’t look like another rank with a suit’s letter")
        ) from fault


def _with_ranks(pack: Pack, ranks: tuple[str, ...]) -> Pack:
    try:
        return replace(pack, ranks=ranks)
    except ValueError as fault:
        raise PackFault(
            "ranks", say("different ranks that don’t look like another rank with a suit’s letter")
        ) from fault


def _read_ranks(text: str) -> tuple[str, ...]:
    span_match = _SPAN_PATTERN.fullmatch(text.strip())
    if span_match:
        pack_ranks = number_ranks(int(span_match[1]), int(span_match[2]))
    else:
        # One piece alone is ranks of a character each: `A23456789T`.
        pieces = split_list(text.upper())
        pack_ranks = tuple(pieces if len(pieces) > 1 else "".join(pieces))
    all_readable = all(
        _RANK_PATTERN.fullmatch(rank) and not rank.startswith(_WILD_LETTER) for rank in pack_ranks
    )
    if not pack_ranks or len(pack_ranks) > MOST_RANKS or not all_readable:
        expected = say("1 to {most} ranks, such as A 2 3 4 5, 1 2 10 or 1-17", most=MOST_RANKS)
        raise PackFault("ranks", expected)
    return pack_ranks


def _read_suits(text: str, ranks: Sequence[str]) -> tuple[Suit, ...]:
    suit_names = split_list(text.lower())
    if len(suit_names) == 1 and suit_names[0].isdecimal():
        suit_names = (
            list(_NUMBERED_SUITS[: int(suit_names[0])]) if 1 <= int(suit_names[0]) <= MOST_SUITS else []
        )
    if (
        not 1 <= len(suit_names) <= MOST_SUITS
        or len(set(suit_names)) < len(suit_names)
        or not all(name.isalpha() and len(name) <= _LONGEST_NAME for name in suit_names)
    ):
        expected = say("1 to {most} names, such as hearts stars moons, or their number", most=MOST_SUITS)
        raise PackFault("suits", expected)
    pack_suits: list[Suit] = []
    for name in suit_names:
        pack_suits.append(_make_suit(name, pack_suits, suit_names, ranks))
    return tuple(pack_suits)


def _make_suit(
    name: str, suits_before: Sequence[Suit], suit_names: Sequence[str], ranks: Sequence[str]
) -> Suit:
    """Make a suit. It gets its own drawing if that is free, else one that no other name calls for."""
    called_symbols = {
        _KNOWN_SUITS[other_name].symbol for other_name in suit_names if other_name in _KNOWN_SUITS
    }
    taken_symbols = {suit.symbol for suit in suits_before}
    known_suit = _KNOWN_SUITS.get(name)
    if known_suit and known_suit.symbol not in taken_symbols:
        drawn_suit = known_suit
    else:
        drawn_suit = next(suit for suit in _DRAWN_SUITS if suit.symbol not in taken_symbols | called_symbols)
    taken_letters = {suit.letter for suit in suits_before}
    letter = next(
        letter for letter in _possible_letters(name, known_suit, ranks) if letter not in taken_letters
    )
    ink = known_suit.colour if known_suit else name
    shown_name = known_suit.name if known_suit else name
    return Suit(letter, drawn_suit.symbol, shown_name, ink, sign=drawn_suit.sign or drawn_suit.letter)


def _possible_letters(name: str, known_suit: Suit | None, ranks: Sequence[str]) -> Iterator[str]:
    """Letters for a suit, the best first: none that changes how a rank reads, and ranks themselves last."""
    wished_letters = (known_suit.letter if known_suit else "") + name.upper() + ascii_uppercase
    possible_letters = [
        letter for letter in wished_letters if letter in ascii_uppercase and letter != _WILD_LETTER
    ]
    # With ranks `X` and `XI`, a suit I would make `XI` read two ways.
    possible_letters = [
        letter for letter in possible_letters if not any(rank + letter in ranks for rank in ranks)
    ]
    yield from (letter for letter in possible_letters if letter not in ranks)
    yield from possible_letters
