"""What a search has found so far, which stands where a fault ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar

from scorepad.core.cards import Card, Meld

Found = tuple[Sequence[Meld], Sequence[Card]]
"""Melds, and the cards that are left."""

Lay = Callable[[], Found]
_noted: ContextVar[list[Lay] | None] = ContextVar("noted", default=None)


class noting:  # noqa: N801 (it is used like a function)
    """What searches note meanwhile, the latest last."""

    def __enter__(self) -> list[Lay]:
        noted: list[Lay] = []
        self._token = _noted.set(noted)
        return noted

    def __exit__(self, *_: object) -> None:
        _noted.reset(self._token)


def note(lay: Lay) -> None:
    """Say how the hand is laid if nothing better is found; `lay` is called where the search fails alone."""
    noted = _noted.get()
    if noted is not None:
        noted.append(lay)
