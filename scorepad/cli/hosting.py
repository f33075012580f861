"""Commands for the host: serve the pad, list its tables, print, carry and keep them.

The services are imported when a command runs, so that `scorepad best` starts fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorepad.cli.command import (
    INSTANCE,
    Argument,
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
from scorepad.cli.importing import OF_POINTS, is_wanted, told_by
from scorepad.core.errors import ScorepadError
from scorepad.machine.allowances import check_memory

if TYPE_CHECKING:
    from pathlib import Path

    from scorepad.circles.circle_play import CirclePlay
    from scorepad.store.backups import CopyCounts
    from scorepad.store.sql_store import Store

FORMATS = ("json", "csv")
PLAYS = ".bgsplay"
PAPER = argument("--paper", choices=("a4", "letter"), default="a4", help="the paper size (default: a4)")
BACKUP_TO = argument(
    "--backup-to", metavar="DIR", help="the folder for backups (default: backups in the instance)"
)
TABLE = argument("table", metavar="TABLE", help="its id or code; 'scorepad tables' lists them")


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def _file(help: str) -> Argument:
    return argument("file", metavar="FILE", type=_path, help=help)


@command(
    "serve",
    "Start the pad for the phones on your network.",
    argument("--host", default="0.0.0.0", help="the address to listen on (default: every one)"),
    argument("--port", type=int, help="the port (default: the first free one from 8000 on)"),
    argument(
        "--backup-every",
        metavar="PERIOD",
        default="1h",
        help="how often to back up: 30m, 1h, 1d or never (default: 1h)",
    ),
    argument("--keep", type=int, default=48, help="how many backups to keep (default: 48)"),
    BACKUP_TO,
    INSTANCE,
)
def _run_server(arguments: Arguments) -> int:
    check_memory()  # before the imports, which need it
    from scorepad.host.serve import serve
    from scorepad.store.backups import read_period

    backups = {
        "backup_every": read_period(arguments.backup_every),
        "keep": arguments.keep,
        "backup_to": arguments.backup_to,
    }
    return serve(arguments.host, arguments.port, arguments.instance, **backups)


@command(
    "work",
    "Search and read photos for a pad on other machines.",
    argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)"),
    argument("--port", type=int, default=8100, help="the port (default: 8100)"),
    INSTANCE,
)
def _run_work(arguments: Arguments) -> int:
    check_memory()
    from scorepad.host.serve import work

    return work(arguments.host, arguments.port, arguments.instance)


@command("tables", "List the tables on this pad.", INSTANCE)
def _list_tables(arguments: Arguments) -> int:
    from scorepad.core.log.table import fold
    from scorepad.rulebook import game_title

    with opened_store(arguments) as store:
        for listed in store.listed_tables():
            # A log is read only where a name changed: to read all of 20,000 tables takes two minutes.
            title, names = listed.title, listed.players
            if listed.renamed:
                table = fold(store.after(listed.id, 0))
                title, names = table.name or table.game, table.names
            print(f"{listed.code}  {listed.id}  {title}: {', '.join(names)} · {game_title(listed.game)}")
    return 0


@command(
    "circle",
    "List the circles on this pad, or show the standings of one.",
    argument("circle", metavar="CIRCLE", nargs="?", help="its id or its code (default: list all)"),
    argument("--json", action="store_true", help="the whole circle as JSON"),
    INSTANCE,
)
def _show_circle(arguments: Arguments) -> int:
    from scorepad.circles.circle_play import circle_play

    with opened_store(arguments) as store:
        circles, name = store.circles, arguments.circle
        if name is None:
            return say("\n".join(_listed_circle(store, circle_id) for circle_id in circles.ids()))
        play = circle_play(store, _circle_id(store, name))
        return say("\n".join([_circle_json(play)] if arguments.json else _circle_lines(play)))


def _listed_circle(store: Store, circle_id: str) -> str:
    """A circle as a line: its code, its id, its name, and its number of tables."""
    from scorepad.circles.circle_service import standing_circle

    circle = standing_circle(store, circle_id)
    code, tables = store.circles.code(circle_id), count_of(len(circle.tables), "table")
    return f"{code}  {circle_id}  {circle.name}: {tables}"


def _circle_json(play: CirclePlay) -> str:
    import msgspec

    from scorepad.circles.circle_answer import circle_answer
    from scorepad.circles.standings import Span
    from scorepad.cli.output import json_of_output
    from scorepad.core.sentence import plain_english

    answer = circle_answer(play.circle, play.standings(Span()), play.people, Span())
    return json_of_output(msgspec.json.encode(answer, enc_hook=plain_english).decode())


def _circle_lines(play: CirclePlay) -> Iterator[str]:
    from scorepad.circles.standings import Span
    from scorepad.core.phrasing import show_number

    yield play.circle.name
    for game in play.standings(Span()).games:
        yield f"{game.title}, {count_of(len(game.days), 'table')}"
        for row in game.standings:
            average = f"{row.points_a_deal:.1f}".replace("-", "−")
            made = f"{show_number(row.points)} points, {average} a deal"
            yield f"  {row.person}: won {row.wins} of {row.tables}, {made}"


@command(
    "sheet",
    "Write a table’s score sheet as a PDF file.",
    TABLE,
    _file("the PDF file to write"),
    PAPER,
    INSTANCE,
)
def _write_sheet(arguments: Arguments) -> int:
    from scorepad.sheet.pdf import write_sheet

    with opened_store(arguments) as store, _writing(arguments):
        write_sheet(store, named_table(store, arguments.table), arguments.file, arguments.paper)
    return say(f"Wrote {arguments.file}.")


@command(
    "export",
    "Save a table as a JSON or CSV file, or for BG Stats, which takes a circle too.",
    argument("table", metavar="TABLE", help="its id or code; that of a circle for BG Stats"),
    _file("the file to write, .json, .csv or .bgsplay"),
    INSTANCE,
)
def _write_export(arguments: Arguments) -> int:
    from scorepad.tables import exports, service

    suffix = arguments.file.suffix.lower().lstrip(".")
    if suffix == PLAYS.lstrip("."):
        return _write_plays(arguments)
    if suffix not in FORMATS:
        raise ScorepadError(f"{arguments.file}: type a name that ends in .json, .csv or {PLAYS}.", at="file")
    with opened_store(arguments) as store:
        table = service.table(store, named_table(store, arguments.table))
    text = exports.to_json(table) if suffix == "json" else exports.to_csv(table)
    with _writing(arguments):
        # A CSV has the line ends of its format already.
        arguments.file.write_text(text, encoding="utf-8", newline="")
    return say(f"Wrote {arguments.file}: {count_of(table.head, 'event')}.")


def _write_plays(arguments: Arguments) -> int:
    from json import loads

    from scorepad.bridges.plays_out import circle_plays, written_plays
    from scorepad.tables import service

    with opened_store(arguments) as store:
        logs, log_id = named_log(store, arguments.table)
        is_table = logs is store
        text = written_plays([service.table(store, log_id)]) if is_table else circle_plays(store, log_id)
    with _writing(arguments):
        arguments.file.write_text(text, encoding="utf-8")
    return say(f"Wrote {arguments.file}: {count_of(len(loads(text)['plays']), 'play')}.")


@command(
    "import",
    "Open a table from a file of 'export' or a CSV of names and points; or tables from BG Stats.",
    *OF_POINTS,
    argument("--circle", metavar="CIRCLE", help="the id or code of the circle for plays of BG Stats"),
    argument("--leave-out", action="store_true", help="leave out plays of BG Stats that have faults"),
    _file("the file: .json, .csv or .bgsplay"),
    INSTANCE,
)
def _import_table(arguments: Arguments) -> int:
    import secrets

    from scorepad.tables import imports
    from scorepad.tables.point_files.understanding import understand

    if arguments.circle or arguments.file.suffix.lower() == PLAYS:
        return _import_plays(arguments)
    told, text = told_by(arguments), _read_text(arguments.file)
    if not imports.is_own_file(text) and not is_wanted(understand(text, told), only_look=arguments.look):
        return say("No table was made.")
    with opened_store(arguments) as store:
        opened = imports.import_table(store, text, op=secrets.token_urlsafe(16), told=told)
    return say(f"Made table {opened.id}. Join it with the code {opened.code}.")


def _import_plays(arguments: Arguments) -> int:
    """Import plays. Every fault is printed as a line, also for plays left out."""
    from scorepad.bridges.plays_in import seal_of, take_in_plays
    from scorepad.machine.folders import signing_key

    text = _read_text(arguments.file)
    with opened_store(arguments) as store:
        circle = _circle_id(store, arguments.circle) if arguments.circle else ""
        seal = seal_of(signing_key(instance_folder(arguments)), circle)
        try:
            taken = take_in_plays(store, text, seal, circle=circle, leaves_out=arguments.leave_out)
        except ScorepadError as error:
            lines = "\n".join(part.message for part in error.parts or (error,))
            raise ScorepadError(lines, at=error.at, code=error.code) from error
    for fault in taken.left_out:
        print(fault.message)
    known = f"; {taken.known} already here" if taken.known else ""
    return say(f"Made {count_of(len(taken.opened), 'table')}{known}.")


def _circle_id(store: Store, name: str) -> str:
    return name if name in store.circles.ids() else store.circles.by_code(name)


@command("migrate", "Update the store, as 'serve' does when it starts.", INSTANCE)
def _migrate(arguments: Arguments) -> int:
    from scorepad.store.opening import prepare_store

    prepare_store(database_of(arguments))
    return say("The store is up to date.")


@command(
    "backup", "Back up all tables to a file, even while the pad runs.", _file("the file to write"), INSTANCE
)
def _back_up(arguments: Arguments) -> int:
    from scorepad.machine import folders
    from scorepad.store import backups

    secret_key = folders.signing_key(instance_folder(arguments))
    with _writing(arguments):
        counted = backups.backup(database_of(arguments), arguments.file, secret_key=secret_key)
    return say(f"Wrote {counted.path}: {_contents(counted)}.")


@command("restore", "Restore a backup. Stop the pad first.", _file("the backup"), INSTANCE)
def _restore(arguments: Arguments) -> int:
    from scorepad.host.pad_folder import process_of
    from scorepad.machine import folders
    from scorepad.store import backups

    if process := process_of(instance_folder(arguments)):
        raise ScorepadError(f"The pad is running as process {process}. Stop it first.", at="instance")
    counted = backups.restore(arguments.file, database_of(arguments), folder=instance_folder(arguments))
    if counted.secret_key and len(counted.secret_key) == folders.SECRET_KEY_LENGTH:
        # Phones keep their seats, as their cookies are signed with this key.
        folders.keep_secret_key(instance_folder(arguments), counted.secret_key)
    replaced = f" The old store is kept in {counted.replaced}." if counted.replaced else ""
    return say("\n".join((f"Restored {_contents(counted)}.{replaced}", *counted.unreadable)))


def _contents(counted: CopyCounts) -> str:
    return f"{count_of(counted.tables, 'table')}, {count_of(counted.events, 'event')}"


@contextmanager
def _writing(arguments: Arguments) -> Iterator[None]:
    """Guard the writing of a command's file, which must not be one that the pad keeps."""
    from scorepad.machine import folders

    file = arguments.file
    if folders.is_kept(instance_folder(arguments), file):
        raise ScorepadError(f"The pad itself keeps {file}. Name another file.", at="file")
    try:
        yield
    except OSError as error:
        raise ScorepadError(
            f"{file} can’t be written: {error.strerror}. Name another file.", at="file"
        ) from error


def _read_text(file: Path) -> str:
    from scorepad.tables.point_files.grids import decode_file

    try:
        return decode_file(file.read_bytes())
    except OSError as error:
        raise ScorepadError(
            f"{file} can’t be read: {error.strerror}. Name another file.", at="file"
        ) from error
