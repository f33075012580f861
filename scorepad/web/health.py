"""Health checks for hosts: is the process alive, and can the pad be used."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from flask import Blueprint, Response, current_app, jsonify, make_response

from scorepad.answers.verbs import WHOLE_ANSWER
from scorepad.core.errors import ScorepadError
from scorepad.jobs import client
from scorepad.photos.queue import DECODE, READ_WAITING
from scorepad.tables.missing_games import missing_games
from scorepad.web import requests
from scorepad.web.observing import tell_store_fault

GAMES_EVERY = 60.0  # seconds between two looks at the games of all tables

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """200 while this process runs and stays; 503 once it was told to stop, so that a proxy sends no more
    requests."""
    return make_response(jsonify(status=_status()), 503 if _is_leaving() else 200)


@bp.get("/readyz")
def readyz() -> Response:
    """200 if the store can be read and written and work and photos can be queued. Else 503, with the failing
    checks and a sentence on each.

    Missing games are named but no failure: other tables can be played.
    """
    faults = {name: fault for name, look in _CHECKS.items() if (fault := look())}
    checks = {name: name not in faults for name in _CHECKS}
    is_ready = not (faults or _is_leaving())
    answer = jsonify(
        status="not ready" if faults else _status(),
        checks=checks,
        faults=list(faults.values()),
        missing_games=[] if "store" in faults else _missing_games(),
    )
    return make_response(answer, 200 if is_ready else 503)


def _status() -> str:
    return "stopping" if _is_leaving() else "ok"


def _is_leaving() -> bool:
    return "leaving" in current_app.extensions


def _store_fault() -> str:
    try:
        requests.store().check()
    except ScorepadError as error:
        tell_store_fault(error)
        return error.message
    # A probe answers whatever breaks; the log has the reason.
    except Exception:
        current_app.logger.exception("the store cannot be read")
        return "The store cannot be read; the pad’s log says why."
    return ""


def _jobs_fault() -> str:
    return "" if client.takes_jobs(WHOLE_ANSWER) else "No search is answered: its processes are busy or gone."


def _photos_fault() -> str:
    # A photo is decoded on the machine that it came to, and read on any that has a free process.
    takes_photos = client.takes_jobs(DECODE, on_this_machine=True) and client.takes_jobs(READ_WAITING)
    return "" if takes_photos else "No photo is read: its processes are busy or gone."


def _missing_games() -> list[str]:
    """The ids of games that tables have and the pad lacks. Refreshed every `GAMES_EVERY` seconds, since it
    looks at every table."""
    looked_at, missing = current_app.extensions.get("missing-games", (-GAMES_EVERY, []))
    if time.monotonic() - looked_at >= GAMES_EVERY:
        with suppress(ScorepadError):
            missing = sorted(missing_games(requests.store()))
        current_app.extensions["missing-games"] = time.monotonic(), missing
    return list(missing)


_CHECKS: dict[str, Callable[[], str]] = {
    "store": _store_fault,
    "jobs": _jobs_fault,
    "photos": _photos_fault,
}
"""What the pad rests on, and what is wrong with it in a sentence, empty where nothing is."""
