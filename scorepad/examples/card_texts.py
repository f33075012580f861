"""Cards of a table's pack as text: runs, mixed suits, one rank in several suits."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules


def run(rules: Rules, start: int, length: int, suit: int = 0, leap: int = 1) -> str:
    """So many cards of a suit from the rank at place `start` on; places count from 0 and go round.

    Where melds are of two suits in turn, every other card is of the suit after the next one.
    """
    aside = 2 if rules.shapes.suit_pattern == "alternating" else 0
    return " ".join(
        str(_card(rules, start + place * leap, suit + aside * ((start + place) % 2)))
        for place in range(length)
    )


def mixed(rules: Rules, start: int, suits: Sequence[int]) -> str:
    """One rank after the other, each in the suit given."""
    return " ".join(str(_card(rules, start + place, suit)) for place, suit in enumerate(suits))


def same(rules: Rules, rank: int, suits: Sequence[int]) -> str:
    """One rank in these suits."""
    return " ".join(str(_card(rules, rank, suit)) for suit in suits)


def _card(rules: Rules, rank: int, suit: int) -> Card:
    letters = rules.pack.common_suits or tuple(rules.pack.suit)
    letter = letters[suit % len(letters)]
    ranks = rules.pack.ranks_of(letter)
    return Card(ranks[rank % len(ranks)], letter)
