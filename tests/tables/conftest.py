"""The services are tested on a real SQLite file too."""

from tests.store.conftest import database, store

__all__ = ["database", "store"]
