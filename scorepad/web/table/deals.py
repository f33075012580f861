"""The pages of a deal: notes, ending it by hand, and corrections: the order, forgotten and removed hands.
Also the review of all deals that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import Field, RadioField, SelectField
from wtforms.validators import ValidationError

from scorepad.circles.table_results import result_of
from scorepad.core.log import multipliers
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.schema import LONGEST_NOTE
from scorepad.core.log.table import Table
from scorepad.core.phrasing import ordinal_words
from scorepad.core.sentence import say
from scorepad.store.engine import NotFound
from scorepad.tables import service
from scorepad.web.addresses import own_path
from scorepad.web.fields import sent, typed_points, whole_number
from scorepad.web.forms import as_sent
from scorepad.web.outcomes import filled
from scorepad.web.people import access
from scorepad.web.plain_form import NOT_OFFERED, ChipsField, Filled, LineField, PlainForm, TypedField
from scorepad.web.requests import store
from scorepad.web.table.hand_searches import review_of
from scorepad.web.table.score_sides import ScoreSide
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import best_hand_shown, drawn, scoreboard, tap

bp = Blueprint("deals", __name__)
NO_POINTS = say("Enter points such as 5 or −10.")


class NoteForm(PlainForm):
    """A note to a deal."""

    text = LineField(
        say("Note"),
        most=LONGEST_NOTE,
        description=say("For the record and the score sheet."),
        render_kw={"required": True},
    )


class CloseForm(PlainForm):
    """The end of a deal by hand."""

    reason = LineField(say("Why"), most=LONGEST_NOTE, description=say("Optional."))


class PointsForm(PlainForm):
    """Points for one player."""

    player = RadioField(
        say("Who?"),
        coerce=whole_number,
        validate_choice=False,
        validators=[Filled(say("Choose who gets the points."))],
    )
    points = TypedField(
        say("Points"),
        read=lambda text: typed_points(text) or None,
        fault=NO_POINTS,
        most=20,
        description=say("A minus takes them off."),
        validators=[Filled(NO_POINTS)],
    )
    note = LineField(say("Note"), most=LONGEST_NOTE)


class WonForm(PlainForm):
    """Who won, and the places of others. A subclass has a field for the place of each side of its table."""

    sides: Sequence[ScoreSide]
    won = ChipsField(say("Choose one or several"))
    how = RadioField(
        choices={"": "", "nobody": say("Nobody won"), "points": say("Let the points decide")},
        default="",
        invalid_choice_message=NOT_OFFERED,
    )

    @classmethod
    def at(cls, board: Scoreboard, **known: object) -> WonForm:
        """The form of that table: those who won by points are chosen, and the places that were named."""
        sides, named, winners = board.sides, board.table.named_places, result_of(board.table).winners
        offered = {"": "–", **{str(place): ordinal_words(place) for place in range(2, len(sides) + 1)}}
        fields = {
            f"place-{side.index}": SelectField(
                side.names,
                choices=offered,
                default=str(named.get(side.index, "")),
                invalid_choice_message=NOT_OFFERED,
            )
            for side in sides
        }
        won = [side.index for side in sides if winners.issuperset(seat.index for seat in side.seats)]
        form: WonForm = type("WonForm", (cls,), {"sides": sides, **fields})(won=won, **known)
        form.won.choices = {str(side.index): side.names for side in sides}
        return form

    def validate_won(self, field: Field) -> None:
        """Ask for a winner, if nobody is not told to have won. Raises ValidationError."""
        if not (field.data or self.how.data):
            raise ValidationError(say("Choose who won, or tap “Nobody won”."))

    def place_of(self, side: ScoreSide) -> SelectField:
        """The field for the place of that side."""
        return self[f"place-{side.index}"]

    @property
    def winners(self) -> list[int] | None:
        """The winners by seat; None lets the points decide."""
        if self.how.data == "points":
            return None
        won = [] if self.how.data else self.won.data
        return [seat.index for side in self.sides if side.index in won for seat in side.seats]

    @property
    def places(self) -> dict[int, int]:
        """The chosen places of sides that did not win, by seat; none if nobody wins, or the points decide."""
        if self.how.data:
            return {}
        others = [side for side in self.sides if side.index not in self.won.data]
        places = [(side, whole_number(self.place_of(side).data)) for side in others]
        return {seat.index: place for side, place in places if place for seat in side.seats}


@dataclass(frozen=True, slots=True)
class OutOrder:
    """The order of going out of a deal, while it is being corrected."""

    table: Table
    deal: Deal
    entries: tuple[Entry, ...]

    @property
    def changed(self) -> bool:
        return self.entries != self.deal.entries

    @property
    def text(self) -> str:
        """The numbers of the entries in order, as text for the address."""
        return ".".join(str(entry.number) for entry in self.entries)

    @property
    def numbers(self) -> list[int]:
        return [entry.number for entry in self.entries]

    @property
    def rows(self) -> list[tuple[Entry, int]]:
        """Each entry with the multiplier at its place."""
        return [(entry, self._multiplier_at(place)) for place, entry in enumerate(self.entries)]

    def _multiplier_at(self, place: int) -> int:
        entry, players_out = (
            self.entries[place],
            [earlier_entry.player for earlier_entry in self.entries[:place]],
        )
        plain_multiplier = multipliers.out_multiplier(self.deal.partnerships, players_out, entry.player)
        return entry.multiplier_from(plain_multiplier)

    def with_earlier(self, number: str) -> OutOrder:
        """The order with that entry moved one place up."""
        places = [place for place, entry in enumerate(self.entries) if str(entry.number) == number]
        if not places or not places[0]:
            return self
        entry_place = places[0]
        entries = list(self.entries)
        entries[entry_place - 1], entries[entry_place] = entries[entry_place], entries[entry_place - 1]
        return replace(self, entries=tuple(entries))


@bp.get("/t/<table_id>/note")
@bp.get("/t/<table_id>/deal/<int:number>")
def page(table_id: str, number: int | None = None) -> str:
    """The page of the current deal, or of the one of that number."""
    access.require_key(table_id)
    board = scoreboard(table_id)
    deal = board.deal if number is None else deal_of(board.table, number)
    return drawn("table/deal.html", board, deal=deal, form=NoteForm(), closing=CloseForm())


@bp.get("/t/<table_id>/deals")
def earlier(table_id: str) -> str:
    """A page of the grid, from deal `until` back."""
    board = scoreboard(table_id)
    newest = board.deal.number
    until = request.args.get("until", newest, type=int)
    return drawn("table/deals.html", board, until=max(1, min(until, newest)))


@bp.get("/t/<table_id>/review")
def review(table_id: str) -> str:
    """The page of the review, as far as hands are searched."""
    return _drawn_review("table/review.html", table_id)


@bp.get("/t/<table_id>/review/found")
def reviewed(table_id: str) -> str:
    """The part of the review that changes while hands are searched."""
    return _drawn_review("table/_review.html", table_id)


def _drawn_review(template: str, table_id: str) -> str:
    board = scoreboard(table_id)
    shown = {"review": review_of(board.table), "best": best_hand_shown(board)}
    return drawn(template, board, places=_places(board), here=own_path(), **shown)


def _places(board: Scoreboard) -> dict[str, int]:
    """The index of each player's side, which gives its colour, by the names of players and sides."""
    return {
        name: side.index for side in board.sides for name in (side.names, *(seat.name for seat in side.seats))
    }


