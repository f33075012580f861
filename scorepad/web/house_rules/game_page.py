"""A game's rules in short and its house rules, each with its default, a sentence and its clause."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from scorepad.core.options import Option
from scorepad.core.schedules import Schedule
from scorepad.core.sentence import Sentence, in_a_row, say
from scorepad.examples import kept_examples
from scorepad.rulebook import Game, UnknownGame, find_game
from scorepad.web import chooser
from scorepad.web.hand.question import group_options

bp = Blueprint("rules", __name__)
RUN_LENGTHS = range(1, 14)
_SCHEDULE_NAMES = {
    "original": say("original"),
    "one-zero": say("one-zero"),
    "two-zeroes": say("two-zeroes"),
    "square": say("square"),
    "fibonacci": say("fibonacci"),
}


@bp.get("/games/<game>")
def page(game: str) -> str:
    """One game: how it is scored in short, then every house rule."""
    try:
        chosen = find_game(game)
    except UnknownGame:
        abort(404)
    return render_template(
        "house_rules/game.html",
        game=chosen,
        pack=chosen.rules({}).pack,
        groups=group_options(chosen.options),
        lengths=RUN_LENGTHS,
        values=_run_values(chosen),
        examples=kept_examples.examples(chosen, {}),
        solved=chosen in chooser.melding(),
    )


def _run_values(game: Game) -> list[tuple[Sentence, list[int]]]:
    """What runs of LENGTHS are worth by each schedule; none where no schedule can be chosen."""
    has_schedules = "schedule" in {option.name for option in game.options}
    if not has_schedules or game.rules({}).values.value_source != "schedule":
        return []
    return [
        (name, [Schedule(schedule).value(run_length) for run_length in RUN_LENGTHS])
        for schedule, name in _SCHEDULE_NAMES.items()
    ]


@bp.app_template_global()
def with_default(option: Option) -> Sentence:
    """What a house rule means, and its default."""
    return in_a_row(
        (option.sentence, say("Default: {value}.", value=option.in_words(option.default))),
    )


@bp.app_template_global()
def choice_words(option: Option) -> list[tuple[str, str]]:
    """The values of a choice and their words, which tell the default."""
    return [
        (value, say("{choice} (default)", choice=label) if value == option.default else label)
        for value, label in option.choices.items()
    ]
