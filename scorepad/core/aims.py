"""The value that the best arrangement of a hand maximises, by its game; searches, referee and advice use
it."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.core.values import left_value


def worth(rules: Rules, points: int, left: Sequence[Card], *, opened: bool) -> int:
    """The value of an arrangement for its game's aim: `points` of its melds, and the cards `left`.

    If cards left decide a deal, it is minus their value; but points, as long as a player must open first. If
    melds and cards left both count, it is the melds with their bonuses minus the cards left; where long melds
    or those of a rank count, opened or not.
    """
    scoring, shapes = rules.scoring, rules.shapes
    is_opening = rules.hand.opening.points > 0 and not opened
    opens_alike = shapes.by_rank or bool(shapes.long_kinds)
    if "melded" in scoring.counts and not scoring.left_counts and (opens_alike or not is_opening):
        return points - left_value(rules, left)
    return -left_value(rules, left) if scoring.leftover_decides and not is_opening else points
