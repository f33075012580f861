"""What the pages of a table are drawn from, what of them is drawn once for all phones, and what is done to a
table with one tap."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from flask import Blueprint, current_app, flash, redirect, render_template, url_for
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.tables import service
from scorepad.web.forms import expected, operation, reason
from scorepad.web.languages import page_language, page_words
from scorepad.web.people import access
from scorepad.web.requests import store
from scorepad.web.table.board_parts import deal_rows, last_hand, lying_melds, tells_leaps, totals_chart
from scorepad.web.table.scoreboard import Scoreboard

bp = Blueprint("table_page", __name__)
for template_global in (deal_rows, last_hand, lying_melds, tells_leaps, totals_chart):
    bp.add_app_template_global(template_global, template_global.__name__)

MOST_PARTS = 800  # that a process keeps, at most some 30 kB each


@dataclass(frozen=True, slots=True)
class TablePage:
    """What the pages of a table are drawn from. `op` is the operation of a form on it."""

    board: Scoreboard
    table: Table
    op: str


def table_page(table_id: str) -> TablePage:
    """The table as this phone sees it. Raises NotFound."""
    table = service.table(store(), table_id)
    return TablePage(Scoreboard(table, access.phone(table_id)), table, access.new_op())


def drawn(template: str, page: TablePage, **more: Any) -> str:
    """The page, or a part of it."""
    return render_template(template, board=page.board, table=page.table, op=page.op, **more)


class DrawnParts:
    """Parts of pages by their keys, each drawn of one state of a table; those not asked for longest make
    room."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, tuple[Table, Markup]] = OrderedDict()
        self._lock = Lock()

    def part(self, key: Hashable, table: Table, draw: Callable[[], Markup]) -> Markup:
        """What `draw` gave for this very table under that key; it is called when there is nothing."""
        with self._lock:
            made = self._parts.pop(key, None)
        if made is None or made[0] is not table:
            made = table, draw()
        with self._lock:
            self._parts[key] = made
            while len(self._parts) > MOST_PARTS:
                self._parts.popitem(last=False)
        return made[1]


@bp.record
def _keep_parts(state: BlueprintSetupState) -> None:
    state.app.extensions["drawn-parts"] = DrawnParts()


@bp.app_template_global()
def drawn_once(template: str, board: Scoreboard, *seen_by: Hashable, **more: Hashable) -> Markup:
    """A part of a page, drawn once while the table is the same: for all phones that write there, or for all
    that only watch, in one language. `seen_by` is what else of the phone it shows; it has no form."""
    parts: DrawnParts = current_app.extensions["drawn-parts"]
    key = (board.table.id, template, str(page_language()), board.writes, *seen_by, *more.values())
    fields = {"board": board, "table": board.table, **more}
    return parts.part(key, board.table, lambda: Markup(render_template(template, **fields)))


@bp.app_template_global()
def now_in_milliseconds() -> int:
    """This pad's time since 1970, for phones whose clocks are off."""
    return round(time.time() * 1000)


def tap(table_id: str, act: Callable[..., Table], *, back: str = "", shows: str = "") -> AnyResponse:
    """Do one thing to the table and show it, or the page `shows`; when it may not be, say why, there or on
    the page `back`."""
    phone = access.require_key(table_id)
    person_name = phone.name(service.table(store(), table_id))
    shows = shows or url_for("tables.page", table_id=table_id)
    try:
        act(operation(table_id, phone.key, person_name))
    except service.NotFound:
        raise
    except ScorepadError as error:
        flash(page_words(reason(store(), table_id, error, expected())), "error")
        return redirect(back or shows, 303)
    return redirect(shows, 303)
