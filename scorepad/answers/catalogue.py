"""Service: the games and their options."""

from __future__ import annotations

from scorepad.answers.game_answers import ChoiceAnswer, GameAnswer, GamesAnswer, OptionAnswer, PresetAnswer
from scorepad.core.options import Option
from scorepad.rulebook import Game, find_game, games


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
