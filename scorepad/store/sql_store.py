"""The store in SQL, the same on both engines. `migrations.py` makes the tables, `sqlite.py` and `postgres.py`
run the statements.

Tables and circles each have a log, a code to join it by and the keys of phones. A kind of log has four SQL
tables, which `LogTables` names; the statements are the same for each. A log is append-only; every event has
the number that follows its log's head, and every operation (one request of one phone) is written once.
"""

from __future__ import annotations

import json
import secrets
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from scorepad.core.log.event_data import Event
from scorepad.core.log.events import read_event
from scorepad.store.engine import (
    ALPHABET,
    CODE_LENGTH,
    Engine,
    ListedTable,
    LogEnd,
    NotFound,
    OpenedTable,
    Row,
    Stale,
    now,
)
from scorepad.store.hooks import Webhooks
from scorepad.store.migrations import CIRCLES, TABLES
from scorepad.store.phone_keys import PhoneKeys, hash_secret

ID_LENGTH = 12
LAST_NUMBER = 2**31 - 1  # that an event can have
ENDED = "ended-"
"""What the code of a log begins with that nobody can join: no code that is typed has a hyphen."""
_COUNTED_BY = "row_number"
"""The column in which a server counts rows as they are made; those that come back are counted anew."""
_BYTES = "base64"


