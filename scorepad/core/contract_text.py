"""Contracts as text: `S3c, S3 S3, S4c, S5 S5 W1, R7` is what is laid first in each of five deals.

`S` is a set and `R` a run, the number behind it its cards, `c` a clean one: without wilds, and in a set no
suit twice. `W1` allows one wild in the whole contract. A comma ends a deal; without any, a space does if
melds are written together, as in `S3S3 R7`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.rule_parts import Contract, Item, Shape
from scorepad.core.sentence import Sentence, say

MOST_CONTRACTS = 20
MOST_MELDS = 6
_PIECE = re.compile(r"(?:([SR])([1-9][0-9]?)?(C)?|W([1-9]))", re.ASCII)
_SEPARATOR = re.compile(r"[,;\n]")
_USUAL_SIZE = {"S": 3, "R": 4}
_SHAPES: dict[str, Shape] = {"S": "set", "R": "run", "SC": "clean-set", "RC": "clean-run"}
_EXAMPLE = "S3 S3, S3 R4"


@dataclass(frozen=True, slots=True)
class Sizes:
    """The least and most cards of a set and of a run, and the most of a clean set.

    suits  the most cards of a clean set, one of each suit
    """

    set_least: int = 3
    set_most: int = 12
    run_least: int = 3
    run_most: int = 13
    suits: int = 4

    def bounds(self, shape: Shape) -> tuple[int, int]:
        """Return the least and the most cards of a meld of that shape."""
        if shape in ("run", "clean-run"):
            return self.run_least, self.run_most
        return self.set_least, self.suits if shape == "clean-set" else self.set_most


@dataclass(frozen=True, slots=True)
class PieceFault:
    """A piece of the text that names no meld, and what was expected in its place."""

    piece: str
    expected: Sentence


@dataclass(frozen=True, slots=True)
class TypedContracts:
    """The contract of each deal, and every fault of the text. With faults there are no contracts."""

    contracts: tuple[Contract, ...]
    faults: tuple[PieceFault, ...] = ()


def read_contracts(text: str, sizes: Sizes, *, longer: bool = False) -> TypedContracts:
    """Read the contract of each deal; an empty text has none.

    >>> [contract.items for contract in read_contracts("S3c, S3S3", Sizes()).contracts]
    [(('clean-set', 3),), (('set', 3), ('set', 3))]
    """
    deals = _split_deals(text)
    faults = [*_faults(deals, sizes)]
    if faults:
        return TypedContracts((), tuple(faults))
    return TypedContracts(tuple(contract_of(deal, longer=longer) for deal in deals))


def contract_of(text: str, **conditions: bool | int) -> Contract:
    """Return the contract of one deal from a text without faults: `SSR` is two sets of three and a run of
    four, `S R7` has a run of seven.

    >>> contract_of("SSR").items
    (('set', 3), ('set', 3), ('run', 4))
    """
    items: list[Item] = []
    for match in _PIECE.finditer(text.upper()):
        if match[4]:
            conditions["wilds_in_all"] = int(match[4])
        else:
            items.append((_SHAPES[match[1] + (match[3] or "")], _size(match)))
    return Contract(tuple(items), **conditions)  # type: ignore[arg-type]


def _size(match: re.Match[str]) -> int:
    return int(match[2] or _USUAL_SIZE[match[1]])


def _split_deals(text: str) -> list[str]:
    if not text.strip():
        return []
    deals = [deal.strip() for deal in _SEPARATOR.split(text)]
    if len(deals) > 1:
        return deals[:-1] if not deals[-1] else deals
    words = text.split()
    are_deals = any(len(_PIECE.findall(word.upper())) > 1 for word in words)
    return words if are_deals else deals


def _faults(deals: list[str], sizes: Sizes) -> Iterator[PieceFault]:
    """List every fault in the order of the text."""
    if len(deals) > MOST_CONTRACTS:
        yield PieceFault(deals[MOST_CONTRACTS], say("at most {most} deals", most=MOST_CONTRACTS))
    for number, deal in enumerate(deals[:MOST_CONTRACTS], 1):
        if not deal:
            expected = say("the melds of deal {number}, such as {example}", number=number, example="S3 R4")
            yield PieceFault("", expected)
        for word in deal.split():
            yield from _word_faults(word, sizes)
        if len([*_melds(deal)]) > MOST_MELDS:
            yield PieceFault(deal, say("at most {most} melds in a deal", most=MOST_MELDS))
        elif deal and not [*_melds(deal)] and not [*_word_faults(deal, sizes)]:
            yield PieceFault(deal, say("a set or run beside it, such as {example}", example=f"S5 {deal}"))


def _melds(text: str) -> Iterator[re.Match[str]]:
    return (match for match in _PIECE.finditer(text.upper()) if match[1])


def _word_faults(word: str, sizes: Sizes) -> Iterator[PieceFault]:
    """List the faults of melds that are written together."""
    if not re.fullmatch(f"(?:{_PIECE.pattern})+", word.upper(), re.ASCII):
        yield PieceFault(word, say("sets and runs by deal, such as {example}", example=_EXAMPLE))
        return
    for match in _melds(word):
        shape = _SHAPES[match[1] + (match[3] or "")]
        low, high = sizes.bounds(shape)
        if not low <= _size(match) <= high:
            yield PieceFault(word[match.start() : match.end()], _sizes_told(shape, low, high))


def _sizes_told(shape: Shape, low: int, high: int) -> Sentence:
    if shape == "clean-set":
        return say("a clean set of {low} to {high} cards, one of each suit", low=low, high=high)
    if shape == "set":
        return say("a set of {low} to {high} cards", low=low, high=high)
    return say("a run of {low} to {high} cards", low=low, high=high)
