"""Every hand of a few cards, in every game and under its house rules, against laying it in every way (A1).

Decks are small and hold what the rules turn on: neighbours, two suits and more, copies, both ends of the
order, wilds. All hands of a size are tried where the run is thorough, every day an even part of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from scorepad import optimize
from scorepad.answers.verification import verified
from scorepad.core.cards import Card
from scorepad.core.notation import read_cards
from scorepad.core.rules import Rules
from scorepad.rulebook import find_game
from tests.optimize.decks import DECKS
from tests.optimize.every_arrangement import most_points
from tests.profiles import sampled

pytestmark = pytest.mark.nightly


def hands(deck: str, rules: Rules, size: int) -> Iterator[tuple[Card, ...]]:
    """Every hand of at most that many cards."""
    cards = sorted(laid.card for laid in read_cards(deck, rules.pack))
    for count in range(1, size + 1):
        yield from dict.fromkeys(combinations(cards, count))


@pytest.mark.parametrize(("game", "options", "deck", "size"), DECKS)
def test_a1_the_best_of_every_hand_of_a_small_deck(game, options, deck, size):
    """The points of all ways to lay it, and what the search lays passes the referee."""
    rules = find_game(game).rules(options)
    for hand in sampled(hands(deck, rules, size)):
        found = optimize.best(rules, hand)
        verified(rules, hand, found)
        assert found.proven, hand
        assert found.points == found.bound == most_points(rules, hand), hand
