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

__all__ = [
    "Best",
    "BonusAnswer",
    "Card",
    "CardSeen",
    "DiscardAnswer",
    "FaultAnswer",
    "Game",
    "Laid",
    "MatchAnswer",
    "Meld",
    "MeldAnswer",
    "MeldShapes",
    "MergeAnswer",
    "NextAnswer",
    "PhotoAnswer",
    "ReadAnswer",
    "Rules",
    "RulesNotKnown",
    "ScoreAnswer",
    "ScorepadError",
    "Track",
    "Verdict",
    "best",
    "best_of_many",
    "check",
    "discard",
    "games",
    "match",
    "merge",
    "next_cards",
    "read",
    "rules",
    "score",
]

_NAMES = {
    "answers.answer_types": (
        "Best",
        "BonusAnswer",
        "DiscardAnswer",
        "FaultAnswer",
        "MatchAnswer",
        "MeldAnswer",
        "MergeAnswer",
        "NextAnswer",
        "ScoreAnswer",
        "Verdict",
    ),
    "core.cards": ("Card", "Laid", "Meld", "Track"),
    "core.errors": ("RulesNotKnown", "ScorepadError"),
    "core.rules": ("MeldShapes", "Rules"),
    "library": (
        "best",
        "best_of_many",
        "check",
        "discard",
        "match",
        "merge",
        "next_cards",
        "read",
        "rules",
        "score",
    ),
    "photos.reading": ("CardSeen", "PhotoAnswer", "ReadAnswer"),
    "rulebook": ("Game", "games"),
}
_MODULES = {name: f"scorepad.{module}" for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version  # loaded here, as few ask for it

        return version("scorepad")
    if name not in _MODULES:
        raise AttributeError(f"module 'scorepad' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    return ["__version__", *__all__]
