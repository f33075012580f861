"""The interface of programs, as HTTP has it: who may ask, what is not sent again, and what is done once.

A page of another site may ask. Whoever sends a key sends it with each question; no cookie opens anything
here. So a page of another site can do no more than any program, and the browser may let it read every answer.

A program that knows an answer by its tag is not sent it again. One that changes a table may say by that tag
what it was.

A request that writes nothing into a table's log, such as one for a key or a webhook, is done once however
often it is sent. Its own id, its Idempotency-Key, is kept as a hash, and its answer sealed, as it may hold a
key: who reads the store opens nothing. A pad that stops between the deed and its answer does the deed again,
by the same names: `name_by` gives them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Flask, Response, current_app, request

from scorepad.core.errors import ScorepadError
from scorepad.store.phone_keys import KEY_BYTES, hash_secret, opened_key, sealed_key
from scorepad.tables.operations import RECORDED_BEFORE, REFUSED_BEFORE, OpReused
from scorepad.web.outcomes import API_PREFIX, is_refusal
from scorepad.web.requests import store

SENT_HEADERS = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
READ_HEADERS = "Allow, ETag, Link, Retry-After, WWW-Authenticate"
METHODS = "GET, HEAD, POST, PATCH, DELETE"
ASKED_AGAIN_AFTER = "86400"  # seconds that a browser knows what other sites may send
TAG_OF_TABLE = re.compile(r"([0-9]{1,7})-")


def init_app(app: Flask) -> None:
    """Before what limits or judges a request: what a browser asks ahead is no question yet."""
    app.before_request(_answer_ahead)
    app.after_request(_open_to_pages)
    app.after_request(_leave_out_known)


def _answer_ahead() -> Response | None:
    """Whether a page of another site may ask, at any address: what is there is told when it does."""
    is_ahead = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if not (is_ahead and _is_of_programs()):
        return None
    headers = {
        "Access-Control-Allow-Methods": METHODS,
        "Access-Control-Allow-Headers": SENT_HEADERS,
        "Access-Control-Max-Age": ASKED_AGAIN_AFTER,
    }
    return Response(status=204, headers=headers)


def _open_to_pages(response: Response) -> Response:
    if _is_of_programs():
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = READ_HEADERS
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _leave_out_known(response: Response) -> Response:
    """304 in place of an answer that who asks has already."""
    is_whole = response.status_code == 200 and response.mimetype == "application/json"
    if _is_of_programs() and request.method in ("GET", "HEAD") and is_whole:
        if "ETag" not in response.headers:
            response.set_etag(_digest(response))
        response.make_conditional(request)
    return response


def _is_of_programs() -> bool:
    return request.path.startswith(API_PREFIX)


def tag_table(response: Response, number: int) -> Response:
    """The answer with the table's tag, which begins with its number."""
    response.set_etag(f"{number}-{_digest(response)}")
    return response


def _digest(response: Response) -> str:
    return hashlib.sha256(response.get_data()).hexdigest()[:16]


def expected_number(said: int | None, head: int) -> int | None:
    """The number at which the table must be for a change, where If-Match or the body says one; `head` is
    where it is. Raises ScorepadError where they disagree."""
    tags = request.if_match
    if tags.star_tag or "If-Match" not in request.headers:
        return said
    # What a proxy has compressed has a weak tag by now, and is the same table.
    found = [TAG_OF_TABLE.match(tag) for tag in tags.as_set(include_weak=True)]
    numbers = {int(match[1]) for match in found if match}
    if said is not None and said not in numbers:
        reason = "If-Match and expected name different states of the table. Send one of them."
        raise ScorepadError(reason, at="If-Match", code="field")
    return head if head in numbers else max(numbers, default=0)


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
