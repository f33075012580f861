"""What has been found on a picture while it is still being read."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class FoundIndex:
    """An index that may be one: its box in pixels of the upright picture (x, y, width, height), and what it
    says (`QH`, `JOKER`), empty while that is not known."""

    box: tuple[int, int, int, int]
    name: str = ""


Listener = Callable[[Sequence[FoundIndex]], None]
_listener: ContextVar[Listener] = ContextVar("listener", default=lambda _found: None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Meanwhile call `listener` with all that has been found so far, whenever it has become more."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell_found(found: Sequence[FoundIndex]) -> None:
    """Tell whoever listens what has been found so far."""
    _listener.get()(found)
