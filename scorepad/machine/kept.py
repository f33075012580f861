"""A cache of values by key; those not used for longest make room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(OrderedDict[Key, Value]):
    """Values of limited total weight: at most `most`, each by `weigh`, by default 1."""

    def __init__(self, most: int, weigh: Callable[[Value], int] | None = None) -> None:
        super().__init__()
        self._most, self._weigh = most, weigh
        self._weight = 0
        self._lock = Lock()

    def find(self, key: Key) -> Value | None:
        """The value, which becomes the newest; None if it is not cached."""
        with self._lock:
            if key in self:
                self.move_to_end(key)
            return self.get(key)

    def keep(self, key: Key, value: Value) -> Value:
        """Cache the value and return it."""
        with self._lock:
            self._drop(key)
            self[key] = value
            self._weight += self._weight_of(value)
            while self._weight > self._most:
                self._drop(next(iter(self)))
        return value

    def forget(self, key: Key) -> None:
        """Remove the value."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            super().clear()
            self._weight = 0

    def _drop(self, key: Key) -> None:
        if key in self:
            self._weight -= self._weight_of(self.pop(key))

    def _weight_of(self, value: Value) -> int:
        return self._weigh(value) if self._weigh else 1
