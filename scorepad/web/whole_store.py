"""All tables of the pad as one file, and such a file in place of them, on a pad that is one person's own.

The file is what `scorepad backup` writes and `scorepad restore` takes. Whoever opens it here has all of its
tables and circles, as the one who opened them. SCOREPAD_WHOLE_STORE says that the pad has these pages.
"""

from __future__ import annotations

import tempfile
from datetime import date
from functools import partial
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.store.engine import JoinedLog
from scorepad.web.error_pages import page_again
from scorepad.web.outcomes import recorded
from scorepad.web.people import access
from scorepad.web.requests import store

bp = Blueprint("keeping", __name__, url_prefix="/keep")


class UnusableFile(ScorepadError):
    """A file that is no store, or a damaged one."""

    code = "backup"


@bp.get("/")
def page() -> str:
    """The way to the file, and the form that takes one."""
    return _page()


def _page(error: ScorepadError | None = None) -> str:
    tables, _ = store().counts()
    return render_template("keeping.html", tables=tables, error=error)


@bp.get("/scorepad.db")
def file() -> Response:
    """Everything, as it is at this moment."""
    from scorepad.store import backups

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "scorepad.db"
        backups.backup(current_app.config["DATABASE"], copy)
        content = copy.read_bytes()
    response = Response(content, mimetype="application/vnd.sqlite3")
    response.headers["Content-Disposition"] = f'attachment; filename="scorepad-{date.today()}.db"'
    return response


@bp.post("/")
def take() -> AnyResponse | str:
    """The store of the file in place of this one, which is kept beside it."""
    sent = request.files.get("file")
    try:
        if not sent or not sent.filename:
            raise UnusableFile(say("Choose the file."), at="file")
        if store().counts()[0] and "sure" not in request.form:
            raise UnusableFile(say("Set the tick if the tables here may be replaced."), at="sure")
        _replace_store(sent.read())
    except ScorepadError as error:
        return page_again(error, partial(_page, error))
    _join_all()
    return recorded(url_for("home.index"))


def _replace_store(content: bytes) -> None:
    """Raises UnusableFile, StoreFault."""
    from scorepad.store import backups

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "scorepad.db"
        copy.write_bytes(content)
        try:
            backups.restore(copy, current_app.config["DATABASE"])
        except backups.UnusableBackup as error:
            message = say("This file holds no tables of this pad, or it is damaged. Nothing was changed.")
            raise UnusableFile(message, at="file") from error


def _join_all() -> None:
    """This phone is the host of every table and circle that it was not at before."""
    tables = store()
    for kind, logs in (("tables", tables), ("circles", tables.circles)):
        joined = {log.id for log in access.joined_logs(kind, logs) if log.key}
        for log_id in logs.ids():
            if log_id not in joined:
                access.join_log(kind, logs, JoinedLog(log_id, logs.add_host_key(log_id), None))
