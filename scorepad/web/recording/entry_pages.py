"""The pages of a form that records in a table's log: its address keeps each tap, its post records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import make_response, redirect, render_template, request, url_for
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
from scorepad.web.recording.entry_form import EntryForm
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

F = TypeVar("F", bound=EntryForm)


@dataclass(frozen=True, slots=True)
class EntryPages(Generic[F]):
    """`read` makes the form of a board, of what was sent and of the number of the entry to put right;
    `template` and `fragment` draw it; `remember` is told what was recorded."""

    read: Callable[[Scoreboard, Mapping[str, str], int | None], F]
    template: str
    fragment: str
    remember: Callable[[F, Table], None] | None = None

    def page(self, table_id: str, number: int | None = None) -> AnyResponse:
        """The form. A tap leads to the address that keeps what was tapped."""
        return self._show_form(self.read_form(table_id, number))

    def answer(self, table_id: str, number: int | None = None) -> str:
        """The part of the form that changes with what is typed, for pages with script."""
        return render_template(self.fragment, form=self.read_form(table_id, number), fragment=True)

    def record(self, table_id: str, number: int | None = None) -> AnyResponse:
        """Record it, take out what is recorded, or follow a tap; the form again where it cannot be done."""
        form = self.read_form(table_id, number)
        if "discard" in request.form:
            return self._do_and_leave(form, form.removal)
        if "record" not in request.form:
            return self._show_form(form)
        if form.faults:
            return self.page_again(form, in_a_row(form.faults.values()), 422, faults=form.faults)
        return self._do_and_leave(form, form.act)

    def read_form(self, table_id: str, number: int | None, *, by_newest: bool = False) -> F:
        """The form, read by the table as it was sent to, or as it is now.

        Raises NotAllowed for a phone that only watches, NotFound for an entry that is gone and for a game in
        which nothing of the kind is recorded.
        """
        phone = access.require_key(table_id)
        table = service.table(store(), table_id)
        return self.read(Scoreboard(table if by_newest else as_sent(table), phone), sent(), number)

    def _show_form(self, form: F) -> AnyResponse:
        """The page, or the way to the address that keeps the tap or the post, where one can hold it."""
        tapped_form = form.tapped(sent())
        address = f"{request.path}?{urlencode(tapped_form.fields())}"
        is_changed = request.method == "POST" or tapped_form != form
        if (
            is_changed
            and not (tapped_form.typed and tapped_form.typed.said)
            and len(address) < LONGEST_ADDRESS
        ):
            return redirect(address, 303)
        return make_response(self._drawn_form(tapped_form))

    def _do_and_leave(self, form: F, act: Callable[..., Table]) -> AnyResponse:
        """Do it and go to the table; the form with everything kept, and why, when it cannot be done."""
        number = form.recorded.number if form.recorded else None
        try:
            table = act(operation(form.table.id, form.board.phone.key, form.board.owner))
        except (service.NotAllowed, service.NotFound):
            raise
        except service.OpReused as error:
            return self.page_again(self.read_form(form.table.id, number, by_newest=True), error.message, 422)
        except ScorepadError as error:
            status = 409 if isinstance(error, service.Stale) else 422
            if isinstance(error, form.shown_errors):
                return self.page_again(form, "", status)
            return self.page_again(form, reason(store(), form.table.id, error, expected()), status)
        if form.photos:
            evidence_pages.attach_photos(table, form.photos, number)
        if self.remember:
            self.remember(form, table)
        return redirect(url_for("tables.page", table_id=form.table.id), 303)

    def page_again(self, form: F, problem: str, status: int, **words: Any) -> AnyResponse:
        """The page once more, drawn anew, everything typed kept."""
        return make_response(self._drawn_form(form.as_seen(expected()), problem=problem, **words), status)

    def _drawn_form(self, form: F, **words: Any) -> str:
        photos = photos_of(form.table.id, form.recorded)
        shown = {"form": form, "here": request.path, "photos": photos, "op": access.new_op()}
        return render_template(self.template, **shown, **words)
