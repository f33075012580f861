"""Values of single cards, melded and left in hand (B3, F3, K1, K4, G3, L5).

A wild card left in a hand of leap-rummy has no number and counts nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules

_COURT = 10
_JOKER = 15
_ACE = 15
_JOKER_TILE = 30
_NUMBERS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
_FIVES = tuple("23456789")


def left_value(rules: Rules, cards: Iterable[Card]) -> int:
    """What cards left in hand count, all together; never below zero."""
    return sum(_left(rules, card) for card in cards)


def placed_value(rules: Rules, cards: Iterable[Card]) -> int:
    """What cards laid on a board count: their face, and a wild nothing (K5)."""
    return left_value(rules, [card for card in cards if not card.is_wild])


def meld_value(rules: Rules, laid: Sequence[Card], reads: Sequence[Card], *, run: bool) -> int:
    """What the cards of a meld count: `laid` as they are, `reads` what each stands for, in order."""
    values = [_melded(rules, card, kind) for card, kind in zip(laid, reads, strict=True)]
    if rules.values.card_values == "standard" and run and len(reads) > 1:
        ends = {reads[0].rank: 0, reads[-1].rank: len(reads) - 1}
        place = ends.get("A", -1)
        neighbour = reads[1 if place == 0 else place - 1].rank
        if place >= 0 and neighbour == "2" and not laid[place].is_wild:
            values[place] = 1
    return sum(values)


def _melded(rules: Rules, card: Card, kind: Card) -> int:
    if card.is_wild:
        return _left(rules, kind) if rules.values.card_values == "tiles" else _left(rules, card)
    return _left(rules, card)


def _left(rules: Rules, card: Card) -> int:
    match rules.values.card_values:
        case "none":
            return 0
        case "one":
            return 1
        case "tiles":
            return _JOKER_TILE if card.is_wild else int(card.rank)
        case "number":
            return 0 if card.is_wild else number(rules, card)
        case "5-10-15":
            return _JOKER if card.is_wild or card.rank == "A" else 5 if card.rank in _FIVES else _COURT
        case "standard":
            return _JOKER if card.is_wild else _ACE if card.rank == "A" else _face(card)
    return 0 if card.is_wild else _face(card)


def _face(card: Card) -> int:
    return min(_COURT, _NUMBERS.get(card.rank) or int(card.rank))


def number(rules: Rules, card: Card) -> int:
    """The number of a rank: what is printed, A 1, J 11, Q 12, K 13, else its place in the circle (L5)."""
    if card.rank.isdecimal():
        return int(card.rank)
    return _NUMBERS.get(card.rank) or rules.pack.ranks_of(card.suit).index(card.rank) + 1
