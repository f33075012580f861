"""What commands share: their declaration, and access to the folder, the store and the tables of a pad.

The services are imported when a command runs, so that `scorepad best` starts fast.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from scorepad.store.sql_store import Logs, Store

Arguments = argparse.Namespace


@dataclass(frozen=True)
class Argument:
    """A word or a flag of a command, with its settings for argparse.

    field   the field of the question that it sets, if the command asks a question
    read    turns the typed text into the value of that field
    always  the question has the field even if nothing was typed
    """

    names: tuple[str, ...]
    settings: Mapping[str, Any]
    field: str = ""
    read: Callable[[Any], object] = lambda typed: typed
    always: bool = False

    @property
    def place(self) -> str:
        return place_of(self.names)


Run = Callable[[Arguments], int]


@dataclass(frozen=True)
class Command:
    """A command: its help, its arguments, and the function that runs it."""

    words: str
    arguments: tuple[Argument, ...]
    run: Run


COMMANDS: dict[str, Command] = {}
"""By their names, in the order in which they are declared."""


def command(name: str, words: str, *arguments: Argument) -> Callable[[Run], Run]:
    """Decorator: declare the command that a function runs; `words` are its help."""

    def declared(run: Run) -> Run:
        COMMANDS[name] = Command(words, arguments, run)
        return run

    return declared


def place_of(names: Sequence[str]) -> str:
    """The attribute in which argparse stores the argument."""
    return names[0].lstrip("-").replace("-", "_")


def argument(*names: str, **settings: Any) -> Argument:
    """An argument that is no field of a question."""
    return Argument(names, settings)


JSON = argument("--json", action="store_true", help="answer as JSON")
INSTANCE = argument("--instance", metavar="DIR", help="the folder with the pad’s tables")


def instance_folder(arguments: Arguments) -> Path:
    from scorepad.machine import folders

    return folders.instance_folder(arguments.instance)


def database_of(arguments: Arguments) -> str | Path:
    """The address of the store: a server, or a file of the instance folder."""
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
    """The log of the table or circle with that id or code. Raises NotFound."""
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
