"""Commands of whoever runs the pad: serve it, list its tables, print, carry and keep them.

The services are imported when a command runs, so that `scorepad best` starts fast.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError

if TYPE_CHECKING:
    from pathlib import Path

    from scorepad.store.backups import Counted
    from scorepad.store.sqlite import Store

Arguments = argparse.Namespace
Command = Callable[[Arguments], int]
AddCommand = Callable[..., argparse.ArgumentParser]

PAPERS = ("a4", "letter")
FORMATS = ("json", "csv")


def add(command: AddCommand) -> None:
    """Add every command to the parser; `command(name, help=…)` makes one."""
    _serve(command("serve", help="start the pad for phones on the network"))
    _with_instance(command("tables", help="the tables that this pad keeps"), _tables)
    _sheet(command("sheet", help="a table's score sheet as a PDF file"))
    _export(command("export", help="one table as a JSON or CSV file"))
    _file_command(command("import", help="a table from a file that 'export' wrote"), _import)
    _file_command(command("backup", help="copy the whole store to a file, also while it is in use"), _backup)
    _file_command(command("restore", help="put a backup in place of the store; stop the pad first"), _restore)


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def _with_instance(parser: argparse.ArgumentParser, run: Command) -> None:
    parser.add_argument("--instance", metavar="DIR", help="the folder that holds the pad's tables")
    parser.set_defaults(run=run)


def _file_command(parser: argparse.ArgumentParser, run: Command) -> None:
    parser.add_argument("file", metavar="FILE", type=_path)
    _with_instance(parser, run)


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one)")
    parser.add_argument("--port", type=int, help="port (default: the first free one from 8000 on)")
    _with_instance(parser, _run_server)


def _sheet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE", help="its id or its code; see 'scorepad tables'")
    parser.add_argument("file", metavar="FILE", type=_path, help="the PDF file to write")
    parser.add_argument("--paper", choices=PAPERS, default="a4")
    _with_instance(parser, _write_sheet)


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE", help="its id or its code; see 'scorepad tables'")
    parser.add_argument("file", metavar="FILE", type=_path, help="the file to write, .json or .csv")
    _with_instance(parser, _write_export)


def _run_server(given: Arguments) -> int:
    from scorepad.host.serve import serve

    return serve(given.host, given.port, given.instance)


def _tables(given: Arguments) -> int:
    from scorepad.core.log.table import fold

    with _store(given) as store:
        for table_id in store.table_ids():
            table = fold(store.after(table_id, 0), table_id)
            players = ", ".join(player.name for player in table.players)
            print(f"{store.code(table_id)}  {table_id}  {table.name or table.game}: {players}")
    return 0


def _write_sheet(given: Arguments) -> int:
    from scorepad.sheet.pdf import write_sheet

    with _store(given) as store, _writing(given.file):
        write_sheet(store, _table_id(store, given.table), given.file, given.paper)
    return _said(f"Wrote {given.file}.")


def _write_export(given: Arguments) -> int:
    from scorepad.tables import exports, service

    kind = given.file.suffix.lower().lstrip(".")
    if kind not in FORMATS:
        raise ScorepadError(f"{given.file}: expected a name that ends in .json or .csv.", at="file")
    with _store(given) as store:
        table = service.table(store, _table_id(store, given.table))
    text = exports.to_json(table) if kind == "json" else exports.to_csv(table)
    with _writing(given.file):
        given.file.write_text(text, encoding="utf-8", newline="")
    return _said(f"Wrote {given.file}: {_count(table.head, 'event')}.")


def _import(given: Arguments) -> int:
    import secrets

    from scorepad.tables import exports

    with _store(given) as store:
        opened = exports.load(store, _read(given.file), op=secrets.token_urlsafe(16))
    return _said(f"Made table {opened.id}; join it with the code {opened.code}.")


def _backup(given: Arguments) -> int:
    from scorepad.store import backups

    counted = backups.backup(_database(given), given.file)
    return _said(f"Wrote {counted.path}: {_held(counted)}.")


def _restore(given: Arguments) -> int:
    from scorepad.store import backups

    counted = backups.restore(given.file, _database(given))
    kept = f" What was there is kept in {counted.replaced}." if counted.replaced else ""
    return _said(f"Restored {_held(counted)}.{kept}")


def _held(counted: Counted) -> str:
    return f"{_count(counted.tables, 'table')}, {_count(counted.events, 'event')}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _database(given: Arguments) -> Path:
    from scorepad.machine import folders

    return folders.instance_folder(given.instance) / folders.DATABASE


@contextmanager
def _store(given: Arguments) -> Iterator[Store]:
    """The store of the instance folder, brought up to date."""
    from scorepad.store.sqlite import Store, migrate

    database = _database(given)
    migrate(database)
    store = Store(database)
    try:
        yield store
    finally:
        store.close()


def _table_id(store: Store, name: str) -> str:
    """The id of the table with that id or code. Raises NotFound."""
    return name if name in store.table_ids() else store.by_code(name)


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ScorepadError(f"{file} cannot be written: {error.strerror}.", at="file") from error


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise ScorepadError(f"{file} cannot be read: {error.strerror}.", at="file") from error
    except UnicodeDecodeError as error:
        raise ScorepadError(f"{file}: expected text, in UTF-8.", at="file") from error


def _said(sentence: str) -> int:
    print(sentence)
    sys.stdout.flush()
    return 0
