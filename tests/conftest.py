"""What most tests share: their profiles and marks, an app on a store of its own, and a client of it."""

from __future__ import annotations

import gc
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from jinja2 import Undefined, UndefinedError
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.utils import missing
from playwright.sync_api import Browser, sync_playwright
from werkzeug.routing import Rule

from scorepad.machine import folders
from scorepad.store import postgres
from scorepad.store.opening import prepare_store
from scorepad.web import create_app
from tests import profiles
from tests.browser.engines import chromium_program, running_chromium, shell_program
from tests.deadlines import pytest_runtest_setup, pytest_runtest_teardown  # noqa: F401 - pytest finds them by name
from tests.postgresql import Database, running_database
from tests.store.conftest import ENGINES

profiles.register()

IN_MEMORY, ROOM = Path("/dev/shm"), 4 << 30  # bytes; a run leaves half of one GiB
if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM:
    # Stores write through to the disk with every change, and tests would wait for it half of their time.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))

HERE = Path(__file__).parent
FOLDERS_OF_PROCESSES = ("host", "jobs")
BROWSERS = {"chromium", "webkit", "firefox", "any_phone"}


class _CompiledTemplates(BytecodeCache):
    """Templates once compiled, for every app that a test makes."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


class _Unknown(Undefined):
    """What a template asks of a value that does not have it: a fault here, an empty place for players."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if self._undefined_obj is not missing and not isinstance(self._undefined_obj, dict | None):
            raise UndefinedError(self._undefined_message)


def _compiling_once(compile_rule: Callable[[Rule], None]) -> Callable[[Rule], None]:
    """What a rule of addresses compiles to is the same for every app that a test makes, and slow."""
    compiled: dict[tuple[object, ...], Rule] = {}

    def compiling(rule: Rule) -> None:
        key = (rule.rule, rule.subdomain, repr(rule.defaults), rule.merge_slashes)
        like = compiled.setdefault(key, rule)
        if like is rule:
            compile_rule(rule)
            return
        rule._parts, rule._trace, rule._converters = like._parts, like._trace, like._converters
        rule.arguments = like.arguments
        rule._build, rule._build_unknown = like._build, like._build_unknown

    return compiling


Rule.compile = _compiling_once(Rule.compile)
Flask.jinja_options = {
    **Flask.jinja_options,
    "bytecode_cache": _CompiledTemplates(),
    "undefined": _Unknown,
}


@cache
def _starts_processes(file: Path) -> bool:
    return any(file.is_relative_to(HERE / folder) for folder in FOLDERS_OF_PROCESSES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, what starts processes, and what tries more when thorough."""
    for item in items:
        if profiles.depends_on_profile(item):
            item.add_marker(pytest.mark.deepens)
        if BROWSERS & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.browser)
        if _starts_processes(item.path):
            item.add_marker(pytest.mark.process)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: it is not looked through for garbage with every app that goes."""
    gc.collect()
    gc.freeze()


class _KeptFaults(logging.Handler):
    """The lines of a log, in a list."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture(autouse=True)
def search_faults() -> Iterator[list[str]]:
    """What the log says of searches that failed: nothing, but in tests that take it out of the list."""
    kept, log = _KeptFaults(), logging.getLogger("scorepad.search")
    log.addHandler(kept)
    yield kept.lines
    log.removeHandler(kept)
    assert kept.lines == []


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium, without a window around it where there is such a one. Started once a worker: playwright
    allows no second start beside it."""
    with sync_playwright() as playwright, running_chromium(playwright.chromium, shell_program()) as browser:
        yield browser


@pytest.fixture(scope="session")
def whole_chromium(chromium: Browser) -> Iterator[Browser]:
    """All of Chromium, for what its shell lacks: see `tests.browser.engines.shell_program`."""
    if shell_program() == chromium_program():
        yield chromium
        return
    with running_chromium(chromium.browser_type, chromium_program()) as browser:
        yield browser


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Database]:
    """A PostgreSQL server, started once a worker when the first test asks for it."""
    with running_database() as database:
        yield database


@pytest.fixture
def new_schema(postgresql):
    """Makes one more empty store on the server, its address."""
    yield lambda: postgresql.schema_address(f"test_{uuid4().hex}")
    postgres.close_pools()


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory):
    """A store's file that is up to date and holds nothing; a copy of it is a store of one's own."""
    file = tmp_path_factory.mktemp("empty") / "scorepad.db"
    prepare_store(file)
    return file


@pytest.fixture(scope="session")
def shared_client(tmp_path_factory):
    """A client of an app that all tests of a worker share: for what is asked and kept nowhere."""
    return create_app({"TESTING": True, "INSTANCE": str(tmp_path_factory.mktemp("shared"))}).test_client()


@pytest.fixture
def app(request, tmp_path, empty_store):
    """The app on a fresh instance folder, which holds its tables too; `ON_EACH_ENGINE` of
    `tests.web.conftest` has them on a server as well."""
    instance, store = tmp_path / "instance", ""
    if getattr(request, "param", ENGINES[0]) != ENGINES[0]:
        store = request.getfixturevalue("new_schema")()
    else:
        instance.mkdir()
        shutil.copyfile(empty_store, instance / folders.DATABASE)
    return create_app({"TESTING": True, "INSTANCE": str(instance), "STORE": store})


@pytest.fixture
def client(app):
    """A phone that knows no table yet."""
    return app.test_client()
