"""Shapes of melds that are no runs: sets of one rank (B1, F1, K1, G1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.core.wilds import naturals

SMALLEST_SET = 3


@dataclass(frozen=True, slots=True)
class SetOf:
    """The kinds of one rank, one of each suit; a set holds at least three of them, none twice."""

    rank: str
    cards: tuple[Card, ...]


@cache
def sets(rules: Rules) -> tuple[SetOf, ...]:
    """Every rank of which a set can be laid, in the order of the pack; none where there are no sets."""
    if not rules.shapes.sets:
        return ()
    on_circle = naturals(rules)
    kinds = [
        SetOf(
            rank, tuple(card for suit in rules.pack.suits if (card := Card(rank, suit.letter)) in on_circle)
        )
        for rank in rules.pack.ranks
    ]
    return tuple(one for one in kinds if len(one.cards) >= SMALLEST_SET)


@cache
def run_kind(rules: Rules, card: Card) -> Card:
    """The kind that stands for a card in runs that mix suits: that of the first suit of its class (L1)."""
    if rules.shapes.run_suits == "one" or card.is_wild:
        return card
    colour = rules.pack.suit[card.suit].colour
    mixed = [suit for suit in rules.pack.suits if rules.shapes.run_suits == "any" or suit.colour == colour]
    return Card(card.rank, mixed[0].letter)
