"""The answers to a form that changes something: recorded, refused with the reason, or neither yet.

A browser goes on to the next page, or sees the form again. A phone's queue sends a form with the header
`Scorepad-Operation`, and gets JSON with the same header. "Recorded" and "refused" end the operation for the
queue. It sends the form again after "waiting", whose reason it shows, and after an answer without the header,
which may come from a proxy.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlencode

from flask import Flask, Response, g, jsonify, make_response, redirect, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.web.fields import LONGEST_ADDRESS, sent, sent_op
from scorepad.web.languages import page_words
from scorepad.web.people import access
from scorepad.web.requests import store

HEADER = "Scorepad-Operation"
OF_SENDING = ("csrf_token", "op", "expected", "behind", "record")
"""Fields that belong to one sending of a form, and not to what was entered."""
# By `ScorepadError.code`; any other code is a 400, a mistake in what was sent.
STATUS_OF_CODE = {
    "no-key": 401,
    "not-allowed": 403,
    "not-found": 404,
    "stale": 409,
    "op-reused": 409,
    "refused": 409,
    "gone": 410,
    "photo-size": 413,
    "media-type": 415,
    "unreadable": 422,
    "too-many-requests": 429,
    "busy": 503,
    "timeout": 503,
    "broken": 503,
    "short-of-files": 503,
    "short-of-memory": 503,
    "failed": 500,
    "not-installed": 501,
    "game-failed": 503,
    "game-missing": 503,
    "store-full": 503,
    "store-read-only": 503,
    "store-broken": 503,
    "store-away": 503,
    "photos-lost": 503,
    "photos-broken": 503,
    "not-kept": 507,
}
NO_REFUSALS = (401, 403, 405, 408, 429)
"""Statuses below 500 that say who sends, how or how often; what was sent may be taken another time."""
NOT_YET = say("Nothing was recorded yet. Check what you entered, then record it.")


def init_app(app: Flask) -> None:
    """Give the queue an answer even if a view neither recorded nor refused."""
    app.after_request(_refuse_undone)
    app.add_template_global(refused_operation)


def queued_op() -> str:
    """The operation of a form sent by a phone's queue; empty for one sent by a browser."""
    named = request.headers.get(HEADER)
    return named if named and named == _op() else ""


def _op() -> str:
    """The operation of the form; empty if it has none, or its body is too large to be read."""
    with suppress(RequestEntityTooLarge):
        return sent_op() if request.method == "POST" else ""
    return ""


def recorded(shows: str) -> Response:
    """The answer to a recorded form; the page `shows` comes next."""
    if op := queued_op():
        return _outcome(op, "recorded", 200, shows=shows)
    return make_response(redirect(shows, 303))


def refused(
    reason: str,
    page: Callable[[], str | AnyResponse],
    status: int = 422,
    *,
    shows: str = "",
    mend: str = "",
    disputable: bool = False,
) -> Response:
    """The answer to a form that is refused for good.

    `page` draws the page for a browser. `mend` is the address of the form with everything filled in.
    `disputable`: the form can be recorded as disputed.
    """
    keep_refusal()
    if op := queued_op():
        return _outcome(op, "refused", status, reason, shows, mend, disputable=disputable)
    g.refused_operation = _op()
    made = page()
    # A page that leads elsewhere has a status of its own.
    return make_response(made, status) if isinstance(made, str) else make_response(made)


def waiting(reason: str, page: Callable[[], Response], status: int) -> Response:
    """The answer to a form that is neither recorded nor refused: this phone may not record here, asks too
    often, or the pad can't record now. `page` draws the page for a browser."""
    if op := queued_op():
        return _outcome(op, "waiting", status, reason)
    return page()


def refused_operation() -> str:
    """The operation that the page being drawn refuses. The phone drops it from its queue."""
    return str(g.get("refused_operation", ""))


def keep_refusal() -> None:
    """Record the refusal of the form's operation, so that sending it again later cannot succeed. Raises
    StoreFault."""
    ids, op = request.view_args or {}, _op()
    for kind, log_id in (("tables", ids.get("table_id")), ("circles", ids.get("circle_id"))):
        if not (op and log_id):
            continue
        logs = store() if kind == "tables" else store().circles
        joined = access.joined_log(kind, logs, log_id)
        # Nothing is kept for strangers.
        if joined and joined.key:
            logs.refuse(log_id, op, logs.head(log_id))


def is_refusal(error: ScorepadError) -> bool:
    """Whether the error refuses what was sent, by a table that exists. Faults of the pad and errors about the
    sender are no refusals."""
    status = status_of(error)
    return status not in (404, 410) and refuses(status)


def status_of(error: ScorepadError) -> int:
    """The HTTP status of an answer with that error."""
    return STATUS_OF_CODE.get(error.code, 400)


def refuses(status: int) -> bool:
    """Whether an answer of that status refuses what was sent."""
    return 400 <= status < 500 and status not in NO_REFUSALS


def filled(path: str, **more: str) -> str:
    """The address of the form at `path` with everything that was sent; empty if it would be too long."""
    return address_of(path, {name: text for name, text in sent().items() if name not in OF_SENDING} | more)


def address_of(path: str, fields: dict[str, str]) -> str:
    """The address of a form with these fields; empty if it would be too long."""
    address = f"{path}?{urlencode({name: text for name, text in fields.items() if text})}"
    return address if len(address) < LONGEST_ADDRESS else ""


def _outcome(
    op: str,
    outcome: str,
    status: int,
    reason: str = "",
    shows: str = "",
    mend: str = "",
    *,
    disputable: bool = False,
) -> Response:
    told = {"op": op, "outcome": outcome, "reason": page_words(reason), "shows": shows, "mend": mend}
    answer = make_response(jsonify(**told, disputable=disputable), status)
    answer.headers[HEADER] = f"{op} {outcome}"
    return answer


def _refuse_undone(response: Response) -> Response:
    """Answer the queue for a view that only followed a tap: refused, with the address of the form as
    `mend`."""
    op = queued_op()
    if not op or HEADER in response.headers or response.status_code >= 400:
        return response
    return _outcome(op, "refused", 409, reason=NOT_YET, mend=response.headers.get("Location", ""))
