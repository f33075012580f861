"""What a search has found so far, which stands where a fault ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from scorepad.core.cards import Card, Meld

Found = tuple[Sequence[Meld], Sequence[Card]]
"""Melds, and the cards that are left."""

Lay = Callable[[], Found]
_noted: ContextVar[list[Lay] | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[list[Lay]]:
    """What searches note meanwhile, the latest last."""
    noted: list[Lay] = []
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def note(lay: Lay) -> None:
    """Say how the hand is laid if nothing better is found; `lay` is called where the search fails alone."""
    noted = _noted.get()
    if noted is not None:
        noted.append(lay)
