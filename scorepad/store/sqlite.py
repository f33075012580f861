"""The store on SQLite: all SQL and table names (`migrations.py` beside it changes the schema).

One Store serves one request; `sqlite_file` says how its file is opened and locked.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

from scorepad.core.log.event_data import Event
from scorepad.core.log.events import read_event
from scorepad.store.change_sockets import tell_change
from scorepad.store.engine import NotFound, OpenedTable, Stale, now
from scorepad.store.sqlite_condition import check_file
from scorepad.store.sqlite_file import connect_file, copy_out, write_transaction

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks or sounds like another: no 0 O 1 I L U
CODE_LENGTH = 6
ID_LENGTH = 12
KEY_BYTES = 16


class Store:
    """An Engine on one SQLite file, which `migrate` must have brought up to date."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._db = connect_file(self.path)

    def create_table(self, events: Sequence[Event], *, op: str) -> OpenedTable:
        opening = _hash_secret(op)
        with self._write_transaction():
            row = self._select_row("select id, code from tables where opening = ?", opening)
            if row is None:
                row = {
                    "id": self._unused_name("id", ID_LENGTH).lower(),
                    "code": self._unused_name("code", CODE_LENGTH),
                }
                self._db.execute(
                    "insert into tables (id, code, opening, created_at) values (?, ?, ?, ?)",
                    [row["id"], row["code"], opening, now()],
                )
                self._write_events(row["id"], events)
            return OpenedTable(row["id"], row["code"], self._new_key(row["id"]))

    def append(self, table_id: str, events: Sequence[Event], *, expected: int | None) -> tuple[Event, ...]:
        with self._write_transaction():
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
        tell_change(table_id)
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
        question_marks = ", ".join("?" * len(ids))
        head = "(select max(number) from events where table_id = tables.id)"  # one step in the index each
        sql = f"select id, {head} as head from tables where id in ({question_marks})"
        return {row["id"]: row["head"] for row in self._select_rows(sql, *ids)}

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
        with self._write_transaction():
            self.head(table_id)
            return self._new_key(table_id)

    def check_key(self, table_id: str, key: str) -> bool:
        self.head(table_id)
        sql = "select 1 as found from keys where hash = ? and table_id = ?"
        return self._select_row(sql, _hash_secret(key), table_id) is not None

    def keeps_photos(self, table_id: str) -> bool:
        row = self._select_row("select keeps_photos from tables where id = ?", table_id)
        if row is None:
            raise NotFound("There is no such table.", at="table")
        return bool(row["keeps_photos"])

    def set_keeps_photos(self, table_id: str, keeps: bool) -> None:
        with self._write_transaction():
            self.head(table_id)
            self._db.execute("update tables set keeps_photos = ? where id = ?", [int(keeps), table_id])

    def add_photo(self, table_id: str, photo: str, entry: int) -> None:
        with self._write_transaction():
            self.head(table_id)
            sql = "insert or ignore into photos (id, table_id, entry, created_at) values (?, ?, ?, ?)"
            self._db.execute(sql, [photo, table_id, entry, now()])

    def photos(self, table_id: str) -> dict[str, int]:
        rows = self._select_rows("select id, entry from photos where table_id = ? order by rowid", table_id)
        return {row["id"]: row["entry"] for row in rows}

    def drop_photo(self, table_id: str, photo: str) -> None:
        with self._write_transaction():
            self._db.execute("delete from photos where id = ? and table_id = ?", [photo, table_id])

    def table_ids(self) -> tuple[str, ...]:
        return tuple(row["id"] for row in self._select_rows("select id from tables order by rowid"))

    def check(self) -> None:
        self.table_ids()
        check_file(self.path)

    def backup(self, target: Path) -> None:
        copy_out(self.path, target)

    def close(self) -> None:
        self._db.close()

    def _write_transaction(self) -> AbstractContextManager[None]:
        return write_transaction(self._db)

    def _write_events(self, table_id: str, events: Sequence[Event]) -> None:
        part_numbers: dict[str, int] = {}
        for event in events:
            part_numbers[event.op] = part_numbers.get(event.op, -1) + 1
            data = json.dumps(event.as_dict()["data"], ensure_ascii=False, separators=(",", ":"))
            self._db.execute(
                """insert into events (table_id, number, op, part, kind, data, by, at)
                   values (?, ?, ?, ?, ?, ?, ?, ?)""",
                [
                    table_id,
                    event.number,
                    event.op,
                    part_numbers[event.op],
                    event.kind,
                    data,
                    event.by,
                    event.at,
                ],
            )

    def _read_events(self, where: str, *values: object) -> tuple[Event, ...]:
        sql = f"select number, op, kind, data, by, at from events where {where} order by number"
        return tuple(
            read_event({**row, "data": json.loads(row["data"])}) for row in self._select_rows(sql, *values)
        )

    def _new_key(self, table_id: str) -> str:
        key = secrets.token_urlsafe(KEY_BYTES)
        self._db.execute(
            "insert into keys (hash, table_id, created_at) values (?, ?, ?)",
            [_hash_secret(key), table_id, now()],
        )
        return key

    def _unused_name(self, column: str, length: int) -> str:
        """A name of random letters that no table has yet; tried again while it is taken."""
        while True:
            random_name = "".join(secrets.choice(ALPHABET) for _ in range(length))
            if (
                self._select_row(
                    f"select 1 as found from tables where {column} = ? collate nocase", random_name
                )
                is None
            ):
                return random_name

    def _select_rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        cursor = self._db.execute(sql, list(values))
        column_names = [column[0] for column in cursor.description]
        return [dict(zip(column_names, row, strict=True)) for row in cursor.fetchall()]

    def _select_row(self, sql: str, *values: object) -> dict[str, Any] | None:
        return next(iter(self._select_rows(sql, *values)), None)


def _hash_secret(secret: str) -> str:
    """Keys have 128 random bits, so a plain hash keeps them; none is ever stored as it is."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
