"""What a player's first play must be worth, before she may rebuild the table (K2)."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.findings import Finding
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict


def worth_too_little(rules: Rules, sets: Sequence[MeldVerdict]) -> tuple[Finding, ...]:
    """What is wrong with legal sets as a first play; a joker counts as the tile that it stands for (K1)."""
    worth = sum(laid.points for laid in sets)
    if not sets or worth >= rules.first_play:
        return ()
    cards = tuple(laid.card for meld in sets for laid in meld.laid)
    sentence = f"A first play must be worth {rules.first_play}; this is {worth}."
    return (Finding("first-play", cards, "K2", sentence),)