class Logs(PhoneKeys):
    """Logs of one kind: those of tables, or those of circles."""

    def create_log(
        self,
        events: Sequence[Event],
        *,
        op: str,
        key_of: Callable[[str], str] = lambda _: "",
        made_before: Callable[[tuple[Event, ...]], object] = lambda _: None,
    ) -> OpenedTable:
        """Create a log with these events.

        Sending the same `op` again opens the log that it created, with another key, or with the key that
        `key_of` returns for its id. `made_before` is called with the first events of that log, as many as
        these, and may raise.
        """
        opening, logs, event_rows = hash_secret(op), self.names.logs, _rows_of_events(events)
        # In turn by the operation: two processes that are sent one form make one log.
        with self.database.write_transaction(opening):
            row = self._select_row(f"select id, code, created_at from {logs} where opening = ?", opening)
            if row is None:
                row = self._insert_log(opening)
                self._write_rows(row["id"], event_rows)
            else:
                made_before(self.after(row["id"], 0, len(events)))
            key = self._new_key(row["id"], row["created_at"], key_of(row["id"]))
            return OpenedTable(row["id"], row["code"], key)

    def append(self, log_id: str, events: Sequence[Event], *, expected: int | None) -> tuple[Event, ...]:
        """Write the events of one operation at the end of the log, all or none. Returns them.

        An operation that was written before is not written again: its events are returned, whatever
        `expected` says. `expected` is the head that the writer saw, None to accept any.

        Raises NotFound, and Stale also for an operation that was refused.
        """
        with self.database.write_transaction(log_id):
            head = self.head(log_id)
            written_events = self._read_events("op = ?", log_id, events[0].op)
            if written_events:
                return written_events
            is_refused = self.refused_at(log_id, events[0].op) is not None
            if is_refused or expected not in (None, head):
                raise Stale(head)
            numbered_events = tuple(
                replace(event, number=number) for number, event in enumerate(events, head + 1)
            )
            self._write_rows(log_id, _rows_of_events(numbered_events))
            self.database.announce(log_id)
            return numbered_events

    def refuse(self, log_id: str, op: str, head: int) -> bool:
        """Record the operation as refused at that head of the log, unless it was before. Returns False,
        recording nothing, if its events are written already. Raises NotFound."""
        columns = f"{self.names.owner}, op, head, refused_at"
        sql = f"insert into {self.names.refusals} ({columns}) values (?, ?, ?, ?)"
        with self.database.write_transaction(log_id):
            self.head(log_id)
            if self.has_operation(log_id, op):
                return False
            self.database.select_rows(f"{sql} on conflict do nothing", log_id, op, head, now())
            return True

    def has_operation(self, log_id: str, op: str) -> bool:
        """Whether the log has events of that operation."""
        return bool(self._read_events("op = ?", log_id, op))

    def refused_at(self, log_id: str, op: str) -> int | None:
        """The head at which the operation was refused; None if it was not."""
        sql = f"select head from {self.names.refusals} where {self.names.owner} = ? and op = ?"
        row = self._select_row(sql, log_id, op)
        return None if row is None else int(row["head"])

    def after(self, log_id: str, number: int, most: int | None = None) -> tuple[Event, ...]:
        """The events after that number, in order, at most `most` of them. Raises NotFound."""
        last_number = number + most if most else LAST_NUMBER
        events = self._read_events("number > ? and number <= ?", log_id, number, last_number)
        if not events:
            self.head(log_id)
        return events

    def log_ends(self, log_ids: Iterable[str]) -> dict[str, LogEnd]:
        """The ends of those logs that exist, by id."""
        logs, events, owner = self.names.logs, self.names.events, self.names.owner
        newest = f"(select max(number) from {events} where {owner} = {logs}.id)"  # one step in the index
        newest_event = f"{events} on {owner} = id and number = {newest}"
        rows = self._select_among(f"select id, number, op from {logs} join {newest_event} where id", log_ids)
        return {row["id"]: LogEnd(row["number"], row["op"]) for row in rows}

    def by_code(self, code: str) -> str:
        """The id of the log that is joined with this code. Raises NotFound."""
        sql = f"select id from {self.names.logs} where code = ?"
        row = self._select_row(sql, code.replace(" ", "").upper())
        if row is None:
            raise NotFound(self.names.no_code(repr(code[:20])), at="code")
        return str(row["id"])

    def code(self, log_id: str) -> str:
        """The code to join the log by. Raises NotFound."""
        row = self._select_row(f"select code from {self.names.logs} where id = ?", log_id)
        if row is None:
            raise self._not_found()
        return str(row["code"])

    def change_code(self, log_id: str, *, joins: bool = True) -> str:
        """Give the log a new code, or, unless it `joins`, one that nobody can type. Raises NotFound."""
        new_code = _random_name(CODE_LENGTH) if joins else f"{ENDED}{log_id}"
        with self.database.write_transaction(log_id):
            self.head(log_id)
            self.database.select_rows(f"update {self.names.logs} set code = ? where id = ?", new_code, log_id)
        return new_code

    def ids(self) -> tuple[str, ...]:
        """The ids of all logs, in the order of their creation."""
        rows = self.database.select_rows(
            f"select id from {self.names.logs} order by {self.database.row_order}"
        )
        return tuple(row["id"] for row in rows)

    def delete_log(self, log_id: str) -> None:
        """Delete the log, its keys and all else that belongs to it. Raises NotFound."""
        with self.database.write_transaction(log_id):
            self.head(log_id)
            self._delete_rows(log_id)

    def _delete_rows(self, log_id: str) -> None:
        logs, owner = self.names.logs, self.names.owner
        # The triggers of the log let events go only where this says so.
        self.database.select_rows(f"update {logs} set deleted = 1 where id = ?", log_id)
        for sql_table in self._parts:
            self.database.select_rows(f"delete from {sql_table} where {owner} = ?", log_id)
        self.database.select_rows(f"delete from {logs} where id = ?", log_id)
        self.database.announce(log_id)

    @property
    def _parts(self) -> tuple[str, ...]:
        """The SQL tables whose rows belong to a log."""
        names = self.names
        return (*names.more, names.events, names.refusals, names.phones, names.keys)

    def counts(self) -> tuple[int, int]:
        """The number of logs, and of events in all of them."""
        logs, events = self.names.logs, self.names.events
        sql = f"select (select count(*) from {logs}) as logs, (select count(*) from {events}) as events"
        (row,) = self.database.select_rows(sql)
        return row["logs"], row["events"]

    def log_with_gap(self) -> str | None:
        """The id of a log whose events are not numbered from 1 without a gap; None if there is none."""
        logs, events, owner = self.names.logs, self.names.events, self.names.owner
        row = self._select_row(
            f"""select id from {logs} left join {events} on {owner} = id
                group by id having count(number) < 1 or count(number) <> max(number) limit 1"""
        )
        return str(row["id"]) if row else None

    def _insert_log(self, opening: str) -> Row:
        """Insert a log with a new random id and code."""
        sql = f"insert into {self.names.logs} (id, code, opening, created_at) values (?, ?, ?, ?)"
        while True:
            log_id, code = _random_name(ID_LENGTH).lower(), _random_name(CODE_LENGTH)
            sql_values = (log_id, code, opening, now())
            rows = self.database.select_rows(
                f"{sql} on conflict do nothing returning id, code, created_at", *sql_values
            )
            if rows:
                return rows[0]

    def _select_among(self, sql: str, among: Iterable[str]) -> list[Row]:
        """The rows of a statement, which ends in a column, where that column is one of the values `among`."""
        values = tuple(among)
        # PostgreSQL takes no empty list; nothing equals null.
        question_marks = ", ".join("?" * len(values)) or "null"
        return self.database.select_rows(f"{sql} in ({question_marks})", *values)

    def _write_rows(self, log_id: str, event_rows: Iterable[Sequence[object]]) -> None:
        self.database.write_rows(
            f"""insert into {self.names.events} ({self.names.owner}, number, op, part, kind, data, by, at)
                values (?, ?, ?, ?, ?, ?, ?, ?)""",
            [(log_id, *row) for row in event_rows],
        )

    def _read_events(self, where: str, log_id: str, *values: object) -> tuple[Event, ...]:
        columns = "number, op, kind, data, by, at"
        sql = f"select {columns} from {self.names.events} where {self.names.owner} = ? and {where}"
        rows = self.database.select_rows(f"{sql} order by number", log_id, *values)
        return tuple(read_event({**row, "data": json.loads(row["data"])}) for row in rows)


