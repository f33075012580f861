"""House rules under a name: every option with an example that changes with it, and a link for everybody."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.examples import kept_examples, presets
from scorepad.examples.presets import NamedRules
from scorepad.web import addresses, chooser
from scorepad.web.fields import sent
from scorepad.web.hand.question import PREFIX, group_options

bp = Blueprint("house_rules", __name__)


@bp.get("/rules/<game>")
def page(game: str) -> str | Response:
    """The builder. Everything is in the address; a longer one than needed leads to the short one."""
    chosen_game = chooser.named(game)
    if chosen_game is None:
        abort(404)
    rules = presets.read_named_rules(chosen_game, sent())
    if sorted(rules.fields.items()) != sorted(request.args.items(multi=True)):
        return redirect(_short_address(rules), 303)
    examples = kept_examples.examples(chosen_game, rules.changed_rules)
    return render_template(
        "house_rules/named_rules.html",
        rules=rules,
        game=chosen_game,
        groups=group_options(chosen_game.options),
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
        link=addresses.for_phones(_short_address(rules)),
        solved=chosen_game in chooser.melding(),
    )


@bp.app_template_global()
def built_in(game_id: str) -> list[NamedRules]:
    """The presets that come with a game."""
    chosen_game = chooser.named(game_id)
    return list(presets.built_in_rules(chosen_game)) if chosen_game else []


def _short_address(rules: NamedRules) -> str:
    query_string = urlencode(rules.fields)
    return url_for("house_rules.page", game=rules.game.id) + (f"?{query_string}" if query_string else "")
