"""The page of a table's players: joining late, leaving, coming back, changing seats, sitting a deal out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import HiddenField, RadioField, SelectField

from scorepad.core.log.schema import LONGEST_NAME
from scorepad.core.log.seat_events import first_deal, starts_late
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import Player
from scorepad.core.phrasing import join_words
from scorepad.core.points import Points
from scorepad.core.sentence import say, say_as
from scorepad.tables import seating, service
from scorepad.tables.house_rules import NewChoices, change_table
from scorepad.web.faces import points
from scorepad.web.fields import sent, typed_points, whole_number
from scorepad.web.forms import as_sent
from scorepad.web.outcomes import filled
from scorepad.web.people import access
from scorepad.web.plain_form import ChipsField, LineField, PlainForm, TypedField
from scorepad.web.requests import store
from scorepad.web.table.deals import NO_POINTS
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import drawn, scoreboard, tap

bp = Blueprint("players", __name__)

LAST = "last"
STEPS = {"up": -1, "down": 1}


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of a table, in the order that is being changed."""

    table: Table
    order: tuple[int, ...]

    @property
    def players(self) -> list[Player]:
        return [self.table.players[seat] for seat in self.order]

    @property
    def away(self) -> list[Player]:
        """The players who have left."""
        return [player for player in self.table.players if self.table.has_left(player.index)]

    @property
    def changed(self) -> bool:
        return self.order != self.table.seating

    @property
    def text(self) -> str:
        """The order as text for the address."""
        return ".".join(map(str, self.order))

    @property
    def late(self) -> list[tuple[Player, Points]]:
        """The players who joined late and alone, with their starting points."""
        starts = zip(self.table.players, self.table.deals[0].before, strict=True)
        return [(player, start) for player, start in starts if starts_late(self.table, player.index)]

    @property
    def partner_choices(self) -> dict[str, str]:
        """The partner choices for a new player: nobody, or a side."""
        groups = [[seat for seat in group if not self.table.has_left(seat)] for _, group in self.table.sides]
        names = [
            (group[0], join_words([self.table.names[seat] for seat in group], "and"))
            for group in groups
            if group
        ]
        with_side: dict[str, str] = {str(seat): say("with {names}", names=name) for seat, name in names}
        return {"": say("alone"), **with_side}

    @property
    def from_deal(self) -> int:
        """The deal from which a change applies."""
        return first_deal(self.table)

    @property
    def last_total(self) -> Points:
        """The total of the player or side that is last."""
        return seating.last_total(self.table)

    @property
    def may_rest(self) -> bool:
        """Whether one can still set who sits out the current deal."""
        deal = self.table.deal
        return not (deal.ending or deal.course or deal.ended)

    def moved(self, seat: str, by: int) -> Seating:
        """The order with that player moved `by` seats; after the last seat comes the first."""
        place = [str(player) for player in self.order].index(seat) if seat in map(str, self.order) else 0
        order = list(self.order)
        order.insert((place + by) % len(order), order.pop(place))
        return Seating(self.table, tuple(order))


class NewcomerForm(PlainForm):
    """A late player, with what the table offers one."""

    name = LineField(
        say("Name"),
        most=LONGEST_NAME,
        render_kw={"list": "people", "autocapitalize": "words", "spellcheck": "false", "required": True},
    )
    partner = SelectField(
        say_as("alone or with a partner", "Plays"), coerce=whole_number, validate_choice=False
    )
    start = SelectField(say("Starts at"), default="0", validate_choice=False)
    deal = SelectField(say("Plays from"), coerce=whole_number, validate_choice=False)

    def offer(self, board: Scoreboard, order: Seating) -> None:
        """Offer the partners, starts and deals of the table."""
        last = say("the last player’s points, {points}", points=points(order.last_total))
        self.partner.choices = order.partner_choices
        self.start.choices = {"0": say("0 points"), LAST: last}
        number = board.deal.number
        if order.from_deal == number:
            self.deal.choices = {
                str(deal): board.rules.scoring.deal_names.short(deal) for deal in (number, number + 1)
            }
        if board.rules.scoring.partners == "times opponents":
            self.start.description = say("A partner always starts at 0.")


class StartForm(PlainForm):
    """The points with which a late player began; 0 if nothing is typed."""

    points = TypedField(
        "",
        read=lambda text: typed_points(text) if text.strip() else 0,
        fault=NO_POINTS,
        most=7,
        default=0,
        render_kw={"inputmode": "numeric"},
    )

    @classmethod
    def of(cls, player: Player, start: Points) -> StartForm:
        """The form of that player; the address fills it in if it names the player as `start`."""
        is_named = request.args.get("start") == str(player.index)
        form = cls(points=start) if is_named else cls(points=start, formdata=None)
        form.points.id = f"start-{player.index}"
        form.points.label.text = say("{name} started with", name=player.name)
        return form


class RestForm(PlainForm):
    """Who sits out a deal. `to_table` returns to the table."""

    rests = ChipsField()
    to_table = HiddenField()

    @classmethod
    def of(cls, players: Sequence[Player], **known: object) -> RestForm:
        """The form in which each of these players may be ticked."""
        form = cls(**known)
        form.rests.choices = {str(player.index): player.name for player in players}
        return form


