"""The answer about games: each with its house rules and its presets, as JSON has them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from scorepad.core.options import Option, Value
from scorepad.rulebook import Game, find_game, games


class ChoiceAnswer(Struct, frozen=True):
    """A value of a choice, with its label."""

    value: str
    label: str


class OptionAnswer(Struct, frozen=True, omit_defaults=True):
    """A house rule. `choices` is set if it is one of several values, `low` and `high` if it has numbers."""

    name: str
    type: Literal["choice", "bool", "int", "list", "text"]
    default: Value
    label: str
    sentence: str
    clause: str
    group: str
    choices: tuple[ChoiceAnswer, ...] | None = None
    low: int | None = None
    high: int | None = None


class PresetAnswer(Struct, frozen=True):
    """Named house rules: the options that differ from the defaults."""

    id: str
    name: str
    sentence: str
    options: dict[str, Value]


class GameAnswer(Struct, frozen=True):
    """A game, its house rules and presets; `players` are the fewest and the most at a table."""

    id: str
    name: str
    sentence: str
    players: tuple[int, int]
    options: tuple[OptionAnswer, ...]
    presets: tuple[PresetAnswer, ...]


class GamesAnswer(Struct, frozen=True):
    """Every game."""

    games: tuple[GameAnswer, ...]


def games_answer() -> GamesAnswer:
    """Every game with its options: type, default, choices, range, sentence and clause."""
    return GamesAnswer(tuple(map(_game_answer, games())))


def game_answer(name: str) -> GamesAnswer:
    """A list of that one game. Raises UnknownGame."""
    return GamesAnswer((_game_answer(find_game(name)),))


def _game_answer(game: Game) -> GameAnswer:
    options = tuple(map(_option_answer, game.options))
    presets = tuple(
        PresetAnswer(preset.id, preset.name, preset.sentence, dict(preset.options)) for preset in game.presets
    )
    return GameAnswer(game.id, game.name, game.sentence, game.players, options, presets)


def _option_answer(option: Option) -> OptionAnswer:
    has_numbers = option.type in ("int", "list")
    values = {name: getattr(option, name) for name in OptionAnswer.__struct_fields__} | {
        "choices": tuple(ChoiceAnswer(*choice) for choice in option.choices.items()) or None,
        "low": option.low if has_numbers else None,
        "high": option.high if has_numbers else None,
    }
    return OptionAnswer(**values)
