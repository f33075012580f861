"""The names of the SQL tables, and the changes of the schema, in order.

Each change is applied once and whole, on either engine. Append; never reorder, and never edit one that was
applied anywhere.

An older process goes on beside a newer one while machines are upgraded one after another. So a change may add
what older code ignores, and removes nothing that it uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scorepad.core.sentence import say

APPLICATION_ID = 0x53435044  # "SCPD": how a file says that it is a scorepad store

ONLY_GROWS = "the log only grows"


@dataclass(frozen=True, slots=True)
class LogTables:
    """The names of the SQL tables of a kind of log: `logs`, `keys`, `events`, `phones` and `refusals`.

    The last four refer to a log's id in the column `owner`; `more` are other SQL tables that do. `noun` is
    the word for what has such a log. `no_such` and `no_code` are the sentences for an unknown log and an
    unknown code.
    """

    logs: str
    keys: str
    events: str
    phones: str
    refusals: str
    owner: str
    noun: str
    no_such: str
    no_code: Callable[[str], str]
    more: tuple[str, ...] = ()


TABLES = LogTables(
    "tables",
    "keys",
    "events",
    "phone_tables",
    "refusals",
    "table_id",
    "table",
    say("There’s no such table. Check the address."),
    lambda code: say("No table has the code {code}. The host’s phone shows the right one.", code=code),
    ("photos", "blobs", "webhooks", "answered"),
)
CIRCLES = LogTables(
    "circles",
    "circle_keys",
    "circle_events",
    "phone_circles",
    "circle_refusals",
    "circle_id",
    "circle",
    say("There’s no such circle. Check the address."),
    lambda code: say("No circle has the code {code}. A phone in the circle shows the right one.", code=code),
)


@dataclass(frozen=True)
class Dialect:
    """What differs between the engines: the type of bytes; a column that numbers rows, if rows have no order
    of their own; the clause for a table found by its key; the statements that protect a log."""

    bytes_type: str
    row_number: str
    by_key: str
    guards: Callable[[LogTables], Iterable[str]]


@dataclass(frozen=True)
class SchemaChange:
    """Statements that are applied together, under the name by which each engine records them. An engine
    without a name skips them. Changes of equal name are applied together."""

    on_sqlite: str
    on_postgres: str
    statements: Callable[[Dialect], Iterable[str]]


def _sqlite_guards(names: LogTables) -> Iterator[str]:
    deleted = f"select 1 from {names.logs} where id = old.{names.owner} and deleted = 1"
    for verb, condition in (("update", ""), ("delete", f"when not exists ({deleted})")):
        yield f"drop trigger if exists {names.events}_no_{verb}"
        yield f"""create trigger {names.events}_no_{verb} before {verb} on {names.events} {condition}
            begin select raise(abort, '{ONLY_GROWS}'); end"""


def _postgres_guards(names: LogTables) -> Iterator[str]:
    events, refuse_delete = names.events, f"refuse_{names.noun}_delete"
    refusal = f"raise exception '{ONLY_GROWS}' using errcode = 'integrity_constraint_violation';"
    yield f"""create or replace function refuse_change() returns trigger language plpgsql as $$
        begin {refusal} end $$"""
    yield f"""create function {refuse_delete}() returns trigger language plpgsql as $$
        begin
            if exists (select 1 from {names.logs} where id = old.{names.owner} and deleted = 1) then
                return old;
            end if;
            {refusal}
        end $$"""
    yield f"drop trigger if exists {events}_only_grow on {events}"
    yield f"""create trigger {events}_only_grow before update on {events}
        for each statement execute function refuse_change()"""
    yield f"""create trigger {events}_stay before delete on {events}
        for each row execute function {refuse_delete}()"""


SQLITE = Dialect("blob", "", "without rowid", _sqlite_guards)
POSTGRES = Dialect("bytea", ", row_number bigint generated always as identity", "", _postgres_guards)


def _logs(names: LogTables, dialect: Dialect) -> Iterator[str]:
    """The SQL tables of a kind of log: the logs, the hashed keys of their phones, and the events."""
    yield f"""create table {names.logs} (
        id text primary key,
        code text not null unique,
        opening text not null unique,
        created_at text not null
        {dialect.row_number}
    )"""
    yield f"""create table {names.keys} (
        hash text primary key,
        {names.owner} text not null references {names.logs} (id),
        created_at text not null
    ) {dialect.by_key}"""
    # `part` counts the events of one operation, so that (op, part) lets none be written twice.
    yield f"""create table {names.events} (
        {names.owner} text not null references {names.logs} (id),
        number integer not null check (number > 0),
        op text not null,
        part integer not null,
        kind text not null,
        data text not null,
        by text not null,
        at text not null,
        primary key ({names.owner}, number),
        unique ({names.owner}, op, part)
    )"""


def _guarded(names: LogTables, dialect: Dialect) -> Iterator[str]:
    """Forbid changes of events. They may be deleted only with their whole log, once that is marked so."""
    yield f"alter table {names.logs} add column deleted integer not null default 0"
    yield from dialect.guards(names)


def _blobs(dialect: Dialect) -> Iterator[str]:
    """Binary files of a table, such as photos."""
    yield f"""create table blobs (
        id text primary key,
        table_id text not null references tables (id),
        media_type text not null,
        content {dialect.bytes_type} not null,
        created_at text not null
    )"""


def _photos(dialect: Dialect) -> Iterator[str]:
    """Whether a table keeps the photos of its hands, and the log entry of each photo."""
    yield "alter table tables add column keeps_photos integer not null default 0"
    yield f"""create table photos (
        id text primary key,
        table_id text not null references tables (id),
        entry integer not null,
        created_at text not null
        {dialect.row_number}
    )"""


def _files(_dialect: Dialect) -> Iterator[str]:
    """Files of photos, for pads without a shared folder. Kept ones have the place `kept`; others are the
    queue of an older version."""
    yield """create table files (
        place text not null,
        folder text not null,
        name text not null,
        content bytea not null,
        written_at timestamptz not null default now(),
        primary key (place, folder, name)
    )"""
    yield "alter table files alter column content set storage external"  # JPEGs, which do not compress


def _lists(_dialect: Dialect) -> Iterator[str]:
    """Indexes that find renamed players, and a table's photos, without a full scan."""
    yield "create index renamed_players on events (table_id) where kind = 'renamed'"
    yield "create index photos_of_tables on photos (table_id)"


