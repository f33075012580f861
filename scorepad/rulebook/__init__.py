"""Every game that the pad knows, and the one way to find it.

    >>> [game.id for game in games()][:3]
    ['rummy-500', 'gin-rummy', 'phase-10']

Each folder beside this module is a game, and has the name of its id: `gin_rummy` is `gin-rummy`. Its
module is loaded when the game is asked for, so that the command line starts fast. Other packages bring
games by entry points of the group `scorepad.games`; each names a `Game`. They are looked for when all
games are asked for, or a name that is no id of ours. A faulty one is left out, and said in the log and by
`scorepad doctor`: whatever it raises, the pad goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError
from scorepad.core.phrasing import nearest_names, say_nearest
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, UnknownGame, UnknownPreset

if TYPE_CHECKING:
    from scorepad.rulebook.outside import OutsideGames

_FILES = "scorepad.rulebook.own_game.pad_games:games_in"
FOLDER = Path(__file__).parent
"""Has a folder for each game: its module, and its rules in short as a template."""


def games() -> tuple[Game, ...]:
    """Return all games, those best known first."""
    return tuple(sorted((*lasting_games(), *pad_games()), key=lambda game: (game.place, game.id)))


def lasting_games() -> tuple[Game, ...]:
    """Return the games that never change while the process runs: those built in and those of other
    packages."""
    return (*map(_load_game, _our_ids()), *_outside_games().games)


def keep_games_in(folder: Path) -> None:
    """Load the games from the files of a folder too."""
    _pad_folders[:] = [folder]


def pad_games() -> tuple[Game, ...]:
    """Return the games from this pad's own files."""
    return tuple(game for folder in _pad_folders for game in _games_in(folder)[0])


def pad_game_faults(folder: Path) -> tuple[str, ...]:
    """Return the faults of the game files in a folder, a sentence each."""
    return _games_in(folder)[1]


def outside_faults() -> tuple[str, ...]:
    """Return the faults of other packages' games, a sentence each."""
    return _outside_games().faults


def outside_words() -> tuple[Path, ...]:
    """Return the folders with other packages' translations of their games."""
    return _outside_games().words


@contextmanager
def naming_games() -> Iterator[None]:
    """Turn an error raised by a game of another package into GameFailed, which names the game."""
    try:
        yield
    except (ScorepadError, KeyboardInterrupt, MemoryError):
        raise
    # A package may raise SystemExit too, or something of its own that is no Exception.
    except BaseException as error:
        failure = _outside_games().failure(error)
        if failure is None:
            raise
        raise failure from error


def find_game(name: str) -> Game:
    """The game of that id, name or alias, whatever its case, with hyphens or spaces. Raises UnknownGame.

    >>> find_game("Rummy 500").id
    'rummy-500'
    """
    if name in _our_ids():
        return _load_game(name)
    plain_name, called = _plain_name(name), _games_by_name()
    if plain_name in called:
        return called[plain_name][0]
    if own := next((game for game in pad_games() if name in (game.id, game.name)), None):
        return own
    near_names = nearest_names(plain_name, called)
    # The farthest first: a game with several near names is told by its nearest one.
    near_games = {game.id: game_name for game, game_name in (called[near] for near in reversed(near_names))}
    advice = say_nearest([*reversed(near_games.values())]) or say(
        "type one of {names}", names=", ".join(game.id for game in games())
    )
    message = say("No game is called {name}: {advice}.", name=repr(name[:40]), advice=advice)
    raise UnknownGame(message, at="game")


def has_game(game_id: str) -> bool:
    """Return whether the pad has a game with that id. A game of another package may have been uninstalled."""
    is_lasting = game_id in _our_ids() or _plain_name(game_id) in _games_by_name()
    return is_lasting or any(game.id == game_id for game in pad_games())


def game_title(game_id: str, options: Mapping[str, object] = MappingProxyType({})) -> str:
    """Return the title of a game at a table with these options; the id if the pad does not have the game."""
    return find_game(game_id).called(options) if has_game(game_id) else game_id


@cache
def _our_ids() -> frozenset[str]:
    """Return the ids of the built-in games, each of which has a folder here."""
    return frozenset(module.name.replace("_", "-") for module in iter_modules([str(FOLDER)]) if module.ispkg)


@cache
def _load_game(game_id: str) -> Game:
    game = import_module(f"{__name__}.{game_id.replace('-', '_')}").GAME
    assert isinstance(game, Game)
    return game


@cache
def _games_by_name() -> dict[str, tuple[Game, str]]:
    """Return the games by each of their names, with the name as written; built-in games take precedence."""
    by_origin = sorted(lasting_games(), key=lambda game: game.id not in _our_ids())
    return {_plain_name(name): (game, name) for game in reversed(by_origin) for name in game.names}


def _plain_name(name: str) -> str:
    """Return a name in lower case with letters and digits only, for comparison."""
    return "".join(char for char in name.lower() if char.isalnum())


_pad_folders: list[Path] = []


def _games_in(folder: Path) -> tuple[tuple[Game, ...], tuple[str, ...]]:
    """Return the games of a folder, and the faults of its other files."""
    if not folder.is_dir():
        return (), ()
    # Loaded here, as most pads have no such files.
    found: tuple[tuple[Game, ...], tuple[str, ...]] = resolve_name(_FILES)(folder, _games_by_name().keys())
    return found


@cache
def _outside_games() -> OutsideGames:
    """Return the games of other installed packages, loaded once."""
    from scorepad.rulebook.outside import load_outside_games  # here, as only who lists all games needs it

    return load_outside_games(_our_ids())


__all__ = [
    "Game",
    "UnknownGame",
    "UnknownPreset",
    "find_game",
    "game_title",
    "games",
    "has_game",
    "keep_games_in",
    "lasting_games",
    "naming_games",
    "outside_faults",
    "outside_words",
    "pad_game_faults",
    "pad_games",
]