class DealerForm(PlainForm):
    """Who deals a deal."""

    dealer = RadioField(
        invalid_choice_message=say("The dealer must be one of the players. Choose one of them."),
    )

    @classmethod
    def of(cls, players: Sequence[Player], **known: object) -> DealerForm:
        """The form in which each of these players may be chosen."""
        form = cls(**known)
        form.dealer.choices = {str(player.index): player.name for player in players}
        return form


@bp.get("/t/<table_id>/players")
def page(table_id: str) -> str | AnyResponse:
    """The page of the players, with the changed order of seats in its address. `add` shows the form for a new
    player."""
    access.require_key(table_id)
    board = scoreboard(table_id)
    order = _sent_order(board.table)
    for way, by in STEPS.items():
        if way in request.args:
            moved = order.moved(request.args[way], by)
            return redirect(url_for(".page", table_id=table_id, order=moved.text), 303)
    if "add" not in request.args:
        starts = [(player, StartForm.of(player, start)) for player, start in order.late]
        return drawn(
            "table/players.html", board, seating=order, starts=starts, **_forms_of_deal(board, order)
        )
    form = NewcomerForm()
    form.offer(board, order)
    return drawn("table/add_player.html", board, form=form)


def _forms_of_deal(board: Scoreboard, order: Seating) -> dict[str, PlainForm]:
    """The forms for who rests and who deals."""
    deal, names = board.deal, board.rules.scoring.deal_names
    players = [player for player in order.players if player.index in deal.seats]
    # The address of the page has the order of seats, and nothing of these.
    rest = RestForm.of(players, formdata=None, rests=deal.sitting_out)
    rest.rests.label.text = names.who_rests(deal.number)
    deals = DealerForm.of(players, formdata=None, dealer=deal.dealer)
    deals.dealer.label.text = names.who_deals(deal.number)
    return {"rest": rest, "deals": deals}


@bp.post("/t/<table_id>/players/add")
def add(table_id: str) -> AnyResponse:
    """Add a late player."""
    form = NewcomerForm()
    # With None the service looks up what the last side has when the player joins.
    start = None if form.start.data == LAST else 0
    act = partial(seating.add_player, **form.data | {"start": start})
    return _changed(table_id, act, filled(url_for(".page", table_id=table_id), add="1"))


@bp.post("/t/<table_id>/players/seats")
def seats(table_id: str) -> AnyResponse:
    """Seat the players in the order sent."""
    access.require_key(table_id)
    order = _sent_order(as_sent(service.table(store(), table_id))).order
    return _changed(table_id, partial(seating.change_seats, players=order))


@bp.post("/t/<table_id>/players/<int:player>/leave")
def leave(table_id: str, player: int) -> AnyResponse:
    return _changed(table_id, partial(seating.remove_player, player=player))


@bp.post("/t/<table_id>/players/<int:player>/back")
def back(table_id: str, player: int) -> AnyResponse:
    return _changed(table_id, partial(seating.return_player, player=player))


@bp.post("/t/<table_id>/players/<int:player>/start")
def start(table_id: str, player: int) -> AnyResponse:
    """Correct a late player's starting points."""
    form = StartForm()
    act = partial(seating.correct_start, player=player, start=form.points.data)
    back = filled(url_for(".page", table_id=table_id), start=str(player))
    return _changed(table_id, act, back, form)


@bp.post("/t/<table_id>/players/out/<int:deal>")
def sit_out(table_id: str, deal: int) -> AnyResponse:
    """Set who sits out a deal: the ticked players. `to_table` returns to the table, for a player who came
    back into the match."""
    access.require_key(table_id)
    form = RestForm.of(service.table(store(), table_id).players)
    act = partial(seating.sit_out, deal=deal, players=tuple(form.rests.data))
    return tap(table_id, act, form=form) if form.to_table.data else _changed(table_id, act, form=form)


@bp.post("/t/<table_id>/players/dealer")
def dealer(table_id: str) -> AnyResponse:
    """Set another dealer for the current deal."""
    access.require_key(table_id)
    form = DealerForm.of(service.table(store(), table_id).players)
    act = partial(change_table, chosen=NewChoices(dealer=whole_number(form.dealer.data or "")))
    return _changed(table_id, act, form=form)


def _changed(
    table_id: str, act: Callable[..., Table], back: str = "", form: PlainForm | None = None
) -> AnyResponse:
    """Do the action and show the players. If it fails, show the reason there, or on the page `back`."""
    here = url_for(".page", table_id=table_id)
    return tap(table_id, act, shows=here, back=back or here, form=form)


def _sent_order(table: Table) -> Seating:
    """The order in the request; the present one if that lacks somebody at the table."""
    seats = {str(seat): seat for seat in table.seating}
    texts = sent().get("order", "").split(".")
    holds_all = sorted(texts) == sorted(seats)
    return Seating(table, tuple(seats[text] for text in texts) if holds_all else table.seating)
