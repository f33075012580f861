"""Bridges are tested on real stores too."""

from tests.store.conftest import database, store

__all__ = ["database", "store"]
