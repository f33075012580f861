"""A fresh store on each engine: a real SQLite file, and a real PostgreSQL server."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import psycopg
import pytest

from scorepad.store.engine import on_server
from scorepad.store.opening import open_store, prepare_store

ENGINES = ("sqlite", "postgresql")
REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""What the engines raise for rows that the schema refuses."""
ON_A_FILE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For tests of what SQLite alone does."""


@pytest.fixture(params=ENGINES)
def database(request, tmp_path):
    """Where a store is that is up to date: a path, or a server's address."""
    if request.param == "sqlite":
        address = tmp_path / "scorepad.db"
    else:
        address = request.getfixturevalue("new_schema")()
    prepare_store(address)
    return address


@pytest.fixture
def store(database):
    """A connection to it."""
    opened = open_store(database)
    yield opened
    opened.close()


def run_sql(database, sql):
    """What the statement gives, past everything of ours."""
    if on_server(database):
        with psycopg.connect(database, autocommit=True) as conn:
            cursor = conn.execute(sql)
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(database)) as conn, conn:
        return conn.execute(sql).fetchall()
