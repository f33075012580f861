"""The photos that a table keeps as evidence. Only its players see them."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import RadioField

from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.photos import evidence
from scorepad.web.outcomes import recorded
from scorepad.web.people import access
from scorepad.web.photos.own_photos import kept_photos
from scorepad.web.plain_form import NOT_OFFERED, PlainForm
from scorepad.web.requests import store
from scorepad.web.security import PRIVATE_CACHE
from scorepad.web.table.table_page import drawn, scoreboard

bp = Blueprint("photo_evidence", __name__)


class KeepingForm(PlainForm):
    """Whether the table keeps photos from now on, as a button."""

    keeps = RadioField(
        choices={"false": say("Stop keeping photos"), "true": say("Keep photos as evidence")},
        invalid_choice_message=NOT_OFFERED,
    )


@bp.get("/t/<table_id>/photos", endpoint="page")
def evidence_page(table_id: str) -> str:
    """The page of kept photos, with the choice whether to keep them."""
    access.require_key(table_id)
    return _evidence_page(table_id, KeepingForm())


def _evidence_page(table_id: str, form: KeepingForm) -> str:
    board = scoreboard(table_id)
    photos = evidence.evidence_photos(store(), kept_photos(), table_id)
    shown = [(photo, _whose(board.table, photo.entry)) for photo in reversed(photos)]
    keeps = store().keeps_photos(table_id)
    return drawn("photos/evidence.html", board, form=form, keeps=keeps, photos=shown)


@bp.post("/t/<table_id>/photos")
def choose(table_id: str) -> AnyResponse:
    phone, form = access.require_key(table_id), KeepingForm()
    if not form.validate():
        return form.refusal(partial(_evidence_page, table_id, form))
    evidence.choose_keeping(store(), table_id, phone.key, keeps=form.keeps.data == "true")
    return recorded(url_for(".page", table_id=table_id))


@bp.get("/t/<table_id>/photos/<photo>", endpoint="picture")
def kept_picture(table_id: str, photo: str) -> Response:
    """A kept photo, for a phone that may write to the table."""
    access.require_key(table_id)
    return private_picture(evidence.evidence_picture(store(), kept_photos(), table_id, photo))


@bp.post("/t/<table_id>/photos/<photo>/delete")
def delete(table_id: str, photo: str) -> AnyResponse:
    phone = access.require_key(table_id)
    evidence.delete_photo(store(), kept_photos(), table_id, phone.key, photo)
    return recorded(url_for(".page", table_id=table_id))


def _whose(table: Table, entry: int) -> str:
    """The hand or deal of an entry: `Ann, deal 3`; empty if it was undone."""
    hand, deal = table.entry(entry), table.ended_with(entry)
    if hand:
        return say("{name}, deal {number}", name=table.players[hand.player].name, number=hand.deal)
    return say("Deal {number}", number=deal.number) if deal else ""


def private_picture(jpeg: bytes) -> Response:
    """A picture that no proxy may cache."""
    answer = Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": PRIVATE_CACHE})
    answer.add_etag()
    answer.make_conditional(request)
    return answer
