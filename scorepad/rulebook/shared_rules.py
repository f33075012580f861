"""Rules that most games have: sets and runs, jokers that need nothing beside them, melds worth their cards.

The defaults of `Rules` are Chattahoochee's. A game begins with these and says what it has otherwise:

    shapes=replace(SETS_AND_RUNS, ace="both", clause="romme R2")
"""

from __future__ import annotations

from scorepad.core.card_values import CardValues
from scorepad.core.rules import MeldShapes, MeldValues, WildRules

SETS_AND_RUNS = MeldShapes(shortest_run=3, circular=False, sets=True)
"""Three or more of a rank, or in a row of one suit that stops at its ends."""
JOKERS_ANYWHERE = WildRules(adjacent_naturals=False)
"""Jokers lie anywhere in a meld that has one other card."""


def worth_cards(values: CardValues) -> MeldValues:
    """A meld is worth what its cards are."""
    return MeldValues(value_source="cards", card_values=values)
