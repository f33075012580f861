"""Values of cards, melded and left in hand (B3, F3, K1, K4, G3, L5), and of an arrangement of a hand.

A wild card left in a hand of leap-rummy has no number and counts nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorepad.core.cards import WILD, Card
from scorepad.core.rule_parts import NUMBERED_RANKS, CardValues
from scorepad.core.rules import Rules

_TABLES_AT_ONCE = 64  # different rules whose values are remembered
_NUMBERED = dict(NUMBERED_RANKS)
_ACES = ("A", "1")


@dataclass(frozen=True, slots=True)
class _ValuesOf:
    """The value of each card by some rules, in a meld and left in hand."""

    melded: Mapping[Card, int]
    left: Mapping[Card, int]


@lru_cache(maxsize=_TABLES_AT_ONCE)
def _values_of(rules: Rules) -> _ValuesOf:
    values, pack = rules.values.card_values, rules.pack
    spare = [Card(rank, suit.letter) for suit in pack.suits for rank in pack.spare]
    cards = (*pack.cards, *spare, WILD)
    if values is None:
        return _ValuesOf(dict.fromkeys(cards, 0), dict.fromkeys(cards, 0))
    by_rank, left_by_rank = dict(values.ranks), dict(values.left)
    melded, left = {WILD: values.joker}, {WILD: values.joker}
    for card in cards[:-1]:
        number = rank_number(rules, card) if values.every is None else values.every
        melded[card] = by_rank.get(card.rank, number)
        left[card] = left_by_rank.get(str(card), left_by_rank.get(card.rank, melded[card]))
        if rules.wilds.takes(card) and values.wild_left is not None:
            left[card] = values.wild_left
    return _ValuesOf(melded, left)


def left_value(rules: Rules, cards: Iterable[Card]) -> int:
    """The total value of cards left in hand; never negative."""
    by_card, held = _values_of(rules).left, [*cards]
    if len(held) == 1 and held[0].rank == "A" and (lone_ace := lone_ace_value(rules)) is not None:
        return lone_ace
    counted = [by_card[card] for card in held]
    return sum(counted)


def counted_value(rules: Rules, cards: Sequence[Card]) -> int:
    """What the cards count that a player ends a deal with: left in hand, or the value cards among them."""
    return rules.scoring.final.of_cards(cards, left_value(rules, cards))


def worth(rules: Rules, points: int, left: Sequence[Card], *, opened: bool) -> int:
    """The value that the best arrangement maximises, by its game's aim: `points` of its melds, and the cards
    `left`. Searches, referee and advice use it.

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


def lone_ace_value(rules: Rules) -> int | None:
    """The value of an ace as the only card left; None if it has no special one."""
    return rules.values.card_values.lone_ace if rules.values.card_values else None


def value_beside_others(rules: Rules, card: Card) -> int:
    """The value of a card left in hand beside others."""
    return _values_of(rules).left[card]


def placed_value(rules: Rules, cards: Iterable[Card]) -> int:
    """The value of cards laid on a shared table (K5): as left in hand, and 0 for wilds."""
    return left_value(rules, [card for card in cards if not card.is_wild])


def meld_value(rules: Rules, laid_cards: Sequence[Card], read_kinds: Sequence[Card], *, is_run: bool) -> int:
    """The value of the cards of a meld, given the cards as laid and the kinds that they stand for, in
    order."""
    card_values, by_card = rules.values.card_values, _values_of(rules).melded
    as_card = card_values is not None and card_values.joker_as_card
    counted = [
        by_card[kind if card.is_wild and as_card else card]
        for card, kind in zip(laid_cards, read_kinds, strict=True)
    ]
    if card_values is not None and is_run and len(read_kinds) > 1 and _counts_ends(card_values):
        # A run may lie downwards, `3 2 A`, so both ends are looked at.
        for place, neighbour in ((0, read_kinds[1]), (-1, read_kinds[-2])):
            value = _value_of_end(card_values, read_kinds[place], neighbour)
            if value is not None and (as_card or not laid_cards[place].is_wild):
                counted[place] = value
    return sum(counted)


def _counts_ends(values: CardValues) -> bool:
    return values.low_ace is not None or values.high_ace is not None


def _value_of_end(values: CardValues, end: Card, neighbour: Card) -> int | None:
    """The value of an ace, or a tile of one, at the end of a run; None for its usual value, and for other
    cards."""
    if end.rank not in _ACES:
        return None
    return values.low_ace if neighbour.rank == "2" else values.high_ace


def melded_alone(rules: Rules, card: Card) -> int:
    """The value of a card in a meld, apart from any effect of its neighbours."""
    return meld_value(rules, [card], [card], is_run=False)


def highest_value(rules: Rules) -> int:
    """The highest value of any card, melded or left in hand."""
    return max(
        max(left_value(rules, [card]), melded_alone(rules, card)) for card in (*rules.pack.cards, WILD)
    )


def has_low_ace(rules: Rules) -> bool:
    """Whether an ace has a special value before the two of a run."""
    return rules.values.card_values is not None and rules.values.card_values.low_ace is not None


def rank_number(rules: Rules, card: Card) -> int:
    """The number of a rank: as printed, A 1, J 11, Q 12, K 13, else its place in the order (L5)."""
    if card.rank.isdecimal():
        return int(card.rank)
    return _NUMBERED.get(card.rank) or rules.pack.ranks_of(card.suit).index(card.rank) + 1
