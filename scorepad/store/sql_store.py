"""The store in SQL, the same on both engines, values at its question marks. `migrations.py` makes the tables,
`sqlite.py` and `postgres.py` run the statements.

Tables and circles each have a log, a code to join it by and the keys of phones. A kind of log has three SQL
tables, which `LogTables` names; the statements are the same for each.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from scorepad.core.log.event_data import Event
from scorepad.core.log.events import read_event
from scorepad.store.engine import (
    ALPHABET,
    CODE_LENGTH,
    GivenKey,
    JoinedLog,
    ListedTable,
    LogEnd,
    NotFound,
    OpenedTable,
    Stale,
    now,
)
from scorepad.store.secrets_kept import hash_secret, opened_key, sealed_key
from scorepad.store.sql_tables import CIRCLES, TABLES, LogTables, Row, SqlDatabase

ID_LENGTH = 12
KEY_BYTES = 16
LAST_NUMBER = 2**31 - 1  # that an event can have
TO_THE_SECOND, ZONE = 25, "+00:00"  # characters of a date, and its end
KEY_NAME = 8  # digits of its hash that name a key to the host
ENDED = "ended-"
"""What the code of a log begins with that nobody can join: no code that is typed has a hyphen."""


class SqlLogs:
    """Logs of one kind in a database, which must be up to date."""

    def __init__(self, database: SqlDatabase, names: LogTables) -> None:
        self.database, self.names = database, names

    def create_log(self, events: Sequence[Event], *, op: str) -> OpenedTable:
        opening, logs, event_rows = hash_secret(op), self.names.logs, _rows_of_events(events)
        with self.database.write_transaction(opening):
            row = self._select_row(f"select id, code, created_at from {logs} where opening = ?", opening)
            if row is None:
                row = self._insert_log(opening)
                self._write_rows(row["id"], event_rows)
            return OpenedTable(row["id"], row["code"], self._new_key(row["id"], row["created_at"]))

    def append(self, log_id: str, events: Sequence[Event], *, expected: int | None) -> tuple[Event, ...]:
        with self.database.write_transaction(log_id):
            head = self.head(log_id)
            written_events = self._read_events("op = ?", log_id, events[0].op)
            if written_events:
                return written_events
            if expected is not None and expected != head:
                raise Stale(head)
            numbered_events = tuple(
                replace(event, number=number) for number, event in enumerate(events, head + 1)
            )
            self._write_rows(log_id, _rows_of_events(numbered_events))
            self.database.announce(log_id)
            return numbered_events

    def after(self, log_id: str, number: int, most: int | None = None) -> tuple[Event, ...]:
        last_number = number + most if most else LAST_NUMBER
        events = self._read_events("number > ? and number <= ?", log_id, number, last_number)
        if not events:
            self.head(log_id)
        return events

    def head(self, log_id: str) -> int:
        events, owner = self.names.events, self.names.owner
        row = self._select_row(f"select max(number) as head from {events} where {owner} = ?", log_id)
        if row is None or row["head"] is None:
            raise self._not_found()
        return int(row["head"])

    def heads(self, log_ids: Iterable[str]) -> dict[str, int]:
        ids = tuple(log_ids)
        question_marks = ", ".join("?" * len(ids)) or "null"
        sql = f"select id, {self._newest} as head from {self.names.logs} where id in ({question_marks})"
        return {row["id"]: row["head"] for row in self.database.select_rows(sql, *ids)}

    def log_ends(self, log_ids: Iterable[str]) -> dict[str, LogEnd]:
        ids = tuple(log_ids)
        question_marks = ", ".join("?" * len(ids)) or "null"
        logs, events, owner = self.names.logs, self.names.events, self.names.owner
        newest_event = f"{events} on {owner} = id and number = {self._newest}"
        sql = f"select id, number, op from {logs} join {newest_event} where id in ({question_marks})"
        rows = self.database.select_rows(sql, *ids)
        return {row["id"]: LogEnd(row["number"], row["op"]) for row in rows}

    def by_code(self, code: str) -> str:
        sql = f"select id from {self.names.logs} where code = ?"
        row = self._select_row(sql, code.replace(" ", "").upper())
        if row is None:
            raise NotFound(self.names.no_code(repr(code[:20])), at="code")
        return str(row["id"])

    def code(self, log_id: str) -> str:
        row = self._select_row(f"select code from {self.names.logs} where id = ?", log_id)
        if row is None:
            raise self._not_found()
        return str(row["code"])

    def add_key(self, log_id: str) -> str:
        with self.database.write_transaction(log_id):
            self.head(log_id)
            return self._new_key(log_id, now("microseconds"))

    def check_key(self, log_id: str, key: str) -> bool:
        self.head(log_id)
        sql = f"select 1 as found from {self.names.keys} where hash = ? and {self.names.owner} = ?"
        return self._select_row(sql, hash_secret(key), log_id) is not None

    def is_host_key(self, log_id: str, key: str) -> bool:
        self.head(log_id)
        sql = f"select 1 as found from {self.names.keys} where hash = ? and {self._is_host}"
        return self._select_row(sql, hash_secret(key), log_id, log_id, log_id) is not None

    @property
    def _is_host(self) -> str:
        """Whether a row of the keys is of a host, for the id of the log three times. Its date is to the
        second (`_new_key`), and that of the log; in older logs, whose keys are all dated so, the oldest."""
        logs, keys, owner = self.names.logs, self.names.keys, self.names.owner
        return f"""{owner} = ? and created_at = (
            select created_at from {keys} where {owner} = ? and length(created_at) = {TO_THE_SECOND}
            order by created_at <> (select created_at from {logs} where id = ?), created_at limit 1)"""

    def keys(self, log_id: str) -> tuple[GivenKey, ...]:
        keys, owner = self.names.keys, self.names.owner
        sql = f"select hash, created_at, ({self._is_host}) as host from {keys} where {owner} = ?"
        rows = self.database.select_rows(f"{sql} order by created_at, hash", *[log_id] * 4)
        return tuple(GivenKey(row["hash"][:KEY_NAME], row["created_at"], bool(row["host"])) for row in rows)

    def take_back(self, log_id: str, names: Collection[str]) -> None:
        logs, keys, owner = self.names.logs, self.names.keys, self.names.owner
        others = f"{owner} = ? and hash not in (select hash from {keys} where {self._is_host})"
        precisely = f"replace(created_at, '{ZONE}', '.000000{ZONE}')"
        older = f"{others} and length(created_at) = {TO_THE_SECOND}"
        sql = f"delete from {keys} where {owner} = ? and substr(hash, 1, {KEY_NAME}) = ?"
        with self.database.write_transaction(log_id):
            # Nobody is the host of an older log, whose keys are all dated to the second, once the host's go.
            self.database.select_rows(
                f"update {keys} set created_at = {precisely} where {older}", *[log_id] * 4
            )
            for name in names:
                self.database.select_rows(sql, log_id, name)
            # Whoever sends the opening form once more gets another log now, and no key to this one.
            self.database.select_rows(f"update {logs} set opening = id where id = ?", log_id)

    def make_host(self, log_id: str, name: str) -> None:
        logs, keys, owner = self.names.logs, self.names.keys, self.names.owner
        sql = f"""update {keys} set created_at = (select created_at from {logs} where id = ?)
                  where {owner} = ? and substr(hash, 1, {KEY_NAME}) = ?"""
        with self.database.write_transaction(log_id):
            self.database.select_rows(sql, log_id, log_id, name)

    def join(self, phone: str, joined: JoinedLog) -> None:
        phones, owner = self.names.phones, self.names.owner
        sql = f"""insert into {phones} (phone, {owner}, sealed, seat, joined_at) values (?, ?, ?, ?, ?)
            on conflict (phone, {owner}) do update
            set sealed = excluded.sealed, seat = excluded.seat, joined_at = excluded.joined_at"""
        values = (hash_secret(phone), joined.id, sealed_key(phone, joined.key), joined.seat)
        with self.database.write_transaction(joined.id):
            self.head(joined.id)
            self.database.select_rows(sql, *values, now("microseconds"))

    def leave(self, phone: str, log_id: str) -> None:
        sql = f"delete from {self.names.phones} where phone = ? and {self.names.owner} = ?"
        with self.database.write_transaction(log_id):
            self.database.select_rows(sql, hash_secret(phone), log_id)

    def joined_log(self, phone: str, log_id: str) -> JoinedLog | None:
        return next(iter(self._read_joined(phone, f"and {self.names.owner} = ?", log_id)), None)

    def joined_logs(self, phone: str) -> tuple[JoinedLog, ...]:
        return self._read_joined(phone, "order by joined_at")

    def _read_joined(self, phone: str, more: str, *values: object) -> tuple[JoinedLog, ...]:
        owner = self.names.owner
        sql = f"select {owner} as id, sealed, seat from {self.names.phones} where phone = ? {more}"
        rows = self.database.select_rows(sql, hash_secret(phone), *values)
        return tuple(JoinedLog(row["id"], opened_key(phone, row["sealed"]), row["seat"]) for row in rows)

    def change_code(self, log_id: str, *, joins: bool = True) -> str:
        new_code = _random_name(CODE_LENGTH) if joins else f"{ENDED}{log_id}"
        with self.database.write_transaction(log_id):
            self.head(log_id)
            self.database.select_rows(f"update {self.names.logs} set code = ? where id = ?", new_code, log_id)
        return new_code

    def ids(self) -> tuple[str, ...]:
        rows = self.database.select_rows(
            f"select id from {self.names.logs} order by {self.database.row_order}"
        )
        return tuple(row["id"] for row in rows)

    def delete_log(self, log_id: str, *more: str) -> None:
        """The log with its keys, and the rows of it in `more` SQL tables."""
        logs, owner = self.names.logs, self.names.owner
        with self.database.write_transaction(log_id):
            self.head(log_id)
            self.database.select_rows(f"update {logs} set deleted = 1 where id = ?", log_id)
            for sql_table in (self.names.events, *more, self.names.phones, self.names.keys):
                self.database.select_rows(f"delete from {sql_table} where {owner} = ?", log_id)
            self.database.select_rows(f"delete from {logs} where id = ?", log_id)
            self.database.announce(log_id)

    def counts(self) -> tuple[int, int]:
        logs, events = self.names.logs, self.names.events
        sql = f"select (select count(*) from {logs}) as logs, (select count(*) from {events}) as events"
        (row,) = self.database.select_rows(sql)
        return row["logs"], row["events"]

    def log_with_gap(self) -> str | None:
        logs, events, owner = self.names.logs, self.names.events, self.names.owner
        row = self._select_row(
            f"""select id from {logs} left join {events} on {owner} = id
                group by id having count(number) < 1 or count(number) <> max(number) limit 1"""
        )
        return str(row["id"]) if row else None

    @property
    def _newest(self) -> str:
        """The number of a log's newest event, one step in the index."""
        events, owner, logs = self.names.events, self.names.owner, self.names.logs
        return f"(select max(number) from {events} where {owner} = {logs}.id)"

    def _not_found(self) -> NotFound:
        return NotFound(self.names.no_such, at=self.names.noun)

    def _insert_log(self, opening: str) -> Row:
        """A new log under an id and a code that none has yet."""
        sql = f"insert into {self.names.logs} (id, code, opening, created_at) values (?, ?, ?, ?)"
        while True:
            log_id, code = _random_name(ID_LENGTH).lower(), _random_name(CODE_LENGTH)
            sql_values = (log_id, code, opening, now())
            rows = self.database.select_rows(
                f"{sql} on conflict do nothing returning id, code, created_at", *sql_values
            )
            if rows:
                return rows[0]

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

    def _new_key(self, log_id: str, given_at: str) -> str:
        """A key given at that moment: the one at which the log was made, to the second, for its host; else
        to the microsecond, so that no other is given then."""
        key = secrets.token_urlsafe(KEY_BYTES)
        sql = f"insert into {self.names.keys} (hash, {self.names.owner}, created_at) values (?, ?, ?)"
        self.database.select_rows(sql, hash_secret(key), log_id, given_at)
        return key

    def _select_row(self, sql: str, *values: object) -> Row | None:
        return next(iter(self.database.select_rows(sql, *values)), None)


