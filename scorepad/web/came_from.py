"""The way back to the page that a choice was made on."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import redirect, request, url_for
from werkzeug.wrappers import Response


def back_to_page() -> Response:
    """To the page of this pad that the request came from, the first page for any other."""
    came_from = urlsplit(request.referrer or "")
    path, is_ours = came_from.path, came_from.netloc == request.host
    if not is_ours or not path.startswith("/") or path.startswith("//"):
        return redirect(url_for("home.index"), 303)
    return redirect(f"{path}?{came_from.query}" if came_from.query else path, 303)
