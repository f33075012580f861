"""Points of quartets, which naturals make however they are melded (H24)."""

from __future__ import annotations

from collections import Counter

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules


def quartet_points(rules: Rules, hand: Counter[Card]) -> int:
    """What the quartets of a hand count, of which no card is both natural and wild."""
    naturals, suits = melding_of(rules).naturals, rules.pack.common_suits
    if not rules.bonuses.quartet_bonus:
        return 0
    counts = (
        [hand[card] for suit in suits if (card := Card(rank, suit)) in naturals] for rank in rules.pack.ranks
    )
    return rules.bonuses.quartet_bonus * sum(map(most_quartets, counts))
