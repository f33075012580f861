"""What the best of a hand is best by, as its game declares it: searches, referee and advice ask here."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.core.values import left_value


def worth(rules: Rules, points: int, left: Sequence[Card], *, opened: bool) -> int:
    """What an arrangement of a hand counts towards the aim: `points` of its melds, and the cards `left`.

    Where what is left decides a deal, that is the least left; a player who must open aims at points first.
    Where both count, it is what is melded with its bonuses less what is left, opened or not.
    """
    scoring = rules.scoring
    if scoring.counts_melded and not scoring.left_counts:
        return points - left_value(rules, left)
    is_opening = rules.hand.opening > 0 and not opened
    return -left_value(rules, left) if scoring.leftover_decides and not is_opening else points
