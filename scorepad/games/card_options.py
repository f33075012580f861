"""House rules of the cards that games of sets and runs, and of avalanches, have alike (P1, B1, G1)."""

from __future__ import annotations

from scorepad.core.options import Choice, Option
from scorepad.core.sentence import say

_MOST_PACKS = 4


def packs_option(default: int, clause: str, least: int = 1) -> Option:
    """How many packs a table plays with."""
    sentence = say("How many packs are shuffled together.")
    return Option(
        "packs", "int", default, say("Packs"), sentence, clause, "pack", low=least, high=_MOST_PACKS
    )


def ace_option(clause: str) -> Option:
    """Where aces lie in runs: low unless the table says otherwise."""
    return Option(
        "ace",
        "choice",
        "low",
        say("Aces in runs"),
        say("Whether aces lie before the two, after the king, or at either end."),
        clause,
        "melds",
        (Choice("low", say("low")), Choice("high", say("high")), Choice("both", say("low or high"))),
    )
