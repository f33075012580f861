"""What forms that record in a table's log share: fields, the pad, faults, news, the action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Generic, Self, TypeVar
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Table
from scorepad.core.rules import Rules
from scorepad.core.scoring import Scoring
from scorepad.core.scoring.ended_deal import SeatedDeal
from scorepad.core.sentence import in_a_row
from scorepad.photos import evidence
from scorepad.photos.evidence import EvidencePhoto
from scorepad.store.engine import Stale
from scorepad.tables import service, settlements
from scorepad.tables.operations import OpReused
from scorepad.tables.standing import rules_of_deal
from scorepad.web.addresses import own_path
from scorepad.web.fields import DISPUTED, EVIDENCE, LONGEST_ADDRESS, sent
from scorepad.web.forms import as_sent, expected, meanwhile, op, operation, reason, since
from scorepad.web.hand.typed_cards import TypedCards, write_past
from scorepad.web.outcomes import address_of, recorded, refused
from scorepad.web.people import access
from scorepad.web.photos.own_photos import is_claimed, kept_photos, photo_queue
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

NEXT = "next"
"""What the button that records and opens the next deal sends as `record`."""
Act = Callable[..., Table]
"""A service of tables that lacks the store, the table, and who does it."""


@dataclass(frozen=True)
class EntryForm(ABC):
    """A form by its fields, which determine its whole page. All but the right to record is in the address, so
    that reload and back keep every card.

    given    the fields as sent, or as recorded
    number   the number of the corrected entry; None for a new one
    said     message after a tap that had no effect
    redrawn  whether the page is shown again because recording was refused
    """

    page: ClassVar[str]
    """Its template, and that of the part that changes with what is typed."""
    part: ClassVar[str]
    shown_errors: ClassVar[tuple[type[ScorepadError], ...]] = ()
    """Errors of which the page itself says enough."""

    board: Scoreboard = field(repr=False)
    given: Mapping[str, str]
    number: int | None = None
    said: str = ""
    redrawn: bool = False

    @classmethod
    def read(cls, board: Scoreboard, args: Mapping[str, str], number: int | None) -> Self:
        """Read the form from the fields of the address or post. Raises NotFound for an entry that is gone,
        and in a game that records nothing of the kind."""
        return cls(board, args, number)

    @property
    def table(self) -> Table:
        return self.board.table

    @cached_property
    def rules(self) -> Rules:
        """The rules of the running deal, which may depend on its number."""
        return rules_of_deal(self.table, self.table.deal)

    @cached_property
    def scoring(self) -> Scoring:
        return self.rules.scoring

    @property
    def recorded(self) -> Entry | Ending | None:
        """The entry or ending that the form corrects; None for a new one."""
        return None

    @cached_property
    def since(self) -> int:
        """The table's number when the page was first opened."""
        return since(self.given, self.table)

    @property
    def note(self) -> str:
        return self.given.get("note", "")

    @property
    def disputed(self) -> bool:
        """Whether the form overrules the pack audit (P1)."""
        return self.given.get("record") == DISPUTED

    @property
    def disputable(self) -> bool:
        """Whether the pack audit alone forbids recording (P1)."""
        return False

    @property
    def photos(self) -> str:
        """The ids of the photos that the cards came from."""
        return self.given.get(EVIDENCE, "")

    @property
    def letters(self) -> str:
        """The choice of what the letters of typed cards mean, if the page asked for it."""
        return self.given.get("letters", "")

    @property
    @abstractmethod
    def typed(self) -> TypedCards | None:
        """The cards that the pad edits; None if there is no pad."""

    @property
    def pad_name(self) -> str:
        """The name of the field that the pad edits."""
        return "cards"

    @property
    @abstractmethod
    def faults(self) -> Mapping[str, str]:
        """What prevents recording, by field."""

    @property
    @abstractmethod
    def act(self) -> Act:
        """The action of recording, if there are no faults."""

    @property
    def news(self) -> str:
        """What others did at the table since the page was opened; empty if nothing."""
        return meanwhile(self.table, self.since) if self.since < self.table.head else ""

    @property
    def opens_next(self) -> bool:
        """Whether recording also opens the next deal."""
        return self.given.get("record") == NEXT

    def next_page(self, table: Table) -> str:
        """The address of the page after recording."""
        is_open = self.opens_next and not table.deal.ended
        return url_for("settling.page" if is_open else "tables.page", table_id=table.id)

    def redrawn_since(self, head: int | None) -> Self:
        """The form redrawn, with the table's news since the number `head`."""
        form = replace(self, redrawn=True)
        return form if head is None else form.changed(since=str(min(self.since, head)))

    def changed(self, **fields: str) -> Self:
        """The form with these fields changed."""
        return replace(self, given={**self.given, **fields})

    def tapped(self, taps: Mapping[str, str]) -> Self:
        """The form after the tap in `taps`."""
        if self.typed is None:
            return self
        cards = self.typed.tapped(taps)
        form = self.changed(**{self.pad_name: cards.text, "past": write_past(cards.past)})
        return replace(form, said=cards.said)

    def fields(self) -> dict[str, str]:
        """The shortest query for this form."""
        return {name: text for name, text in self.all_fields().items() if text}

    @abstractmethod
    def all_fields(self) -> dict[str, str]:
        """Every field of the address, empty or not."""

    def kept(self, *names: str) -> dict[str, str]:
        """The named fields and the choice of letters as they were sent, with `since` if the table has changed
        since then."""
        fields = {name: self.given.get(name, "") for name in names} | {"letters": self.letters}
        return {**fields, "since": str(self.since) if self.since < self.table.head else ""}


