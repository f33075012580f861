"""Writes a page of the site for each game, from the games themselves: `docs/games/<id>.md`, never committed.

`conf.py` calls it as the site is built. What a game is in short is the part of the pad's own page.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that the site is of this checkout

from flask import Flask, render_template
from markupsafe import Markup

from scorepad.answers import verbs
from scorepad.cli import show
from scorepad.core.options import Option
from scorepad.core.packs import Pack
from scorepad.examples.kept_examples import WorkedExample, examples
from scorepad.rulebook import FOLDER as RULEBOOK
from scorepad.rulebook import Game, games
from scorepad.web import create_app
from scorepad.web.faces import face
from scorepad.web.hand.question import group_options
from scorepad.web.house_rules_pages import default_in_bounds


def write(folder: Path) -> None:
    """A file for each game; one that is the same stays as it is, so that only what changed is built anew."""
    folder.mkdir(exist_ok=True)
    written = pages()
    for left_over in set(folder.glob("*.md")).difference(folder / name for name in written):
        left_over.unlink()
    for name, text in written.items():
        page = folder / name
        if not page.exists() or page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")


def pages() -> dict[str, str]:
    """The text of every page by the name of its file."""
    with tempfile.TemporaryDirectory() as instance:
        app = create_app({"INSTANCE": instance})
        return {f"{game.id}.md": "\n".join(_page(app, game)) + "\n" for game in games()}


def _page(app: Flask, game: Game) -> Iterator[str]:
    yield f"# {_plain(game.name)}\n\n{_plain(game.sentence)}\n"
    yield f"```{{raw}} html\n{_in_short(app, game)}\n```\n"
    least, most = game.players
    packs = "".join(
        f" With {players} or more there are {packs} packs." for players, packs in game.packs_by_players
    )
    yield f"{least} to {most} players.{packs} Programs and the command line call the game `{game.id}`.\n"
    yield from _solved(game)
    if game.presets:
        yield "## House rules with a name\n"
        yield from (f"- {preset}" for preset in _presets(game))
        yield ""
    yield "## House rules\n\nThe default is in bold, and so is what comes of the case under it.\n"
    kept = examples(game, {})
    for title, options in group_options(game.options):
        yield f"### {_plain(title)}\n"
        for option in options:
            yield from _option(option, kept.get(option.name))


def _solved(game: Game) -> Iterator[str]:
    """The game's own example of a hand, its best melds, and where a pad on this machine shows them."""
    hand = json.loads((RULEBOOK / game.example).read_text("utf-8")).get("hand")
    if not isinstance(hand, str) or not game.rules({}).scoring.lays_melds:
        return
    answer = show.in_words(verbs.answer("best", {"game": game.id, "cards": hand}))
    yield f'## A hand\n\n```console\n$ scorepad best {game.id} "{hand}"\n{answer}\n```\n'
    asked = urlencode({"game": game.id, "cards": hand})
    yield f"[Open this hand](http://localhost:8000/solve?{asked}) on a pad that runs on your machine.\n"


def _in_short(app: Flask, game: Game) -> str:
    """The rules in short as HTML without empty lines, its cards as text."""
    with app.test_request_context():
        shown = render_template(game.short_rules, game=game, pack=game.rules({}).pack, hand=_hand)
    return "\n".join(line for line in shown.splitlines() if line.strip())


def _hand(cards: Iterable[str], pack: Pack) -> Markup:
    """Cards as people write them: `♣3 4 5`, `♥K ♦K`; set apart from what stands beside them."""
    drawn = ((face(card, pack), card) for card in cards)
    suits = groupby(drawn, key=lambda each: _symbol(each[1], pack))
    text = " ".join(symbol + " ".join(str(each.rank) for each, _ in group) for symbol, group in suits)
    return Markup("<code>{}</code>").format(text)


def _symbol(card: str, pack: Pack) -> str:
    suit = pack.suit.get(card[-1])
    return suit.symbol if suit else ""


def _presets(game: Game) -> Iterator[str]:
    for preset in game.presets:
        changed = [option for option in game.options if option.name in preset.options]
        values = (f"{option.label}: {option.in_words(preset.options[option.name])}" for option in changed)
        rules = "; ".join(map(_plain, values)) or "all defaults"
        yield f"**{_plain(preset.name)}** (`{preset.id}`): {_plain(preset.sentence)} ({rules})"


def _option(option: Option, example: WorkedExample | None) -> Iterator[str]:
    yield f"{_plain(option.label)}\n: {_plain(option.sentence)}\n"
    yield f"  {_values(option)} (`{option.name}`, clause {option.clause})\n"
    if example:
        also = f" · {_plain(example.other_rules)}" if example.other_rules else ""
        yield f"  {_plain(example.case_text)}{also}:\n"
        for outcome in example.outcomes:
            words = _plain(f"{outcome.label}: {outcome.words}")
            yield f"  - **{words}**" if outcome.usual else f"  - {words}"
        yield ""


def _values(option: Option) -> str:
    if option.choices:
        labels = ((value, _plain(label)) for value, label in option.choices.items())
        return " / ".join(f"**{label}**" if value == option.default else label for value, label in labels)
    if option.type == "int":
        return f"**{_plain(default_in_bounds(option))}**"
    return f"**{_plain(option.in_words(option.default))}**"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, in one line."""
    return re.sub(r"([\\`*_<>\[\]|~#{}$])", r"\\\1", " ".join(str(text).split()))
