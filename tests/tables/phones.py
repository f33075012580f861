"""A phone at a table, for tests of the services."""

from __future__ import annotations

from typing import Any

from scorepad.core.log.table import Table
from scorepad.store.sql_store import Store
from scorepad.tables import service
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.operations import Operation
from tests.open_tables import melds, open_table

WHERE = ("deal", "place", "by", "op", "expected")
"""What is no part of a hand."""


class Phone:
    """Every change that it makes is a new operation from the newest state."""

    def __init__(self, store: Store, id: str, key: str, by: str = "Ann") -> None:
        self.at, self.by, self.sent = (store, id, key), by, 0

    def do(self, service: Any, **values: Any) -> Table:
        self.sent += 1
        how = {name: values.pop(name) for name in ("by", "op", "expected") if name in values}
        frame = {"by": self.by, "op": f"{self.by}-{self.sent}", "expected": None, **how}
        return service(Operation(*self.at, **frame), **values)

    def out(self, player: int, cards: str = "", points: int | None = None, **values: Any) -> Table:
        where = {name: values.pop(name) for name in WHERE if name in values}
        hand = DeclaredHand(player, melds(cards) if cards else None, points, **values)
        return self.do(service.record_out, hand=hand, **where)

    def correct(
        self, entry: int, player: int, cards: str = "", points: int | None = None, **values: Any
    ) -> Table:
        where = {name: values.pop(name) for name in WHERE if name in values}
        hand = DeclaredHand(player, melds(cards) if cards else None, points, **values)
        return self.do(service.correct_entry, entry=entry, hand=hand, **where)


def at_table(store: Store, **given: Any) -> Phone:
    """A phone at a new table."""
    opened = open_table(store, **given)
    return Phone(store, opened.id, opened.key)
