"""What the host of a table alone may do: change its clock and whether there is advice, and delete it.

The host is the phone that opened the table.
"""

from __future__ import annotations

from flask import Blueprint, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.entries import Manners
from scorepad.core.log.schema import LONGEST_CLOCK
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.photos import evidence
from scorepad.tables import service
from scorepad.web.fields import sent, whole_number
from scorepad.web.forms import expected, operation, reason
from scorepad.web.languages import page_words
from scorepad.web.people import access
from scorepad.web.people.access import Phone
from scorepad.web.photos.own_photos import desk
from scorepad.web.requests import store
from scorepad.web.table.table_page import drawn, table_page

bp = Blueprint("host", __name__)


@bp.app_template_global()
def is_host(table_id: str) -> bool:
    """Whether this phone opened the table."""
    phone = access.phone(table_id)
    return phone.writes and store().is_host_key(table_id, phone.key)


@bp.get("/t/<table_id>/host")
def page(table_id: str) -> str:
    """The clock, advice, and the way to delete the table."""
    _require_host(table_id)
    table = service.table(store(), table_id)
    return _page(table_id, str(table.manners.clock or ""), no_advice=table.manners.no_advice)


@bp.post("/t/<table_id>/host")
def change(table_id: str) -> AnyResponse:
    """Change what the table agrees on; the form again with every fault."""
    phone = _require_host(table_id)
    clock, no_advice = sent().get("clock", "").strip(), sent().get("no_advice") == "true"
    seconds = whole_number(clock or "0")
    if seconds is None or seconds > LONGEST_CLOCK:
        fault = say("A number of seconds, at most {number}, or nothing.", number=LONGEST_CLOCK)
        return make_response(_page(table_id, clock, no_advice=no_advice, fault=fault), 422)
    changing = operation(table_id, phone.key, phone.name(service.table(store(), table_id)))
    try:
        service.change_manners(changing, manners=Manners(seconds, no_advice))
    except service.NotFound:
        raise
    except ScorepadError as error:
        problem = reason(store(), table_id, error, expected())
        return make_response(_page(table_id, clock, no_advice=no_advice, problem=problem), 422)
    return redirect(url_for("tables.page", table_id=table_id), 303)


@bp.get("/t/<table_id>/delete")
def ask(table_id: str) -> str:
    """What is lost when the table is deleted, and how to keep it."""
    _require_host(table_id)
    table = service.table(store(), table_id)
    photos = evidence.evidence_photos(store(), desk(), table_id)
    return drawn("table/delete.html", table_page(table_id), entries=_count_scores(table), photos=len(photos))


@bp.post("/t/<table_id>/delete")
def delete(table_id: str) -> AnyResponse:
    """Delete it, its photos first: nobody finds those of a table that is gone."""
    try:
        _require_host(table_id)
        name = service.table(store(), table_id).name
    except service.NotFound:  # sent once more: it is gone
        return redirect(url_for("home.index"), 303)
    if "sure" in request.form:
        desk().delete_evidence(table_id)
        store().delete_log(table_id)
        access.forget(table_id)
        flash(page_words(say("{table} is deleted.", table=name) if name else say("The table is deleted.")))
    return redirect(url_for("home.index"), 303)


def _require_host(table_id: str) -> Phone:
    """This phone, which opened the table. Raises NotFound, NotAllowed."""
    phone = access.phone(table_id)
    service.require_host(store(), table_id, phone.key)
    return phone


def _count_scores(table: Table) -> int:
    """How many scores the table has."""
    endings = (len(deal.ending.hands) if deal.ending else 0 for deal in table.deals)
    return sum(len(deal.entries) for deal in table.deals) + sum(endings)


def _page(table_id: str, clock: str, *, no_advice: bool, fault: str = "", problem: str = "") -> str:
    words = {"clock": clock, "no_advice": no_advice, "fault": fault, "problem": problem}
    return drawn("table/host.html", table_page(table_id), **words)