def _circles(dialect: Dialect) -> Iterator[str]:
    """Circles, kept as tables are; and the best points of hands by their digests, so that each hand is
    searched once."""
    yield from _logs(CIRCLES, dialect)
    yield from _guarded(CIRCLES, dialect)
    yield f"create table hand_bests (hand text primary key, points integer) {dialect.by_key}"


def _files_go(_dialect: Dialect) -> Iterator[str]:
    """Delete the files of a table with the table."""
    yield """create function delete_files_of_table() returns trigger language plpgsql as $$
        begin delete from files where place = 'kept' and folder = old.id; return old; end $$"""
    yield """create trigger tables_take_their_files after delete on tables
        for each row execute function delete_files_of_table()"""


def _phones(dialect: Dialect) -> Iterator[str]:
    """What each phone is at its tables and circles: its key, sealed with the phone's own secret, and its
    seat."""
    for names in (TABLES, CIRCLES):
        yield f"""create table {names.phones} (
            phone text not null,
            {names.owner} text not null references {names.logs} (id),
            sealed text not null,
            seat integer,
            joined_at text not null,
            primary key (phone, {names.owner})
        ) {dialect.by_key}"""
        yield f"create index {names.phones}_by_{names.owner} on {names.phones} ({names.owner})"


def _webhooks(dialect: Dialect) -> Iterator[str]:
    """Webhooks of tables. No foreign key leads to the table, so that an older process can delete it."""
    yield f"""create table webhooks (
        id text primary key,
        table_id text not null,
        url text not null,
        told integer not null,
        tries integer not null,
        next_at double precision not null,
        fault text not null,
        created_at text not null
    ) {dialect.by_key}"""
    yield "create index webhooks_of_tables on webhooks (table_id)"


def _turns_of_webhooks(_dialect: Dialect) -> Iterator[str]:
    """The time of each webhook's last message; 0 before the first, and if an older process adds it."""
    yield "alter table webhooks add column turn_at double precision not null default 0"


def _refusals(dialect: Dialect) -> Iterator[str]:
    """Refused operations, with the head of the log at that time. No foreign key leads to the log, so that an
    older process can delete it."""
    for names in (TABLES, CIRCLES):
        yield f"""create table {names.refusals} (
            {names.owner} text not null,
            op text not null,
            head integer not null,
            refused_at text not null,
            primary key ({names.owner}, op)
        ) {dialect.by_key}"""


