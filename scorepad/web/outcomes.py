"""The outcome of a request: a form is recorded, refused with the reason, or neither yet; else an error.

A browser goes on to the next page, or sees the form again. A phone's queue sends a form with the header
`Scorepad-Operation`, and gets JSON with the same header. "Recorded" and "refused" end the operation for the
queue. It sends the form again after "waiting", whose reason it shows, and after an answer without the header,
which may come from a proxy.

An error is a page for people: never a stack trace, always a way on. Under `/api/` it is
`{"error": {"code", "message", "at"}}`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, jsonify, make_response, redirect, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.lasting_faults import shortage_of
from scorepad.core.sentence import say
from scorepad.rulebook import naming_games
from scorepad.store.engine import StoreFault
from scorepad.web import visitors
from scorepad.web.fields import LONGEST_ADDRESS, is_from_elsewhere, page_before, sent, sent_op
from scorepad.web.languages import page_words
from scorepad.web.observing import count_refusal, request_id, tell_shortage, tell_store_fault
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
SENT_AGAIN_AFTER = "10"  # seconds
STATUS_SENTENCES = {
    400: say("That couldn’t be read. Go back and try again."),
    403: say("This phone can only watch here. Join the table to change it."),
    404: say("There’s nothing here. Check the address, or look on the phone that opened the table."),
    405: say("That isn’t available here. Go back to the first page."),
    409: say("Someone else was faster. Look at the table, then enter it again."),
    410: say("This is gone. Go back to the table."),
    413: say("That’s too large to send. Send less at once."),
    415: say("That kind of data can’t be read here. Send it as JSON."),
    429: say("Too many tries from this phone. Wait a minute, then try again."),
    500: say(
        "Something went wrong here. Everything recorded is safe. Try again, or ask the host to look in "
        "the log."
    ),
    503: say("The pad is busy. Try again in a moment."),
}
STATUS_TITLES = {
    404: say("Not here"),
    409: say("Someone was faster"),
    429: say("Too many tries"),
    503: say("Busy"),
}
CODE_TITLES = {
    "game-failed": say("Something is broken"),
    "game-missing": say("Game missing"),
    "store-full": say("No room"),
    "not-kept": say("No room"),
    "store-read-only": say("Locked"),
    "store-broken": say("Something is broken"),
    "photos-lost": say("Photo lost"),
    "photos-broken": say("Something is broken"),
}
API_SENTENCES = {
    400: "This request couldn’t be read. Send it as the description of the API says.",
    403: "This request isn’t allowed without a key that opens the table.",
    404: "There’s nothing at this address. The description of the API has all addresses.",
    405: "This address doesn’t take this method. The header Allow names the methods that it takes.",
    429: "There were too many requests from this address. Wait a minute, then send it again.",
}
"""What the API says where a page says what a person can do."""
WORTH_SENDING_AGAIN = (429, 500, 503)
EXPIRED_FORM = say(
    "This page was open for a long time, so nothing was sent yet. What you entered is still here. Send "
    "it again."
)
API_PREFIX = "/api/"
PROBES = ("/healthz", "/readyz")
BARE_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<title>scorepad</title><h1>{title}</h1><p>{sentence}</p><p>{id}</p>"
    '<p><a href="{home}">Home</a></p></html>'
)


def init_app(app: Flask) -> None:
    """Register the handlers of errors. Give the queue an answer even if a view neither recorded nor
    refused."""
    app.after_request(_refuse_undone)
    app.add_template_global(refused_operation)
    app.register_error_handler(CSRFError, _csrf_failed)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(ScorepadError, scorepad_error)
    for kind in (OSError, MemoryError, RuntimeError):
        app.register_error_handler(kind, _machine_error)
    app.after_request(_say_when_to_send_again)
    # No handler of Flask hears of SystemExit, which a game of another package may raise.
    app.dispatch_request = naming_games()(app.dispatch_request)  # type: ignore[method-assign]


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


def page_again(error: ScorepadError, page: Callable[[], str]) -> Response:
    """The page of a form with a file, with the fault and the file's text, since an error page could not send
    the file again."""
    tell_store_fault(error)
    if is_refusal(error):
        return refused(error.message, page)
    status = status_of(error)
    return waiting(error.message, lambda: make_response(page(), status), status)


def _say_when_to_send_again(response: Response) -> Response:
    if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers.setdefault("Retry-After", SENT_AGAIN_AFTER)
    return response


def _csrf_failed(error: CSRFError) -> Response:
    """Show the form again with every field and a fresh token.

    A form sent by another site gets none of that, not even a cookie, which would replace ours.
    """
    if is_from_elsewhere():
        return _error_page(400, STATUS_SENTENCES[400])
    current_app.logger.info("form without a valid token: %s", error.description)
    return _error_page(400, EXPIRED_FORM, title=say("Send it again"), again=True)


def _http_error(error: HTTPException) -> Response | HTTPException:
    status = error.code or 500
    # Werkzeug raises redirects too, and `abort(response)` brings an answer of its own.
    if error.response is not None or status < 400:
        return error
    sentence = STATUS_SENTENCES.get(status, STATUS_SENTENCES[500 if status >= 500 else 400])
    answer = (
        _json_error(status, _error_code(status), API_SENTENCES.get(status, sentence))
        if _wants_json()
        else _failed_page(status, sentence)
    )
    # The other headers describe the page that Werkzeug would have sent.
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def scorepad_error(error: ScorepadError) -> Response:
    """Answer with the error, as a page or as JSON."""
    count_refusal(error)
    tell_store_fault(error)
    status = status_of(error)
    if _wants_json():
        answer = make_response(jsonify(error=error.as_dict()), status)
    else:
        answer = _failed_page(status, error.message, CODE_TITLES.get(error.code, ""))
    if isinstance(error, visitors.Overspent):
        answer.headers["Retry-After"] = str(error.seconds)
    return answer


def _machine_error(error: Exception) -> Response:
    """Answer an error of the machine, such as a full disk, as a refusal. Raises any other error again."""
    shortage = shortage_of(error)
    if shortage is None:
        raise error
    tell_shortage(shortage)
    return scorepad_error(shortage)


def _error_code(status: int) -> str:
    """`404` -> `not-found`."""
    return HTTPStatus(status).phrase.lower().replace(" ", "-")


def _wants_json() -> bool:
    return request.path.startswith(API_PREFIX) or request.path in PROBES


def _json_error(status: int, code: str, message: str) -> Response:
    return make_response(jsonify(error={"code": code, "message": message, "at": ""}), status)


def _failed_page(status: int, sentence: str, title: str = "") -> Response:
    """The error page for a status. A form sent to a page of ours is shown as refused, or as waiting if it may
    succeed later."""
    if refuses(status) and request.url_rule:
        try:
            return refused(sentence, partial(_error_page, status, sentence, title=title), status)
        except StoreFault as fault:
            return scorepad_error(fault)
    send_again = request.method == "POST" and status in WORTH_SENDING_AGAIN and not is_from_elsewhere()
    page = partial(_error_page, status, sentence, title=title, again=send_again)
    return waiting(sentence, page, status) if request.url_rule else page()


def _error_page(status: int, sentence: str, *, title: str = "", again: bool = False) -> Response:
    """Render the error page, or the bare one if even that fails, so that nobody sees a stack trace."""
    title = title or STATUS_TITLES.get(status, say("That didn’t work"))
    try:
        page = render_template(
            "error.html",
            title=title,
            sentence=sentence,
            back=page_before(),
            fields=_sent_fields() if again else None,
        )
    except Exception:
        current_app.logger.exception("the error page failed")
        page = BARE_PAGE.format(
            title=title, sentence=sentence, id=request_id(), home=request.root_path or "/"
        )
    return make_response(page, status)


def _sent_fields() -> list[tuple[str, str]]:
    """Every field that was sent, in order, except the CSRF token."""
    token_field = current_app.config["WTF_CSRF_FIELD_NAME"]
    return [(name, value) for name, value in request.form.items(multi=True) if name != token_field]


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
