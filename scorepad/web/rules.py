"""A game's rules in short and its house rules, each with its default, a sentence and its clause."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from scorepad.core.options import Option, Value
from scorepad.core.schedules import SCHEDULES, Schedule
from scorepad.games import UnknownGame, find
from scorepad.web.question import grouped

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
        "games/page.html", game=found, groups=grouped(found.options), lengths=LENGTHS, values=values
    )


@bp.app_template_global()
def default_words(option: Option) -> str:
    """The default of a house rule in words."""
    return _words(option, option.default)


def _words(option: Option, value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "none"
    labels = {choice.value: choice.label for choice in option.choices}
    return labels.get(str(value), str(value))
