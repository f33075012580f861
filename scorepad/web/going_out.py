"""Going out: her cards or points, what they are worth now, recorded; and an earlier entry put right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad import sessions, settlements
from scorepad.core.errors import ScorepadError
from scorepad.core.table import Entry, Table
from scorepad.hands import cards
from scorepad.web import access, photo_evidence
from scorepad.web.board import Board
from scorepad.web.forms import LONGEST_ADDRESS, expected, op, sent
from scorepad.web.hand_form import HandForm
from scorepad.web.hand_reading import read_hand
from scorepad.web.photo_evidence import photos_of
from scorepad.web.requests import store

bp = Blueprint("going_out", __name__)


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
    return _record(form, sessions.record_out, **(asdict(form.late) if form.late else {}))


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
        return _do(form, partial(sessions.remove, entry=number))
    if "record" not in request.form:
        return _show(form)
    return _record(form, sessions.correct, entry=number)


def _form(table_id: str, number: int | None = None) -> HandForm:
    """Raises NotAllowed for a phone that only watches, NotFound for an entry that is gone."""
    phone = access.require_key(table_id)
    table = sessions.table(store(), table_id)
    if settlements.settles(sessions.rules(table)):
        raise sessions.NotFound("In this game a deal is recorded as a whole, when it is over.", at="player")
    found = None if number is None else _entry(table, number)
    return read_hand(table, phone, sent(), found)


def _entry(table: Table, number: int) -> Entry:
    found = table.entry(number)
    if found is None:
        raise sessions.NotFound("That entry is not there: it was removed or undone.", at="entry")
    return found


def _read_only(table_id: str, number: int) -> str:
    table = sessions.table(store(), table_id)
    board = Board(table, sessions.rules(table), access.phone(table_id))
    return render_template("tables/entry.html", board=board, table=table, entry=_entry(table, number))


def _show(form: HandForm) -> AnyResponse:
    """The page, or the way to the address that keeps the tap or the post, where one can hold it."""
    now = form.tapped(sent())
    address = f"{request.path}?{urlencode(now.fields())}"
    changed = request.method == "POST" or now != form
    if changed and not now.question.entry.said and len(address) < LONGEST_ADDRESS:
        return redirect(address, 303)
    return make_response(_page(now))


def _page(form: HandForm, problem: str = "") -> str:
    return render_template("tables/out.html", **_view(form), problem=problem)


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
    return render_template("tables/_answer.html", fragment=True, **_view(form))


def _record(form: HandForm, act: Callable[..., Table], **more: int) -> AnyResponse:
    """Record the hand once, however often the same is sent."""
    if _recorded_before(form):
        return _to_table(form)
    if form.faults:
        return _again(form, " ".join(form.faults.values()), 422)
    melds = None if form.points else form.melds
    hand = {"player": form.player, "melds": melds, "points": form.plain, "left": form.left}
    return _do(form, partial(act, **hand, note=form.note, concealed=form.concealed, **more))


def _recorded_before(form: HandForm) -> bool:
    """Whether this operation wrote the same hand before: its answer was lost, or it was tapped twice."""
    first = next((event for event in form.table.events if event.op == op()), None)
    if first is None or str(first.data.get("player")) != sent().get("player", ""):
        return False
    if first.data.get("melds") is None:
        return bool(first.data.get("points") == form.plain)
    told = [*first.data["melds"], *([first.data["left"]] if first.data.get("left") else [])]
    return sorted(cards(form.board.rules, told)) == sorted(form.cards)


def _do(form: HandForm, act: Callable[..., Table]) -> AnyResponse:
    """Do it and go to the table; the form with everything kept, and why, when it cannot be done."""
    phone = form.board.phone
    try:
        table = act(store(), form.table.id, phone.key, by=form.board.owner, op=op(), expected=expected())
    except (sessions.NotAllowed, sessions.NotFound):
        raise
    except sessions.Stale:
        return _again(_as_seen(form), "", 409)
    except ScorepadError as error:
        return _again(form, error.message, 422)
    photo_evidence.attach(table, form.photos, form.entry.number if form.entry else None)
    return _to_table(form)


def _as_seen(form: HandForm) -> HandForm:
    """The form, telling all that happened since its page was made."""
    seen = expected()
    return form if seen is None else replace(form, since=min(form.since, seen))


def _again(form: HandForm, problem: str, status: int) -> Response:
    return make_response(_page(form, problem), status)


def _to_table(form: HandForm) -> AnyResponse:
    return redirect(url_for("tables.page", table_id=form.table.id), 303)
