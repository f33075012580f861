"""What was made of a table, good for as long as the table is the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from scorepad.core.log.table import Table

Value = TypeVar("Value")


class TableCache(Generic[Value]):
    """Values by their keys, each made of one state of a table; those not asked for longest make room."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, tuple[Table, Value]] = OrderedDict()
        self._lock = Lock()

    def value(self, key: Hashable, table: Table, make: Callable[[], Value]) -> Value:
        """What `make` gave for this very table under that key; it is called when there is nothing."""
        with self._lock:
            made = self._values.pop(key, None)
        if made is None or made[0] is not table:
            made = table, make()
        with self._lock:
            self._values[key] = made
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return made[1]