def deal_of(table: Table, number: int) -> Deal:
    """The deal of that number. Raises NotFound."""
    if not 1 <= number <= table.deal.number:
        raise NotFound(
            say("There’s no deal {number} at this table. Choose another deal.", number=number), at="deal"
        )
    return table.deals[number - 1]


@bp.post("/t/<table_id>/note")
@bp.post("/t/<table_id>/deal/<int:number>")
def note(table_id: str, number: int | None = None) -> AnyResponse:
    """Add a note to the deal."""
    back = filled(url_for(".page", table_id=table_id, number=number))
    return tap(table_id, partial(service.add_note, deal=number, text=NoteForm().text.data), back=back)


@bp.post("/t/<table_id>/close")
def close(table_id: str) -> AnyResponse:
    """End the deal by hand, with a reason."""
    reason = CloseForm().reason.data
    back = filled(url_for(".page", table_id=table_id)) if reason else ""
    return tap(table_id, partial(service.close_deal, reason=reason), back=back)


@bp.post("/t/<table_id>/split")
def split(table_id: str) -> AnyResponse:
    """Split the pool among the players still in."""
    return tap(table_id, service.split_pool)


@bp.get("/t/<table_id>/won")
def winners(table_id: str) -> str:
    """The form to name the winners, with those by points chosen."""
    access.require_key(table_id)
    board = scoreboard(table_id)
    return drawn("table/won.html", board, form=WonForm.at(board, formdata=None))


