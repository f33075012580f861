"""Values of single cards, melded and left in hand (B3, F3, K1, K4, G3, L5).

A wild card left in a hand of leap-rummy has no number and counts nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules

_COURT_VALUE = 10
_JOKER_VALUE = 15
_ACE_VALUE = 15
_JOKER_TILE_VALUE = 30
_COURT_NUMBERS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
_FIVE_POINT_RANKS = tuple("23456789")


def left_value(rules: Rules, cards: Iterable[Card]) -> int:
    """What cards left in hand count, all together; never below zero."""
    return sum(_card_value(rules, card) for card in cards)


def placed_value(rules: Rules, cards: Iterable[Card]) -> int:
    """What cards laid on a board count: their face, and a wild nothing (K5)."""
    return left_value(rules, [card for card in cards if not card.is_wild])


def meld_value(rules: Rules, laid_cards: Sequence[Card], read_kinds: Sequence[Card], *, is_run: bool) -> int:
    """What the cards of a meld count: the cards as laid, and what each stands for, in order."""
    values = [_melded_value(rules, card, kind) for card, kind in zip(laid_cards, read_kinds, strict=True)]
    if rules.values.card_values == "standard" and is_run and len(read_kinds) > 1:
        end_places = {read_kinds[0].rank: 0, read_kinds[-1].rank: len(read_kinds) - 1}
        ace_place = end_places.get("A", -1)
        neighbour = read_kinds[1 if ace_place == 0 else ace_place - 1].rank
        if ace_place >= 0 and neighbour == "2" and not laid_cards[ace_place].is_wild:
            values[ace_place] = 1
    return sum(values)


def _melded_value(rules: Rules, card: Card, read_kind: Card) -> int:
    if card.is_wild:
        return (
            _card_value(rules, read_kind) if rules.values.card_values == "tiles" else _card_value(rules, card)
        )
    return _card_value(rules, card)


def _card_value(rules: Rules, card: Card) -> int:
    match rules.values.card_values:
        case "none":
            return 0
        case "one":
            return 1
        case "tiles":
            return _JOKER_TILE_VALUE if card.is_wild else int(card.rank)
        case "number":
            return 0 if card.is_wild else rank_number(rules, card)
        case "5-10-15":
            return (
                _JOKER_VALUE
                if card.is_wild or card.rank == "A"
                else 5
                if card.rank in _FIVE_POINT_RANKS
                else _COURT_VALUE
            )
        case "standard":
            return _JOKER_VALUE if card.is_wild else _ACE_VALUE if card.rank == "A" else _face_value(card)
    return 0 if card.is_wild else _face_value(card)


def _face_value(card: Card) -> int:
    return min(_COURT_VALUE, _COURT_NUMBERS.get(card.rank) or int(card.rank))


def rank_number(rules: Rules, card: Card) -> int:
    """The number of a rank: what is printed, A 1, J 11, Q 12, K 13, else its place in the order (L5)."""
    if card.rank.isdecimal():
        return int(card.rank)
    return _COURT_NUMBERS.get(card.rank) or rules.pack.ranks_of(card.suit).index(card.rank) + 1
