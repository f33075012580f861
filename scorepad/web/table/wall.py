"""The wall: the scoreboard alone, to be read from across the room."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorepad.web.table.table_pages import shown

bp = Blueprint("wall", __name__)


@bp.get("/t/<table_id>/wall")
def page(table_id: str) -> str:
    return render_template("table/wall.html", **shown(table_id))
