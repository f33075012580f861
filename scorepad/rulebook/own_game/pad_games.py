"""The games of one pad: the files in the folder `games` of its instance folder, each named like its file. A
faulty file is left out, and `scorepad doctor` says why."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from scorepad.core.errors import ScorepadError
from scorepad.core.options import Value
from scorepad.rulebook.game import LONGEST_FILE, Game
from scorepad.rulebook.own_game import GAME, OwnGame
from scorepad.rulebook.own_game.game_files import GameFile, read_game_file
from scorepad.rulebook.own_game.game_record import OWN_GAME

MOST_GAMES = 50
_ID = re.compile("[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_LONGEST_ID = 40

FileState = tuple[str, int, int]
"""A file's path, when it was changed, and its size."""


class PadGames(NamedTuple):
    """The games that could be read, and the faults of the other files, a sentence each."""

    games: tuple[Game, ...]
    faults: tuple[str, ...]


def games_in(folder: Path, taken: Collection[str]) -> PadGames:
    """Return the games of a folder, cached until a file changes. `taken`: names that other games have."""
    return _read_all(_states(folder), frozenset(taken))


def _states(folder: Path) -> tuple[FileState, ...]:
    """Return the current state of each file; empty if the folder cannot be read."""
    try:
        files = sorted(file for file in folder.glob("*.toml") if file.is_file())[:MOST_GAMES]
        stats = [(file, file.stat()) for file in files]
    except OSError:
        return ()
    return tuple((str(file), stat.st_mtime_ns, stat.st_size) for file, stat in stats)


@lru_cache(maxsize=4)
def _read_all(states: tuple[FileState, ...], taken: frozenset[str]) -> PadGames:
    games: list[Game] = []
    faults: list[str] = []
    for path, _, size in states:
        file = Path(path)
        try:
            games.append(_read_one(file, size, taken))
        except (OSError, UnicodeDecodeError) as error:
            faults.append(f"{file.name}: {getattr(error, 'strerror', None) or 'it isn’t text'}")
        except ScorepadError as error:
            faults.append(f"{file.name}: {error.message}")
    return PadGames(tuple(games), tuple(faults))


def _read_one(file: Path, size: int, taken: Collection[str]) -> Game:
    game_id = file.stem
    if not _ID.fullmatch(game_id) or len(game_id) > _LONGEST_ID:
        message = "Name the file in small letters, digits and hyphens, such as oma-romme.toml."
        raise ScorepadError(message, at="name")
    if "".join(filter(str.isalnum, game_id)) in taken:
        raise ScorepadError("Another game has this name. Give the file another one.", at="name")
    # A character takes four bytes at most.
    if size > 4 * LONGEST_FILE:
        raise ScorepadError(f"Take some of it out: a game’s file has at most {LONGEST_FILE} characters.")
    return as_game(game_id, read_game_file(file.read_text("utf-8")))


def as_game(game_id: str, told: GameFile) -> Game:
    """Return the game of a file, under its own id. Tables store it as `own-game` with all its rules."""
    return Game(
        id=game_id,
        name=told.name or game_id,
        sentence=told.says or GAME.sentence,
        house_rules=_with_defaults(game_id, told.options),
        table=GAME.table,
        place=GAME.place + 1,
        kept_as=OWN_GAME,
    )


def _with_defaults(game_id: str, options: Mapping[str, Value]) -> type[OwnGame]:
    """Return a subclass of OwnGame with these values as the defaults of its options."""
    types = {field.name: field.type for field in fields(OwnGame) if field.name in options}
    members = {"__annotations__": types, "__module__": __name__, "game_id": game_id, **options}
    return dataclass(frozen=True)(type("OwnGameOfPad", (OwnGame,), members))
