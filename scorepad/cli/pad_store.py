"""What the commands of a host have in common: the folder, the store in it and its tables.

The services are imported when a command runs, so that `scorepad best` starts fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from scorepad.cli.ask import Arguments, Parser

if TYPE_CHECKING:
    from pathlib import Path

    from scorepad.store.sql_store import Logs, Store


def instance_argument(parser: Parser) -> None:
    parser.add_argument("--instance", metavar="DIR", help="the folder that holds the pad's tables")


def instance_folder(arguments: Arguments) -> Path:
    from scorepad.machine import folders

    return folders.instance_folder(arguments.instance)


def database_of(arguments: Arguments) -> str | Path:
    """Where the tables are: the address of a server, or a file of the instance folder."""
    from scorepad.store.opening import store_address

    return store_address(instance_folder(arguments))


@contextmanager
def opened_store(arguments: Arguments) -> Iterator[Store]:
    """The store of this pad, brought up to date."""
    from scorepad.store.opening import open_store, prepare_store

    database = database_of(arguments)
    prepare_store(database)
    store = open_store(database)
    try:
        yield store
    finally:
        store.close()


def named_table(store: Store, name: str) -> str:
    """The id of the table with that id or code. Raises NotFound."""
    return name if name in store.ids() else store.by_code(name)


def named_log(store: Store, name: str) -> tuple[Logs, str]:
    """The log of the table or else of the circle with that id or code, among those of its kind. Raises
    NotFound."""
    from scorepad.store.engine import NotFound

    if name in store.circles.ids():
        return store.circles, name
    try:
        return store, named_table(store, name)
    except NotFound:
        with suppress(NotFound):
            return store.circles, store.circles.by_code(name)
        raise


def count_of(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def say(sentence: str) -> int:
    print(sentence, flush=True)
    return 0
