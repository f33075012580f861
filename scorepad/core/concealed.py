"""Going out concealed: one meld of the whole hand is a player's only melding (H11).

A table adds to the multiplier, adds points before it, or multiplies once more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scorepad.core.rules import Rules
from scorepad.core.verdicts import Bonus

KIND: Final = "concealed"


def earns(rules: Rules) -> bool:
    """Whether going out concealed counts more at this table."""
    return rules.deal.concealed_bonus > (1 if rules.deal.concealed_mode == "times" else 0)


def added(rules: Rules) -> int:
    """What is added to the multiplier."""
    return rules.deal.concealed_bonus if rules.deal.concealed_mode == "multiplier" else 0


def factor(rules: Rules) -> int:
    """What the score is multiplied by beside the multiplier."""
    return rules.deal.concealed_bonus if rules.deal.concealed_mode == "times" else 1


def bonuses(rules: Rules) -> tuple[Bonus, ...]:
    """The points that are added before the multiplier, as a bonus of a hand (H25)."""
    points = rules.deal.concealed_bonus if rules.deal.concealed_mode == "points" else 0
    return (Bonus(KIND, (), 0, points, "Concealed"),) if points else ()


def points_of(earned: Iterable[Bonus]) -> int:
    """The points among bonuses that were earned by going out concealed."""
    return sum(bonus.points for bonus in earned if bonus.kind == KIND)


def multiplied(multiplier: int, *, added: int, factor: int) -> int:
    """What going out counts; nothing where no opponent is in (H4)."""
    return (multiplier + added) * factor if multiplier else 0
