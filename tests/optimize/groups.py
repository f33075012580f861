"""Groups of cards, for those who try every one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorepad.core.cards import Card


def every_group(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every different group of the cards, the empty one included."""
    kinds = sorted(Counter(cards).items())

    def choose_columns(place: int) -> Iterator[tuple[Card, ...]]:
        if place == len(kinds):
            yield ()
            return
        card, copies = kinds[place]
        for rest in choose_columns(place + 1):
            for count in range(copies + 1):
                yield (card,) * count + rest

    return choose_columns(0)
