"""What programs find beside answers, as HTTP has it: pages of other sites may ask, who knows an answer by its
tag is not sent it again, and who changes a table may say by that tag what it was.

Whoever sends a key sends it with each question; no cookie opens anything here. So a page of another site can
do no more than any program, and the browser may let it read every answer.
"""

from __future__ import annotations

import hashlib
import re

from flask import Flask, Response, request

from scorepad.core.errors import ScorepadError
from scorepad.web.outcomes import API_PREFIX

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