@bp.post("/t/<table_id>/won")
def name_winners(table_id: str) -> AnyResponse:
    """Record the winners: the sides chosen, nobody, or by the points."""
    access.require_key(table_id)
    form = WonForm.at(scoreboard(table_id))
    act = partial(service.name_winners, winners=form.winners, places=form.places)
    return tap(table_id, act, back=url_for(".winners", table_id=table_id), form=form)


@bp.get("/t/<table_id>/points")
def points(table_id: str) -> str:
    """The form to give points to one player at any time. Its faults are told if its address fills it in."""
    access.require_key(table_id)
    board = scoreboard(table_id)
    if board.rules.scoring.final.has_cards:
        raise NotFound(service.CARDS_GIVE_POINTS, at="deal")
    form = PointsForm()
    form.player.choices = {str(seat.index): seat.name for seat in board.columns}
    if request.args:
        form.validate()
    return drawn("table/points.html", board, form=form)


@bp.post("/t/<table_id>/points")
def add_points(table_id: str) -> AnyResponse:
    """Record the points given to one player."""
    form = PointsForm()
    act = partial(service.add_points, **form.data)
    return tap(table_id, act, back=filled(url_for(".points", table_id=table_id)), form=form)


@bp.post("/t/<table_id>/restore/<int:number>")
def restore(table_id: str, number: int) -> AnyResponse:
    """Restore a removed entry, or the removed scores of a deal."""
    return tap(table_id, partial(service.restore_entry, entry=number))


@bp.get("/t/<table_id>/deal/<int:number>/order")
def order(table_id: str, number: int) -> str | AnyResponse:
    """The form for the order of going out, changed tap by tap in the address."""
    access.require_key(table_id)
    table = service.table(store(), table_id)
    going_out = _sent_order(table, deal_of(table, number))
    if "up" in request.args:
        moved_order = going_out.with_earlier(request.args["up"]).text
        return redirect(url_for(".order", table_id=table_id, number=number, order=moved_order), 303)
    return render_template("table/order.html", table=table, order=going_out, op=access.new_op())


@bp.post("/t/<table_id>/deal/<int:number>/order")
def reorder(table_id: str, number: int) -> AnyResponse:
    """Record the corrected order."""
    access.require_key(table_id)
    table = as_sent(service.table(store(), table_id))
    going_out = _sent_order(table, deal_of(table, number))
    back = url_for(".order", table_id=table_id, number=number, order=going_out.text)
    return tap(table_id, partial(service.reorder_entries, deal=number, entries=going_out.numbers), back=back)


def _sent_order(table: Table, deal: Deal) -> OutOrder:
    """The order in the request; the recorded one if that lacks entries of the deal."""
    entries = {str(entry.number): entry for entry in deal.entries}
    numbers = sent().get("order", "").split(".")
    # Somebody may have gone out, or been removed, since the address was made.
    holds_all = sorted(numbers) == sorted(entries)
    return OutOrder(table, deal, tuple(entries[number] for number in numbers) if holds_all else deal.entries)
