"""Report the indices found while a picture is still being read."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class FoundIndex:
    """A possible index: its box (x, y, width, height) in pixels of the upright picture, and its name (`QH`,
    `JOKER`), empty until it is known."""

    box: tuple[int, int, int, int]
    name: str = ""


Listener = Callable[[Sequence[FoundIndex]], None]
_listener: ContextVar[Listener] = ContextVar("listener", default=lambda _found: None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Call `listener` with everything found so far, each time more is found, until the context ends."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell_found(found: Sequence[FoundIndex]) -> None:
    """Pass the indices found so far to the current listener."""
    _listener.get()(found)
