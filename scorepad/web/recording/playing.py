"""Melds laid in any turn: a new one, cards added, two merged, a wild taken out (H8, H19, L3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, session
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.tables import service
from scorepad.web.forms import since
from scorepad.web.hand.question import read_tab
from scorepad.web.hand.typed_cards import TypedCards, read_past
from scorepad.web.recording.entry_pages import EntryPages
from scorepad.web.recording.play_form import PlayChoice, PlayForm, read_choice
from scorepad.web.table.scoreboard import Scoreboard

bp = Blueprint("playing", __name__)

_LAST_PLAYER = "played"
"""Who played last from this phone, in its session: a table's id and a seat."""


def _read_play(board: Scoreboard, args: Mapping[str, str], _number: int | None) -> PlayForm:
    """The form as the address or the post says. Raises NotFound where melds are laid on going out."""
    if not board.lays:
        raise service.NotFound(say("In this game no melds lie on the table before going out."), at="player")
    form = PlayForm(
        board,
        TypedCards(board.rules, args.get("cards", ""), read_past(args)),
        picked=_read_pick(args),
        end=args.get("end", ""),
        last=args.get("last") in ("1", "true"),
        tab=read_tab(board.rules.pack, args),
        since=since(args, board.table),
    )
    return replace(form, player=_picked_player(form, args))


def _read_pick(args: Mapping[str, str]) -> PlayChoice | None:
    """What the player picked; the page's suggestion sent back untouched is no pick until it is recorded."""
    where = args.get("where", "")
    return None if where == args.get("suggested") and "record" not in args else read_choice(where)


def _picked_player(form: PlayForm, args: Mapping[str, str]) -> int | None:
    """Who was picked; else who played last from this phone, else its own player, of those who are in."""
    still_in = [player.index for player in form.players]
    if picked_seat := args.get("player", ""):
        return int(picked_seat) if picked_seat in map(str, still_in) else None
    table_id, last_seat = session.get(_LAST_PLAYER, ("", None))
    only_seat = still_in[0] if len(still_in) == 1 else None
    usual_seats = (last_seat if table_id == form.table.id else None, form.board.phone.seat, only_seat)
    return next((seat for seat in usual_seats if seat in still_in), None)


def _remember_player(form: PlayForm, table: Table) -> None:
    """Who played last from this phone."""
    session[_LAST_PLAYER] = [table.id, form.player]


pages = EntryPages(_read_play, "recording/play.html", "recording/_play_answer.html", _remember_player)


@bp.get("/t/<table_id>/play")
def page(table_id: str) -> AnyResponse:
    """The form. A tap leads to the address that keeps what was tapped."""
    return pages.page(table_id)


@bp.get("/t/<table_id>/play/answer")
def answer(table_id: str) -> str:
    """The part of the form that changes with the cards, for pages with script."""
    return pages.answer(table_id)


@bp.post("/t/<table_id>/play")
def lay(table_id: str) -> AnyResponse:
    """Record the play, or follow a tap."""
    return pages.record(table_id)
