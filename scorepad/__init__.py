"""A score pad and referee for rummy-family card games played with real cards.

    >>> import scorepad
    >>> hand = scorepad.best("chattahoochee", "♣456677889T")
    >>> print(hand)
    ♣456789T / ♣678
    >>> hand.points, hand.proven
    (34, True)
    >>> scorepad.check("chattahoochee", "♣4567 / ♥4567Q").why
    '♥Q lies apart from ♥4 ♥5 ♥6 ♥7.'

Every name is loaded when it is first used, so that `import scorepad` takes no time.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.answers.answer_types import Best, BonusAnswer, FaultAnswer, MeldAnswer, MergeAnswer, Verdict
    from scorepad.core.cards import Card, Laid, Meld
    from scorepad.core.errors import ScorepadError
    from scorepad.core.rules import MeldShapes, Rules, Track
    from scorepad.games.game import Game
    from scorepad.library import best, check, merge, read, rules
    from scorepad.photos.reading import CardSeen, PhotoAnswer

    def games() -> tuple[Game, ...]:
        """Every game; the package `scorepad.games` is what is called."""


__all__ = [
    "Best",
    "BonusAnswer",
    "Card",
    "CardSeen",
    "FaultAnswer",
    "Game",
    "Laid",
    "Meld",
    "MeldAnswer",
    "MeldShapes",
    "MergeAnswer",
    "PhotoAnswer",
    "Rules",
    "ScorepadError",
    "Track",
    "Verdict",
    "best",
    "check",
    "games",
    "merge",
    "read",
    "rules",
]

_MODULES = {
    "answers.answer_types": ("Best", "BonusAnswer", "FaultAnswer", "MeldAnswer", "MergeAnswer", "Verdict"),
    "core.cards": ("Card", "Laid", "Meld"),
    "core.errors": ("ScorepadError",),
    "core.rules": ("MeldShapes", "Rules", "Track"),
    "games.game": ("Game",),
    "library": ("best", "check", "merge", "read", "rules"),
    "photos.reading": ("CardSeen", "PhotoAnswer"),
}
_HOMES = {name: f"scorepad.{module}:{name}" for module, names in _MODULES.items() for name in names}
_HOMES["games"] = "scorepad.games"


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'scorepad' has no attribute {name!r}")
    value: object = resolve_name(_HOMES[name])
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
