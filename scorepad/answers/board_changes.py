"""Service: how a table is rebuilt: what comes from the rack, what moved, what stays (K3, K5, G2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scorepad.core.cards import Card, Laid, Meld

Mark = Literal["", "placed", "moved"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or tile of the new table."""

    laid: Laid
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class NewSet:
    """A set of the new table, `number` its place in the answer; `stays` when it lay there as it is."""

    number: int
    pieces: tuple[Piece, ...]
    stays: bool


def rebuilt(before: Sequence[Meld], after: Sequence[Meld]) -> list[NewSet]:
    """The sets of the table `after` a play, those that changed first.

    Copies of a card are alike, so as many as can be stay where they lay: each new set grows out of the old
    one that it shares most cards with.
    """
    old, new = [_own(meld) for meld in before], [_own(meld) for meld in after]
    home = _homes(old, new)
    stay = [new[place] & old[home[place]] if place in home else Counter[Card]() for place in range(len(new))]
    loose = sum(old, Counter[Card]()) - sum(stay, Counter[Card]())
    sets = [
        NewSet(
            place, tuple(_marked(meld, stay[place], loose)), place in home and new[place] == old[home[place]]
        )
        for place, meld in enumerate(after)
    ]
    return sorted(sets, key=lambda new_set: new_set.stays)


def _own(meld: Meld) -> Counter[Card]:
    """The cards themselves, whatever the wild ones stand for."""
    return Counter(laid.card for laid in meld)


def _homes(old: Sequence[Counter[Card]], new: Sequence[Counter[Card]]) -> dict[int, int]:
    """For new sets the old one that each grows out of, none twice."""
    shared = sorted(
        (-(a & b).total(), there, here) for here, a in enumerate(old) for there, b in enumerate(new) if a & b
    )
    homes: dict[int, int] = {}
    for _, there, here in shared:
        if there not in homes and here not in homes.values():
            homes[there] = here
    return homes


def _marked(meld: Meld, stay: Counter[Card], loose: Counter[Card]) -> Iterator[Piece]:
    """Each card of a new set with where it comes from; takes those that moved out of `loose`."""
    left = Counter(stay)
    for laid in meld:
        if left[laid.card]:
            left[laid.card] -= 1
            yield Piece(laid)
        elif loose[laid.card]:
            loose[laid.card] -= 1
            yield Piece(laid, "moved")
        else:
            yield Piece(laid, "placed")
