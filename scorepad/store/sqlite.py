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
from scorepad.store.engine import NotFound, Opened, Stale, now
from scorepad.store.sqlite_file import connect, copy_out, immediate

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks or sounds like another: no 0 O 1 I L U
CODE_LENGTH = 6
ID_LENGTH = 12
KEY_BYTES = 16


class Store:
    """An Engine on one SQLite file, which `migrate` must have brought up to date."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._db = connect(self.path)

    def create_table(self, events: Sequence[Event], *, op: str) -> Opened:
        opening = _hash(op)
        with self._writing():
            row = self._row("select id, code from tables where opening = ?", opening)
            if row is None:
                row = {"id": self._free("id", ID_LENGTH).lower(), "code": self._free("code", CODE_LENGTH)}
                self._db.execute(
                    "insert into tables (id, code, opening, created_at) values (?, ?, ?, ?)",
                    [row["id"], row["code"], opening, now()],
                )
                self._write(row["id"], events)
            return Opened(row["id"], row["code"], self._new_key(row["id"]))

    def append(self, table_id: str, events: Sequence[Event], *, expected: int | None) -> tuple[Event, ...]:
        with self._writing():
            head = self.head(table_id)
            written = self._events("table_id = ? and op = ?", table_id, events[0].op)
            if written:
                return written
            if expected is not None and expected != head:
                raise Stale(head)
            numbered = tuple(replace(event, number=number) for number, event in enumerate(events, head + 1))
            self._write(table_id, numbered)
            return numbered

    def after(self, table_id: str, number: int) -> tuple[Event, ...]:
        events = self._events("table_id = ? and number > ?", table_id, number)
        if not events:
            self.head(table_id)
        return events

    def head(self, table_id: str) -> int:
        row = self._row("select max(number) as head from events where table_id = ?", table_id)
        if row is None or row["head"] is None:
            raise NotFound("There is no such table.", at="table")
        return int(row["head"])

    def heads(self, table_ids: Iterable[str]) -> dict[str, int]:
        ids = tuple(table_ids)
        marks = ", ".join("?" * len(ids))
        sql = (
            f"select table_id, max(number) as head from events where table_id in ({marks}) group by table_id"
        )
        return {row["table_id"]: row["head"] for row in self._rows(sql, *ids)}

    def by_code(self, code: str) -> str:
        row = self._row("select id from tables where code = ?", code.replace(" ", "").upper())
        if row is None:
            raise NotFound(f"No table has the code {code[:20]!r}.", at="code")
        return str(row["id"])

    def code(self, table_id: str) -> str:
        row = self._row("select code from tables where id = ?", table_id)
        if row is None:
            raise NotFound("There is no such table.", at="table")
        return str(row["code"])

    def add_key(self, table_id: str) -> str:
        with self._writing():
            self.head(table_id)
            return self._new_key(table_id)

    def check_key(self, table_id: str, key: str) -> bool:
        self.head(table_id)
        sql = "select 1 as found from keys where hash = ? and table_id = ?"
        return self._row(sql, _hash(key), table_id) is not None

    def keeps_photos(self, table_id: str) -> bool:
        row = self._row("select keeps_photos from tables where id = ?", table_id)
        if row is None:
            raise NotFound("There is no such table.", at="table")
        return bool(row["keeps_photos"])

    def set_keeps_photos(self, table_id: str, keeps: bool) -> None:
        with self._writing():
            self.head(table_id)
            self._db.execute("update tables set keeps_photos = ? where id = ?", [int(keeps), table_id])

    def add_photo(self, table_id: str, photo: str, entry: int) -> None:
        with self._writing():
            self.head(table_id)
            sql = "insert or ignore into photos (id, table_id, entry, created_at) values (?, ?, ?, ?)"
            self._db.execute(sql, [photo, table_id, entry, now()])

    def photos(self, table_id: str) -> dict[str, int]:
        rows = self._rows("select id, entry from photos where table_id = ? order by rowid", table_id)
        return {row["id"]: row["entry"] for row in rows}

    def drop_photo(self, table_id: str, photo: str) -> None:
        with self._writing():
            self._db.execute("delete from photos where id = ? and table_id = ?", [photo, table_id])

    def table_ids(self) -> tuple[str, ...]:
        return tuple(row["id"] for row in self._rows("select id from tables order by rowid"))

    def backup(self, target: Path) -> None:
        copy_out(self.path, target)

    def close(self) -> None:
        self._db.close()

    def _writing(self) -> AbstractContextManager[None]:
        return immediate(self._db)

    def _write(self, table_id: str, events: Sequence[Event]) -> None:
        parts: dict[str, int] = {}
        for event in events:
            parts[event.op] = parts.get(event.op, -1) + 1
            data = json.dumps(event.as_dict()["data"], ensure_ascii=False, separators=(",", ":"))
            self._db.execute(
                """insert into events (table_id, number, op, part, kind, data, by, at)
                   values (?, ?, ?, ?, ?, ?, ?, ?)""",
                [table_id, event.number, event.op, parts[event.op], event.kind, data, event.by, event.at],
            )

    def _events(self, where: str, *values: object) -> tuple[Event, ...]:
        sql = f"select number, op, kind, data, by, at from events where {where} order by number"
        return tuple(read_event({**row, "data": json.loads(row["data"])}) for row in self._rows(sql, *values))

    def _new_key(self, table_id: str) -> str:
        key = secrets.token_urlsafe(KEY_BYTES)
        self._db.execute(
            "insert into keys (hash, table_id, created_at) values (?, ?, ?)", [_hash(key), table_id, now()]
        )
        return key

    def _free(self, column: str, length: int) -> str:
        """A name of random letters that no table has yet; tried again while it is taken."""
        while True:
            name = "".join(secrets.choice(ALPHABET) for _ in range(length))
            if self._row(f"select 1 as found from tables where {column} = ? collate nocase", name) is None:
                return name

    def _rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        cursor = self._db.execute(sql, list(values))
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _row(self, sql: str, *values: object) -> dict[str, Any] | None:
        return next(iter(self._rows(sql, *values)), None)


def _hash(secret: str) -> str:
    """Keys have 128 random bits, so a plain hash keeps them; none is ever stored as it is."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
