"""The circles on this phone: which of them a table is in, and putting it there.

A phone without the key of a circle learns nothing of it from a table.
"""

from __future__ import annotations

from flask import Blueprint, flash, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import HiddenField

from scorepad.circles.circle_play import circle_play
from scorepad.circles.circle_service import CircleOperation, standing_circle
from scorepad.core.errors import ScorepadError
from scorepad.core.log.circle import Circle
from scorepad.core.sentence import say
from scorepad.store.engine import JoinedLog, NotAllowed, StoreFault
from scorepad.tables import service
from scorepad.web.forms import op
from scorepad.web.languages import page_words
from scorepad.web.outcomes import recorded
from scorepad.web.people import access
from scorepad.web.plain_form import PlainForm
from scorepad.web.requests import store


def known_circle_ids() -> list[str]:
    """The ids of the circles to which this phone has a key, the one joined last first."""
    joined_circles = access.joined_logs("circles", store().circles)
    return [joined.id for joined in reversed(joined_circles) if circle_key(joined.id)]


def circle_key(circle_id: str) -> str:
    """This phone's key to the circle; empty if it has none or it was revoked."""
    joined = access.joined_log("circles", store().circles, circle_id)
    return joined.key if joined else ""


def require_phone_key(circle_id: str) -> str:
    """This phone's key to the circle. Raises NotAllowed."""
    key = circle_key(circle_id)
    if not key:
        raise NotAllowed(say("Join the circle to change it."), at="key")
    return key


def remember_circle(circle_id: str, key: str) -> None:
    """Store this phone's key to the circle."""
    access.join_log("circles", store().circles, JoinedLog(circle_id, key))


bp = Blueprint("circle_membership", __name__)


@bp.app_template_global()
def known_circles() -> list[Circle]:
    """The circles to which this phone has a valid key, the one joined last first."""
    return [standing_circle(store(), circle_id) for circle_id in known_circle_ids()]


@bp.app_template_global()
def circles_of(table_id: str) -> list[Circle]:
    """The circles of this phone that the table is in."""
    return [circle for circle in known_circles() if table_id in circle.tables]


@bp.app_template_global()
def names_of_circle(circle_id: str) -> tuple[str, ...]:
    """The people of a circle, if this phone has a key to it; else empty."""
    is_known = any(circle.id == circle_id for circle in known_circles())
    return circle_play(store(), circle_id).people.names if is_known else ()


def put_into_circle(circle_id: str, table_id: str, table_key: str) -> None:
    """Put a table that was just opened into a circle of this phone, if one was picked. A failure is shown as
    a message, and the table stays open."""
    if not circle_id:
        return
    # By a name of the op: who reads the circle’s log must not learn the op that opened the table.
    change = CircleOperation(store(), circle_id, circle_key(circle_id), "", f"{access.op_name(op())}-circle")
    try:
        change.add_table(table_id, table_key)
    except StoreFault:  # sent again, the form opens the same table
        raise
    except ScorepadError as error:
        flash(page_words(say("The table isn’t in the circle: {reason}", reason=error.message)), "error")


@bp.get("/t/<table_id>/circles")
def choose(table_id: str) -> str:
    """The page to choose the phone's circles for a table."""
    access.require_key(table_id)
    table = service.table(store(), table_id)
    return render_template("circles/of_table.html", table=table, op=access.new_op())


class MembershipForm(PlainForm):
    """The button that puts a table into a circle, or with `out` takes it out."""

    circle = HiddenField(default="")
    out = HiddenField()


@bp.post("/t/<table_id>/circles")
def change(table_id: str) -> AnyResponse:
    """Put the table into a circle, or take it out."""
    phone, form = access.require_key(table_id), MembershipForm()
    by, circle_id = phone.name(service.table(store(), table_id)), form.circle.data
    operation = CircleOperation(store(), circle_id, require_phone_key(circle_id), by, op())
    if form.out.data:
        operation.take_table_out(table_id, phone.key)
    else:
        operation.add_table(table_id, phone.key)
    return recorded(url_for("tables.page", table_id=table_id))
