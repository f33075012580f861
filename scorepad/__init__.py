"""A score pad and referee for rummy-family card games played with real cards.

    >>> import scorepad
    >>> hand = scorepad.best("chattahoochee", "♣456677889T")
    >>> print(hand)
    ♣456789T / ♣678
    >>> hand.points, hand.proven
    (34, True)
    >>> scorepad.check("chattahoochee", "♣4567 / ♥4567Q").why
    '♥Q isn’t next to ♥4 ♥5 ♥6 ♥7.'

Every name is loaded when it is first used, so that `import scorepad` takes no time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.answers.answer_types import (
        Best,
        BonusAnswer,
        FaultAnswer,
        MatchAnswer,
        MeldAnswer,
        MergeAnswer,
        Verdict,
    )
    from scorepad.core.cards import Card, Laid, Meld, Track
    from scorepad.core.errors import RulesNotKnown, ScorepadError
    from scorepad.core.rules import MeldShapes, Rules
    from scorepad.library import best, check, match, merge, read, rules
    from scorepad.photos.reading import CardSeen, PhotoAnswer
    from scorepad.rulebook import Game, games


__all__ = [
    "Best",
    "BonusAnswer",
    "Card",
    "CardSeen",
    "FaultAnswer",
    "Game",
    "Laid",
    "MatchAnswer",
    "Meld",
    "MeldAnswer",
    "MeldShapes",
    "MergeAnswer",
    "PhotoAnswer",
    "Rules",
    "RulesNotKnown",
    "ScorepadError",
    "Track",
    "Verdict",
    "best",
    "check",
    "games",
    "match",
    "merge",
    "read",
    "rules",
]

_NAMES = {
    "answers.answer_types": (
        "Best",
        "BonusAnswer",
        "FaultAnswer",
        "MatchAnswer",
        "MeldAnswer",
        "MergeAnswer",
        "Verdict",
    ),
    "core.cards": ("Card", "Laid", "Meld", "Track"),
    "core.errors": ("RulesNotKnown", "ScorepadError"),
    "core.rules": ("MeldShapes", "Rules"),
    "library": ("best", "check", "match", "merge", "read", "rules"),
    "photos.reading": ("CardSeen", "PhotoAnswer"),
    "rulebook": ("Game", "games"),
}
_MODULES = {name: f"scorepad.{module}" for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'scorepad' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
