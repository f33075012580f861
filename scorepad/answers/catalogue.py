"""Service: the games and their options, ready for JSON."""

from __future__ import annotations

from typing import Any

from scorepad.core.options import Option
from scorepad.games import GAMES, Game


def games() -> dict[str, Any]:
    """Every game with its options: type, default, choices, range, sentence and clause."""
    return {"games": [_game(game) for game in GAMES]}


def _game(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "sentence": game.sentence,
        "players": list(game.players),
        "options": [_option(option) for option in game.options],
    }


def _option(option: Option) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": option.name,
        "type": option.type,
        "default": list(option.default) if isinstance(option.default, tuple) else option.default,
        "label": option.label,
        "sentence": option.sentence,
        "clause": option.clause,
        "group": option.group,
    }
    if option.choices:
        described["choices"] = [{"value": choice.value, "label": choice.label} for choice in option.choices]
    if option.type in ("int", "list"):
        described |= {"low": option.low, "high": option.high}
    return described
