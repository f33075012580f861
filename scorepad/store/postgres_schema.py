"""The schema on PostgreSQL: changes in order, each applied once and whole. Append; never edit or reorder.

A process of an older version goes on beside a newer one while machines are upgraded one after another, so
a change may add what the older code leaves alone, and takes nothing away that it uses.
"""

from __future__ import annotations

from scorepad.store.postgres_pool import connect

MIGRATION_LOCK = 0x53435044  # "SCPD", as SQLite's files are marked

CHANGES = (
    (
        "m001_tables_logs_and_photos",
        """
        create table tables (
            id text primary key,
            code text not null unique,
            opening text not null unique,
            created_at text not null,
            keeps_photos integer not null default 0,
            row_number bigint generated always as identity
        );
        create table keys (
            hash text primary key,
            table_id text not null references tables (id),
            created_at text not null
        );
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
        );
        create table photos (
            id text primary key,
            table_id text not null references tables (id),
            entry integer not null,
            created_at text not null,
            row_number bigint generated always as identity
        );
        create table blobs (
            id text primary key,
            table_id text not null references tables (id),
            media_type text not null,
            content bytea not null,
            created_at text not null
        );
        create function refuse_change() returns trigger language plpgsql as $$
        begin raise exception 'the log only grows' using errcode = 'integrity_constraint_violation'; end $$;
        create trigger events_only_grow before update or delete on events
        for each statement execute function refuse_change();
        """,
    ),
    (
        "m002_files_of_photos",
        """
        create table files (
            place text not null,
            folder text not null,
            name text not null,
            content bytea not null,
            written_at timestamptz not null default now(),
            primary key (place, folder, name)
        );
        alter table files alter column content set storage external; -- JPEGs, which do not compress
        """,
    ),
    (
        "m003_what_lists_look_for",
        """
        create index renamed_players on events (table_id) where kind = 'renamed';
        create index photos_of_tables on photos (table_id);
        """,
    ),
    (
        "m004_tables_that_are_deleted",
        """
        alter table tables add column deleted integer not null default 0;
        drop trigger events_only_grow on events;
        create trigger events_only_grow before update on events
        for each statement execute function refuse_change();
        create function refuse_delete() returns trigger language plpgsql as $$
        begin
            if exists (select 1 from tables where id = old.table_id and deleted = 1) then return old; end if;
            raise exception 'the log only grows' using errcode = 'integrity_constraint_violation';
        end $$;
        create trigger events_stay before delete on events for each row execute function refuse_delete();
        """,
    ),
    (
        "m005_circles",
        """
        create table circles (
            id text primary key,
            code text not null unique,
            opening text not null unique,
            created_at text not null,
            deleted integer not null default 0,
            row_number bigint generated always as identity
        );
        create table circle_keys (
            hash text primary key,
            circle_id text not null references circles (id),
            created_at text not null
        );
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
        );
        create trigger circle_events_only_grow before update on circle_events
        for each statement execute function refuse_change();
        create function refuse_circle_delete() returns trigger language plpgsql as $$
        begin
            if exists (select 1 from circles where id = old.circle_id and deleted = 1) then
                return old;
            end if;
            raise exception 'the log only grows' using errcode = 'integrity_constraint_violation';
        end $$;
        create trigger circle_events_stay before delete on circle_events
        for each row execute function refuse_circle_delete();
        create table hand_bests (hand text primary key, points integer);
        """,
    ),
    (
        "m006_photos_of_deleted_tables",
        """
        create function delete_files_of_table() returns trigger language plpgsql as $$
        begin delete from files where place = 'kept' and folder = old.id; return old; end $$;
        create trigger tables_take_their_files after delete on tables
        for each row execute function delete_files_of_table();
        """,
    ),
    (
        "m007_phones",
        """
        create table phone_tables (
            phone text not null,
            table_id text not null references tables (id),
            sealed text not null,
            seat integer,
            joined_at text not null,
            primary key (phone, table_id)
        );
        create index phone_tables_by_table_id on phone_tables (table_id);
        create table phone_circles (
            phone text not null,
            circle_id text not null references circles (id),
            sealed text not null,
            seat integer,
            joined_at text not null,
            primary key (phone, circle_id)
        );
        create index phone_circles_by_circle_id on phone_circles (circle_id);
        """,
    ),
)


def migrate(address: str) -> None:
    """Make the tables or bring them up to date; any number of processes may do so at once.

    Raises StoreAway.
    """
    with connect(address) as conn, conn.transaction():
        conn.execute("select pg_advisory_xact_lock(%s)", [MIGRATION_LOCK])
        conn.execute(
            "create table if not exists schema_changes"
            " (name text primary key, applied_at timestamptz not null default now())"
        )
        applied = {name for (name,) in conn.execute("select name from schema_changes").fetchall()}
        for name, sql in CHANGES:
            if name not in applied:
                conn.execute(sql.encode())
                conn.execute("insert into schema_changes (name) values (%s)", [name])
