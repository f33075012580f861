"""What's in my hand: the best melds of any cards, without a table. Everything is in the address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.tables import service
from scorepad.web import chooser
from scorepad.web.fields import sent
from scorepad.web.hand.advice import advise, is_advised
from scorepad.web.hand.pad import pad_of
from scorepad.web.hand.pad_words import piece_words
from scorepad.web.hand.question import MULTIPLIERS, Question, read_question, with_preset
from scorepad.web.hand.results import headline, new_table, reason
from scorepad.web.hand.solved import AGAIN, EndedSearches, ended_searches, solve
from scorepad.web.people import access
from scorepad.web.requests import store

NEWEST_TABLES = 3  # of a phone, at which its player may be sitting
bp = Blueprint("solve", __name__)
for template_global in (pad_of, headline, is_advised, piece_words, reason, new_table):
    bp.add_app_template_global(template_global, template_global.__name__)


@bp.record
def _keep_ended(state: BlueprintSetupState) -> None:
    state.app.extensions["ended-searches"] = EndedSearches()


@bp.get("/solve")
def index() -> str | AnyResponse:
    """The page. A tap or a longer address than needed leads to the short one of the same question."""
    if table := _table_without_advice():
        return render_template("hand/withheld.html", table=table)
    picked_game = chooser.picked(sent(), chooser.melding())
    if picked_game:
        return chooser.remember(
            redirect(_short_address(read_question(sent()).in_game(picked_game)), 303), picked_game
        )
    if not request.args:
        return redirect(url_for(".index", game=chooser.last_picked(chooser.melding()).id), 303)
    question = read_question(with_preset(sent())).tapped(sent())
    if AGAIN in sent():
        ended_searches().forget(question)
    game_asked = "game", question.game.id
    asked, shortest = request.args.items(multi=True), question.fields().items()
    if not question.typed.said and {game_asked, *asked} != {game_asked, *shortest}:
        return redirect(_short_address(question), 303)
    return render_template("hand/solve.html", **_page_values(question))


@bp.get("/solve/answer")
def answer() -> Response:
    """The part of the page that changes with the cards, for pages with script."""
    if table := _table_without_advice():
        return make_response(render_template("hand/_withheld.html", table=table))
    question = read_question(sent())
    part = "hand/_table_melds.html" if question.on_table else "hand/_best.html"
    return make_response(render_template(part, fragment=True, **_page_values(question)))


@bp.get("/solve/advice")
def advice() -> Response:
    """What one more card would bring: a page, or the part of it that a page with script asks for."""
    if table := _table_without_advice():
        page = "hand/_withheld.html" if "part" in request.args else "hand/withheld.html"
        return make_response(render_template(page, table=table))
    question = read_question(sent())
    page = "hand/_advice.html" if "part" in request.args else "hand/advice.html"
    rules = question.rules
    values = {"question": question, "rules": rules, "by_left": rules.scoring.leftover_decides}
    return make_response(render_template(page, advice=advise(question), **values))


def _short_address(question: Question) -> str:
    return f"{url_for('.index')}?{urlencode(question.fields())}"


def _page_values(question: Question) -> dict[str, Any]:
    solved, melding = solve(question), chooser.melding()
    common_values = {"question": question, "own": question.own, "solved": solved}
    return {**common_values, "multipliers": MULTIPLIERS, "games": melding}


def _table_without_advice() -> Table | None:
    """A table that this phone plays at where nobody may ask before going out; None where it may."""
    for table_id in access.joined_tables()[-NEWEST_TABLES:]:
        try:
            table = service.table(store(), table_id)
        except ScorepadError:
            continue
        seat = access.phone(table_id).seat
        if table.manners.no_advice and seat is not None and _is_still_in(table, seat):
            return table
    return None


def _is_still_in(table: Table, seat: int) -> bool:
    """Whether the player has cards in hand as far as the pad knows."""
    deal = table.deal
    return not deal.ended and deal.plays(seat) and deal.entry_of(seat) is None
