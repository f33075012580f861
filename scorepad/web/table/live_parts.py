"""The parts of pages that change with their table, drawn once after each change and for all phones alike.

What differs from phone to phone stands in them as marks, filled for each: the id of the operation that
a form does, what shows that the form is our own, and what only one player's phone shows. A mark begins with a
character that no text of a table holds (`clean_text`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from flask import Blueprint, current_app, g, render_template
from flask.blueprints import BlueprintSetupState
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad.web.languages import page_language
from scorepad.web.people.access import Phone, new_op
from scorepad.web.table.before_players import lying_melds
from scorepad.web.table.chart import totals_chart
from scorepad.web.table.last_hand import last_hand
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_cache import TableCache

bp = Blueprint("live_parts", __name__)

VIEWS = {
    "board": ("table/_board_main.html", "table/_board_thumb.html"),
    "wall": ("table/_wall.html",),
    "record": ("table/_record.html",),
}
MOST_VIEWS = 400  # that a process keeps, some 30 kB each
_OPERATION, _TOKEN = Markup("\0op\0"), "\0token\0"
_MARKS = re.compile("\0(?:(op)|(token)|seat-([0-9]+)\0(.*?)\0end)\0", re.DOTALL)


@bp.record
def _keep_views(state: BlueprintSetupState) -> None:
    state.app.extensions["drawn-views"] = TableCache[tuple[str, ...]](MOST_VIEWS)


def live_parts(view: str, board: Scoreboard) -> tuple[Markup, ...]:
    """The parts of one of the VIEWS as the phone of that board sees them."""
    views: TableCache[tuple[str, ...]] = current_app.extensions["drawn-views"]
    seat_first = board.phone.seat if board.lays else None
    key = (board.table.id, view, str(page_language()), board.writes, seat_first)
    parts = views.value(key, board.table, lambda: _drawn_for_all(view, board, seat_first))
    op = new_op()
    return tuple(Markup(_MARKS.sub(lambda mark: _filled(mark, board.phone, op), part)) for part in parts)


def _drawn_for_all(view: str, board: Scoreboard, seat_first: int | None) -> tuple[str, ...]:
    shared = Scoreboard(board.table, Phone("any" if board.writes else ""))
    g.form_token = _TOKEN
    try:
        return tuple(
            render_template(
                template,
                board=shared,
                table=board.table,
                op=_OPERATION,
                chart=totals_chart(shared) if view in ("board", "wall") else None,
                last=last_hand(shared) if view == "wall" else None,
                lying=lying_melds(board.rules, board.table, seat_first) if view == "board" else (),
            )
            for template in VIEWS[view]
        )
    finally:
        del g.form_token


def _filled(mark: re.Match[str], phone: Phone, op: str) -> str:
    is_op, is_token, seat, shown = mark.groups()
    if is_op:
        return op
    if is_token:
        return str(generate_csrf())
    return str(shown) if seat == str(phone.seat) else ""


@bp.app_template_global()
def form_token() -> str:
    """What shows that a form is our own; its mark in parts for all phones."""
    return str(g.get("form_token") or generate_csrf())


@bp.app_template_global()
def now_in_milliseconds() -> int:
    """This pad's time since 1970, for phones whose clocks are off."""
    return round(time.time() * 1000)


@bp.app_template_global()
def for_seat(seat: int, caller: Callable[[], Markup]) -> Markup:
    """What is inside `call` is seen on the phone of that player alone. For the parts of VIEWS."""
    return Markup(f"\0seat-{seat}\0{caller()}\0end\0")