class EndingForm(EntryForm):
    """A form of a deal that ends for everybody at once. It also corrects earlier deals."""

    @property
    @abstractmethod
    def deal(self) -> Deal:
        """The deal that the form is of."""

    @property
    @abstractmethod
    def ended(self) -> SeatedDeal:
        """The deal as it will be recorded. A field that does not read counts as empty, and is a fault."""

    @property
    def recorded(self) -> Ending | None:
        """The ending that the form corrects; None for the current deal."""
        return self.deal.ending if self.number else None

    @property
    def over(self) -> bool:
        """Whether the deal has been recorded meanwhile."""
        return self.recorded is None and self.deal.ended

    @property
    def title(self) -> str:
        """The title of the page."""
        names = self.board.rules.scoring.deal_names
        number = self.deal.number
        return names.correct(number) if self.recorded else names.over_title(number)

    @property
    def disputable(self) -> bool:
        """Whether only the pack audit and bounds of numbers forbid recording (P1)."""
        return bool(self.changed(record="").faults) and not self.changed(record=DISPUTED).faults

    @property
    def act(self) -> Act:
        if self.number:
            return partial(settlements.correct_ending, ended=self.ended, entry=self.number)
        settle = partial(settlements.record_ending, deal=self.deal.number, opens_next=self.opens_next)
        return partial(settle, ended=self.ended)


F = TypeVar("F", bound=EntryForm)


