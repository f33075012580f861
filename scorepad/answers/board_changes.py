"""Service: how a table is rebuilt: which cards come from the rack, were moved, or stay (K3, K5, G2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scorepad.core.cards import Card, Laid, Meld

Mark = Literal["", "placed", "moved"]


@dataclass(frozen=True, slots=True)
class MarkedPiece:
    """A card or tile of the new table, marked by where it comes from."""

    laid: Laid
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class NewSet:
    """A set of the new table; `number` is its index in the answer, `stays`: it is unchanged."""

    number: int
    pieces: tuple[MarkedPiece, ...]
    stays: bool


def changed_sets(before: Sequence[Meld], after: Sequence[Meld]) -> list[NewSet]:
    """The sets of the table `after` a play, those that changed first.

    Copies of a card are alike, so as many as can be stay where they lay: each new set grows out of the old
    one that it shares most cards with.
    """
    old_sets, new_sets = [_cards_alone(meld) for meld in before], [_cards_alone(meld) for meld in after]
    old_places = _grown_from(old_sets, new_sets)
    staying = [
        new_set & old_sets[old_places[place]] if place in old_places else Counter[Card]()
        for place, new_set in enumerate(new_sets)
    ]
    moved_cards = sum(old_sets, Counter[Card]()) - sum(staying, Counter[Card]())
    changed = [
        NewSet(
            place,
            tuple(_marked_pieces(meld, staying[place], moved_cards)),
            stays=place in old_places and new_sets[place] == old_sets[old_places[place]],
        )
        for place, meld in enumerate(after)
    ]
    return sorted(changed, key=lambda new_set: new_set.stays)


def _cards_alone(meld: Meld) -> Counter[Card]:
    """The cards themselves, whatever wilds stand for."""
    return Counter(laid.card for laid in meld)


def _grown_from(old_sets: Sequence[Counter[Card]], new_sets: Sequence[Counter[Card]]) -> dict[int, int]:
    """The old set that each new set grows from, if any; none is used twice."""
    shared_cards = sorted(
        (-(old_set & new_set).total(), new_place, old_place)
        for old_place, old_set in enumerate(old_sets)
        for new_place, new_set in enumerate(new_sets)
        if old_set & new_set
    )
    old_places: dict[int, int] = {}
    # Pairs that share most cards come first; sets are few, so nothing better is looked for.
    for _, new_place, old_place in shared_cards:
        if new_place not in old_places and old_place not in old_places.values():
            old_places[new_place] = old_place
    return old_places


def _marked_pieces(meld: Meld, staying: Counter[Card], moved_cards: Counter[Card]) -> Iterator[MarkedPiece]:
    """The cards of a new set, marked by where they come from. Moved ones are removed from `moved_cards`."""
    still_staying = Counter(staying)
    for laid in meld:
        if still_staying[laid.card]:
            still_staying[laid.card] -= 1
            yield MarkedPiece(laid)
        elif moved_cards[laid.card]:
            moved_cards[laid.card] -= 1
            yield MarkedPiece(laid, "moved")
        else:
            yield MarkedPiece(laid, "placed")
