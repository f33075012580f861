"""The parts of pages that change with their table, drawn once after each change and for all phones alike.

What differs from phone to phone stands in them as marks, filled for each: the id of the operation that
a form does, what shows that the form is our own, and what only one player's phone shows. A mark begins with a
character that no text of a table holds (`clean_text`).
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

from flask import Blueprint, current_app, g, render_template
from flask.blueprints import BlueprintSetupState
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad.core.card_text import read_canonical_melds
from scorepad.core.cards import Meld
from scorepad.core.log.deal import Deal
from scorepad.core.log.table import Table
from scorepad.web.languages import page_language
from scorepad.web.people.access import Phone, new_op
from scorepad.web.table.before_players import lying_melds
from scorepad.web.table.chart import totals_chart
from scorepad.web.table.scoreboard import Scoreboard


@dataclass(frozen=True, slots=True)
class LastHand:
    """What came of it in words, its melds; none where only points were entered."""

    outcome: str
    score: int
    melds: tuple[Meld, ...]


def last_hand(board: Scoreboard) -> LastHand | None:
    """That of the current deal, else of the one before; None while there is none."""
    deals = board.table.deals
    newest = (_hand_of_deal(board, deal) for deal in (deals[-1], *deals[-2:-1]))
    return next((hand for hand in newest if hand), None)


def _hand_of_deal(board: Scoreboard, deal: Deal) -> LastHand | None:
    """The hand that went out last, or that of whoever went out where a deal is settled at once."""
    names = board.table.names
    if deal.entries:
        entry = max(deal.entries, key=lambda entry: entry.number)
        name = names[entry.player]
        return LastHand(
            board.rules.scoring.ending_words.ended_by(name),
            entry.score,
            read_canonical_melds(entry.melds),
        )
    winner = (
        deal.ending.hand_of(deal.ending.winner) if deal.ending and deal.ending.winner is not None else None
    )
    if winner is None:
        return None
    outcome = board.rules.scoring.ending_words.ended_by(names[winner.player])
    return LastHand(outcome, winner.score, read_canonical_melds(winner.melds))


Value = TypeVar("Value")


class TableCache(Generic[Value]):
    """Values by their keys, each made of one state of a table; those not asked for longest make room."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, tuple[Table, Value]] = OrderedDict()
        self._lock = Lock()

    def value(self, key: Hashable, table: Table, make: Callable[[], Value]) -> Value:
        """What `make` gave for this very table under that key; it is called when there is nothing."""
        with self._lock:
            made = self._values.pop(key, None)
        if made is None or made[0] is not table:
            made = table, make()
        with self._lock:
            self._values[key] = made
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return made[1]


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
