"""A game's rules in short and its house rules, each with its default, a sentence and its clause."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from scorepad.core.options import Option
from scorepad.core.schedules import SCHEDULES, Schedule
from scorepad.games import UnknownGame, find
from scorepad.web import chooser
from scorepad.web.hand.question import grouped
from scorepad.web.house_rules import worked_examples

bp = Blueprint("rules", __name__)
LENGTHS = range(1, 14)


@bp.get("/games/<game>")
def page(game: str) -> str:
    """One game: how it is scored in short, then every house rule."""
    try:
        found = find(game)
    except UnknownGame:
        abort(404)
    values = [(name, [Schedule(name).value(n) for n in LENGTHS]) for name in SCHEDULES if name != "table"]
    return render_template(
        "house_rules/game.html",
        game=found,
        pack=found.rules({}).pack,
        groups=grouped(found.options),
        lengths=LENGTHS,
        values=values,
        examples=worked_examples.examples(found, {}),
        solved=found in chooser.melding(),
    )


@bp.app_template_global()
def default_words(option: Option) -> str:
    """The default of a house rule in words."""
    return option.in_words(option.default)
