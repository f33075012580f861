"""Requests that write nothing into a table's log, and are done once all the same, however often they are
sent: keys and webhooks, given and taken away.

The request's own id, its Idempotency-Key, is kept as a hash, and its answer sealed, as it may hold a key: who
reads the store opens nothing. A pad that stops between the deed and its answer does the deed again, by the
same names: `name_by` gives them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Response, current_app, request

from scorepad.core.errors import ScorepadError
from scorepad.store.phone_keys import KEY_BYTES, hash_secret, opened_key, sealed_key
from scorepad.tables.operations import RECORDED_BEFORE, REFUSED_BEFORE, OpReused
from scorepad.web.outcomes import is_refusal
from scorepad.web.requests import store


def do_once(table_id: str, op: str, act: Callable[[], Response]) -> Response:
    """The answer of `act`, which is in JSON or empty; that of the first time where the request was sent
    before. Raises OpReused, and what `act` raises: a refusal is kept too."""
    hashed, asked = hash_secret(op), _digest_of_request()
    if not store().has_request(table_id, hashed):
        _require_unused(table_id, op)
    first_asked, answer = store().claim_request(table_id, hashed, asked)
    if first_asked != asked:
        raise OpReused
    if told := _opened(op, answer):
        return _answer_again(told)
    try:
        response = act()
    except ScorepadError as error:
        if is_refusal(error):
            return _answer_again(_keep(table_id, op, {"refused": error.as_data()}))
        raise
    told = {"status": response.status_code, "body": response.get_data(as_text=True)}
    return _answer_again(_keep(table_id, op, told))


def require_no_other(table_id: str, op: str) -> None:
    """Raise OpReused where the id is one of a request that was done here."""
    if store().has_request(table_id, hash_secret(op)):
        raise OpReused


def name_by(kind: str, table_id: str, op: str) -> str:
    """A name that the request of that id gives, each time that it is sent; nobody else can guess it."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(secret, f"{kind} of {table_id} by {op}".encode(), "sha256")[:KEY_BYTES].hex()


def _require_unused(table_id: str, op: str) -> None:
    """Raise OpReused where the table's log has the operation, or refused it."""
    if store().has_operation(table_id, op):
        raise OpReused(RECORDED_BEFORE)
    if store().refused_at(table_id, op) is not None:
        raise OpReused(REFUSED_BEFORE)


def _digest_of_request() -> str:
    """What is asked, and where; the order of a body's fields is all one."""
    body = request.get_data()
    with suppress(ValueError, RecursionError):  # what does not read is refused by whoever reads it
        body = json.dumps(json.loads(body), sort_keys=True).encode()
    return hashlib.sha256(b" ".join((request.method.encode(), request.path.encode(), body))).hexdigest()


def _keep(table_id: str, op: str, told: dict[str, Any]) -> dict[str, Any]:
    sealed = sealed_key(_seal(op), json.dumps(told))
    return _opened(op, store().keep_answer(table_id, hash_secret(op), sealed)) or told


def _opened(op: str, sealed: str) -> dict[str, Any]:
    """What was answered; nothing where nothing was, or where the pad has another secret by now."""
    try:
        told: dict[str, Any] = json.loads(opened_key(_seal(op), sealed)) if sealed else {}
    except ValueError:
        return {}
    return told


def _seal(op: str) -> str:
    return f"{current_app.config['SECRET_KEY']} {op}"


def _answer_again(told: dict[str, Any]) -> Response:
    """Raises the refusal that was the answer."""
    if "refused" in told:
        raise ScorepadError.from_data(told["refused"])
    return Response(told["body"], told["status"], mimetype="application/json" if told["body"] else None)
