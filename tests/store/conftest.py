"""A fresh store on a real SQLite file."""

from __future__ import annotations

import pytest

from scorepad.store.sqlite import Store
from scorepad.store.sqlite_file import migrate


@pytest.fixture
def database(tmp_path):
    """The path of a store that is up to date."""
    path = tmp_path / "scorepad.db"
    migrate(path)
    return path


@pytest.fixture
def store(database):
    """A connection to it."""
    opened = Store(database)
    yield opened
    opened.close()
