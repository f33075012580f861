"""Melds laid in any turn: a new one, cards added, two merged, a wild taken out (H8, H19, L3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.tables import service, table_plays
from scorepad.web.forms import LONGEST_ADDRESS, as_sent, expected, op, reason, sent, since
from scorepad.web.hand.pad import read_tab
from scorepad.web.hand.typed_cards import TypedCards, read_past
from scorepad.web.people import access
from scorepad.web.recording.play_form import PlayForm, Unclear
from scorepad.web.requests import store
from scorepad.web.table.before_players import tells_leaps
from scorepad.web.table.board import Board

bp = Blueprint("playing", __name__)
bp.add_app_template_global(tells_leaps)

_WHERE = re.compile(
    r"new|add-[0-9]{1,2}|merge-[0-9]{1,2}-[0-9]{1,2}|filch-[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2}", re.ASCII
)
_PLAYED = "played"


@bp.get("/t/<table_id>/play")
def page(table_id: str) -> AnyResponse:
    """The form. A tap leads to the address that keeps what was tapped."""
    return _show(_form(_table(table_id)))


@bp.get("/t/<table_id>/play/answer")
def answer(table_id: str) -> str:
    """The part of the form that changes with the cards, for pages with script."""
    return render_template("recording/_play_answer.html", fragment=True, form=_form(_table(table_id)))


@bp.post("/t/<table_id>/play")
def lay(table_id: str) -> AnyResponse:
    """Record the play, or follow a tap."""
    table = _table(table_id)
    form = _form(table)
    if "record" not in request.form:
        return _show(form)
    try:
        _record(_form(as_sent(table)))
    except (service.NotAllowed, service.NotFound):
        raise
    except table_plays.IllegalPlay:
        return make_response(_page(form), 422)
    except ScorepadError as error:
        problem = reason(store(), table_id, error, expected())
        return make_response(_page(form, problem), 409 if isinstance(error, service.Stale) else 422)
    return redirect(url_for("tables.page", table_id=table_id), 303)


def _record(form: PlayForm) -> None:
    """Record it and remember who it was. Raises Unclear, and what the service raises."""
    play, player = form.play, form.player
    if isinstance(play, Unclear) or player is None:
        raise play if isinstance(play, Unclear) else Unclear("Who lays them?", at="player")
    phone, table = form.board.phone, form.board.table
    by, seen = form.board.owner, expected()
    table_plays.lay(
        store(), table.id, phone.key, player=player, play=play, last=form.last, by=by, op=op(), expected=seen
    )
    session[_PLAYED] = [table.id, player]


def _table(table_id: str) -> Table:
    """The table, for a phone that may write to it. Raises NotAllowed, NotFound."""
    access.require_key(table_id)
    return service.table(store(), table_id)


def _form(table: Table) -> PlayForm:
    """Raises NotFound in a game whose melds are laid on going out."""
    board, args = Board(table, service.rules(table), access.phone(table.id)), sent()
    if not board.lays:
        raise service.NotFound("In this game no melds lie on the table before going out.", at="player")
    where = args.get("where", "")
    form = PlayForm(
        board,
        TypedCards(board.rules, args.get("cards", ""), read_past(args)),
        where=where if _WHERE.fullmatch(where) else "new",
        end=args.get("end", ""),
        last=args.get("last") in ("1", "true"),
        since=since(args, table),
        tab=read_tab(board.rules.pack, args),
    )
    return replace(form, player=_player(form, args))


def _player(form: PlayForm, args: Mapping[str, str]) -> int | None:
    """Who was picked; else who played last from this phone, else its own player, of those who are in."""
    still_in = [player.index for player in form.players]
    if asked := args.get("player", ""):
        return int(asked) if asked in map(str, still_in) else None
    table_id, last = session.get(_PLAYED, ("", None))
    only = still_in[0] if len(still_in) == 1 else None
    usual = (last if table_id == form.board.table.id else None, form.board.phone.seat, only)
    return next((seat for seat in usual if seat in still_in), None)


def _show(form: PlayForm) -> AnyResponse:
    """The page, or the way to the address that keeps the tap or the post, where one can hold it."""
    now = replace(form, typed=form.typed.tapped(sent()))
    address = f"{request.path}?{urlencode(now.fields())}"
    if (request.method == "POST" or now != form) and not now.typed.said and len(address) < LONGEST_ADDRESS:
        return redirect(address, 303)
    return make_response(_page(now))


def _page(form: PlayForm, problem: str = "") -> str:
    return render_template("recording/play.html", form=form, problem=problem, op=access.new_op())
