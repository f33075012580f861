"""The services are tested on each engine; what games make of events, which are text to either, on a file."""

from __future__ import annotations

import pytest

from tests.store.conftest import ON_A_FILE, database, store

__all__ = ["database", "store"]

ON_EACH_ENGINE = (
    "service",
    "standing",
    "exports",
    "imports",
    "point_files",
    "table_groups",
    "any_changes",
    "halves",
)


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of another module that has a store has it on a file."""
    tests = metafunc.module.__name__.rpartition(".test_")[2]
    if "database" in metafunc.fixturenames and tests not in ON_EACH_ENGINE:
        metafunc.definition.add_marker(ON_A_FILE)
