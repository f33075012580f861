"""Packs as a table makes them: any suits, any ranks, and the names by which suits are seen (P, P3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from string import ascii_uppercase

from scorepad.core.errors import ScorepadError
from scorepad.core.packs import FRENCH, FRENCH_SUITS, Pack, Suit
from scorepad.core.standard_packs import COLOURS, NATIONAL, PACKS, STAR, number_ranks

CUSTOM = "custom"
OF_ANY_SUITS = ("seventeen", CUSTOM)
MOST_SUITS = 10
MOST_RANKS = 40

_RANK = re.compile(r"[0-9]{1,2}|[A-Z]{1,4}", re.ASCII)
_SPAN = re.compile(r"([0-9]{1,2})\s*[-–…]\s*([0-9]{1,2})", re.ASCII)
_BETWEEN = re.compile(r"[\s,]+")
_LONGEST_NAME = 20
_WILD = "W"
_DRAWN = (*FRENCH_SUITS, STAR, *COLOURS, NATIONAL["swiss"][1])
_KNOWN = {suit.name: suit for suits in (COLOURS, *reversed(NATIONAL.values()), (STAR,)) for suit in suits}
_NUMBERED = ("clubs", "spades", "hearts", "diamonds", "stars", "blue", "orange", "green", "red", "roses")


class PackFault(ScorepadError):
    """A pack that cannot be made: `at` names the part that is wrong, `expected` what it takes."""

    code = "pack"

    def __init__(self, at: str, expected: str) -> None:
        super().__init__(f"{at}: expected {expected}.", at=at)
        self.expected = expected


@lru_cache(maxsize=256)
def make_pack(pack_id: str, suits: str = "", ranks: str = "", names: str = "own", spare: str = "") -> Pack:
    """The pack of an id of section P; `custom` is made of suits and ranks as typed.

    suits  names, or how many, for `seventeen` and `custom`; the French ones where empty
    ranks  for `custom`: characters (`A23456789T`), pieces (`1 2 10`) or a span of numbers (`1-17`)
    names  whose names, letters and signs four suits are seen by (P3): `own` or a key of `NATIONAL`
    spare  a spare rank of the pack that comes in

    Raises PackFault for `suits` or `ranks` that make no pack.
    """
    pack = PACKS.get(pack_id) or Pack(CUSTOM, "Pack of the table’s own", FRENCH_SUITS, FRENCH.ranks)
    if pack_id == CUSTOM and ranks:
        pack = _with_ranks(pack, _ranks(ranks))
    if pack_id in OF_ANY_SUITS and suits:
        pack = replace(pack, suits=_suits(suits, pack.ranks))
    if spare in pack.spare:
        pack = replace(pack, ranks=(*pack.ranks, spare))
    return seen_as(pack, names)


def seen_as(pack: Pack, names: str) -> Pack:
    """The pack with the names, letters and signs of other suits, one for one in listing order (P3)."""
    fours = {tuple(suit.letter for suit in four) for four in NATIONAL.values()}
    if names not in NATIONAL or pack.common_suits not in fours:
        return pack
    seen = (
        replace(other, ranks=suit.ranks) for suit, other in zip(pack.suits, NATIONAL[names], strict=False)
    )
    try:
        return replace(pack, suits=(*seen, *pack.suits[4:]))
    except ValueError as fault:
        raise PackFault("ranks", "ranks that are not another rank with a suit's letter") from fault


def _with_ranks(pack: Pack, ranks: tuple[str, ...]) -> Pack:
    try:
        return replace(pack, ranks=ranks)
    except ValueError as fault:
        raise PackFault(
            "ranks", "different ranks, and none that reads as another with a suit’s letter"
        ) from fault


def _ranks(text: str) -> tuple[str, ...]:
    span = _SPAN.fullmatch(text.strip())
    if span:
        found = number_ranks(int(span[1]), int(span[2]))
    else:
        pieces = _BETWEEN.split(text.strip(", \t\r\n").upper())
        found = tuple(pieces if len(pieces) > 1 else pieces[0])
    readable = all(_RANK.fullmatch(rank) and not rank.startswith(_WILD) for rank in found)
    if not found or len(found) > MOST_RANKS or not readable:
        raise PackFault("ranks", f"1 to {MOST_RANKS} ranks, such as A23456789T, 1 2 10 or 1-17")
    return found


def _suits(text: str, ranks: Sequence[str]) -> tuple[Suit, ...]:
    names = [name.lower() for name in _BETWEEN.split(text.strip(", \t\r\n"))]
    if len(names) == 1 and names[0].isdecimal():
        names = list(_NUMBERED[: int(names[0])]) if 1 <= int(names[0]) <= MOST_SUITS else []
    if (
        not 1 <= len(names) <= MOST_SUITS
        or len(set(names)) < len(names)
        or not all(name.isalpha() and len(name) <= _LONGEST_NAME for name in names)
    ):
        raise PackFault("suits", f"1 to {MOST_SUITS} names, such as hearts stars moons, or their number")
    suits: list[Suit] = []
    for name in names:
        suits.append(_suit(name, suits, names, ranks))
    return tuple(suits)


def _suit(name: str, before: Sequence[Suit], names: Sequence[str], ranks: Sequence[str]) -> Suit:
    """A suit by its own drawing where it has one that is free, else by one that no other name calls for."""
    called = {_KNOWN[other].symbol for other in names if other in _KNOWN}
    taken = {suit.symbol for suit in before}
    known = _KNOWN.get(name)
    if known and known.symbol not in taken:
        drawn = known
    else:
        drawn = next(suit for suit in _DRAWN if suit.symbol not in taken | called)
    letters = {suit.letter for suit in before}
    letter = next(letter for letter in _letters(name, known, ranks) if letter not in letters)
    colour = known.colour if known else name
    return Suit(letter, drawn.symbol, name, colour, sign=drawn.sign or drawn.letter)


def _letters(name: str, known: Suit | None, ranks: Sequence[str]) -> Iterator[str]:
    """Letters for a suit, the best first: none that makes one rank of another, ranks themselves last."""
    wished = (known.letter if known else "") + name.upper() + ascii_uppercase
    may = [one for one in wished if one in ascii_uppercase and one != _WILD]
    may = [one for one in may if not any(rank + one in ranks for rank in ranks)]
    yield from (one for one in may if one not in ranks)
    yield from may
