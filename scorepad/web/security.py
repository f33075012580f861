"""Protection of the players: headers, the cookie, CSRF, proxies, limits."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Request, Response, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature
from werkzeug.middleware.proxy_fix import ProxyFix

from scorepad.core.lasting_faults import Outage
from scorepad.machine.folders import COUNTS_VARIABLE
from scorepad.store.shared_counts import IN_MEMORY, OpenStreams
from scorepad.web.addresses import INGRESS
from scorepad.web.fields import is_from_elsewhere
from scorepad.web.outcomes import queued_op
from scorepad.web.visitors import TAKE_PHOTOS, spend_request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

INGRESS_PATH = "HTTP_X_INGRESS_PATH"

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
SAFE_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # `page_before` needs the page within the pad; other sites must not learn tables and cards from addresses.
    "Referrer-Policy": "same-origin",
    # No camera either: photos come from the phone’s own camera app, by a file field.
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Permitted-Cross-Domain-Policies": "none",
}
FRAMED_HEADERS = SAFE_HEADERS | {
    # A home server shows the pad in a frame of its own pages, and says itself what is asked by https.
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}
EMBEDDED_HEADERS = {
    # Other people's pages show one page in a frame: it has no form, and shows what its address shows to all.
    name: value.replace("frame-ancestors 'none'", "frame-ancestors *")
    for name, value in SAFE_HEADERS.items()
    if name != "X-Frame-Options"
}
EMBEDDED = ("elsewhere.embed",)  # endpoints
HTTPS_HEADERS = {
    # Browsers ignore these on plain http and complain; there HSTS would lock players out.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
}
PRIVATE_CACHE = "private, no-cache"
OPEN_BLUEPRINTS = ("api", "reading", "programs")
"""Blueprints that need no token: they change nothing, or what a key of their own opens and no cookie."""


class _LastingSessions(SecureCookieSessionInterface):
    """The cookie that holds a phone's right to write: signed, sent only by https if it came so, and valid
    whatever the pad's clock says.

    Its moment is ignored. A machine without a hardware clock starts years back, and must not refuse earlier
    cookies as coming from the future. Whether a key still opens a table is decided by the store.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        signer = self.get_signing_serializer(app)
        cookie = request.cookies.get(self.get_cookie_name(app))
        if signer is None or not cookie:
            return self.session_class()
        try:
            return self.session_class(signer.loads(cookie))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie for a year by the phone's own clock; Flask would set a day by the pad's."""
        if session.accessed:
            response.vary.add("Cookie")
        signer = self.get_signing_serializer(app)
        if signer is not None and session and self.should_set_cookie(app, session):
            response.set_cookie(
                self.get_cookie_name(app),
                signer.dumps(dict(session)),
                max_age=app.permanent_session_lifetime,
                httponly=self.get_cookie_httponly(app),
                secure=request.is_secure,
                samesite=self.get_cookie_samesite(app),
            )
            response.vary.add("Cookie")


class _Forms(CSRFProtect):  # type: ignore[misc]
    """CSRF protection: a form needs the token of a page of ours, or the header of a queue.

    A page of another site can send neither. A queue may find a network only after its token has expired; then
    the phone's cookie alone decides.
    """

    def protect(self, apply_exemptions: bool = False) -> None:
        if not queued_op() or is_from_elsewhere():
            super().protect(apply_exemptions)


def init_app(app: Flask) -> None:
    """Set up headers, the cookie and CSRF, before the blueprints are registered."""
    app.session_interface = _LastingSessions()
    app.wsgi_app = _as_forwarded(app)  # type: ignore[assignment, method-assign]
    # In this order, before CSRFProtect, which is the first to read the body of a form.
    app.before_request(_bound_body)
    app.before_request(spend_request)
    app.extensions["csrf_protect"] = _Forms(app)
    app.after_request(_add_headers)


def _as_forwarded(app: Flask) -> WSGIApplication:
    """The WSGI app with what proxies say about a request, as far as the host trusts them."""
    hops, ingress = app.config["PROXIES"], app.config["INGRESS"]
    known_by_proxy = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)
    # The home server’s proxy is one hop, whatever PROXIES says of others.
    from_ingress = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if ingress and environ.get("REMOTE_ADDR") == ingress and INGRESS_PATH in environ:
            environ |= {"SCRIPT_NAME": environ[INGRESS_PATH], INGRESS: True}
            return from_ingress(environ, start_response)
        return known_by_proxy(environ, start_response)

    prefix = "/" + str(app.config["PREFIX"]).strip("/")
    return answer if prefix == "/" else _under(prefix, answer)


def _under(prefix: str, app: WSGIApplication) -> WSGIApplication:
    """The WSGI app beneath a path of a web server, whether or not that strips the path."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        # `/pad` and `/pad/new`, but not `/padding`.
        if f"{path}/".startswith(f"{prefix}/"):
            path = path.removeprefix(prefix) or "/"
        return app(environ | {"SCRIPT_NAME": prefix, "PATH_INFO": path}, start_response)

    return answer


def guard(app: Flask) -> None:
    """Set up what needs the blueprints: exempt the API from CSRF, and open the counts."""
    for counts in ("budgets", "open-streams"):
        app.extensions[f"outage-of-{counts}"] = Outage(app.logger, "What addresses spend is counted again.")
    app.extensions["open-streams"] = OpenStreams(os.environ.get(COUNTS_VARIABLE, IN_MEMORY))
    for name in OPEN_BLUEPRINTS:
        if blueprint := app.blueprints.get(name):
            app.extensions["csrf_protect"].exempt(blueprint)


def _bound_body() -> None:
    """Bound the size of the body: small for questions, large for photos, else MAX_CONTENT_LENGTH."""
    if request.endpoint in TAKE_PHOTOS:
        request.max_content_length = current_app.config["LIMIT_READ_BODY"]
    elif request.endpoint == "circles.take_plays":
        request.max_content_length = current_app.config["LIMIT_PLAYS_BODY"]
    elif request.blueprint in OPEN_BLUEPRINTS:
        request.max_content_length = current_app.config["LIMIT_API_BODY"]


def _add_headers(response: Response) -> Response:
    is_framed = INGRESS in request.environ or current_app.config["FRAMED"]
    headers = FRAMED_HEADERS if is_framed else SAFE_HEADERS
    if request.endpoint in EMBEDDED:
        headers = EMBEDDED_HEADERS
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    if request.is_secure and not is_framed:
        for name, value in HTTPS_HEADERS.items():
            response.headers.setdefault(name, value)
    # A page shows what one phone may see, and scores that change: no cache in between, none without asking.
    response.headers.setdefault("Cache-Control", PRIVATE_CACHE)
    return response
