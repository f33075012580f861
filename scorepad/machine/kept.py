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
            self[key] = value
            self.move_to_end(key)
            while self._weight() > self._most:
                self.popitem(last=False)
        return value

    def forget(self, key: Key) -> None:
        """Keep it no longer."""
        with self._lock:
            self.pop(key, None)

    def _weight(self) -> int:
        return sum(map(self._weigh, self.values())) if self._weigh else len(self)
