"""Deal over: what everybody has left, melded or collected, recorded at once; and earlier deals put right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.state import Ending
from scorepad.core.log.table import Table
from scorepad.tables import service, settlements
from scorepad.web.forms import LONGEST_ADDRESS, as_sent, expected, op, reason, sent
from scorepad.web.people import access
from scorepad.web.photos import evidence_pages
from scorepad.web.photos.evidence_pages import photos_of
from scorepad.web.recording.settle_form import SettleForm
from scorepad.web.recording.settle_reading import read_settle
from scorepad.web.requests import store
from scorepad.web.table.board import Board

bp = Blueprint("settling", __name__)


@bp.get("/t/<table_id>/over")
def page(table_id: str) -> AnyResponse:
    """The form. A tap leads to the address that keeps what was tapped."""
    return _show(_form(table_id))


@bp.get("/t/<table_id>/over/answer")
def answer(table_id: str) -> str:
    """The part of the form that changes with what is typed, for pages with script."""
    return _answer(_form(table_id))


@bp.post("/t/<table_id>/over")
def record(table_id: str) -> AnyResponse:
    """Record the deal, or follow a tap."""
    form = _form(table_id)
    if "record" not in request.form:
        return _show(form)
    return _record(form, settlements.record)


@bp.get("/t/<table_id>/ending/<int:number>")
def ending(table_id: str, number: int) -> AnyResponse:
    """A deal as recorded, to look at or to put right."""
    if not access.phone(table_id).writes:
        return make_response(_read_only(table_id, number))
    return _show(_form(table_id, number))


@bp.get("/t/<table_id>/ending/<int:number>/answer")
def ending_answer(table_id: str, number: int) -> str:
    return _answer(_form(table_id, number))


@bp.post("/t/<table_id>/ending/<int:number>")
def correct(table_id: str, number: int) -> AnyResponse:
    """Replace the whole ending or take it out, or follow a tap."""
    form = _form(table_id, number)
    if "discard" in request.form:
        return _do(form, partial(service.remove, entry=number))
    if "record" not in request.form:
        return _show(form)
    return _record(form, settlements.record_again, entry=number)


def _form(table_id: str, number: int | None = None, *, now: bool = False) -> SettleForm:
    """The form, read by the table as it was sent to, or as it is `now`.

    Raises NotAllowed for a phone that only watches, NotFound for an ending that is gone and for a game in
    which nothing is settled.
    """
    phone = access.require_key(table_id)
    table = service.table(store(), table_id)
    table = table if now else as_sent(table)
    if not settlements.settles(service.rules(table)):
        raise service.NotFound("In this game every player is recorded on going out.", at="deal")
    return read_settle(table, phone, sent(), None if number is None else _ending(table, number))


def _ending(table: Table, number: int) -> Ending:
    deal = table.ended_with(number)
    if deal is None or deal.ending is None:
        raise service.NotFound("These scores are not there: they were removed or undone.", at="entry")
    return deal.ending


def _read_only(table_id: str, number: int) -> str:
    table = service.table(store(), table_id)
    board = Board(table, service.rules(table), access.phone(table_id))
    found = _ending(table, number)
    return render_template(
        "recording/ending.html", board=board, table=table, ending=found, deal=table.ended_with(number)
    )


def _show(form: SettleForm) -> AnyResponse:
    """The page, or the way to the address that keeps the tap or the post, where one can hold it."""
    now = form.tapped(sent())
    address = f"{request.path}?{urlencode(now.fields())}"
    changed = request.method == "POST" or now != form
    said = now.typed.said if now.typed else ""
    if changed and not said and len(address) < LONGEST_ADDRESS:
        return redirect(address, 303)
    return make_response(_page(now))


def _page(form: SettleForm, problem: str = "", *, told: bool = False) -> str:
    photos = photos_of(form.table.id, form.ending)
    page = {"form": form, "problem": problem, "told": told, "op": access.new_op(), "photos": photos}
    return render_template("recording/over.html", **page)


def _answer(form: SettleForm) -> str:
    return render_template("recording/_over_answer.html", form=form, fragment=True)


def _record(form: SettleForm, act: Callable[..., Table], **more: int) -> AnyResponse:
    if form.faults:
        return make_response(_page(form, told=True), 422)
    return _do(form, partial(act, ended=form.ended, **more))


def _do(form: SettleForm, act: Callable[..., Table]) -> AnyResponse:
    """Do it and go to the table; the form with everything kept, and why, when it cannot be done."""
    phone, number = form.board.phone, form.ending.number if form.ending else None
    try:
        table = act(store(), form.table.id, phone.key, by=form.board.owner, op=op(), expected=expected())
    except (service.NotAllowed, service.NotFound):
        raise
    except service.OpReused as error:
        return _again(_form(form.table.id, number, now=True), error.message, 422)
    except ScorepadError as error:
        problem = reason(store(), form.table.id, error, expected())
        return _again(form, problem, 409 if isinstance(error, service.Stale) else 422)
    evidence_pages.attach(table, form.photos, number)
    return redirect(url_for("tables.page", table_id=form.table.id), 303)


def _again(form: SettleForm, problem: str, status: int) -> Response:
    return make_response(_page(form, problem), status)
