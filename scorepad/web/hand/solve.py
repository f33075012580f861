"""What's in my hand: the best melds of any cards, without a table. Everything is in the address."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.games import GAMES
from scorepad.web import chooser
from scorepad.web.faces import pieces
from scorepad.web.forms import sent
from scorepad.web.hand import entry, own_melds, table_entry
from scorepad.web.hand.own_melds import Laying
from scorepad.web.hand.pad import pad_of
from scorepad.web.hand.question import MULTIPLIERS, Question, read_question, under
from scorepad.web.hand.results import headline, new_table, reason
from scorepad.web.hand.solved import Solved, solve

bp = Blueprint("solve", __name__)
for shown in (pad_of, headline, pieces, reason, new_table):
    bp.add_app_template_global(shown, shown.__name__)


@bp.get("/solve")
def index() -> str | AnyResponse:
    """The page. A tap or a longer address than needed leads to the short one of the same question."""
    picked = chooser.picked(sent(), chooser.melding())
    if picked:
        return chooser.remember(redirect(_address(read_question(sent()).of(picked)), 303), picked)
    if not request.args and (last := chooser.last_picked(chooser.melding())) is not GAMES[0]:
        return redirect(url_for(".index", game=last.id), 303)
    now = _tapped(read_question(under(sent())))
    if not now.typing.said and sorted(now.fields().items()) != sorted(request.args.items(multi=True)):
        return redirect(_address(now), 303)
    return render_template("solve/index.html", **_page(now))


@bp.get("/solve/answer")
def answer() -> Response:
    """The part of the page that changes with the cards, for pages with script."""
    question = read_question(sent())
    part = "solve/_table.html" if question.on_table else "solve/_answer.html"
    return make_response(render_template(part, fragment=True, **_page(question)))


def _address(question: Question) -> str:
    return f"{url_for('.index')}?{urlencode(question.fields())}"


def _page(question: Question) -> dict[str, Any]:
    own = own_melds.laying(question.melds, question.entry.cards, question.rules.pack)
    solved: Solved = solve(question, own)
    return {
        "question": question,
        "own": own,
        "solved": solved,
        "multipliers": MULTIPLIERS,
        "games": chooser.melding(),
    }


def _tapped(question: Question) -> Question:
    """The question after the one tap that came with it."""
    if question.table and question.on_table:
        return replace(question, table=table_entry.tapped(question.table, request.args))
    if any(tap in request.args for tap in entry.TAPS):
        return question.with_entry(entry.tapped(question.entry, request.args))
    if any(tap in request.args for tap in own_melds.TAPS):
        return replace(question, melds=_laid(question).text)
    if "melds_clear" in request.args:
        return replace(question, melds="")
    return question


def _laid(question: Question) -> Laying:
    pack = question.rules.pack
    return own_melds.tapped(own_melds.laying(question.melds, question.entry.cards, pack), request.args, pack)
