"""Static files: each address contains a hash of the content, so that browsers may cache it for a year. A
page's style sheets come as one file, and so do its scripts. Text is compressed for browsers that support
that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request

from scorepad.web.offers import SMALLER_ANSWERS

STATIC_ENDPOINT = "static"
JOINED = {"styles": (".css", "text/css"), "scripts": (".js", "text/javascript")}
"""Endpoints of several files as one: how their names end, and what they are."""
BETWEEN = "+"
HASH_FIELD = "v"
KEEP_FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
COMPRESSED_BY = ["br", "zstd", "gzip"]  # the first one that a browser knows
BROTLI_QUALITY = 5  # of 11; one less makes scripts and styles larger by 8 %, one more smaller by 1 %
STYLES_OF_ALL = ("app.css", "cards.css")


def init_app(app: Flask) -> None:
    """Let `url_for("static", …)` add the hash. A request with the right hash is cached for ever."""
    assert app.static_folder is not None
    folder = Path(app.static_folder)
    if SMALLER_ANSWERS not in app.config["WITHOUT"]:
        _compress(app)
    app.add_template_global(joined_names, "joined_names")
    app.jinja_env.globals["styles_of_all"] = STYLES_OF_ALL

    @app.url_defaults
    def add_hash(endpoint: str, values: dict[str, Any]) -> None:
        if HASH_FIELD not in values and (names := _file_names(endpoint, values)):
            values[HASH_FIELD] = content_hash(folder, names)

    @app.get("/styles/<names>.css", endpoint="styles")
    @app.get("/scripts/<names>.js", endpoint="scripts")
    def joined(names: str) -> Response:
        return _joined_files(folder, request.endpoint or "", names)

    @app.after_request
    def keep(response: Response) -> Response:
        names = _file_names(request.endpoint or "", request.view_args or {})
        if names and response.status_code in (200, 304):
            # `none`, as an address without a hash must not equal the None of files that are not there.
            is_current = request.args.get(HASH_FIELD, "none") == content_hash(folder, names)
            response.direct_passthrough = False
            response.make_sequence()  # small files, which are compressed as a whole
            response.close()
            response.headers["Cache-Control"] = KEEP_FOR_EVER if is_current else ASK_FIRST
        return response


def _compress(app: Flask) -> None:
    """Compress answers, except streams: their events must not wait until a block is full."""
    from flask_compress import Compress

    app.config.update(
        COMPRESS_ALGORITHM=COMPRESSED_BY, COMPRESS_BR_LEVEL=BROTLI_QUALITY, COMPRESS_STREAMS=False
    )
    Compress(app)


def _joined_files(folder: Path, endpoint: str, names: str) -> Response:
    """Serve the files joined into one."""
    ending, kind = JOINED[endpoint]
    files = [folder / name for name in _file_names(endpoint, {"names": names})]
    # Only what lies in the folder: an address may name anything.
    if not set(folder.glob(f"*{ending}")).issuperset(files):
        abort(404)
    return Response("\n".join(file.read_text("utf-8") for file in files), mimetype=kind)


def content_hash(folder: Path, names: Iterable[str]) -> str | None:
    """Ten hex digits that change with the content of the files; None if one is missing."""
    try:
        file_states = [(folder / name, (folder / name).stat()) for name in names]
    except OSError:
        return None
    return _hash_files(tuple((file, state.st_mtime_ns, state.st_size) for file, state in file_states))


# Time and size stand for the content, so that a request reads no file to hash it.
@lru_cache(maxsize=256)
def _hash_files(files: tuple[tuple[Path, int, int], ...]) -> str:
    return blake2s(b"".join(file.read_bytes() for file, _, _ in files), digest_size=5).hexdigest()


def _file_names(endpoint: str, values: dict[str, Any]) -> tuple[str, ...]:
    """The files of a static address; empty for the address of a page."""
    if endpoint == STATIC_ENDPOINT and "filename" in values:
        return (values["filename"],)
    if endpoint in JOINED:
        ending, _ = JOINED[endpoint]
        return tuple(name + ending for name in values["names"].split(BETWEEN))
    return ()


def joined_names(names: Sequence[str]) -> str:
    """The part of an address that names joined files: `app.css`, `table.css` -> `app+table`."""
    return BETWEEN.join(Path(name).stem for name in names)
