"""Service: the games and their options."""

from __future__ import annotations

from msgspec import UNSET

from scorepad.answers.answer_types import ChoiceAnswer, GameAnswer, GamesAnswer, OptionAnswer
from scorepad.core.options import Option
from scorepad.games import GAMES, Game


def games() -> GamesAnswer:
    """Every game with its options: type, default, choices, range, sentence and clause."""
    return GamesAnswer(tuple(map(_game, GAMES)))


def _game(game: Game) -> GameAnswer:
    return GameAnswer(game.id, game.name, game.sentence, game.players, tuple(map(_option, game.options)))


def _option(option: Option) -> OptionAnswer:
    numbers = option.type in ("int", "list")
    return OptionAnswer(
        option.name,
        option.type,
        option.default,
        option.label,
        option.sentence,
        option.clause,
        option.group,
        choices=tuple(ChoiceAnswer(choice.value, choice.label) for choice in option.choices) or UNSET,
        low=option.low if numbers else UNSET,
        high=option.high if numbers else UNSET,
    )
