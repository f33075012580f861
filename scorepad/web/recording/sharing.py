"""A whole table in one photo: its groups of cards are shared out to players and recorded at once.

The photo's cards are put right on the photo's own page; here each group gets its player.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.log.table import Table
from scorepad.web.fields import EVIDENCE
from scorepad.web.photos.own_photos import forget_photo
from scorepad.web.photos.target import CAMERA
from scorepad.web.recording.entry_form import EntryPages
from scorepad.web.recording.sharing_form import SharingForm
from scorepad.web.requests import store

bp = Blueprint("sharing", __name__)


def _forget_photos(form: SharingForm, _table: Table) -> None:
    for photo in form.pictures_taken:
        forget_photo(photo)


pages = EntryPages(SharingForm, _forget_photos)


@bp.get("/t/<table_id>/groups")
def page(table_id: str) -> AnyResponse:
    """The photo with its groups and their players; the pad that takes them while there are none."""
    return pages.show(table_id)


@bp.get("/t/<table_id>/groups/answer")
def answer(table_id: str) -> str:
    """The groups as typed, or what becomes of them, for pages with script."""
    return pages.answer(table_id)


@bp.post("/t/<table_id>/groups")
def share(table_id: str) -> AnyResponse:
    """Record the groups as plays, go on with them to the form that they belong to, or follow a tap."""
    form = pages.read_form(table_id, None)
    if "begin" in request.form:
        return redirect(f"{request.path}?{urlencode(form.fields())}{CAMERA}", 303)
    if "lay_off" in request.form and form.lay_off_query:
        return redirect(f"{url_for('solve.index')}?{urlencode(form.lay_off_query)}", 303)
    if form.purpose == "plays" or "record" not in request.form or form.faults:
        return pages.record(table_id)
    return redirect(_way_on(form), 303)


def _way_on(form: SharingForm) -> str:
    """The form of the deal or of the hand with these groups; the table's photos come along where it keeps
    them, else they are deleted."""
    endpoint, fields = form.leads_to
    if store().keeps_photos(form.table.id):
        fields = {
            **fields,
            EVIDENCE: " ".join([*form.carried.get(EVIDENCE, "").split(), *form.pictures_taken]),
        }
    else:
        _forget_photos(form, form.table)
    return f"{url_for(endpoint, table_id=form.table.id)}?{urlencode(fields)}"
