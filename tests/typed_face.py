"""The types of `import scorepad`: each function by game, with the house rules that the game has.

    python -m tests.typed_face > scorepad/__init__.pyi

A type checker then refuses `knok=5` and `shutout="twice"`. The functions' own parameters come from
`scorepad/library.py`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from textwrap import wrap

import scorepad
from scorepad import library
from scorepad.core.options import Option
from scorepad.rulebook import find_game
from scorepad.rulebook.game import Game

_WIDTH = 100
_HELD = "\N{NO-BREAK SPACE}"
_OWN = "house_rules"
_OF_CARDS = ("best", "best_of_many", "check", "discard", "merge", "next_cards")
_OF_DEALS = ("match", "rules", "score")
HEADING = """\
# Made by `python -m tests.typed_face > scorepad/__init__.pyi`. A test holds it to the games.
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

"""


def stub() -> str:
    """The text of `__init__.pyi`."""
    games = sorted((find_game(game_id) for game_id in _own_ids()), key=lambda game: game.id)
    return "\n".join([HEADING + _imports(), *map(_classes, games), *_functions(games)])


def _own_ids() -> list[str]:
    return [
        game.id for game in scorepad.games() if game.house_rules.__module__.startswith("scorepad.rulebook.")
    ]


def _imports() -> str:
    lines = [
        f"from scorepad.{module} import {', '.join(f'{name} as {name}' for name in own)}"
        for module, names in vars(scorepad)["_NAMES"].items()
        if (own := [name for name in names if name not in (*_OF_CARDS, *_OF_DEALS)])
    ]
    public = "\n".join(f'    "{name}",' for name in scorepad.__all__)
    return "\n".join(
        [
            *lines,
            "from scorepad.library import Cards, Melds, Options",
            f"\n__all__ = [\n{public}\n]",
            "__version__: str",
            "def __dir__() -> list[str]: ...",
            "\nclass _Asked(TypedDict, total=False):",
            "    deal_number: int",
            "    turned: str | Card | None\n",
        ]
    )


def _class_name(game: Game) -> str:
    return "_" + "".join(map(str.capitalize, re.split(r"[^a-z0-9]", game.id)))


def _classes(game: Game) -> str:
    """The house rules of a game, those that a function has no parameter of its own for, and a preset."""
    name = _class_name(game)
    names = ", ".join(map(repr, sorted({game.id, *game.names})))
    lines = [f"{name}Names = Literal[{names}]", f"{name}Presets = {_presets(game)}", ""]
    for taken in sorted({_taken_names(game, function) for function in (*_OF_CARDS, *_OF_DEALS)}):
        own_name = name + _suffix(taken)
        fields = [
            f"    {option.name}: {_type(option)}" for option in game.options if option.name not in taken
        ]
        lines += [f"class {own_name}(TypedDict, total=False):", *(fields or ["    pass"]), ""]
        lines += [
            f"class {own_name}Asked({own_name}, _Asked, total=False):",
            f"    preset: {name}Presets",
            "",
        ]
    return "\n".join(lines)


def _suffix(taken: tuple[str, ...]) -> str:
    return "But" + "".join(map(str.capitalize, taken)) if taken else ""


def _taken_names(game: Game, function: str) -> tuple[str, ...]:
    """The house rules that have the name of a parameter by which the function can be called."""
    by_name = [
        parameter.name
        for parameter in inspect.signature(getattr(library, function)).parameters.values()
        if parameter.kind is not inspect.Parameter.POSITIONAL_ONLY
    ]
    return tuple(option.name for option in game.options if option.name in by_name)


def _presets(game: Game) -> str:
    return f"Literal[{', '.join(map(repr, ['', *(preset.id for preset in game.presets)]))}]"


def _type(option: Option) -> str:
    if option.choices:
        return f"Literal[{', '.join(map(repr, option.choices))}]"
    return {"bool": "bool", "int": "int", "list": "Sequence[int] | str", "text": "str | list[str]"}[
        option.type
    ]


def _functions(games: list[Game]) -> Iterator[str]:
    for name in _OF_CARDS:
        with_melds = [game for game in games if game.rules({}).scoring.lays_melds]
        for game in with_melds:
            yield _overload(name, game, "Asked")
        yield _plain(name, "Rules")
        yield from _of_any_game(
            name, "preset: str = ...", "deal_number: int = ...", "turned: str | Card | None = ..."
        )
    for name in _OF_DEALS:
        for game in games:
            yield _overload(name, game)
        yield from _of_any_game(name)


def _parameters(function: Callable[..., object]) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def _overload(name: str, game: Game, asked: str = "") -> str:
    own = f"{_class_name(game)}{_suffix(_taken_names(game, name))}{asked}"
    shown = _shown(name, f"{_class_name(game)}Names", without=("options", _OWN))
    shown = [text.replace("preset: str", f"preset: {_class_name(game)}Presets") for text in shown]
    return _written(name, [*shown, f"**{_OWN}: Unpack[{own}]"])


def _plain(name: str, game_type: str) -> str:
    """Without a word of house rules."""
    return _written(name, _shown(name, game_type, without=("options", "preset", _OWN)))


def _of_any_game(name: str, *more: str) -> Iterator[str]:
    """A game whose name is known at run time alone. Where house rules are named, they are a mapping."""
    yield _plain(name, "str")
    yield _written(name, [*_shown(name, "str", without=("options", _OWN)), "options: Options", *more])


def _shown(name: str, game_type: str, without: tuple[str, ...]) -> list[str]:
    """The parameters but those, each as a stub has it."""
    shown = []
    last_kind = None
    for parameter in _parameters(getattr(library, name)):
        if parameter.name in without:
            continue
        if last_kind is parameter.POSITIONAL_ONLY is not parameter.kind:
            shown.append("/")
        if parameter.kind is parameter.KEYWORD_ONLY is not last_kind:
            shown.append("*")
        is_game = last_kind is None
        default = "" if parameter.default is parameter.empty else " = ..."
        shown.append(f"{parameter.name}: {game_type if is_game else parameter.annotation}{default}")
        last_kind = parameter.kind
    return shown


def _written(name: str, parameters: list[str]) -> str:
    returned = inspect.signature(getattr(library, name)).return_annotation
    whole = [parameter.replace(" ", _HELD) for parameter in parameters]  # a line ends between two
    indent = "    "
    lines = wrap(
        ", ".join(whole), _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    lines = [line.replace(_HELD, " ") for line in lines]
    return "\n".join(["@overload", f"def {name}(", *lines, f") -> {returned}: ..."])


if __name__ == "__main__":
    print(stub())
