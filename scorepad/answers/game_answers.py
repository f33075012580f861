"""The answer about games: each with its house rules and its presets, as JSON has them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from scorepad.core.options import Value


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
