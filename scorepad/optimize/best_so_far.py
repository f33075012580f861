"""The arrangements found so far by a search, used if a fault ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar

from scorepad.core.cards import Card, Meld

Found = tuple[Sequence[Meld], Sequence[Card]]
"""Melds, and the cards that are left."""

Lay = Callable[[], Found]
_noted: ContextVar[list[Lay] | None] = ContextVar("noted", default=None)


class noting:  # noqa: N801 (it is used like a function)
    """Collects the arrangements that searches note within the context, the latest last."""

    def __enter__(self) -> list[Lay]:
        noted: list[Lay] = []
        self._token = _noted.set(noted)
        return noted

    def __exit__(self, *_: object) -> None:
        _noted.reset(self._token)


def note(lay: Lay) -> None:
    """Note a way to lay the hand; `lay` is called only if the search fails."""
    noted = _noted.get()
    if noted is not None:
        noted.append(lay)
