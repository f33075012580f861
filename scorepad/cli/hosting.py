"""Commands of whoever runs the pad: serve it, list its tables, print, carry and keep them.

The services are imported when a command runs, so that `scorepad best` starts fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorepad.cli.ask import Arguments, Command, Parser
from scorepad.core.errors import ScorepadError

if TYPE_CHECKING:
    from pathlib import Path

    from scorepad.store.backups import CopyCounts
    from scorepad.store.engine import Engine

PAPERS = ("a4", "letter")
FORMATS = ("json", "csv")


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def _instance_argument(parser: Parser) -> None:
    parser.add_argument("--instance", metavar="DIR", help="the folder that holds the pad's tables")


def _file_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=_path)
    _instance_argument(parser)


def _serve_arguments(parser: Parser) -> None:
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one)")
    parser.add_argument("--port", type=int, help="port (default: the first free one from 8000 on)")
    _instance_argument(parser)


def _table_arguments(parser: Parser, file_help: str) -> None:
    parser.add_argument("table", metavar="TABLE", help="its id or its code; see 'scorepad tables'")
    parser.add_argument("file", metavar="FILE", type=_path, help=file_help)


def _sheet_arguments(parser: Parser) -> None:
    _table_arguments(parser, "the PDF file to write")
    parser.add_argument("--paper", choices=PAPERS, default="a4")
    _instance_argument(parser)


def _export_arguments(parser: Parser) -> None:
    _table_arguments(parser, "the file to write, .json or .csv")
    _instance_argument(parser)


def _run_server(arguments: Arguments) -> int:
    from scorepad.host.serve import serve

    return serve(arguments.host, arguments.port, arguments.instance)


def _list_tables(arguments: Arguments) -> int:
    from scorepad.core.log.table import fold

    with _open_store(arguments) as store:
        for listed in store.listed_tables():
            names = fold(store.after(listed.id, 0)).names if listed.renamed else listed.players
            print(f"{listed.code}  {listed.id}  {listed.title}: {', '.join(names)}")
    return 0


def _write_sheet(arguments: Arguments) -> int:
    from scorepad.sheet.pdf import write_sheet

    with _open_store(arguments) as store, _writing(arguments.file):
        write_sheet(store, _table_id(store, arguments.table), arguments.file, arguments.paper)
    return _say(f"Wrote {arguments.file}.")


def _write_export(arguments: Arguments) -> int:
    from scorepad.tables import exports, service

    suffix = arguments.file.suffix.lower().lstrip(".")
    if suffix not in FORMATS:
        raise ScorepadError(f"{arguments.file}: expected a name that ends in .json or .csv.", at="file")
    with _open_store(arguments) as store:
        table = service.table(store, _table_id(store, arguments.table))
    text = exports.to_json(table) if suffix == "json" else exports.to_csv(table)
    with _writing(arguments.file):
        arguments.file.write_text(text, encoding="utf-8", newline="")
    return _say(f"Wrote {arguments.file}: {_count_of(table.head, 'event')}.")


def _import_table(arguments: Arguments) -> int:
    import secrets

    from scorepad.tables import exports

    with _open_store(arguments) as store:
        opened = exports.import_table(store, _read_text(arguments.file), op=secrets.token_urlsafe(16))
    return _say(f"Made table {opened.id}; join it with the code {opened.code}.")


def _back_up(arguments: Arguments) -> int:
    from scorepad.store import backups

    counted = backups.backup(_database(arguments), arguments.file)
    return _say(f"Wrote {counted.path}: {_contents(counted)}.")


def _migrate(arguments: Arguments) -> int:
    from scorepad.store.opening import prepare_store

    prepare_store(_database(arguments))
    return _say("The store is up to date.")


def _restore(arguments: Arguments) -> int:
    from scorepad.store import backups

    counted = backups.restore(arguments.file, _database(arguments), folder=_instance_folder(arguments))
    replaced = f" What was there is kept in {counted.replaced}." if counted.replaced else ""
    return _say(f"Restored {_contents(counted)}.{replaced}")


def _contents(counted: CopyCounts) -> str:
    return f"{_count_of(counted.tables, 'table')}, {_count_of(counted.events, 'event')}"


def _count_of(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _instance_folder(arguments: Arguments) -> Path:
    from scorepad.machine import folders

    return folders.instance_folder(arguments.instance)


def _database(arguments: Arguments) -> str | Path:
    """Where the tables are: the address of a server, or a file of the instance folder."""
    from scorepad.store.opening import store_address

    return store_address(_instance_folder(arguments))


@contextmanager
def _open_store(arguments: Arguments) -> Iterator[Engine]:
    """The store of this pad, brought up to date."""
    from scorepad.store.opening import open_store, prepare_store

    database = _database(arguments)
    prepare_store(database)
    store = open_store(database)
    try:
        yield store
    finally:
        store.close()


def _table_id(store: Engine, name: str) -> str:
    """The id of the table with that id or code. Raises NotFound."""
    return name if name in store.table_ids() else store.by_code(name)


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


def _say(sentence: str) -> int:
    print(sentence, flush=True)
    return 0


COMMANDS: dict[str, Command] = {
    "serve": ("start the pad for phones on the network", _serve_arguments, _run_server),
    "tables": ("the tables that this pad keeps", _instance_argument, _list_tables),
    "sheet": ("a table's score sheet as a PDF file", _sheet_arguments, _write_sheet),
    "export": ("one table as a JSON or CSV file", _export_arguments, _write_export),
    "import": ("a table from a file that 'export' wrote", _file_arguments, _import_table),
    "migrate": ("bring the store up to date, as 'serve' does when it starts", _instance_argument, _migrate),
    "backup": ("copy the whole store to a file, also while it is in use", _file_arguments, _back_up),
    "restore": ("put a backup in place of the store; stop the pad first", _file_arguments, _restore),
}
