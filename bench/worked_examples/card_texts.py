"""Cards of a table's pack as text: runs, mixed suits, one rank in several suits."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules


def run_text(rules: Rules, first_place: int, length: int, suit_number: int = 0, leap: int = 1) -> str:
    """So many cards of a suit from the rank at place `start` on; places count from 0 and go round.

    Where melds are of two suits in turn, every other card is of the suit after the next one.
    """
    suits_aside = 2 if rules.shapes.suit_pattern == "alternating" else 0
    return " ".join(
        str(
            _card_at(
                rules, first_place + place * leap, suit_number + suits_aside * ((first_place + place) % 2)
            )
        )
        for place in range(length)
    )


def mixed_run_text(rules: Rules, first_place: int, suit_numbers: Sequence[int]) -> str:
    """One rank after the other, each in the suit given."""
    return " ".join(
        str(_card_at(rules, first_place + place, suit)) for place, suit in enumerate(suit_numbers)
    )


def same_rank_text(rules: Rules, rank_place: int, suit_numbers: Sequence[int]) -> str:
    """One rank in these suits."""
    return " ".join(str(_card_at(rules, rank_place, suit)) for suit in suit_numbers)


def _card_at(rules: Rules, rank_place: int, suit_number: int) -> Card:
    suit_letters = rules.pack.common_suits or tuple(rules.pack.suit)
    suit_letter = suit_letters[suit_number % len(suit_letters)]
    suit_ranks = rules.pack.ranks_of(suit_letter)
    return Card(suit_ranks[rank_place % len(suit_ranks)], suit_letter)
