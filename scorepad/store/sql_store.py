"""The store in SQL, the same on both engines, values at its question marks (`migrations.py` and
`postgres_schema.py` make the tables). `sqlite.py` and `postgres.py` run it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from scorepad.core.log.event_data import Event
from scorepad.core.log.events import read_event
from scorepad.store.engine import GivenKey, ListedTable, NotFound, OpenedTable, Stale, now

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks or sounds like another: no 0 O 1 I L U
CODE_LENGTH = 6
ID_LENGTH = 12
KEY_BYTES = 16
KEY_NAME = 8  # digits of its hash that name a key to the host
ENDED = "ended-"
"""What the code of a table begins with that nobody can join: no code that is typed has a hyphen."""

Row = dict[str, Any]


class SqlDatabase(Protocol):
    """What runs statements: the part of a store that each engine does in its own way."""

    row_order: str
    """The column that counts rows as they are made."""

    def select_rows(self, sql: str, *values: object) -> list[Row]:
        """What the statement gives, a dictionary a row; nothing for one that only writes."""

    def write_rows(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run the statement once for each row of values."""

    def write_transaction(self, subject: str) -> AbstractContextManager[None]:
        """A write transaction: committed as a whole, or nothing of it. Of those on the same `subject`, a
        table's id or the hash of an operation that opens one, each begins after the one before has ended."""

    def announce(self, table_id: str) -> None:
        """Inside a write transaction: once it is committed, tell those who listen that the table changed."""

    def check(self) -> None:
        """Whether it can be read and written. Raises StoreFull, StoreReadOnly, StoreBroken, StoreAway."""

    def copy_out(self, target: Path) -> None:
        """Write all of it, as it is at one moment, to a new SQLite file."""

    def close(self) -> None:
        """Let go of its connections."""


