"""What protects the players: headers, the cookie, forms that only our own pages can send, limits."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from ipaddress import ip_address

from flask import Blueprint, Flask, Response, current_app, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

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
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Permitted-Cross-Domain-Policies": "none",
}
HTTPS_HEADERS = {
    # Browsers ignore these on plain http and complain; there HSTS would lock players out.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
}
PRIVATE_CACHE = "private, no-cache"
OPEN_BLUEPRINTS = ("api", "reading")  # blueprints that change nothing and need no token
TAKE_PHOTOS = ("reading.read", "photo.hand_in")  # endpoints


class _YearLongSessions(SecureCookieSessionInterface):
    """The cookie that holds a phone's right to write: kept for a year, and bound to https when it came so."""

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:  # noqa: ARG002
        return datetime.now(UTC) + app.permanent_session_lifetime

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        return request.is_secure


def init_app(app: Flask) -> None:
    """Headers on every answer, the cookie, CSRF; before the blueprints are there."""
    app.session_interface = _YearLongSessions()
    if app.config["PROXIES"]:
        proxy_hops = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxy_hops, x_proto=proxy_hops, x_host=proxy_hops)  # type: ignore[method-assign]
    app.before_request(_bound_body)
    app.extensions["csrf_protect"] = CSRFProtect(app)
    app.after_request(_add_headers)


def guard(app: Flask) -> None:
    """What rests on the blueprints: the API needs no CSRF token; it, photos and joining have their limits."""
    app.config.setdefault("RATELIMIT_ENABLED", app.config["LIMITS"])
    limiter = Limiter(key_func=_remote_address, app=app, storage_uri="memory://", headers_enabled=True)
    for name, limit_setting, exempt in (
        ("api", "LIMIT_API", from_here),
        ("reading", "LIMIT_READ", _no_photo),
        ("photo", "LIMIT_READ", _no_photo),
        ("join", "LIMIT_JOIN", _no_try),
    ):
        blueprint = app.blueprints.get(name)
        if isinstance(blueprint, Blueprint):
            limiter.limit(partial(_rate_limit, limit_setting), exempt_when=exempt)(blueprint)
            if name in OPEN_BLUEPRINTS:
                app.extensions["csrf_protect"].exempt(blueprint)


def _rate_limit(name: str) -> str:
    return str(current_app.config[name])


def from_here() -> bool:
    """Whether the request comes from the machine itself."""
    try:
        return ip_address(_remote_address()).is_loopback
    except ValueError:
        return False


def _remote_address() -> str:
    return request.remote_addr or ""


def _no_try() -> bool:
    """Whether a request to the join pages tries no code."""
    return from_here() or not (request.method == "POST" or request.path.startswith("/j/"))


def _no_photo() -> bool:
    """Whether a request hands in no photo that counts."""
    return from_here() or request.endpoint not in TAKE_PHOTOS


def _bound_body() -> None:
    """Questions are small and photos are large; MAX_CONTENT_LENGTH bounds all else."""
    if request.endpoint in TAKE_PHOTOS:
        request.max_content_length = current_app.config["LIMIT_READ_BODY"]
    elif request.blueprint in OPEN_BLUEPRINTS:
        request.max_content_length = current_app.config["LIMIT_API_BODY"]


def _add_headers(response: Response) -> Response:
    for name, value in SAFE_HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        for name, value in HTTPS_HEADERS.items():
            response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", PRIVATE_CACHE)
    return response