class Store(Logs):
    """A pad's store, open for one request.

    Its own logs are those of tables; `circles` has the logs of circles, `webhooks` the webhooks. The schema
    is up to date.
    """

    def __init__(self, database: Engine) -> None:
        super().__init__(database, TABLES)
        self.circles = Logs(database, CIRCLES)

    @cached_property
    def webhooks(self) -> Webhooks:
        return Webhooks(self.database)

    def check(self) -> None:
        """Check quickly, without writing, that the store can be read and written.

        Raises StoreFull, StoreReadOnly, StoreBroken, StoreBusy, StoreAway.
        """
        self._select_row("select id from tables limit 1")
        self.database.check()

    def try_to_write(self) -> None:
        """Take the write lock and release it. Raises StoreBusy, StoreReadOnly, StoreAway."""
        with self.database.write_transaction("nothing"):
            pass

    def backup(self, target: Path) -> None:
        """Write a copy of the store, as it is at one moment, to the file `target`."""
        self.database.copy_out(target)

    def close(self) -> None:
        """Release the database."""
        self.database.close()

    def last_changes(self) -> dict[str, str]:
        """The time of each table's last event, ISO 8601, by id."""
        sql = "select table_id, max(at) as at from events group by table_id"
        return {row["table_id"]: row["at"] for row in self.database.select_rows(sql)}

    def keeps_photos(self, table_id: str) -> bool:
        """Whether the table keeps the photos of its hands. Raises NotFound."""
        row = self._select_row("select keeps_photos from tables where id = ?", table_id)
        if row is None:
            raise self._not_found()
        return bool(row["keeps_photos"])

    def set_keeps_photos(self, table_id: str, keeps: bool) -> None:
        """Set whether the table keeps the photos of its hands. Raises NotFound."""
        with self.database.write_transaction(table_id):
            self.head(table_id)
            self.database.select_rows("update tables set keeps_photos = ? where id = ?", int(keeps), table_id)

    def add_photo(self, table_id: str, photo: str, entry: int) -> None:
        """Record that the photo belongs to the log entry of that number. Raises NotFound."""
        with self.database.write_transaction(table_id):
            self.head(table_id)
            sql = "insert into photos (id, table_id, entry, created_at) values (?, ?, ?, ?)"
            self.database.select_rows(f"{sql} on conflict do nothing", photo, table_id, entry, now())

    def photos(self, table_id: str) -> dict[str, int]:
        """The table's photos, the oldest first, with the number of each one's log entry."""
        sql = f"select id, entry from photos where table_id = ? order by {self.database.row_order}"
        rows = self.database.select_rows(sql, table_id)
        return {row["id"]: row["entry"] for row in rows}

    def drop_photo(self, table_id: str, photo: str) -> None:
        """Forget a photo of the table; nothing happens if it is gone already."""
        with self.database.write_transaction(table_id):
            self.database.select_rows("delete from photos where id = ? and table_id = ?", photo, table_id)

    def claim_request(self, table_id: str, op: str, asked: str) -> tuple[str, str]:
        """A request of that id that the log does not have: what was asked by it first, and what it was
        answered; empty where it has no answer yet."""
        sql = """insert into answered (table_id, op, asked, answer, answered_at)
                 values (?, ?, ?, '', ?) on conflict do nothing"""
        with self.database.write_transaction(table_id):
            self.database.select_rows(sql, table_id, op, asked, now())
            row = self._select_request(table_id, op)
        assert row is not None
        return row["asked"], row["answer"]

    def has_request(self, table_id: str, op: str) -> bool:
        """Whether a request of that id was claimed."""
        return self._select_request(table_id, op) is not None

    def keep_answer(self, table_id: str, op: str, answer: str) -> str:
        """The answer of a request that was claimed: the first one that is kept."""
        sql = "update answered set answer = ?, answered_at = ? where table_id = ? and op = ? and answer = ''"
        with self.database.write_transaction(table_id):
            self.database.select_rows(sql, answer, now(), table_id, op)
            row = self._select_request(table_id, op)
        # Nothing is kept of a table that is deleted by now.
        return answer if row is None else str(row["answer"])

    def _select_request(self, table_id: str, op: str) -> Row | None:
        sql = "select asked, answer from answered where table_id = ? and op = ?"
        return self._select_row(sql, table_id, op)

    def set_aside(self, table_id: str) -> None:
        """Delete the table, but keep its rows for `bring_back`. Raises NotFound."""
        with self.database.write_transaction(table_id):
            self.head(table_id)
            rows = {"tables": self.database.select_rows("select * from tables where id = ?", table_id)}
            for sql_table in self._parts:
                sql = f"select * from {sql_table} where table_id = ?"
                rows[sql_table] = self.database.select_rows(sql, table_id)
            self.database.select_rows("delete from set_aside where id = ?", table_id)
            sql = "insert into set_aside (id, rows, put_at) values (?, ?, ?)"
            self.database.select_rows(sql, table_id, _rows_as_text(rows), time.time())
            self._delete_rows(table_id)

    def bring_back(self, table_id: str) -> None:
        """Restore a table that was set aside, with a new code if its own is taken by now.

        Nothing happens to a table that was not set aside. Raises NotFound.
        """
        with self.database.write_transaction(table_id):
            row = self._select_row("select rows from set_aside where id = ?", table_id)
            if row is None:
                self.head(table_id)
                return
            rows = _rows_of_text(row["rows"])
            (table,) = rows["tables"]
            table["opening"] = hash_secret(secrets.token_urlsafe())  # a form sent again opens another table
            if self._select_row("select 1 as found from tables where code = ?", table["code"]):
                table["code"] = _random_name(CODE_LENGTH)
            for sql_table, its_rows in rows.items():
                for each in its_rows:
                    names, marks = ", ".join(each), ", ".join("?" * len(each))
                    sql = f"insert into {sql_table} ({names}) values ({marks})"
                    self.database.select_rows(sql, *each.values())
            self.database.select_rows("delete from set_aside where id = ?", table_id)
            self.database.announce(table_id)

    def forget_set_aside(self, put_before: float) -> tuple[str, ...]:
        """Delete for good the tables set aside before that time, in seconds of the clock. Returns their
        ids."""
        sql = "select id from set_aside where put_at < ?"
        old = tuple(row["id"] for row in self.database.select_rows(sql, put_before))
        for table_id in old:
            with self.database.write_transaction(table_id):
                self.database.select_rows("delete from set_aside where id = ?", table_id)
        return old

    def listed_tables(self) -> tuple[ListedTable, ...]:
        """All tables, in the order of their creation."""
        renames = " or ".join(
            f"exists (select 1 from events r where r.table_id = tables.id and r.kind = '{kind}')"
            for kind in ("renamed", "named")
        )
        rows = self.database.select_rows(
            f"""select id, code, data, ({renames}) as renamed
                from tables join events on table_id = id and number = 1
                order by tables.{self.database.row_order}"""
        )
        return tuple(map(_listed_table, rows))

    def best_points(self, hands: Iterable[str]) -> dict[str, int | None]:
        """The best points of hands searched earlier, by the hands' digests; None for a hand whose search
        ended without a proof."""
        rows = self._select_among("select hand, points from hand_bests where hand", hands)
        return {row["hand"]: row["points"] for row in rows}

    def keep_best_points(self, hand: str, points: int | None) -> None:
        """Save the best points of a hand, by its digest."""
        with self.database.write_transaction(hand):
            sql = "insert into hand_bests (hand, points) values (?, ?) on conflict do nothing"
            self.database.select_rows(sql, hand, points)


