"""What a process keeps of its work: values by their keys, of which those not asked for longest make room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(OrderedDict[Key, Value]):
    """Values that weigh at most so much together, each as much as `weigh` says, 1 where it says nothing."""

    def __init__(self, most: int, weigh: Callable[[Value], int] | None = None) -> None:
        super().__init__()
        self._most, self._weigh = most, weigh
        self._weight = 0
        self._lock = Lock()

    def find(self, key: Key) -> Value | None:
        """The value, asked for newest from now on; None where none is kept."""
        with self._lock:
            if key in self:
                self.move_to_end(key)
            return self.get(key)

    def keep(self, key: Key, value: Value) -> Value:
        """The value itself, kept until others take its room."""
        with self._lock:
            self._drop(key)
            self[key] = value
            self._weight += self._weight_of(value)
            while self._weight > self._most:
                self._drop(next(iter(self)))
        return value

    def forget(self, key: Key) -> None:
        """Keep it no longer."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Keep nothing any longer."""
        with self._lock:
            super().clear()
            self._weight = 0

    def _drop(self, key: Key) -> None:
        if key in self:
            self._weight -= self._weight_of(self.pop(key))

    def _weight_of(self, value: Value) -> int:
        return self._weigh(value) if self._weigh else 1
