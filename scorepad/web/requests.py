"""What each request works on: its own connection to the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, current_app, g

from scorepad.store.opening import open_store, prepare_store

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store


def init_app(app: Flask) -> None:
    """Bring the store up to date once; `app.extensions["store"]()` returns the request's own store."""
    if app.config["MIGRATE"]:
        prepare_store(app.config["DATABASE"])
    app.extensions["store"] = store
    app.teardown_appcontext(_close_store)


def store() -> Store:
    """The store of this request, open until the request ends."""
    # Opened when it is first asked for: files and most refusals need no store.
    if "store" not in g:
        g.store = open_store(current_app.config["DATABASE"])
    request_store: Store = g.store
    return request_store


def _close_store(_error: BaseException | None) -> None:
    if "store" in g:
        g.pop("store").close()
