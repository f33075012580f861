"""Joining a table by its code or QR, as a player or to watch; and the page that invites."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import Field, RadioField
from wtforms.validators import ValidationError

from scorepad.core.log.circle import Circle
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.core.spelling import plain_letters
from scorepad.rulebook import game_title
from scorepad.store.engine import NotFound
from scorepad.tables import service
from scorepad.web import visitors
from scorepad.web.addresses import code_of, for_phones
from scorepad.web.fields import whole_number
from scorepad.web.outcomes import recorded
from scorepad.web.people import access
from scorepad.web.plain_form import LineField, PlainForm
from scorepad.web.requests import store

bp = Blueprint("join", __name__)

KEEP_SCORE, WATCH = "", "watch"
LONGEST_CODE = 12


class CodeForm(PlainForm):
    """A typed code, and the page that it leads to."""

    code = LineField(
        say("Code"),
        most=LONGEST_CODE,
        description=say("6 letters and numbers, upper or lower case."),
        filters=[],
        render_kw={"autocapitalize": "characters", "spellcheck": "false", "class": "code-field"},
    )

    def validate_code(self, field: Field) -> None:
        """Find the page. Raises ValidationError for a code of no table or circle."""
        code = _plain_code(field.data)
        try:
            with visitors.one_try():
                self.leads_to = url_for(_door_of(code), code=code)
        except NotFound as error:
            shown = repr(field.data[:LONGEST_CODE])
            sentence = say("No table has the code {code}. The host’s phone shows the right one.", code=shown)
            raise ValidationError(sentence) from error


class SeatForm(PlainForm):
    """Who this phone is at a table, as a row of buttons."""

    seat = RadioField(
        default=KEEP_SCORE,
        invalid_choice_message=say("Nobody here has that seat. Choose your name, or just keep the score."),
    )

    @classmethod
    def at(cls, table: Table, *, watch: bool = False) -> SeatForm:
        """The form of that table; with `watch` one may just watch it."""
        form = cls()
        form.seat.choices = {
            **{str(player.index): player.name for player in table.players},
            KEEP_SCORE: say("I’m just keeping score"),
            **({WATCH: say("Just watch")} if watch else {}),
        }
        return form

    @property
    def seat_picked(self) -> int | None:
        """The picked seat; None for somebody who keeps the score and does not play."""
        return whole_number(self.seat.data)


@bp.get("/join")
def ask() -> str:
    return render_template("people/join.html", form=CodeForm())


@bp.post("/join")
def find() -> str | AnyResponse:
    """Redirect from a typed code to the table's names, or to the circle. An unknown code shows the form
    again."""
    form = CodeForm()
    if not form.validate():
        return make_response(render_template("people/join.html", form=form), 404)
    return redirect(form.leads_to, 303)


def _door_of(code: str) -> str:
    """The endpoint for joining the table or circle of the code. Raises NotFound."""
    try:
        store().by_code(code)
    except NotFound:
        store().circles.by_code(code)
        return "circle_join.ask"
    return ".names"


@bp.get("/j/<code>")
def names(code: str) -> str:
    """The names to pick from. No key is given yet, so that a link's preview joins nobody."""
    table = _table_of(code)
    return _door_page(code, table, SeatForm.at(table, watch=True))


def _door_page(code: str, table: Table, form: SeatForm) -> str:
    return _pick_page(table, form, url_for(".enter", code=code), watch=True)


@bp.post("/j/<code>")
def enter(code: str) -> AnyResponse:
    """Join as the picked player, or to watch."""
    table = _table_of(code)
    form = SeatForm.at(table, watch=True)
    if not form.validate():
        return form.refusal(partial(_door_page, code, table, form))
    if form.seat.data == WATCH:
        access.remember(table.id, key="")
    else:
        # A phone keeps the key that it has, as each key given is one more to take back.
        key = access.phone(table.id).key or service.join_table(store(), _plain_code(code))[1]
        access.remember(table.id, key=key, seat=form.seat_picked)
    return recorded(url_for("tables.page", table_id=table.id))


def _table_of(code: str) -> Table:
    """The table with that code. Raises NotFound."""
    with visitors.one_try():
        table_id = store().by_code(_plain_code(code))
    return service.table(store(), table_id)


@bp.get("/t/<table_id>/who")
def who(table_id: str) -> str:
    """The page to pick which player this phone is."""
    access.require_key(table_id)
    table = service.table(store(), table_id)
    return _change_page(table, SeatForm.at(table))


def _change_page(table: Table, form: SeatForm) -> str:
    return _pick_page(table, form, url_for(".change", table_id=table.id))


@bp.post("/t/<table_id>/who")
def change(table_id: str) -> AnyResponse:
    access.require_key(table_id)
    table = service.table(store(), table_id)
    form = SeatForm.at(table)
    if not form.validate():
        return form.refusal(partial(_change_page, table, form))
    access.remember(table_id, seat=form.seat_picked)
    return recorded(url_for("tables.page", table_id=table_id))


@bp.get("/t/<table_id>/invite")
def invite(table_id: str) -> str:
    """The invitation: the QR code full screen, the short code in large letters, the address."""
    code = service.invitation_code(store(), table_id, access.require_key(table_id).key)
    return invite_page(code, table=service.table(store(), table_id))


def invite_page(code: str, *, table: Table | None = None, circle: Circle | None = None) -> str:
    """Render the invitation to a table or to a circle."""
    shown = {"table": table, "circle": circle, "code": code, "new": "new" in request.args}
    return render_template("people/invite.html", address=for_phones(url_for("join.ask")), **shown)


@bp.get("/t/<table_id>/qr.svg")
def qr(table_id: str) -> Response:
    """The address that joins the table, as a QR code."""
    code = service.invitation_code(store(), table_id, access.require_key(table_id).key)
    return code_of(url_for(".names", code=code))


def _plain_code(typed_text: str) -> str:
    """The code in plain letters and capitals, without spaces and hyphens."""
    return "".join(char for char in plain_letters(typed_text) if char.isalnum())[:LONGEST_CODE].upper()


def _pick_page(table: Table, form: SeatForm, action: str, *, watch: bool = False) -> str:
    return render_template(
        "people/pick.html",
        table=table,
        form=form,
        game_name=game_title(table.game, table.options),
        action=action,
        watch=watch,
        phone=access.phone(table.id),
    )
