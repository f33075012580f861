"""The pages of a form that records in a table's log: its address keeps each tap, its post records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import in_a_row
from scorepad.tables import service
from scorepad.web.fields import LONGEST_ADDRESS, sent
from scorepad.web.forms import as_sent, expected, operation, reason
from scorepad.web.people import access
from scorepad.web.photos import evidence_pages
from scorepad.web.photos.evidence_pages import photos_of
from scorepad.web.recording.entry_form import Act, EntryForm
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

F = TypeVar("F", bound=EntryForm)


@dataclass(frozen=True, slots=True)
class EntryPages(Generic[F]):
    """The pages of a kind of form; `remember` is told what was recorded."""

    form: type[F]
    remember: Callable[[F, Table], None] | None = None

    def serve(self, blueprint: Blueprint, path: str, path_of_entry: str = "") -> None:
        """The form at `path` and its part; where an entry can be put right, the same beneath the address of
        the entry, whose page the blueprint has."""
        blueprint.add_url_rule(path, "page", self.show)
        for place, endpoint in ((path, "record"), (path_of_entry, "correct")):
            if place:
                blueprint.add_url_rule(f"{place}/answer", "answer", self.answer)
                blueprint.add_url_rule(place, endpoint, self.record, methods=["POST"])

    def show(self, table_id: str, number: int | None = None) -> AnyResponse:
        """The form. A tap leads to the address that keeps what was tapped."""
        return self._show_form(self.read_form(table_id, number))

    def answer(self, table_id: str, number: int | None = None) -> str:
        """The part of the form that changes with what is typed, for pages with script."""
        return render_template(self.form.part, form=self.read_form(table_id, number), fragment=True)

    def record(self, table_id: str, number: int | None = None) -> AnyResponse:
        """Record it, take out what is recorded, or follow a tap; the form again where it cannot be done."""
        form = self.read_form(table_id, number)
        if "discard" in request.form:
            return self._do_and_leave(form, partial(service.remove_entry, entry=number or 0))
        if "record" not in request.form:
            return self._show_form(form)
        if form.faults:
            return self._page_again(form, in_a_row(form.faults.values()), 422, faults=form.faults)
        return self._do_and_leave(form, form.act)

    def read_form(self, table_id: str, number: int | None, *, by_newest: bool = False) -> F:
        """The form, read by the table as it was sent to, or as it is now. Raises NotAllowed for a phone that
        only watches, and what the form's `read` raises."""
        phone = access.require_key(table_id)
        table = service.table(store(), table_id)
        return self.form.read(Scoreboard(table if by_newest else as_sent(table), phone), sent(), number)

    def _show_form(self, form: F) -> AnyResponse:
        """The page, or the way to the address that keeps the tap or the post, where one can hold it."""
        tapped_form = form.tapped(sent())
        address = f"{request.path}?{urlencode(tapped_form.fields())}"
        is_changed = request.method == "POST" or tapped_form.fields() != form.fields()
        if is_changed and not tapped_form.said and len(address) < LONGEST_ADDRESS:
            return redirect(address, 303)
        return make_response(self._drawn_form(tapped_form))

    def _do_and_leave(self, form: F, act: Act) -> AnyResponse:
        """Do it and go to the table; the form with everything kept, and why, when it cannot be done."""
        try:
            table = act(operation(form.table.id, form.board.phone.key, form.board.owner))
        except (service.NotAllowed, service.NotFound):
            raise
        except service.OpReused as error:
            newest = self.read_form(form.table.id, form.number, by_newest=True)
            return self._page_again(newest, error.message, 422)
        except ScorepadError as error:
            status = 409 if isinstance(error, service.Stale) else 422
            is_shown = isinstance(error, form.shown_errors)
            problem = "" if is_shown else reason(store(), form.table.id, error, expected())
            return self._page_again(form, problem, status)
        if form.photos:
            evidence_pages.attach_photos(table, form.photos, form.number)
        if self.remember:
            self.remember(form, table)
        return redirect(url_for("tables.page", table_id=form.table.id), 303)

    def _page_again(self, form: F, problem: str, status: int, **words: Any) -> AnyResponse:
        """The page once more, drawn anew, everything typed kept."""
        return make_response(self._drawn_form(form.as_seen(expected()), problem=problem, **words), status)

    def _drawn_form(self, form: F, **words: Any) -> str:
        photos = photos_of(form.table.id, form.recorded)
        shown = {"form": form, "here": request.path, "photos": photos, "op": access.new_op()}
        return render_template(form.page, **shown, **words)
