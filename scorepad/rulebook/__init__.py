"""Every game that the pad knows, and the one way to find it.

    >>> [game.id for game in games()][:3]
    ['rummy-500', 'gin-rummy', 'phase-10']

A game's module has the name of its id. It is loaded when the game is asked for, so that the command line
starts fast. Other packages bring games by entry points of the group `scorepad.games`; each names a `Game`.
They are looked for when all games are asked for, or a name that is no id of ours. A faulty one is left out,
and said in the log and by `scorepad doctor`: whatever it raises, the pad goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from functools import cache
from gettext import GNUTranslations
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType

from scorepad.core.phrasing import nearest_names, say_nearest
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, UnknownGame, UnknownPreset

_OUR_IDS = (
    "chattahoochee",
    "chattahoochee-alternate",
    "chattahoochee-interlocking",
    "leap-rummy",
    "basic-rummy",
    "rummy-500",
    "rummikub",
    "shanghai",
    "avalanche",
    "gin-rummy",
    "romme",
    "indian-rummy",
    "three-thirteen",
    "five-crowns",
    "contract-rummy",
    "phase-10",
    "canasta",
    "hand-and-foot",
    "burraco",
    "kalooki",
    "scala-40",
    "remi",
    "chinchon",
    "okey",
    "okey-101",
    "any-game",
)
_ENTRY_POINTS = "scorepad.games"
_log = logging.getLogger(__name__)


def games() -> tuple[Game, ...]:
    """All games, those that most people know first."""
    others, _, _ = _outside_games()
    return tuple(sorted((*map(_load_game, _OUR_IDS), *others), key=lambda game: game.place))


def outside_faults() -> tuple[str, ...]:
    """What is wrong with games of other packages, a sentence each."""
    _, _, faults = _outside_games()
    return faults


def outside_words() -> tuple[Path, ...]:
    """The folders in which other packages have translations of their games' words."""
    _, words, _ = _outside_games()
    return words


def find_game(name: str) -> Game:
    """The game of that id, name or alias, whatever its case, with hyphens or spaces. Raises UnknownGame.

    >>> find_game("Rummy 500").id
    'rummy-500'
    """
    if name in _OUR_IDS:
        return _load_game(name)
    plain_name, called = _plain_name(name), _games_by_name()
    if plain_name in called:
        return called[plain_name][0]
    near_names = nearest_names(plain_name, called)
    # The farthest first: a game with several near names is told by its nearest one.
    near_games = {game.id: game_name for game, game_name in (called[near] for near in reversed(near_names))}
    advice = say_nearest([*reversed(near_games.values())]) or say(
        "type one of {names}", names=", ".join(game.id for game in games())
    )
    message = say("No game is called {name}: {advice}.", name=repr(name[:40]), advice=advice)
    raise UnknownGame(message, at="game")


@cache
def _load_game(game_id: str) -> Game:
    game = import_module(f"{__name__}.{game_id.replace('-', '_')}").GAME
    assert isinstance(game, Game)
    return game


@cache
def _games_by_name() -> dict[str, tuple[Game, str]]:
    """Games by each of their names, with the name as people write it; ours before those of others."""
    by_origin = sorted(games(), key=lambda game: game.id not in _OUR_IDS)
    return {_plain_name(name): (game, name) for game in reversed(by_origin) for name in game.names}


def _plain_name(name: str) -> str:
    """A name without what people write in different ways."""
    return "".join(char for char in name.lower() if char.isalnum())


@cache
def _outside_games() -> tuple[tuple[Game, ...], tuple[Path, ...], tuple[str, ...]]:
    """The games that other installed packages bring, the folders of their words, and in a sentence each what
    is wrong with the rest."""
    from importlib.metadata import entry_points  # here, as only who lists all games needs it

    found: dict[str, Game] = {}
    words: dict[Path, None] = {}
    faults = []
    # Sorted, so that of two games of one id the same one is always left out.
    for point in sorted(entry_points(group=_ENTRY_POINTS)):
        try:
            game = _checked_game(point.load(), {*_OUR_IDS, *found})
            folders = _checked_words(import_module(point.module))
        # Foreign code may raise anything as it is loaded, and the pad must start all the same.
        except Exception as error:
            faults.append(f"{point.name} = {point.value}: {type(error).__name__}: {error}")
            _log.warning("A game of another package is left out: %s", faults[-1])
        else:
            found[game.id] = game
            words |= dict.fromkeys(folders)
    return tuple(found[game_id] for game_id in sorted(found)), tuple(words), tuple(faults)


def _checked_game(game: object, taken_ids: Collection[str]) -> Game:
    """The game, when it can be played by its usual rules. Raises whatever its code does."""
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game, not {game!r:.60}")
    if game.id in taken_ids:
        raise ValueError(f"another game is called {game.id!r}")
    if (rules := game.rules({})).game != game.id:
        raise ValueError(f"expected rules of {game.id!r}, not of {rules.game!r}")
    return game


def _checked_words(module: ModuleType) -> tuple[Path, ...]:
    """The folder of translations beside the module, if there is one, when each of them can be said. Raises
    ValueError, or what reading them does."""
    folder = Path(module.__file__ or "").parent / "translations"
    for file in sorted(folder.glob("*/LC_MESSAGES/messages.mo")):
        with open(file, "rb") as stream:
            messages = GNUTranslations(stream)._catalog  # type: ignore[attr-defined]
        for message, said in messages.items():
            english = message[0] if isinstance(message, tuple) else message
            # A value that the message lacks would break the page that says it.
            if english and (unknown := _values_in(said) - _values_in(english)):
                raise ValueError(f"{file.parts[-3]}: {said!r} names {', '.join(sorted(unknown))}")
    return (folder,) if folder.is_dir() else ()


def _values_in(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


__all__ = ["Game", "UnknownGame", "UnknownPreset", "find_game", "games", "outside_faults", "outside_words"]
