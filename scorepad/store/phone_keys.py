"""The keys of phones to a kind of log, and what each phone has joined.

Reading the store, or a backup of it, gives no access: keys are stored as hashes, and what a phone has joined
is sealed with the phone's own secret.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection

from scorepad.core.sentence import say
from scorepad.store.engine import Engine, GivenKey, JoinedLog, KeyRefused, NotFound, Row, now
from scorepad.store.migrations import LogTables

KEY_BYTES = 16
SALT_BYTES = 8  # that make each sealed key another one
TO_THE_SECOND, ZONE = 25, "+00:00"  # characters of a date, and its end
KEY_NAME = 8  # digits of its hash that name a key to the host
MOST_PROGRAMS = 20  # with a key to one table
UNNAMED = "program"
TOO_MANY_PROGRAMS = say("A table has up to {most} keys of programs. Take one away first.", most=MOST_PROGRAMS)
NO_SUCH_KEY = say("No program has this key. Look at the list of keys.")
READS = "r-"
"""What the hash of a key begins with that only reads: it is never that of one that writes."""


class PhoneKeys:
    """The keys to logs of one kind, in a database whose schema is up to date."""

    def __init__(self, database: Engine, names: LogTables) -> None:
        self.database, self.names = database, names

    def head(self, log_id: str) -> int:
        """The number of the log's last event. Raises NotFound."""
        events, owner = self.names.events, self.names.owner
        row = self._select_row(f"select max(number) as head from {events} where {owner} = ?", log_id)
        if row is None or row["head"] is None:
            raise self._not_found()
        return int(row["head"])

    def add_key(self, log_id: str) -> str:
        """Add a key to the log, for one phone. Raises NotFound."""
        with self.database.write_transaction(log_id):
            self.head(log_id)
            return self._new_key(log_id, now("microseconds"))

    def add_program_key(
        self, log_id: str, program: str, *, reads: bool, key: str = ""
    ) -> tuple[GivenKey, str]:
        """A new key for a program of that name, which only `reads` or writes too: as its host knows it, and
        the key itself, which nobody can be told again. A `key` that is named is given once. Raises NotFound,
        and KeyRefused for one too many."""
        program, key = program or UNNAMED, key or secrets.token_urlsafe(KEY_BYTES)
        name = (READS * reads + hash_secret(key))[:KEY_NAME]
        with self.database.write_transaction(log_id):
            self.head(log_id)
            given = {known.name: known for known in self.program_keys(log_id)}
            if name not in given and len(given) >= MOST_PROGRAMS:
                raise KeyRefused(TOO_MANY_PROGRAMS, at="keys")
            if name not in given:
                given_at = now("microseconds")
                self._new_key(log_id, given_at, key, reads=reads, program=program)
                given[name] = GivenKey(name, given_at, only_reads=reads, program=program)
        return given[name], key

    def program_keys(self, log_id: str) -> tuple[GivenKey, ...]:
        """The keys of programs, the oldest first."""
        return tuple(key for key in self.keys(log_id) if key.is_program)

    def take_back_program(self, log_id: str, name: str) -> None:
        """Revoke the program's key of that name. Raises NotFound."""
        sql = (
            f"delete from {self.names.keys} where {self.names.owner} = ? and substr(hash, 1, {KEY_NAME}) = ?"
        )
        with self.database.write_transaction(log_id):
            if name not in {key.name for key in self.program_keys(log_id)}:
                raise NotFound(NO_SUCH_KEY, at="key")
            self.database.select_rows(sql, log_id, name)

    def may_read(self, log_id: str, key: str) -> bool:
        """Whether the key opens the log, for writing or for reading. Raises NotFound."""
        self.head(log_id)
        sql = f"select 1 as found from {self.names.keys} where hash in (?, ?) and {self.names.owner} = ?"
        hashed = hash_secret(key)
        return self._select_row(sql, hashed, READS + hashed, log_id) is not None

    def check_key(self, log_id: str, key: str) -> bool:
        """Whether the key opens the log for writing. Raises NotFound."""
        self.head(log_id)
        sql = f"select 1 as found from {self.names.keys} where hash = ? and {self.names.owner} = ?"
        return self._select_row(sql, hash_secret(key), log_id) is not None

    def is_host_key(self, log_id: str, key: str) -> bool:
        """Whether the key is a host's: the one given with the log, or one made so since. Raises NotFound."""
        self.head(log_id)
        sql = f"select 1 as found from {self.names.keys} where hash = ? and {self._is_host}"
        return self._select_row(sql, hash_secret(key), log_id, log_id, log_id) is not None

    @property
    def _is_host(self) -> str:
        """SQL for whether a row of the keys is a host's. Its parameters are the log's id, three times.

        A host's key has the date of its log, to the second; other keys are dated to the microsecond
        (`_new_key`). Older logs date all keys to the second: there the host's is the oldest.
        """
        logs, keys, owner = self.names.logs, self.names.keys, self.names.owner
        return f"""{owner} = ? and created_at = (
            select created_at from {keys} where {owner} = ? and length(created_at) = {TO_THE_SECOND}
            order by created_at <> (select created_at from {logs} where id = ?), created_at limit 1)"""

    def keys(self, log_id: str) -> tuple[GivenKey, ...]:
        """The log's keys, the oldest first."""
        keys, owner = self.names.keys, self.names.owner
        sql = f"select hash, created_at, program, ({self._is_host}) as host from {keys} where {owner} = ?"
        rows = self.database.select_rows(f"{sql} order by created_at, hash", *[log_id] * 4)
        return tuple(
            GivenKey(
                row["hash"][:KEY_NAME],
                row["created_at"],
                bool(row["host"]),
                row["hash"].startswith(READS),
                row["program"],
            )
            for row in rows
        )

    def take_back(self, log_id: str, names: Collection[str]) -> None:
        """Revoke the keys of these names. Sending the log's opening again gives no new key either."""
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
        """Make the key of that name a host's."""
        logs, keys, owner = self.names.logs, self.names.keys, self.names.owner
        sql = f"""update {keys} set created_at = (select created_at from {logs} where id = ?)
                  where {owner} = ? and substr(hash, 1, {KEY_NAME}) = ?"""
        with self.database.write_transaction(log_id):
            self.database.select_rows(sql, log_id, log_id, name)

    def join(self, phone: str, joined: JoinedLog) -> None:
        """Save what the phone with that secret is at a table or in a circle. Raises NotFound."""
        phones, owner = self.names.phones, self.names.owner
        sql = f"""insert into {phones} (phone, {owner}, sealed, seat, joined_at) values (?, ?, ?, ?, ?)
            on conflict (phone, {owner}) do update
            set sealed = excluded.sealed, seat = excluded.seat, joined_at = excluded.joined_at"""
        values = (hash_secret(phone), joined.id, sealed_key(phone, joined.key), joined.seat)
        with self.database.write_transaction(joined.id):
            self.head(joined.id)
            self.database.select_rows(sql, *values, now("microseconds"))

    def leave(self, phone: str, log_id: str) -> None:
        """Forget what the phone with that secret is there."""
        sql = f"delete from {self.names.phones} where phone = ? and {self.names.owner} = ?"
        with self.database.write_transaction(log_id):
            self.database.select_rows(sql, hash_secret(phone), log_id)

    def joined_log(self, phone: str, log_id: str) -> JoinedLog | None:
        """What the phone with that secret is there; None if it never joined."""
        return next(iter(self._read_joined(phone, f"and {self.names.owner} = ?", log_id)), None)

    def joined_logs(self, phone: str) -> tuple[JoinedLog, ...]:
        """Everything that the phone with that secret has joined, the newest last."""
        return self._read_joined(phone, "order by joined_at")

    def _read_joined(self, phone: str, more: str, *values: object) -> tuple[JoinedLog, ...]:
        owner = self.names.owner
        sql = f"select {owner} as id, sealed, seat from {self.names.phones} where phone = ? {more}"
        rows = self.database.select_rows(sql, hash_secret(phone), *values)
        return tuple(JoinedLog(row["id"], opened_key(phone, row["sealed"]), row["seat"]) for row in rows)

    def _new_key(
        self, log_id: str, given_at: str, key: str = "", *, reads: bool = False, program: str = ""
    ) -> str:
        """Insert a key dated `given_at`.

        A host's key has the date of its log, to the second; other keys are dated to the microsecond, so that
        none equals it. A given `key` is inserted at most once.
        """
        key = key or secrets.token_urlsafe(KEY_BYTES)
        columns = f"hash, {self.names.owner}, created_at, program"
        sql = f"insert into {self.names.keys} ({columns}) values (?, ?, ?, ?)"
        hashed = READS * reads + hash_secret(key)
        self.database.select_rows(f"{sql} on conflict do nothing", hashed, log_id, given_at, program)
        return key

    def _not_found(self) -> NotFound:
        return NotFound(self.names.no_such, at=self.names.noun)

    def _select_row(self, sql: str, *values: object) -> Row | None:
        return next(iter(self.database.select_rows(sql, *values)), None)


def hash_secret(secret: str) -> str:
    """The hash under which a secret is stored. Secrets have 128 random bits, so a plain hash is safe."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def sealed_key(phone: str, key: str) -> str:
    """A phone's key, encrypted with the phone's own secret; empty if it has none."""
    if not key:
        return ""
    salt = secrets.token_hex(SALT_BYTES)
    return salt + _mixed(phone, salt, key.encode("utf-8", "replace")).hex()


def opened_key(phone: str, sealed: str) -> str:
    """Decrypt a key that was sealed for the phone with that secret."""
    salt, mixed = sealed[: 2 * SALT_BYTES], bytes.fromhex(sealed[2 * SALT_BYTES :])
    return _mixed(phone, salt, mixed).decode("utf-8", "replace")


def _mixed(phone: str, salt: str, text: bytes) -> bytes:
    """XOR the bytes with a stream made from the secret and the salt. Doing it twice gives the bytes back."""
    pad = hashlib.shake_256(f"{salt}{phone}".encode("utf-8", "replace")).digest(len(text))
    return bytes(a ^ b for a, b in zip(text, pad, strict=True))