@dataclass(frozen=True, slots=True)
class EntryPages(Generic[F]):
    """The pages of a kind of form, which `form` reads. `remember` is called with each form recorded."""

    form: Callable[[Scoreboard, Mapping[str, str], int | None], F]
    remember: Callable[[F, Table], None] | None = None

    def serve(self, blueprint: Blueprint, path: str, path_of_entry: str = "") -> None:
        """Add the URLs of the form at `path`. If an entry can be corrected, also those beneath
        `path_of_entry`, whose page the blueprint has."""
        blueprint.add_url_rule(path, "page", self.show)
        for place, endpoint in ((path, "record"), (path_of_entry, "correct")):
            if place:
                blueprint.add_url_rule(f"{place}/answer", "answer", self.answer)
                blueprint.add_url_rule(place, endpoint, self.record, methods=["POST"])

    def show(self, table_id: str, number: int | None = None) -> AnyResponse:
        """The page of the form. A tap redirects to the address after it."""
        return self._show_form(self.read_form(table_id, number))

    def answer(self, table_id: str, number: int | None = None) -> str:
        """The part of the form that changes with typing, for pages with script."""
        form = self.read_form(table_id, number)
        return render_template(form.part, form=form, fragment=True)

    def record(self, table_id: str, number: int | None = None) -> AnyResponse:
        """Record the form, remove its entry, or follow a tap. If that fails, the form again with the
        reason."""
        form = self.read_form(table_id, number)
        if "discard" in request.form:
            return self._do_and_leave(form, partial(service.remove_entry, entry=number or 0))
        if "record" not in request.form:
            return self._show_form(form)
        if form.faults:
            words = in_a_row(form.faults.values())
            return self._page_again(form, words, 422, problem=words, faults=form.faults)
        return self._do_and_leave(form, form.act)

    def read_form(self, table_id: str, number: int | None, *, by_newest: bool = False) -> F:
        """Read the form by the table to which it was sent, or by the newest one. Raises NotAllowed for a
        phone that only watches, and what the form's `read` raises."""
        phone = access.require_key(table_id)
        table = service.table(store(), table_id)
        return self.form(Scoreboard(table if by_newest else as_sent(table), phone), sent(), number)

    def _show_form(self, form: F) -> AnyResponse:
        """The page of the form, or a redirect to its address after the tap, if that is not too long."""
        tapped_form = form.tapped(sent())
        fields = tapped_form.fields()
        address = f"{own_path()}?{urlencode(fields)}"
        is_changed = request.method == "POST" or fields != form.fields()
        if is_changed and not tapped_form.said and len(address) < LONGEST_ADDRESS:
            return redirect(address, 303)
        # Without a tap the form has been read already, and may have its answer.
        is_same = not is_changed and not tapped_form.said
        return make_response(self._drawn_form(form if is_same else tapped_form))

    def _do_and_leave(self, form: F, act: Act) -> AnyResponse:
        """Do the action and go to the table. If it fails, the form again with the reason."""
        try:
            table = act(operation(form.table.id, form.board.phone.key, form.board.owner))
        except ScorepadError as error:
            words = reason(store(), form.table.id, error, expected())
            if isinstance(error, OpReused):
                # The form was read by the table as it was then; what it recorded shows in the newest.
                form = self.read_form(form.table.id, form.number, by_newest=True)
            status = 409 if isinstance(error, Stale) else 422
            problem = "" if isinstance(error, form.shown_errors) else words
            return self._page_again(form, words, status, problem=problem)
        if form.photos:
            # Once it is recorded, as a photo is kept by the number of its entry.
            _attach_photos(table, form.photos, form.number)
        if self.remember:
            self.remember(form, table)
        return recorded(form.next_page(table))

    def _page_again(self, form: F, reason: str, status: int, **words: Any) -> AnyResponse:
        """The page redrawn with everything typed and the reason."""
        form = form.redrawn_since(expected())
        page = partial(self._drawn_form, form, **words)
        mend = address_of(own_path(), form.fields())
        return refused(reason, page, status, shows=mend, mend=mend, disputable=form.disputable)

    def _drawn_form(self, form: F, **words: Any) -> str:
        photos = _photos_of(form.table.id, form.recorded)
        shown = {"form": form, "here": own_path(), "photos": photos, "op": access.new_op()}
        return render_template(form.page, **shown, **words)


def _attach_photos(table: Table, text: str, entry: int | None = None) -> None:
    """Keep the photos named in a form with its entry, if this phone handed them in. `entry` defaults to the
    one that this operation made."""
    photos = [photo for photo in text.split() if is_claimed(photo)]
    # An operation may write more events, which follow from its first.
    made_entry = next((event.number for event in table.events if event.op == op()), None)
    number = made_entry if entry is None else entry
    if photos and number is not None:
        evidence.attach_photos(store(), photo_queue(), kept_photos(), table.id, number, photos)


def _photos_of(table_id: str, recorded: Entry | Ending | None) -> tuple[EvidencePhoto, ...]:
    """The photos of an entry or ending; empty if it is not recorded yet."""
    return evidence.evidence_photos(store(), kept_photos(), table_id, recorded.number) if recorded else ()
