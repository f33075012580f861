"""A game's rules in short, and its house rules, each with default, sentence and clause; and named house
rules, with examples that change with them and a link to share."""

from __future__ import annotations

from typing import cast
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad import rulebook
from scorepad.core.options import Option
from scorepad.core.phrasing import show_number
from scorepad.core.rule_parts import Schedule
from scorepad.core.sentence import Sentence, in_a_row, say
from scorepad.examples import kept_examples, presets
from scorepad.examples.presets import NamedRules
from scorepad.rulebook import Game, UnknownGame, find_game
from scorepad.web.addresses import for_phones
from scorepad.web.fields import sent
from scorepad.web.hand.question import PREFIX, group_options, melding_games, named_game

bp = Blueprint("rules", __name__, template_folder=str(rulebook.FOLDER))
named_bp = Blueprint("house_rules", __name__)
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
    """The page of a game: its scoring in short, then every house rule."""
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
        solved=chosen in melding_games(),
    )


def _run_values(game: Game) -> list[tuple[Sentence, list[int]]]:
    """The value of runs of RUN_LENGTHS by each schedule; empty if no schedule can be chosen."""
    has_schedules = "schedule" in {option.name for option in game.options}
    if not has_schedules or game.rules({}).values.value_source != "schedule":
        return []
    return [
        (name, [Schedule(schedule).value(run_length) for run_length in RUN_LENGTHS])
        for schedule, name in _SCHEDULE_NAMES.items()
    ]


@bp.app_template_global()
def with_default(option: Option) -> Sentence:
    """The meaning of a house rule, and its default."""
    if option.type == "int":
        return in_a_row((option.sentence, in_a_row((default_in_bounds(option), "."), "")))
    return in_a_row((option.sentence, say("Default: {value}.", value=option.in_words(option.default))))


@bp.app_template_global()
def default_in_bounds(option: Option) -> Sentence:
    """The default and the bounds of a number: `Default 500 (0–10,000)`."""
    default, least, most = (
        show_number(number) for number in (cast(int, option.default), option.low, option.high)
    )
    # Beside a minus sign a dash needs room.
    bounds = in_a_row((least, most), " – " if option.low < 0 else "–")
    return say("Default {value} ({bounds})", value=default, bounds=bounds)


@bp.app_template_global()
def choice_words(option: Option) -> list[tuple[str, str]]:
    """The values of a choice with their words, the default marked."""
    return [
        (value, say("{choice} (default)", choice=label) if value == option.default else label)
        for value, label in option.choices.items()
    ]


@named_bp.get("/rules/<game>", endpoint="page")
def named_rules(game: str) -> str | Response:
    """The builder of named house rules. Everything is in the address; one longer than needed redirects to the
    short one."""
    chosen_game = named_game(game)
    if chosen_game is None:
        abort(404)
    rules = presets.read_named_rules(chosen_game, sent())
    # In whatever order a browser sends the fields of the form.
    if sorted(rules.fields.items()) != sorted(request.args.items(multi=True)):
        return redirect(_short_address(rules), 303)
    examples = kept_examples.examples(chosen_game, rules.changed_rules)
    return render_template(
        "house_rules/named_rules.html",
        rules=rules,
        game=chosen_game,
        groups=group_options(chosen_game.options, of_table=True),
        examples=examples,
        checks=[
            example.sentence
            for name, example in examples.items()
            if name in rules.changed_rules and example.sentence
        ],
        asked={
            "game": chosen_game.id,
            **{PREFIX + name: value for name, value in rules.changed_rules.items()},
        },
        link=for_phones(_short_address(rules)),
        solved=chosen_game in melding_games(),
    )


@bp.app_template_global()
def built_in(game_id: str) -> list[NamedRules]:
    """The presets that come with a game."""
    chosen_game = named_game(game_id)
    return list(presets.built_in_rules(chosen_game)) if chosen_game else []


def _short_address(rules: NamedRules) -> str:
    query_string = urlencode(rules.fields)
    return url_for("house_rules.page", game=rules.game.id) + (f"?{query_string}" if query_string else "")
