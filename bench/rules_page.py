"""Writes docs/rules.md: every game and option with the worked example that shows it, judged as it is written.

python bench/rules_page.py > docs/rules.md
"""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.core.options import Option
from scorepad.examples.kept_examples import WorkedExample, examples
from scorepad.rulebook import Game, games

HEAD = """# Games and house rules

Every option of every game, with a case that shows it and what comes of the case under each value; the
default stands first, in bold. The cases were found by trying small hands under every value and judged by the
referee itself (`bench/standard_examples.py`). This page is written by
`python bench/rules_page.py > docs/rules.md`, and a test holds it to that. The same cases stand beside the
options in the app, on `/games/…` and `/rules/…`.

A clause is a letter and a number. Of the games that are played by whole hands it has the game's id before it,
`gin-rummy G2`, as letters stand for other games there.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for game in games() for line in _game(game))])


def _game(game: Game) -> Iterator[str]:
    yield f"## {game.name} (`{game.id}`)\n\n{game.sentence}\n"
    yield "| option | clause | what it says | case | what comes of it |"
    yield "| --- | --- | --- | --- | --- |"
    kept = examples(game, {})
    for option in game.options:
        found = kept.get(option.name)
        case, outcomes = (_case(found), _outcomes(found)) if found else ("", _default(option))
        yield f"| `{option.name}` | {option.clause} | {_cell(option.sentence)} | {case} | {outcomes} |"
    yield from ("", *(_presets(game)))


def _case(found: WorkedExample) -> str:
    return _cell(found.case_text + (f" (with {found.other_rules})" if found.other_rules else ""))


def _outcomes(found: WorkedExample) -> str:
    shown = (f"{one.label}: {one.words}" for one in found.outcomes)
    first, *rest = map(_cell, shown)
    return "<br>".join([f"**{first}**", *rest])


def _default(option: Option) -> str:
    return f"default: **{_cell(option.in_words(option.default))}**"


def _presets(game: Game) -> Iterator[str]:
    for preset in game.presets:
        rules = ", ".join(f"`{name}={value}`" for name, value in preset.options.items()) or "all defaults"
        yield f"- **{preset.name}**: {preset.sentence} ({rules})"
    if game.presets:
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    print(page(), end="")
