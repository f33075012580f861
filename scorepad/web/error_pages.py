"""Error pages for people and error answers for programs: never a stack trace, always a way on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.core.shortages import shortage_of
from scorepad.rulebook import naming_games
from scorepad.store.engine import StoreFault
from scorepad.web import visitors
from scorepad.web.fields import is_from_elsewhere, page_before
from scorepad.web.observing import count_refusal, request_id, tell_shortage, tell_store_fault
from scorepad.web.outcomes import is_refusal, refused, refuses, status_of, waiting

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
    """Register the handlers: pages for people, `{"error": {"code", "message", "at"}}` under /api/."""
    app.register_error_handler(CSRFError, _csrf_failed)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(ScorepadError, scorepad_error)
    for kind in (OSError, MemoryError, RuntimeError):
        app.register_error_handler(kind, _machine_error)
    app.after_request(_say_when_to_send_again)
    # No handler of Flask hears of SystemExit, which a game of another package may raise.
    app.dispatch_request = naming_games()(app.dispatch_request)  # type: ignore[method-assign]


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