def _rows_as_text(rows: Mapping[str, Sequence[Row]]) -> str:
    """JSON of the rows of each SQL table, in the order of their creation."""
    in_order = {table: sorted(some, key=lambda row: row.get(_COUNTED_BY, 0)) for table, some in rows.items()}
    plain = {
        table: [{name: value for name, value in row.items() if name != _COUNTED_BY} for row in some]
        for table, some in in_order.items()
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), default=_bytes_as_text)


def _rows_of_text(text: str) -> dict[str, list[Row]]:
    """The rows of each SQL table, from JSON."""
    rows: dict[str, list[Row]] = json.loads(text, object_hook=_bytes_of_text)
    return rows


def _bytes_as_text(value: Any) -> dict[str, str]:
    return {_BYTES: b64encode(bytes(value)).decode()}


def _bytes_of_text(value: dict[str, Any]) -> Any:
    return b64decode(value[_BYTES]) if value.keys() == {_BYTES} else value


def _listed_table(row: Row) -> ListedTable:
    opened = json.loads(row["data"])
    title, players = opened["name"] or opened["game"], tuple(opened["players"])
    return ListedTable(row["id"], row["code"], title, opened["game"], players, bool(row["renamed"]))


def _rows_of_events(events: Sequence[Event]) -> list[tuple[object, ...]]:
    """The values of each event for the columns after the log's id."""
    part_numbers: dict[str, int] = {}
    rows: list[tuple[object, ...]] = []
    for event in events:
        part_numbers[event.op] = part = part_numbers.get(event.op, -1) + 1
        data = json.dumps(event.as_dict()["data"], ensure_ascii=False, separators=(",", ":"))
        rows.append((event.number, event.op, part, event.kind, data, event.by, event.at))
    return rows


def _random_name(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
