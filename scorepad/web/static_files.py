"""Static files: a hash of the content in each address, so that browsers may keep them for a year."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

STATIC_ENDPOINT = "static"
HASH_FIELD = "v"
KEEP_FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"


def init_app(app: Flask) -> None:
    """`url_for("static", …)` carries the hash; a request with the right one is kept for ever."""
    assert app.static_folder is not None
    folder = Path(app.static_folder)

    @app.url_defaults
    def add_hash(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == STATIC_ENDPOINT and "filename" in values and HASH_FIELD not in values:
            values[HASH_FIELD] = content_hash(folder, values["filename"])

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint == STATIC_ENDPOINT and response.status_code in (200, 304):
            response.headers["Cache-Control"] = KEEP_FOR_EVER if _is_current(folder) else ASK_FIRST
        return response


def content_hash(folder: Path, name: str) -> str | None:
    """Ten hex digits that change with the file's content; None for a file that is not there."""
    try:
        file_state = (folder / name).stat()
    except OSError:
        return None
    return _hash_file(folder / name, file_state.st_mtime_ns, file_state.st_size)


@lru_cache(maxsize=256)
def _hash_file(path: Path, _changed: int, _size: int) -> str:
    return blake2s(path.read_bytes(), digest_size=5).hexdigest()


def _is_current(folder: Path) -> bool:
    asked_hash = request.args.get(HASH_FIELD)
    name = (request.view_args or {}).get("filename", "")
    return asked_hash is not None and asked_hash == content_hash(folder, name)
