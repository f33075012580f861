"""What people of a language play: the games that its pages name first, and the house rules they begin with.

A language that is not here has the games in their usual order, under their usual rules. Programs always do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorepad.core.options import written_value
from scorepad.rulebook import Game
from scorepad.web.languages import page_language


@dataclass(frozen=True)
class Customs:
    """`first` are ids of games, the best known one first; `presets` are the named house rules with which a
    game is begun, by its id."""

    first: tuple[str, ...] = ()
    presets: Mapping[str, str] = field(default_factory=dict)


CUSTOMS = {
    "tr": Customs(first=("okey", "okey-101", "rummikub", "remi", "any-game")),
    "it": Customs(
        first=("scala-40", "burraco", "shanghai", "canasta", "rummikub", "gin-rummy"),
        presets={"shanghai": "machiavelli"},
    ),
    "es": Customs(
        first=("chinchon", "contract-rummy", "rummikub", "canasta", "burraco", "gin-rummy"),
        presets={"contract-rummy": "carioca"},
    ),
    "fr": Customs(first=("remi", "rummikub", "canasta", "gin-rummy", "phase-10")),
    "pl": Customs(first=("remi", "rummikub", "canasta", "gin-rummy", "phase-10")),
}
_USUAL = Customs()


def best_known_first(games: Iterable[Game]) -> list[Game]:
    """The games as the page's language has them in order."""
    first = {game_id: place for place, game_id in enumerate(_customs().first)}
    return sorted(games, key=lambda game: first.get(game.id, len(first)))


def usual_options(game: Game) -> dict[str, str]:
    """The house rules that differ from the game's defaults where people of the page's language play."""
    preset_id = _customs().presets.get(game.id)
    options = game.preset_options(preset_id) if preset_id else {}
    return {name: written_value(value) for name, value in options.items()}


def _customs() -> Customs:
    return CUSTOMS.get(page_language().language, _USUAL)
