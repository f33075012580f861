"""House rules under a name: every option with an example that changes with it, and a link for everybody."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.examples import presets
from scorepad.examples.presets import NamedRules
from scorepad.web import addresses, chooser
from scorepad.web.fields import sent
from scorepad.web.hand.question import PREFIX, grouped
from scorepad.web.house_rules import worked_examples

bp = Blueprint("house_rules", __name__)


@bp.get("/rules/<game>")
def page(game: str) -> str | Response:
    """The builder. Everything is in the address; a longer one than needed leads to the short one."""
    found = chooser.named(game)
    if found is None:
        abort(404)
    rules = presets.read_named_rules(found, sent())
    if sorted(rules.fields.items()) != sorted(request.args.items(multi=True)):
        return redirect(_address(rules), 303)
    examples = worked_examples.examples(found, rules.changed_rules)
    return render_template(
        "house_rules/named_rules.html",
        rules=rules,
        game=found,
        groups=grouped(found.options),
        examples=examples,
        checks=[one for name, one in (examples or {}).items() if name in rules.changed_rules],
        asked={"game": found.id, **{PREFIX + name: value for name, value in rules.changed_rules.items()}},
        link=addresses.for_phones(_address(rules)),
        solved=found in chooser.melding(),
    )


@bp.app_template_global()
def built_in(game_id: str) -> list[NamedRules]:
    """The presets that come with a game."""
    found = chooser.named(game_id)
    return list(presets.built_in_rules(found)) if found else []


def _address(rules: NamedRules) -> str:
    query = urlencode(rules.fields)
    return url_for("house_rules.page", game=rules.game.id) + (f"?{query}" if query else "")
