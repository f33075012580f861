"""The page that a request came from, the way back to it, and what was chosen there."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

A_YEAR = 365 * 24 * 3600


def back_to_page() -> Response:
    """To the page of this pad that the request came from, the first page for any other."""
    return redirect(page_before() or url_for("home.index"), 303)


def page_before() -> str | None:
    """The page of ours that the request came from, if there is one, with the cards in its address."""
    came_from = _parts_of(request.referrer or "")
    path, is_ours = came_from.path, came_from.netloc == request.host
    if not is_ours or not path.startswith("/") or path.startswith("//"):
        return None
    return f"{path}?{came_from.query}" if came_from.query else path


def keep_choice(answer: Response, name: str, value: str) -> Response:
    """Keep a choice on this phone for a year, out of reach of scripts."""
    answer.set_cookie(name, value, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return answer


def is_from_elsewhere() -> bool:
    """Whether the browser says that a page of another site sent the form."""
    origin = request.headers.get("Origin")
    return origin is not None and _parts_of(origin).netloc != request.host


def _parts_of(address: str) -> SplitResult:
    """What a header says an address is; the parts of none where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
