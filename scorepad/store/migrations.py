"""The changes of the schema, numbered, each applied once and whole. Append; never edit or reorder.

`store.migrate` runs what is pending. Every function here runs inside one transaction.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x53435044  # "SCPD": how a file says that it is a scorepad store

MIGRATIONS = Migrations("scorepad")


@MIGRATIONS()
def m001_tables_and_their_logs(db: Database) -> None:
    """Tables, the keys of their phones (hashed), and their logs, which only ever grow."""
    db.execute(f"pragma application_id = {APPLICATION_ID}")
    db.execute(
        """
        create table tables (
            id text primary key,
            code text not null unique,
            opening text not null unique,
            created_at text not null
        )
        """
    )
    db.execute(
        """
        create table keys (
            hash text primary key,
            table_id text not null references tables (id),
            created_at text not null
        ) without rowid
        """
    )
    db.execute(
        """
        create table events (
            table_id text not null references tables (id),
            number integer not null check (number > 0),
            op text not null,
            part integer not null,
            kind text not null,
            data text not null,
            by text not null,
            at text not null,
            primary key (table_id, number),
            unique (table_id, op, part)
        )
        """
    )
    for verb in ("update", "delete"):
        db.execute(
            f"""
            create trigger events_no_{verb} before {verb} on events
            begin select raise(abort, 'the log only grows'); end
            """
        )


@MIGRATIONS()
def m002_blobs(db: Database) -> None:
    """Bytes that belong to a table, such as photos."""
    db.execute(
        """
        create table blobs (
            id text primary key,
            table_id text not null references tables (id),
            media_type text not null,
            content blob not null,
            created_at text not null
        )
        """
    )


@MIGRATIONS()
def m003_photos_of_entries(db: Database) -> None:
    """Whether a table keeps the photos of its hands, and the entry that each kept one belongs to."""
    db.execute("alter table tables add column keeps_photos integer not null default 0")
    db.execute(
        """
        create table photos (
            id text primary key,
            table_id text not null references tables (id),
            entry integer not null,
            created_at text not null
        )
        """
    )


@MIGRATIONS()
def m004_what_lists_look_for(db: Database) -> None:
    """Renamed players, and the photos of a table: without looking at every event and every photo."""
    db.execute("create index renamed_players on events (table_id) where kind = 'renamed'")
    db.execute("create index photos_of_tables on photos (table_id)")


@MIGRATIONS()
def m005_tables_that_are_deleted(db: Database) -> None:
    """A log may go with its whole table, when that says so, and in no other way."""
    db.execute("alter table tables add column deleted integer not null default 0")
    db.execute("drop trigger events_no_delete")
    db.execute(
        """
        create trigger events_no_delete before delete on events
        when not exists (select 1 from tables where id = old.table_id and deleted = 1)
        begin select raise(abort, 'the log only grows'); end
        """
    )


@MIGRATIONS()
def m006_circles(db: Database) -> None:
    """Circles with the keys of their phones and their logs, as tables have them; and what the best melds of
    hands are worth, by a digest of the hand, so that each is searched once."""
    db.execute(
        """
        create table circles (
            id text primary key,
            code text not null unique,
            opening text not null unique,
            created_at text not null,
            deleted integer not null default 0
        )
        """
    )
    db.execute(
        """
        create table circle_keys (
            hash text primary key,
            circle_id text not null references circles (id),
            created_at text not null
        ) without rowid
        """
    )
    db.execute(
        """
        create table circle_events (
            circle_id text not null references circles (id),
            number integer not null check (number > 0),
            op text not null,
            part integer not null,
            kind text not null,
            data text not null,
            by text not null,
            at text not null,
            primary key (circle_id, number),
            unique (circle_id, op, part)
        )
        """
    )
    db.execute(
        """
        create trigger circle_events_no_update before update on circle_events
        begin select raise(abort, 'the log only grows'); end
        """
    )
    db.execute(
        """
        create trigger circle_events_no_delete before delete on circle_events
        when not exists (select 1 from circles where id = old.circle_id and deleted = 1)
        begin select raise(abort, 'the log only grows'); end
        """
    )
    db.execute("create table hand_bests (hand text primary key, points integer) without rowid")


@MIGRATIONS()
def m007_phones(db: Database) -> None:
    """What each phone is at its tables and circles: its key, sealed with its own secret, and its seat."""
    for name, logs, owner in (
        ("phone_tables", "tables", "table_id"),
        ("phone_circles", "circles", "circle_id"),
    ):
        db.execute(
            f"""
            create table {name} (
                phone text not null,
                {owner} text not null references {logs} (id),
                sealed text not null,
                seat integer,
                joined_at text not null,
                primary key (phone, {owner})
            ) without rowid
            """
        )
        db.execute(f"create index {name}_by_{owner} on {name} ({owner})")
