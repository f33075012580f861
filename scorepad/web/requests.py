"""What each request has: its own connection to the store, and what templates may always name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flask import Flask, current_app, g

store: Any = import_module("scorepad.store") if find_spec("scorepad.store") else None


def init_app(app: Flask) -> None:
    """Bring the store up to date once; `app.extensions["store"]()` is the request's own store."""
    if app.config["MIGRATE"] and store is not None:
        store.migrate(app.config["DATABASE"])
    app.extensions["store"] = _store
    app.teardown_appcontext(_close)


def _store() -> Any:
    if "store" not in g:
        g.store = store.Store(current_app.config["DATABASE"])
    return g.store


def _close(_error: BaseException | None) -> None:
    opened = g.pop("store", None)
    if opened is not None:
        opened.close()
