"""All tables as a file: saved from a browser, and opened in another one or on a full pad."""

from __future__ import annotations

import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.in_browser.cookies import Cookies
from scorepad.machine.folders import keep_secret_key
from scorepad.store import backups
from scorepad.store.opening import open_store
from scorepad.web.languages import page_words
from scorepad.web.plain_form import PlainForm, TickField

bp = Blueprint("tables_file", __name__, template_folder="templates")

COOKIES, REPLACED = "cookies", "replaced"  # extensions of the app
NO_FILE = say("Choose a file that this page has saved.")
NOT_SURE = say("Say that the file may replace your tables, then open it again.")


def init_app(app: Flask, cookies: Cookies) -> None:
    """The pages, for the pad whose cookies these are."""
    app.extensions |= {COOKIES: cookies, REPLACED: False}
    app.register_blueprint(bp)


class TablesFileForm(PlainForm):
    """A file of all tables. `sure`: it may replace those that are here."""

    file = FileField(say("File"), render_kw={"required": True})
    sure = TickField(
        say("Replace all tables that are here"), description=say("The file’s tables come in their place.")
    )


@bp.get("/kept")
def page(problem: str = "") -> str:
    """What becomes of the tables here, and the ways to keep them."""
    with closing(open_store(current_app.config["DATABASE"])) as store:
        tables = len(store.ids())
    form = TablesFileForm()
    return render_template("of_this_pad/tables_file.html", form=form, tables=tables, problem=problem)


@bp.get("/kept/file")
def save() -> Response:
    """A backup with the key and the cookies: who opens it has the same tables, and may write in them."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy.db")
        key, cookies = str(current_app.config["SECRET_KEY"]), current_app.extensions[COOKIES].text()
        backups.backup(current_app.config["DATABASE"], copy, secret_key=key, cookies=cookies)
        content = copy.read_bytes()
    name = f"scorepad-{datetime.now(UTC):%Y-%m-%d}.db"
    answer = Response(content, mimetype="application/octet-stream")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@bp.post("/kept")
def open_file() -> ResponseReturnValue:
    """Replace all tables by those of the file."""
    form = TablesFileForm()
    with closing(open_store(current_app.config["DATABASE"])) as store:
        is_sure = not store.ids() or form.sure.data
    if not form.file.data:
        return page(page_words(NO_FILE)), 400
    if not is_sure:
        return page(page_words(NOT_SURE)), 400
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "given.db")
        form.file.data.save(source)
        try:
            cookies = backups.cookies_in(source)
            restored = backups.restore(source, current_app.config["DATABASE"])
        except ScorepadError as error:
            return page(error.message), 400
    if restored.secret_key:
        keep_secret_key(Path(current_app.config["INSTANCE"]), restored.secret_key)
    if cookies:
        current_app.extensions[COOKIES].replace(cookies)
    current_app.extensions[REPLACED] = True
    return redirect(url_for("home.index"), 303)
