"""Going out: her cards or points, what they are worth now, recorded; and an earlier entry put right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Entry, Table
from scorepad.tables import service, settlements
from scorepad.web.forms import LONGEST_ADDRESS, as_sent, expected, op, sent, undone_since
from scorepad.web.people import access
from scorepad.web.photos import evidence_pages
from scorepad.web.photos.evidence_pages import photos_of
from scorepad.web.recording.hand_form import HandForm
from scorepad.web.recording.hand_reading import read_hand
from scorepad.web.recording.shown import OTHER_CARDS
from scorepad.web.requests import store
from scorepad.web.table.board import Board

bp = Blueprint("going_out", __name__)
UNDONE = "This was recorded before and has been undone. To record it again, open “Going out” again."


@bp.get("/t/<table_id>/out")
def page(table_id: str) -> AnyResponse:
    """The form. A tap leads to the address that keeps what was tapped."""
    return _show(_form(table_id))


@bp.get("/t/<table_id>/out/answer")
def answer(table_id: str) -> str:
    """The part of the form that changes with the cards, for pages with script."""
    return _answer(_form(table_id))


@bp.post("/t/<table_id>/out")
def record(table_id: str) -> AnyResponse:
    """Record the hand, or follow a tap."""
    form = _form(table_id)
    if "record" not in request.form:
        return _show(form)
    return _record(form, service.record_out, **(asdict(form.late) if form.late else {}))


@bp.get("/t/<table_id>/entry/<int:number>")
def entry(table_id: str, number: int) -> AnyResponse:
    """An entry as recorded, to look at or to put right."""
    if not access.phone(table_id).writes:
        return make_response(_read_only(table_id, number))
    return _show(_form(table_id, number))


@bp.get("/t/<table_id>/entry/<int:number>/answer")
def entry_answer(table_id: str, number: int) -> str:
    return _answer(_form(table_id, number))


@bp.post("/t/<table_id>/entry/<int:number>")
def correct(table_id: str, number: int) -> AnyResponse:
    """Replace the entry or take it out, or follow a tap."""
    form = _form(table_id, number)
    if "discard" in request.form:
        return _do(form, partial(service.remove, entry=number))
    if "record" not in request.form:
        return _show(form)
    return _record(form, service.correct, entry=number)


def _form(table_id: str, number: int | None = None, *, now: bool = False) -> HandForm:
    """The form, read by the table as it was sent to, or as it is `now`.

    Raises NotAllowed for a phone that only watches, NotFound for an entry that is gone.
    """
    phone = access.require_key(table_id)
    table = service.table(store(), table_id)
    table = table if now else as_sent(table)
    if settlements.settles(service.rules(table)):
        raise service.NotFound("In this game a deal is recorded as a whole, when it is over.", at="player")
    found = None if number is None else _entry(table, number)
    return read_hand(table, phone, sent(), found)


def _entry(table: Table, number: int) -> Entry:
    found = table.entry(number)
    if found is None:
        raise service.NotFound("That entry is not there: it was removed or undone.", at="entry")
    return found


def _read_only(table_id: str, number: int) -> str:
    table = service.table(store(), table_id)
    board = Board(table, service.rules(table), access.phone(table_id))
    return render_template("recording/entry.html", board=board, table=table, entry=_entry(table, number))


def _show(form: HandForm) -> AnyResponse:
    """The page, or the way to the address that keeps the tap or the post, where one can hold it."""
    now = form.tapped(sent())
    address = f"{request.path}?{urlencode(now.fields())}"
    changed = request.method == "POST" or now != form
    if changed and not now.question.hand.said and len(address) < LONGEST_ADDRESS:
        return redirect(address, 303)
    return make_response(_page(now))


def _page(form: HandForm, problem: str = "") -> str:
    return render_template("recording/out.html", **_view(form), problem=problem)


def _view(form: HandForm) -> dict[str, Any]:
    return {
        "form": form,
        "question": form.question,
        "own": form.own,
        "solved": form.solved,
        "op": access.new_op(),
        "photos": photos_of(form.table.id, form.entry),
    }


def _answer(form: HandForm) -> str:
    return render_template("recording/_out_answer.html", fragment=True, **_view(form))


def _record(form: HandForm, act: Callable[..., Table], **more: int) -> AnyResponse:
    if form.faults:
        return _again(form, " ".join(form.faults.values()), 422)
    answer = _do(form, partial(act, **_hand(form), **more))
    if answer.status_code == 303 and form.shown_for_others and form.to_follow:
        flash(OTHER_CARDS, "warn")
    return answer


def _hand(form: HandForm) -> dict[str, Any]:
    """What is recorded: plain points, melds, or cards whose melds are to follow."""
    hand: dict[str, Any] = {"melds": None, "points": form.plain}
    if form.to_follow:
        hand["cards"] = form.question.hand.cards
    elif form.plain is None:
        hand |= {"melds": form.melds, "left": form.left}
    said = {"player": form.player, "note": form.note, "concealed": form.concealed}
    return {**hand, **said, "disputed": form.disputed}


def _do(form: HandForm, act: Callable[..., Table]) -> AnyResponse:
    """Do it and go to the table; the form with everything kept, and why, when it cannot be done."""
    phone, number = form.board.phone, form.entry.number if form.entry else None
    try:
        table = act(store(), form.table.id, phone.key, by=form.board.owner, op=op(), expected=expected())
    except (service.NotAllowed, service.NotFound):
        raise
    except service.Stale:
        return _again(_as_seen(form), "", 409)
    except service.OpReused as error:
        return _again(_form(form.table.id, number, now=True), error.message, 422)
    except ScorepadError as error:
        return _again(form, error.message, 422)
    evidence_pages.attach(table, form.photos, number)
    if undone_since(table, form.table.id):
        flash(UNDONE, "warn")
    return redirect(url_for("tables.page", table_id=form.table.id), 303)


def _as_seen(form: HandForm) -> HandForm:
    """The form, telling all that happened since its page was made."""
    seen = expected()
    return form if seen is None else replace(form, since=min(form.since, seen))


def _again(form: HandForm, problem: str, status: int) -> Response:
    """The page once more, drawn anew, everything typed kept."""
    return make_response(_page(replace(form, shown=None), problem), status)
