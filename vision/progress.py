"""Report the indices found while a picture is still being read."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

PART_EVERY = 0.25
"""Seconds between two reports at least, where the later one is of a part."""
NAMED_AT_ONCE = 12
"""Indices that are named together, and told before the next are."""


@dataclass(frozen=True)
class FoundIndex:
    """A possible index: its box (x, y, width, height) in pixels of the upright picture, and its name (`QH`,
    `JOKER`), empty until it is known."""

    box: tuple[int, int, int, int]
    name: str = ""


Found = Sequence[FoundIndex]
Listener = Callable[[Found], None]


class _Teller:
    """A listener, and when it was told something last."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._told_at = -PART_EVERY

    def tell(self, found: Found) -> None:
        self._listener(found)
        self._told_at = monotonic()

    @property
    def takes_part(self) -> bool:
        """Whether the last report is so long ago that a part may be told."""
        return monotonic() - self._told_at >= PART_EVERY


_teller: ContextVar[_Teller | None] = ContextVar("teller", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Call `listener` with everything found so far, each time more is found, until the context ends."""
    token = _teller.set(_Teller(listener))
    try:
        yield
    finally:
        _teller.reset(token)


@contextmanager
def silently() -> Iterator[None]:
    """Tell nobody what is found, until the context ends."""
    token = _teller.set(None)
    try:
        yield
    finally:
        _teller.reset(token)


def tell_found(found: Found) -> None:
    """Pass the indices found so far to the current listener."""
    if teller := _teller.get():
        teller.tell(found)


def tell_part(find: Callable[[], Found]) -> None:
    """Pass what `find` returns to the current listener, unless it was told something a moment ago."""
    teller = _teller.get()
    if teller and teller.takes_part:
        teller.tell(find())
