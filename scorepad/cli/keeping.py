"""Commands for tables that need their host: keys taken back, tables ended, old ones deleted."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from scorepad.cli.command import (
    INSTANCE,
    JSON,
    Arguments,
    argument,
    command,
    count_of,
    database_of,
    instance_folder,
    named_log,
    named_table,
    opened_store,
    say,
)
from scorepad.core.errors import ScorepadError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorepad.store.engine import GivenKey
    from scorepad.store.sql_store import Logs, Store

UNITS = {"d": 1, "w": 7, "y": 365}  # days
OF_LOG = "its id or code; 'scorepad tables' and 'scorepad circle' list them"
AGE = re.compile(r"([0-9]{1,5})([dwy])")


LOG = argument("table", metavar="TABLE", help=OF_LOG)


@command(
    "keys",
    "List the keys of the phones that joined a table or circle.",
    argument(
        "--host", metavar="KEY", help="make the phone with this key the table’s host, who may delete it"
    ),
    argument("--program", metavar="NAME", help="make a key for a program of that name, and print it"),
    argument("--reading", action="store_true", help="make a key for a program that only reads, and print it"),
    LOG,
    INSTANCE,
)
def _list_keys(arguments: Arguments) -> int:
    with opened_store(arguments) as store:
        logs, log_id = named_log(store, arguments.table)
        if arguments.host:
            _refuse_unknown(logs, log_id, [arguments.host])
            if logs is not store:
                raise ScorepadError(
                    "A circle has no host, because all its phones can do the same. Leave out --host.",
                    at="host",
                )
            logs.make_host(log_id, arguments.host)
        if arguments.reading or arguments.program:
            from scorepad.answers.list_answers import key_to_give

            name = key_to_give({"name": arguments.program or ""}).name
            return say(logs.add_program_key(log_id, name, reads=arguments.reading)[1])
        for key in logs.keys(log_id):
            is_host = key.is_host and logs is store
            print(f"{key.name}  {'the host' if is_host else _told(key)}")
    return 0


def _told(key: GivenKey) -> str:
    """A key as a line: `given 2026-11-29T…, only reads, Discord bot`."""
    told = (f"given {key.given_at}", "only reads" if key.only_reads else "", key.program)
    return ", ".join(filter(None, told))


def _refuse_unknown(logs: Logs, log_id: str, names: Sequence[str]) -> None:
    known = [key.name for key in logs.keys(log_id)]
    if unknown := [name for name in names if name not in known]:
        raise ScorepadError(f"There’s no key {unknown[0]!r}. Run 'scorepad keys' to see them.", at="keys")


@command(
    "revoke",
    "Take back keys of a table or circle, and change its code.",
    LOG,
    argument("keys", metavar="KEY", nargs="*", help="a key from 'scorepad keys' (default: all keys)"),
    INSTANCE,
)
def _revoke(arguments: Arguments) -> int:
    """Revoke keys. Their phones may still watch; to write again, they join with the new code."""
    with opened_store(arguments) as store:
        logs, log_id = named_log(store, arguments.table)
        _refuse_unknown(logs, log_id, arguments.keys)
        taken = arguments.keys or [key.name for key in logs.keys(log_id)]
        if arguments.keys and {*taken} <= {key.name for key in logs.program_keys(log_id)}:
            for name in taken:
                logs.take_back_program(log_id, name)
            return say(f"Took back {count_of(len(taken), 'key')} of programs. Phones go on as before.")
        logs.take_back(log_id, taken)
        code, noun = logs.change_code(log_id), "table" if logs is store else "circle"
        host_way = _way_to_host(store, logs, log_id)
    return say(f"Took back {count_of(len(taken), 'key')}. Join the {noun} with {code} from now on.{host_way}")


def _way_to_host(store: Store, logs: Logs, log_id: str) -> str:
    """Advice on a table that has no host; empty if it has one."""
    if logs is not store or any(key.is_host for key in logs.keys(log_id)):
        return ""
    return (
        "\nIt has no host now, and joining makes nobody the host. Once the host has joined again, "
        f"'scorepad keys {log_id}' shows the phone’s key. 'scorepad keys {log_id} --host KEY' makes it "
        "the host’s."
    )


@command("end", "End a table or circle, so nobody can change or join it.", LOG, INSTANCE)
def _end(arguments: Arguments) -> int:
    with opened_store(arguments) as store:
        logs, log_id = named_log(store, arguments.table)
        noun = "table" if logs is store else "circle"
        logs.take_back(log_id, [key.name for key in logs.keys(log_id)])
        # Else whoever knows the code would join again, and have a key.
        logs.change_code(log_id, joins=False)
    return say(f"Ended the {noun} {log_id}. People can still look at it, but nobody can change or join it.")


@command("reopen", "Give a table or circle a new code to join with.", LOG, INSTANCE)
def _reopen(arguments: Arguments) -> int:
    with opened_store(arguments) as store:
        logs, log_id = named_log(store, arguments.table)
        code, host_way = logs.change_code(log_id), _way_to_host(store, logs, log_id)
    return say(f"Join the {'table' if logs is store else 'circle'} with {code}.{host_way}")


@command("doctor", "Find problems with the pad and say how to fix them.", JSON, INSTANCE)
def _examine(arguments: Arguments) -> int:
    """Run the doctor. Exit status 1 if something is wrong."""
    from dataclasses import asdict
    from json import dumps

    from scorepad.core.extras import LIBRARIES, is_installed, missing_words
    from scorepad.host.doctor import complaints, kept_backups

    missing = [extra for extra in LIBRARIES if not is_installed(extra)]
    wrong, backups = complaints(arguments.instance), kept_backups(arguments.instance)
    if arguments.json:
        told = {
            "complaints": [asdict(complaint) for complaint in wrong],
            "backups": backups and asdict(backups),
            "not_installed": missing,
        }
        print(dumps({"well": not wrong, **told}))
    else:
        for complaint in wrong:
            print(f"{complaint.fault}\n  {complaint.remedy}")
        if not wrong:
            print("All is well.")
        for extra in missing:
            print(missing_words(extra))
        if backups:
            print(backups)
    return 1 if wrong else 0


@command(
    "delete",
    "Delete tables and circles by name, or tables by age.",
    argument("tables", metavar="TABLE", nargs="*", help="ids or codes of tables and circles"),
    argument("--older-than", metavar="AGE", help="those that nobody changed for 90d, 12w or 2y"),
    argument("--yes", action="store_true", help="delete them; otherwise they’re only listed"),
    INSTANCE,
)
def _delete(arguments: Arguments) -> int:
    if not arguments.tables and not arguments.older_than:
        raise ScorepadError("Name tables, or use --older-than AGE.", at="tables")
    with opened_store(arguments) as store:
        circles = _chosen_circles(store, arguments)
        arguments.tables = [name for name in arguments.tables if name not in circles]
        for circle in circles.values():
            print(f"{circle}  a circle; its tables stay")
            if arguments.yes:
                store.circles.delete_log(circle)
        # Where circles alone are named, no table is: without names `_chosen_tables` takes all of them.
        if circles and not (arguments.tables or arguments.older_than):
            return _say_deleted(arguments, len(circles), "circle")
        for table in (chosen := _chosen_tables(store, arguments)):
            print(f"{table}  last written to {store.last_changes()[table]}")
            if arguments.yes:
                _delete_photos(arguments, table)  # first: nobody finds those of a table that is gone
                store.delete_log(table)
    return _say_deleted(arguments, len(chosen), "table")


def _say_deleted(arguments: Arguments, count: int, noun: str) -> int:
    if arguments.yes:
        return say(f"Deleted {count_of(count, noun)}.")
    return say(f"{count_of(count, noun)}; nothing was deleted. Add --yes to delete.")


def _chosen_circles(store: Store, arguments: Arguments) -> dict[str, str]:
    """The ids of circles among the arguments, by the names given."""
    named_logs = ((name, *named_log(store, name)) for name in arguments.tables)
    return {name: log_id for name, logs, log_id in named_logs if logs is not store}


def _chosen_tables(store: Store, arguments: Arguments) -> list[str]:
    """The tables named, or all, restricted to those old enough if an age is given."""
    tables = [named_table(store, name) for name in arguments.tables] or list(store.ids())
    if not arguments.older_than:
        return tables
    last_changes, before = store.last_changes(), datetime.now(UTC) - _age(arguments.older_than)
    return [table for table in tables if datetime.fromisoformat(last_changes[table]) < before]


def _age(text: str) -> timedelta:
    match = AGE.fullmatch(text)
    if match is None:
        raise ScorepadError(f"{text!r} isn’t an age. Type one such as 90d, 12w or 2y.", at="older-than")
    return timedelta(days=int(match[1]) * UNITS[match[2]])


def _delete_photos(arguments: Arguments, table: str) -> None:
    from scorepad.photos.kept_photos import KeptPhotos

    KeptPhotos(instance_folder(arguments), database_of(arguments)).delete_all(table)
