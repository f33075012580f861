"""Loads the games that other installed packages bring by entry points of the group `scorepad.games`.

A package may raise anything as it is loaded, at its own import or at that of what it needs. Its game is then
left out with a sentence that says why, and the pad goes on. What it raises later, in its own rules, becomes a
sentence too.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from gettext import GNUTranslations
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from string import Formatter
from traceback import format_exception_only, walk_tb
from types import FrameType, ModuleType

from scorepad.core.errors import ScorepadError
from scorepad.core.phrasing import join_words
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game

_GROUP = "scorepad.games"
_log = logging.getLogger("scorepad.rulebook")


class GameFailed(ScorepadError):
    """A game of another package raised an error while it was asked or played."""

    code = "game-failed"


@dataclass(frozen=True, slots=True)
class OutsideGames:
    """The games of other packages with their entry points, the folders of their translations, and the faults
    of games left out, a sentence each."""

    games: tuple[Game, ...]
    points: tuple[EntryPoint, ...]
    words: tuple[Path, ...]
    faults: tuple[str, ...]

    def failure(self, error: BaseException) -> GameFailed | None:
        """Return a GameFailed for an error that code of such a package raised or passed on; None for other
        errors."""
        running = _packages_running(error)
        guilty = [pair for pair in zip(self.points, self.games, strict=True) if _package(pair[0]) in running]
        # Ctrl-C and the signals of a server are no errors of the code that they interrupt.
        is_own = type(error).__module__.partition(".")[0] in running
        if not guilty or not (is_own or isinstance(error, Exception | SystemExit)):
            return None
        failure = GameFailed(
            say(
                "The game {game} of the package {package} failed: {fault}. Ask the people who made it.",
                game=join_words([game.name for _, game in guilty]),
                package=guilty[0][0].dist.name if guilty[0][0].dist else guilty[0][0].module,
                fault=_in_words(error),
            ),
            at="game",
        )
        if _log.hasHandlers():  # not on a terminal, which has the sentence
            _log.error("%s", failure.message, exc_info=error)
        return failure


def load_outside_games(our_ids: Collection[str]) -> OutsideGames:
    """Load all games of other packages that can be played. Raises KeyboardInterrupt if Ctrl-C is pressed
    meanwhile."""
    found: dict[str, tuple[Game, EntryPoint]] = {}
    words: dict[Path, None] = {}
    faults = []
    # Sorted, so that of two games of one id the same one is always left out.
    for point in sorted(entry_points(group=_GROUP)):
        try:
            with _noted_interrupts() as interrupts:
                game, folders = _loaded(point, {*our_ids, *found})
        # Foreign code may raise anything as it is loaded, SystemExit too; the pad must start all the same.
        except BaseException as error:
            if interrupts:
                raise KeyboardInterrupt from error
            faults.append(f"{point.name} = {point.value}: {_in_words(error)}")
            _log.warning("A game of another package is left out: %s", faults[-1])
        else:
            found[game.id] = game, point
            words |= dict.fromkeys(folders)
    games, points = zip(*(found[game_id] for game_id in sorted(found)), strict=True) if found else ((), ())
    return OutsideGames(games, points, tuple(words), tuple(faults))


def _package(point: EntryPoint) -> str:
    return point.module.partition(".")[0]


def _packages_running(error: BaseException) -> frozenset[str]:
    """Return the packages whose code an error, or one of its causes, passed through."""
    packages: set[str] = set()
    following: BaseException | None = error
    while following is not None:
        frames = (frame for frame, _ in walk_tb(following.__traceback__))
        packages |= {str(frame.f_globals.get("__name__")).partition(".")[0] for frame in frames}
        following = following.__cause__ or following.__context__
    return frozenset(packages) - {"scorepad"}


@contextmanager
def _noted_interrupts() -> Iterator[list[int]]:
    """Collect the signals of Ctrl-C that arrive meanwhile, to tell them from a KeyboardInterrupt that a
    package raises itself.

    Only the main thread receives signals, and only Python's own handler turns one into an exception.
    """
    heard: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        signal.default_int_handler(number, frame)

    interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not interrupts or threading.current_thread() is not threading.main_thread():
        yield heard
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield heard
        if heard:  # the package took the exception for something else
            raise KeyboardInterrupt
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _in_words(error: BaseException) -> str:
    """Return the kind and message of an error, even if making the message fails."""
    return format_exception_only(error)[-1].strip()


def _loaded(point: EntryPoint, taken_ids: Collection[str]) -> tuple[Game, tuple[Path, ...]]:
    """Load the game of an entry point with the folders of its translations. Raises any error of its code."""
    return _checked_game(point.load(), taken_ids), _checked_words(import_module(point.module))


def _checked_game(game: object, taken_ids: Collection[str]) -> Game:
    """Return the game after checking that lists can show it and that its usual rules and presets can be
    played. Raises any error of its code."""
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game, not {game!r:.60}")
    if game.id in taken_ids:
        raise ValueError(f"another game is called {game.id!r}")
    fewest, most = game.players
    shown = {str: (*game.names, game.sentence), int: (game.place, fewest, most, *game.another_pack_from)}
    for kind, values in shown.items():
        for value in values:
            if not isinstance(value, kind):
                raise TypeError(f"expected {kind.__name__}, not {value!r:.60}")
    if (rules := game.rules({})).game != game.id:
        raise ValueError(f"expected rules of {game.id!r}, not of {rules.game!r}")
    for players in (fewest, most):
        game.rules({}, players)
    for preset in game.presets:
        game.rules(preset.options)
    return game


def _checked_words(module: ModuleType) -> tuple[Path, ...]:
    """Return the folder of translations beside the module, if there is one, after checking each. Raises
    ValueError, or any error of reading them."""
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
