"""Service: how a table is rebuilt: what comes from the rack, what moved, what stays (K3, K5, G2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Mark = Literal["", "placed", "moved"]
Cards = Sequence[str]


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or tile of the new table, as laid (`8B`, `w=7R`)."""

    laid: str
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class NewSet:
    """A set of the new table, `number` its place in the answer; `stays` when it lay there as it is."""

    number: int
    pieces: tuple[Piece, ...]
    stays: bool


def rebuilt(before: Sequence[Cards], after: Sequence[Cards]) -> list[NewSet]:
    """The sets of the table `after` a play, those that changed first.

    Copies of a card are alike, so as many as can be stay where they lay: each new set grows out of the old
    one that it shares most cards with.
    """
    old, new = [_own(cards) for cards in before], [_own(cards) for cards in after]
    home = _homes(old, new)
    stay = [new[place] & old[home[place]] if place in home else Counter[str]() for place in range(len(new))]
    loose = sum(old, Counter[str]()) - sum(stay, Counter[str]())
    sets = [
        NewSet(
            place, tuple(_marked(cards, stay[place], loose)), place in home and new[place] == old[home[place]]
        )
        for place, cards in enumerate(after)
    ]
    return sorted(sets, key=lambda one: one.stays)


def _own(cards: Cards) -> Counter[str]:
    """The cards themselves, whatever the wild ones stand for."""
    return Counter(laid.partition("=")[0] for laid in cards)


def _homes(old: Sequence[Counter[str]], new: Sequence[Counter[str]]) -> dict[int, int]:
    """For new sets the old one that each grows out of, none twice."""
    shared = sorted(
        (-(a & b).total(), there, here) for here, a in enumerate(old) for there, b in enumerate(new) if a & b
    )
    homes: dict[int, int] = {}
    for _, there, here in shared:
        if there not in homes and here not in homes.values():
            homes[there] = here
    return homes


def _marked(cards: Cards, stay: Counter[str], loose: Counter[str]) -> Iterator[Piece]:
    """Each card of a new set with where it comes from; takes those that moved out of `loose`."""
    left = Counter(stay)
    for laid in cards:
        own = laid.partition("=")[0]
        if left[own]:
            left[own] -= 1
            yield Piece(laid)
        elif loose[own]:
            loose[own] -= 1
            yield Piece(laid, "moved")
        else:
            yield Piece(laid, "placed")
