"""Commands of whoever runs the pad: serve it, list its tables, print, carry and keep them.

The services are imported when a command runs, so that `scorepad best` starts fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorepad.cli.ask import Arguments, Command, Parser
from scorepad.cli.pad_store import (
    count_of,
    database_of,
    instance_argument,
    instance_folder,
    named_table,
    opened_store,
    say,
)
from scorepad.core.errors import ScorepadError

if TYPE_CHECKING:
    from pathlib import Path

    from scorepad.store.backups import CopyCounts

PAPERS = ("a4", "letter")
FORMATS = ("json", "csv")


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def _file_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=_path)
    instance_argument(parser)


def _serve_arguments(parser: Parser) -> None:
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one)")
    parser.add_argument("--port", type=int, help="port (default: the first free one from 8000 on)")
    parser.add_argument(
        "--backup-every",
        metavar="PERIOD",
        default="1h",
        help="back up every 30m, 1h, 1d, or never (default: 1h)",
    )
    parser.add_argument("--keep", type=int, default=48, help="backups to keep (default: 48)")
    parser.add_argument(
        "--backup-to", metavar="DIR", help="where backups go (default: backups in the instance)"
    )
    instance_argument(parser)


def _work_arguments(parser: Parser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8100, help="port (default: 8100)")
    instance_argument(parser)


def _table_arguments(parser: Parser, file_help: str) -> None:
    parser.add_argument("table", metavar="TABLE", help="its id or its code; see 'scorepad tables'")
    parser.add_argument("file", metavar="FILE", type=_path, help=file_help)


def _sheet_arguments(parser: Parser) -> None:
    _table_arguments(parser, "the PDF file to write")
    parser.add_argument("--paper", choices=PAPERS, default="a4")
    instance_argument(parser)


def _export_arguments(parser: Parser) -> None:
    _table_arguments(parser, "the file to write, .json or .csv")
    instance_argument(parser)


def _run_server(arguments: Arguments) -> int:
    from scorepad.host.serve import serve
    from scorepad.store.backup_schedule import read_period

    backups = {
        "backup_every": read_period(arguments.backup_every),
        "keep": arguments.keep,
        "backup_to": arguments.backup_to,
    }
    return serve(arguments.host, arguments.port, arguments.instance, **backups)


def _run_work(arguments: Arguments) -> int:
    from scorepad.host.serve import work

    return work(arguments.host, arguments.port, arguments.instance)


def _list_tables(arguments: Arguments) -> int:
    from scorepad.core.log.table import fold

    with opened_store(arguments) as store:
        for listed in store.listed_tables():
            names = fold(store.after(listed.id, 0)).names if listed.renamed else listed.players
            print(f"{listed.code}  {listed.id}  {listed.title}: {', '.join(names)}")
    return 0


def _circle_arguments(parser: Parser) -> None:
    parser.add_argument("circle", metavar="CIRCLE", nargs="?", help="its id or its code (default: list all)")
    parser.add_argument("--json", action="store_true", help="the whole circle as JSON")
    instance_argument(parser)


def _show_circle(arguments: Arguments) -> int:
    from scorepad.cli.show_circle import circle_text, list_of_circles

    with opened_store(arguments) as store:
        if arguments.circle is None:
            return say(list_of_circles(store))
        return say(circle_text(store, arguments.circle, as_json=arguments.json))


def _write_sheet(arguments: Arguments) -> int:
    from scorepad.sheet.pdf import write_sheet

    with opened_store(arguments) as store, _writing(arguments.file):
        write_sheet(store, named_table(store, arguments.table), arguments.file, arguments.paper)
    return say(f"Wrote {arguments.file}.")


def _write_export(arguments: Arguments) -> int:
    from scorepad.tables import exports, service

    suffix = arguments.file.suffix.lower().lstrip(".")
    if suffix not in FORMATS:
        raise ScorepadError(f"{arguments.file}: expected a name that ends in .json or .csv.", at="file")
    with opened_store(arguments) as store:
        table = service.table(store, named_table(store, arguments.table))
    text = exports.to_json(table) if suffix == "json" else exports.to_csv(table)
    with _writing(arguments.file):
        arguments.file.write_text(text, encoding="utf-8", newline="")
    return say(f"Wrote {arguments.file}: {count_of(table.head, 'event')}.")


def _import_table(arguments: Arguments) -> int:
    import secrets

    from scorepad.tables import imports

    with opened_store(arguments) as store:
        opened = imports.import_table(store, _read_text(arguments.file), op=secrets.token_urlsafe(16))
    return say(f"Made table {opened.id}; join it with the code {opened.code}.")


def _back_up(arguments: Arguments) -> int:
    from scorepad.machine import folders
    from scorepad.store import backups

    secret_key = folders.signing_key(instance_folder(arguments))
    counted = backups.backup(database_of(arguments), arguments.file, secret_key=secret_key)
    return say(f"Wrote {counted.path}: {_contents(counted)}.")


def _migrate(arguments: Arguments) -> int:
    from scorepad.store.opening import prepare_store

    prepare_store(database_of(arguments))
    return say("The store is up to date.")


def _restore(arguments: Arguments) -> int:
    from scorepad.host.running_pad import process_of
    from scorepad.machine import folders
    from scorepad.store import backups

    if process := process_of(instance_folder(arguments)):
        raise ScorepadError(f"The pad runs as process {process}: stop it first.", at="instance")
    counted = backups.restore(arguments.file, database_of(arguments), folder=instance_folder(arguments))
    if counted.secret_key and len(counted.secret_key) == folders.SECRET_KEY_LENGTH:
        folders.keep_secret_key(instance_folder(arguments), counted.secret_key)
    replaced = f" What was there is kept in {counted.replaced}." if counted.replaced else ""
    return say("\n".join((f"Restored {_contents(counted)}.{replaced}", *counted.unreadable)))


def _contents(counted: CopyCounts) -> str:
    return f"{count_of(counted.tables, 'table')}, {count_of(counted.events, 'event')}"


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ScorepadError(f"{file} cannot be written: {error.strerror}.", at="file") from error


def _read_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise ScorepadError(f"{file} cannot be read: {error.strerror}.", at="file") from error
    except UnicodeDecodeError as error:
        raise ScorepadError(f"{file}: expected text, in UTF-8.", at="file") from error


COMMANDS: dict[str, Command] = {
    "serve": ("start the pad for phones on the network", _serve_arguments, _run_server),
    "work": ("search and read photos for a pad on other machines", _work_arguments, _run_work),
    "tables": ("the tables that this pad keeps", instance_argument, _list_tables),
    "circle": ("the circles of this pad, or the standings of one", _circle_arguments, _show_circle),
    "sheet": ("a table's score sheet as a PDF file", _sheet_arguments, _write_sheet),
    "export": ("one table as a JSON or CSV file", _export_arguments, _write_export),
    "import": ("a table from a file that 'export' wrote", _file_arguments, _import_table),
    "migrate": ("bring the store up to date, as 'serve' does when it starts", instance_argument, _migrate),
    "backup": ("copy the whole store to a file, also while it is in use", _file_arguments, _back_up),
    "restore": ("put a backup in place of the store; stop the pad first", _file_arguments, _restore),
}
