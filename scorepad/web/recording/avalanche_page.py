"""Avalanche at a table: the current play, its effect and reason, and the cards collected (V1-V5).

Plays are recorded in the table's log. Only the cards tapped for the next play are in the address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.avalanche_game import GAME, RANKS, Course, RunningGame, read_ranks
from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Event
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.store.engine import NotFound, Stale
from scorepad.tables import service
from scorepad.web.fields import sent
from scorepad.web.forms import expected, operation, reason
from scorepad.web.outcomes import recorded, refused
from scorepad.web.people import access
from scorepad.web.people.access import Phone
from scorepad.web.requests import store
from scorepad.web.table.table_page import tap

bp = Blueprint("referee", __name__)

SNOWFALL = "snowfall"
MOST_CARDS = 30


@dataclass(frozen=True)
class Referee:
    """The game as one phone sees it; `ranks` are the cards tapped for the next play."""

    table: Table
    phone: Phone
    ranks: tuple[str, ...] = ()

    @cached_property
    def course(self) -> Course:
        return self.table.course

    @property
    def game(self) -> RunningGame:
        return self.course.game

    @property
    def runs(self) -> bool:
        """Whether the deal still goes on."""
        return not self.game.over and not self.table.deal.ended

    @property
    def turn(self) -> str:
        """The name of the player in turn."""
        return self.table.players[self.course.turn].name

    @property
    def last_play(self) -> str:
        """A sentence on the last play; empty before the first."""
        newest_play, names = self.course.last, [player.name for player in self.table.players]
        if newest_play is None:
            return ""
        return say("{name} {did}.", name=names[newest_play.player], did=newest_play.phrase(names))

    @property
    def next_play(self) -> str:
        """The effect of playing the tapped cards; empty if there are none."""
        return self.course.after(self.ranks)[2] if self.ranks else ""

    @property
    def warnings(self) -> tuple[str, ...]:
        return self.course.too_many(self.table.options)

    @property
    def undoes(self) -> bool:
        """Whether undo would take back a play."""
        return _is_play(self.table.last)

    @property
    def redoes(self) -> bool:
        return _is_play(self.table.next)

    @property
    def tapped(self) -> str | None:
        """The tapped cards as text for the address; None if there are none."""
        return "".join(self.ranks) or None


def _is_play(event: Event | None) -> bool:
    return event is not None and event.kind == "avalanche"


@bp.get("/t/<table_id>/referee")
def page(table_id: str) -> AnyResponse:
    """The page of the game."""
    return _page_of(_find_referee(table_id))


@bp.post("/t/<table_id>/referee")
def record(table_id: str) -> AnyResponse:
    """Record a play, or follow a tap. If the play is not allowed, the page again with the reason."""
    phone, referee = access.require_key(table_id), _find_referee(table_id)
    if "record" not in request.form:
        return redirect(url_for(".page", table_id=table_id, now=_after_tap(referee, sent()).tapped), 303)
    cards = () if sent()["record"] == SNOWFALL else referee.ranks
    if not cards and sent()["record"] != SNOWFALL:
        return _refused(referee, say("No cards yet. Tap those that are played."), 422)
    try:
        _record_play(referee, phone, cards)
    except ScorepadError as error:
        problem = reason(store(), table_id, error, expected())
        return _refused(_find_referee(table_id), problem, 409 if isinstance(error, Stale) else 422)
    return recorded(url_for(".page", table_id=table_id))


def _refused(referee: Referee, problem: str, status: int) -> AnyResponse:
    """The page again with the tapped cards and the problem."""
    mend = url_for(".page", table_id=referee.table.id, now=referee.tapped)
    return refused(problem, partial(_page_of, referee, problem, status), status, shows=mend, mend=mend)


def _record_play(referee: Referee, phone: Phone, cards: tuple[str, ...]) -> None:
    """Record the play, for the player whom the page showed in turn."""
    seat = sent().get("player", "")
    # Not whoever is in turn by now: the log then refuses a play that two phones record at once.
    player = int(seat) if seat in map(str, referee.course.seats) else referee.course.turn
    play = operation(referee.table.id, phone.key, phone.name(referee.table))
    service.play_avalanche(play, player=player, cards=cards)


@bp.get("/t/<table_id>/referee/live")
def live(table_id: str) -> str:
    """The parts of the page that change with the table, for live updates."""
    return render_template("recording/_referee.html", **_page_fields(_find_referee(table_id)))


@bp.post("/t/<table_id>/referee/undo")
def undo(table_id: str) -> AnyResponse:
    """Undo the last play."""
    return tap(table_id, service.undo_operation, shows=url_for(".page", table_id=table_id))


@bp.post("/t/<table_id>/referee/redo")
def redo(table_id: str) -> AnyResponse:
    """Redo the play undone last."""
    return tap(table_id, service.redo_operation, shows=url_for(".page", table_id=table_id))


def _find_referee(table_id: str) -> Referee:
    """The game at the table. Raises NotFound for another game."""
    table = service.table(store(), table_id)
    if table.game != GAME:
        raise NotFound(say("There’s no referee for this game. Choose another game."), at="game")
    return Referee(table, access.phone(table_id), _read_ranks(sent().get("now", "")))


def _read_ranks(text: str) -> tuple[str, ...]:
    """The ranks in the address; empty if they do not read."""
    try:
        # The address has a letter for each card: `77K`.
        return read_ranks(" ".join(text[:MOST_CARDS]))
    except ScorepadError:
        return ()


def _after_tap(referee: Referee, args: Mapping[str, str]) -> Referee:
    """The game after the tap in `args`."""
    if args.get("add") in RANKS and len(referee.ranks) < MOST_CARDS:
        return replace(referee, ranks=(*referee.ranks, args["add"]))
    return replace(referee, ranks=referee.ranks[:-1]) if "take" in args else referee


def _page_of(referee: Referee, problem: str = "", status: int = 200) -> AnyResponse:
    return make_response(
        render_template("recording/referee.html", **_page_fields(referee), problem=problem), status
    )


def _page_fields(referee: Referee) -> dict[str, Any]:
    return {"referee": referee, "table": referee.table, "ranks": RANKS, "op": access.new_op()}