class SqlStore:
    """An Engine over a database, which must be up to date."""

    def __init__(self, database: SqlDatabase) -> None:
        self.database = database

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
        opening = _hash_secret(op)
        with self.database.write_transaction(opening):
            row = self._select_row("select id, code from tables where opening = ?", opening)
            if row is None:
                row = self._insert_table(opening)
                self._write_events(row["id"], events)
            return OpenedTable(row["id"], row["code"], self._new_key(row["id"]))

    def append(self, table_id: str, events: Sequence[Event], *, expected: int | None) -> tuple[Event, ...]:
        with self.database.write_transaction(table_id):
            head = self.head(table_id)
            written_events = self._read_events("table_id = ? and op = ?", table_id, events[0].op)
            if written_events:
                return written_events
            if expected is not None and expected != head:
                raise Stale(head)
            numbered_events = tuple(
                replace(event, number=number) for number, event in enumerate(events, head + 1)
            )
            self._write_events(table_id, numbered_events)
            self.database.announce(table_id)
            return numbered_events

    def after(self, table_id: str, number: int) -> tuple[Event, ...]:
        events = self._read_events("table_id = ? and number > ?", table_id, number)
        if not events:
            self.head(table_id)
        return events

    def head(self, table_id: str) -> int:
        row = self._select_row("select max(number) as head from events where table_id = ?", table_id)
        if row is None or row["head"] is None:
            raise NotFound("There is no such table.", at="table")
        return int(row["head"])

    def heads(self, table_ids: Iterable[str]) -> dict[str, int]:
        ids = tuple(table_ids)
        question_marks = ", ".join("?" * len(ids)) or "null"
        head = "(select max(number) from events where table_id = tables.id)"  # one step in the index each
        sql = f"select id, {head} as head from tables where id in ({question_marks})"
        return {row["id"]: row["head"] for row in self.database.select_rows(sql, *ids)}

    def by_code(self, code: str) -> str:
        row = self._select_row("select id from tables where code = ?", code.replace(" ", "").upper())
        if row is None:
            raise NotFound(f"No table has the code {code[:20]!r}.", at="code")
        return str(row["id"])

    def code(self, table_id: str) -> str:
        row = self._select_row("select code from tables where id = ?", table_id)
        if row is None:
            raise NotFound("There is no such table.", at="table")
        return str(row["code"])

    def add_key(self, table_id: str) -> str:
        with self.database.write_transaction(table_id):
            self.head(table_id)
            return self._new_key(table_id)

    def check_key(self, table_id: str, key: str) -> bool:
        self.head(table_id)
        sql = "select 1 as found from keys where hash = ? and table_id = ?"
        return self._select_row(sql, _hash_secret(key), table_id) is not None

    def keys(self, table_id: str) -> tuple[GivenKey, ...]:
        sql = "select hash, created_at from keys where table_id = ? order by created_at, hash"
        rows = self.database.select_rows(sql, table_id)
        return tuple(GivenKey(row["hash"][:KEY_NAME], row["created_at"]) for row in rows)

    def take_back(self, table_id: str, names: Collection[str]) -> None:
        sql = f"delete from keys where table_id = ? and substr(hash, 1, {KEY_NAME}) = ?"
        with self.database.write_transaction(table_id):
            for name in names:
                self.database.select_rows(sql, table_id, name)

    def change_code(self, table_id: str, *, joins: bool = True) -> str:
        new_code = _random_name(CODE_LENGTH) if joins else f"{ENDED}{table_id}"
        with self.database.write_transaction(table_id):
            self.head(table_id)
            self.database.select_rows("update tables set code = ? where id = ?", new_code, table_id)
        return new_code

    def last_changes(self) -> dict[str, str]:
        sql = "select table_id, max(at) as at from events group by table_id"
        return {row["table_id"]: row["at"] for row in self.database.select_rows(sql)}

    def delete_table(self, table_id: str) -> None:
        with self.database.write_transaction(table_id):
            self.head(table_id)
            self.database.select_rows("update tables set deleted = 1 where id = ?", table_id)
            for kept in ("events", "photos", "blobs", "keys"):
                self.database.select_rows(f"delete from {kept} where table_id = ?", table_id)
            self.database.select_rows("delete from tables where id = ?", table_id)
            self.database.announce(table_id)

    def keeps_photos(self, table_id: str) -> bool:
        row = self._select_row("select keeps_photos from tables where id = ?", table_id)
        if row is None:
            raise NotFound("There is no such table.", at="table")
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
        rows = self.database.select_rows(f"select id from tables order by {self.database.row_order}")
        return tuple(row["id"] for row in rows)

    def listed_tables(self) -> tuple[ListedTable, ...]:
        renames = "select 1 from events r where r.table_id = tables.id and r.kind = 'renamed'"
        rows = self.database.select_rows(
            f"""select id, code, data, exists ({renames}) as renamed
                from tables join events on table_id = id and number = 1
                order by tables.{self.database.row_order}"""
        )
        return tuple(map(_listed_table, rows))

    def _insert_table(self, opening: str) -> Row:
        """A new table under an id and a code that none has yet."""
        sql = "insert into tables (id, code, opening, created_at) values (?, ?, ?, ?)"
        while True:
            table_id, code = _random_name(ID_LENGTH).lower(), _random_name(CODE_LENGTH)
            sql_values = (table_id, code, opening, now())
            rows = self.database.select_rows(f"{sql} on conflict do nothing returning id, code", *sql_values)
            if rows:
                return rows[0]

    def _write_events(self, table_id: str, events: Sequence[Event]) -> None:
        part_numbers: dict[str, int] = {}
        rows = []
        for event in events:
            part_numbers[event.op] = part = part_numbers.get(event.op, -1) + 1
            data = json.dumps(event.as_dict()["data"], ensure_ascii=False, separators=(",", ":"))
            rows.append((table_id, event.number, event.op, part, event.kind, data, event.by, event.at))
        self.database.write_rows(
            """insert into events (table_id, number, op, part, kind, data, by, at)
               values (?, ?, ?, ?, ?, ?, ?, ?)""",
            rows,
        )

    def _read_events(self, where: str, *values: object) -> tuple[Event, ...]:
        sql = f"select number, op, kind, data, by, at from events where {where} order by number"
        rows = self.database.select_rows(sql, *values)
        return tuple(read_event({**row, "data": json.loads(row["data"])}) for row in rows)

    def _new_key(self, table_id: str) -> str:
        key = secrets.token_urlsafe(KEY_BYTES)
        sql = "insert into keys (hash, table_id, created_at) values (?, ?, ?)"
        self.database.select_rows(sql, _hash_secret(key), table_id, now())
        return key

    def _select_row(self, sql: str, *values: object) -> Row | None:
        return next(iter(self.database.select_rows(sql, *values)), None)


def _listed_table(row: Row) -> ListedTable:
    opened = json.loads(row["data"])
    title, players = opened["name"] or opened["game"], tuple(opened["players"])
    return ListedTable(row["id"], row["code"], title, players, bool(row["renamed"]))


def _random_name(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _hash_secret(secret: str) -> str:
    """Keys have 128 random bits, so a plain hash keeps them; none is ever stored as it is."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
