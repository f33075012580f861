"""The webhooks of tables: the address of each, the last event sent, and the time of the next try."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass

from scorepad.store.engine import Engine, NotFound, Row, now
from scorepad.store.migrations import TABLES

ID_BYTES = 9
LEASE = 60.0  # seconds that whoever sends has before another process may
ANSWERED, UNTRIED, FAILED = KINDS = range(3)
"""Kinds of webhooks, the first to be told first: the last message was taken; none was sent yet; the last one
failed."""
_KIND = f"case when fault <> '' then {FAILED} when turn_at = 0 then {UNTRIED} else {ANSWERED} end"
_LINE = f"(({_KIND}) || ' ' || table_id)"
_TABLE_TURN = "(select max(turn_at) from webhooks as own where own.table_id = webhooks.table_id)"
_HEAD = "(select max(number) from events where events.table_id = webhooks.table_id)"


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that receives the events of a table.

    told     number of the last event sent
    tries    number of failed tries of the next message
    next_at  time of the next try, in seconds of the clock
    turn_at  time of the last message; 0 before the first
    fault    the last fault
    kind     one of KINDS
    """

    id: str
    table_id: str
    url: str
    told: int
    tries: int = 0
    next_at: float = 0.0
    turn_at: float = 0.0
    fault: str = ""
    kind: int = UNTRIED

    @property
    def line(self) -> str:
        """The queue of the webhook: those of one table and kind are sent one at a time."""
        return f"{self.kind} {self.table_id}"


class Webhooks:
    """The webhooks in a database that is up to date."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def add(self, table_id: str, url: str, told: int, hook_id: str = "") -> Webhook:
        """A new one, which hears of what comes after event `told`. It is added once under a `hook_id`."""
        hook = Webhook(hook_id or secrets.token_hex(ID_BYTES), table_id, url, told)
        sql = """insert into webhooks (id, table_id, url, told, tries, next_at, fault, created_at)
                 values (?, ?, ?, ?, 0, 0, '', ?) on conflict do nothing"""
        with self._database.write_transaction(table_id):
            self._database.select_rows(sql, hook.id, table_id, url, told, now())
        return hook

    def of_table(self, table_id: str) -> tuple[Webhook, ...]:
        """The webhooks of a table, the oldest first."""
        return self._read("where table_id = ? order by created_at, id", table_id)

    def remove(self, table_id: str, hook_id: str) -> None:
        """Remove a webhook of the table. Raises NotFound."""
        sql = "delete from webhooks where id = ? and table_id = ? returning id"
        with self._database.write_transaction(table_id):
            if not self._database.select_rows(sql, hook_id, table_id):
                raise NotFound(TABLES.no_such, at="webhook")

    def any(self) -> bool:
        """Whether there is any webhook."""
        return bool(self._read("limit 1"))

    def failing(self) -> tuple[Webhook, ...]:
        """The webhooks whose last message failed or was given up."""
        return self._read("where fault <> '' order by table_id, id")

    def take_due(self, kinds: Collection[int] = KINDS, busy: Collection[str] = ("",)) -> Webhook | None:
        """Take the next due webhook that has events to send; no other process takes it for a while.

        It is of one of `kinds` and in no queue of `busy`. The table served longest ago comes first.
        """
        where = f"""where next_at <= ? and told < {_HEAD}
            and {_KIND} in ({_marks(kinds)}) and {_LINE} not in ({_marks(busy)})
            order by kind, {_TABLE_TURN}, turn_at, next_at, created_at, id limit 1"""
        moment = time.time()
        with self._database.write_transaction("webhooks"):
            for hook in self._read(where, moment, *kinds, *busy):
                sql = "update webhooks set next_at = ? where id = ?"
                self._database.select_rows(sql, moment + LEASE, hook.id)
                return hook
        return None

    def put_back(self, hook: Webhook) -> None:
        """Save the webhook's progress, and the time of its next try."""
        columns = "told = ?, tries = ?, next_at = ?, turn_at = ?, fault = ?"
        values = hook.told, hook.tries, hook.next_at, hook.turn_at, hook.fault
        with self._database.write_transaction("webhooks"):
            self._database.select_rows(f"update webhooks set {columns} where id = ?", *values, hook.id)

    def _read(self, where: str, *values: object) -> tuple[Webhook, ...]:
        columns = f"id, table_id, url, told, tries, next_at, turn_at, fault, {_KIND} as kind"
        rows: list[Row] = self._database.select_rows(f"select {columns} from webhooks {where}", *values)
        return tuple(Webhook(**row) for row in rows)


def _marks(values: Collection[object]) -> str:
    """SQL question marks, one for each value."""
    return ", ".join("?" * len(values))