class SqlStore(SqlLogs):
    """An Engine over a database, which must be up to date."""

    def __init__(self, database: SqlDatabase) -> None:
        super().__init__(database, TABLES)
        self.circles = SqlLogs(database, CIRCLES)

    def check(self) -> None:
        self._select_row("select id from tables limit 1")
        self.database.check()

    def try_to_write(self) -> None:
        with self.database.write_transaction("nothing"):
            pass

    def backup(self, target: Path) -> None:
        self.database.copy_out(target)

    def close(self) -> None:
        self.database.close()

    def create_table(self, events: Sequence[Event], *, op: str) -> OpenedTable:
        return self.create_log(events, op=op)

    def last_changes(self) -> dict[str, str]:
        sql = "select table_id, max(at) as at from events group by table_id"
        return {row["table_id"]: row["at"] for row in self.database.select_rows(sql)}

    def delete_table(self, table_id: str) -> None:
        self.delete_log(table_id, "photos", "blobs")

    def keeps_photos(self, table_id: str) -> bool:
        row = self._select_row("select keeps_photos from tables where id = ?", table_id)
        if row is None:
            raise NotFound(TABLES.no_such, at="table")
        return bool(row["keeps_photos"])

    def set_keeps_photos(self, table_id: str, keeps: bool) -> None:
        with self.database.write_transaction(table_id):
            self.head(table_id)
            self.database.select_rows("update tables set keeps_photos = ? where id = ?", int(keeps), table_id)

    def add_photo(self, table_id: str, photo: str, entry: int) -> None:
        with self.database.write_transaction(table_id):
            self.head(table_id)
            sql = "insert into photos (id, table_id, entry, created_at) values (?, ?, ?, ?)"
            self.database.select_rows(f"{sql} on conflict do nothing", photo, table_id, entry, now())

    def photos(self, table_id: str) -> dict[str, int]:
        sql = f"select id, entry from photos where table_id = ? order by {self.database.row_order}"
        rows = self.database.select_rows(sql, table_id)
        return {row["id"]: row["entry"] for row in rows}

    def drop_photo(self, table_id: str, photo: str) -> None:
        with self.database.write_transaction(table_id):
            self.database.select_rows("delete from photos where id = ? and table_id = ?", photo, table_id)

    def table_ids(self) -> tuple[str, ...]:
        return self.ids()

    def listed_tables(self) -> tuple[ListedTable, ...]:
        renames = "select 1 from events r where r.table_id = tables.id and r.kind = 'renamed'"
        rows = self.database.select_rows(
            f"""select id, code, data, exists ({renames}) as renamed
                from tables join events on table_id = id and number = 1
                order by tables.{self.database.row_order}"""
        )
        return tuple(map(_listed_table, rows))

    def best_points(self, hands: Iterable[str]) -> dict[str, int | None]:
        asked = tuple(hands)
        question_marks = ", ".join("?" * len(asked)) or "null"
        sql = f"select hand, points from hand_bests where hand in ({question_marks})"
        return {row["hand"]: row["points"] for row in self.database.select_rows(sql, *asked)}

    def keep_best_points(self, hand: str, points: int | None) -> None:
        with self.database.write_transaction(hand):
            sql = "insert into hand_bests (hand, points) values (?, ?) on conflict do nothing"
            self.database.select_rows(sql, hand, points)


def _listed_table(row: Row) -> ListedTable:
    opened = json.loads(row["data"])
    title, players = opened["name"] or opened["game"], tuple(opened["players"])
    return ListedTable(row["id"], row["code"], title, players, bool(row["renamed"]))


def _rows_of_events(events: Sequence[Event]) -> list[tuple[object, ...]]:
    """What the columns after the log's id hold."""
    part_numbers: dict[str, int] = {}
    rows: list[tuple[object, ...]] = []
    for event in events:
        part_numbers[event.op] = part = part_numbers.get(event.op, -1) + 1
        data = json.dumps(event.as_dict()["data"], ensure_ascii=False, separators=(",", ":"))
        rows.append((event.number, event.op, part, event.kind, data, event.by, event.at))
    return rows


def _random_name(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
