"""For whoever keeps the pad running: is it alive, and can it be used."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify, make_response

from scorepad.jobs import client
from scorepad.photos.decoding import DECODING
from scorepad.photos.desk import READING
from scorepad.web import requests

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """200 while this process answers."""
    return jsonify(status="ok")


@bp.get("/readyz")
def readyz() -> Response:
    """200 when the store is up to date, and work and photos can be asked for; else 503 and which is not."""
    photos_answer = all(map(client.takes_jobs, (DECODING, READING)))
    checks = {"store": _store_usable(), "jobs": client.takes_jobs(), "photos": photos_answer}
    ready = all(checks.values())
    return make_response(jsonify(status="ok" if ready else "not ready", checks=checks), 200 if ready else 503)


def _store_usable() -> bool:
    try:
        requests.store().heads(())
    except Exception:
        current_app.logger.exception("the store cannot be read")
        return False
    return True