def _named_tables(_dialect: Dialect) -> Iterator[str]:
    """An index that finds renamed tables without a full scan."""
    yield "create index named_tables on events (table_id) where kind = 'named'"


def _photo_queue(dialect: Dialect) -> Iterator[str]:
    """Photos that wait, are being read, or were read. Pictures have a table of their own: a change writes its
    whole row again, and pictures are large."""
    yield """create table photo_queue (
        id text primary key,
        phone text not null,
        turn integer not null,
        came_at double precision not null,
        pack text not null,
        pack_count integer not null,
        width integer not null,
        height integer not null,
        shown_width integer not null,
        shown_height integer not null,
        size integer not null,
        state text not null,
        reader text not null,
        lease_ends double precision not null,
        tries integer not null,
        outcome text not null,
        found text not null,
        expected double precision not null
    )"""
    yield f"""create table photo_pictures (
        photo text primary key,
        shown {dialect.bytes_type} not null,
        whole {dialect.bytes_type}
    )"""


def _photo_queue_on_server(dialect: Dialect) -> Iterator[str]:
    """The queue of photos, where no folder is shared; its JPEGs do not compress."""
    yield from _photo_queue(dialect)
    for picture in ("shown", "whole"):
        yield f"alter table photo_pictures alter column {picture} set storage external"


def _set_aside(_dialect: Dialect) -> Iterator[str]:
    """Recently deleted tables: all their rows, as text."""
    yield """create table set_aside (
        id text primary key,
        rows text not null,
        put_at double precision not null
    )"""


def _files_of_set_aside(_dialect: Dialect) -> Iterator[str]:
    """Keep the files of a table that is set aside."""
    yield """create or replace function delete_files_of_table() returns trigger language plpgsql as $$
        begin
            delete from files where place = 'kept' and folder = old.id
                and not exists (select 1 from set_aside where id = old.id);
            return old;
        end $$"""


def _keys_of_programs(_dialect: Dialect) -> Iterator[str]:
    """The name of a key's program; empty for a phone's key, and if an older process adds the key."""
    for names in (TABLES, CIRCLES):
        yield f"alter table {names.keys} add column program text not null default ''"


def _answered(dialect: Dialect) -> Iterator[str]:
    """Requests that change no log, by the hash of their id: what was asked, as a digest, and what was
    answered, sealed. No key leads to the table, so that a process of before can delete it."""
    yield f"""create table answered (
        table_id text not null,
        op text not null,
        asked text not null,
        answer text not null,
        answered_at text not null,
        primary key (table_id, op)
    ) {dialect.by_key}"""


CHANGES = (
    SchemaChange(
        "m001_tables_and_their_logs", "m001_tables_logs_and_photos", lambda dialect: _logs(TABLES, dialect)
    ),
    SchemaChange("m002_blobs", "m001_tables_logs_and_photos", _blobs),
    SchemaChange("m003_photos_of_entries", "m001_tables_logs_and_photos", _photos),
    SchemaChange("", "m002_files_of_photos", _files),
    SchemaChange("m004_what_lists_look_for", "m003_what_lists_look_for", _lists),
    SchemaChange(
        "m005_tables_that_are_deleted",
        "m004_tables_that_are_deleted",
        lambda dialect: _guarded(TABLES, dialect),
    ),
    SchemaChange("m006_circles", "m005_circles", _circles),
    SchemaChange("", "m006_photos_of_deleted_tables", _files_go),
    SchemaChange("m007_phones", "m007_phones", _phones),
    SchemaChange("m008_webhooks", "m008_webhooks", _webhooks),
    SchemaChange("m009_turns_of_webhooks", "m009_turns_of_webhooks", _turns_of_webhooks),
    SchemaChange("m010_refusals", "m010_refusals", _refusals),
    SchemaChange("", "m011_photo_queue", _photo_queue_on_server),
    SchemaChange("m011_named_tables", "m012_named_tables", _named_tables),
    SchemaChange("m012_tables_set_aside", "m013_tables_set_aside", _set_aside),
    SchemaChange("", "m014_files_of_tables_set_aside", _files_of_set_aside),
    SchemaChange("m013_keys_of_programs", "m015_keys_of_programs", _keys_of_programs),
    SchemaChange("m014_answered_requests", "m016_answered_requests", _answered),
)
CHANGES_OF_QUEUE_FILE = (SchemaChange("m001_photo_queue", "", _photo_queue),)
"""The changes of the file that has the queue of photos where the tables are in a file."""
