"""A choice of melds laid out, its jokers put in, in the order in which the table is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

import numpy as np

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.optimize.board.model import Model


def laid_out(model: Model, taken: np.ndarray) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The melds of a choice and the cards left on the rack; in a first play the table's sets come first."""
    old, jokers = model.parts
    cards = model.board.catalogue.kinds
    stand_ins = taken[jokers : jokers + len(model.stand_ins)]
    wilds = Counter({cards[kind]: int(n) for kind, n in zip(model.stand_ins, stand_ins, strict=True) if n})
    kept = [cards[kind] for kind in model.anchors.kept(taken)]
    laid = [*_new(model, taken[:old]), *_old(model, taken[old:jokers])]
    laid = [_with_jokers(meld, wilds, natural) for meld, natural in zip_longest(laid, kept)]
    count = int(taken[:old].sum())
    new, grown = laid[:count], laid[count:]
    left = Counter(model.board.rack)
    left.update(laid.card for meld in model.board.table for laid in meld)
    left.subtract(laid.card for meld in (*new, *grown) for laid in meld)
    order = {card: place for place, card in enumerate(cards)}

    def in_order(melds: list[Meld]) -> list[Meld]:
        return sorted(melds, key=lambda meld: [order[one.stands_for or one.card] for one in meld])

    melds = [*in_order(grown), *in_order(new)] if model.board.opening else in_order([*new, *grown])
    return tuple(melds), tuple(sorted(left.elements(), key=lambda card: order.get(card, len(order))))


def _new(model: Model, taken: np.ndarray) -> Iterator[Meld]:
    cards = model.board.catalogue.kinds
    for place in np.flatnonzero(taken):
        meld = tuple(Laid(cards[kind]) for kind in model.board.catalogue.melds[model.melds[place]])
        yield from (meld for _ in range(taken[place]))


def _old(model: Model, taken: np.ndarray) -> Iterator[Meld]:
    for place in np.flatnonzero(taken):
        yield from (model.board.old_sets[place].laid for _ in range(taken[place]))


def _with_jokers(meld: Meld, wilds: Counter[Card], natural: Card | None) -> Meld:
    """The meld with jokers in place of cards that they stand for, but for the `natural` that it keeps; takes
    them out of `wilds`."""
    laid = []
    for one in meld:
        if one.card not in (WILD, natural) and wilds[one.card]:
            wilds[one.card] -= 1
            laid.append(Laid(WILD, one.card))
        else:
            laid.append(one)
    return tuple(laid)
