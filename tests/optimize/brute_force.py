"""The best arrangement of a small hand by trying all, straight from the rules and without the app's tracks.

A hand is parted into groups of cards in every way; a group is a meld if some order of it, round the
circle from some rank, is one (H1, H14-H17, H23). Only schedules and cards are shared with the app.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from scorepad.core.cards import WILD, Card
from scorepad.core.rules import Rules


def most_points(rules: Rules, hand: Sequence[Card]) -> int:
    """The highest score of any arrangement, quartets included."""
    return _best(rules, tuple(sorted(hand))) + rules.quartet_bonus * _quartets(rules, hand)


def _quartets(rules: Rules, hand: Sequence[Card]) -> int:
    held = Counter(hand)
    suits = [suit.letter for suit in rules.pack.suits]
    return sum(min(held[Card(rank, suit)] for suit in suits) for rank in rules.pack.ranks)


@cache
def _best(rules: Rules, hand: tuple[Card, ...]) -> int:
    """The first card goes with every group of the others; the rest is a smaller hand."""
    if not hand:
        return 0
    first, others = hand[0], hand[1:]
    top = -1
    for group in _groups(others):
        points = meld_points(rules, (first, *group))
        if points is not None:
            left = Counter(others) - Counter(group)
            rest = _best(rules, tuple(sorted(left.elements())))
            top = max(top, points + rest)
    return top


def _groups(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every different group of the cards, the empty one included."""
    kinds = sorted(Counter(cards).items())

    def choose(place: int) -> Iterator[tuple[Card, ...]]:
        if place == len(kinds):
            yield ()
            return
        card, copies = kinds[place]
        for rest in choose(place + 1):
            for count in range(copies + 1):
                yield (card,) * count + rest

    return choose(0)


@cache
def meld_points(rules: Rules, cards: tuple[Card, ...]) -> int | None:
    """What the cards are worth as one meld, None when they are none."""
    naturals = [card for card in cards if card != WILD]
    if not naturals:
        if rules.wilds_apart and len(cards) > 1:
            return None
        return rules.wild_only.value(len(cards)) if rules.wild_only else 0
    if any(_lies(rules, cards, order) for order in _orders(rules, len(cards))):
        return rules.schedule.value(len(naturals))
    return None


def _orders(rules: Rules, length: int) -> Iterator[list[Card]]:
    """Every meld of that many cards without wilds."""
    ranks, suits = rules.pack.ranks, [suit.letter for suit in rules.pack.suits]
    for start in range(len(ranks)):
        run = [ranks[(start + step) % len(ranks)] for step in range(length)]
        for a in suits:
            if rules.melds in ("single", "both") or length == 1:
                yield [Card(rank, a) for rank in run]
            if rules.melds in ("both", "alternating") and length > 1:
                for b in suits:
                    if b != a:
                        yield [Card(rank, (a, b)[step % 2]) for step, rank in enumerate(run)]


def _lies(rules: Rules, cards: tuple[Card, ...], order: list[Card]) -> bool:
    """Whether the cards can be laid in this order, wilds in the places that the naturals leave."""
    held = Counter(cards)
    wilds = held.pop(WILD, 0)
    if sum((Counter(order) - held).values()) != wilds or held - Counter(order):
        return False
    if not wilds:
        return True
    return any(_wilds_well_laid(rules, laid) for laid in _layouts(order, held))


def _layouts(order: list[Card], held: Counter[Card]) -> Iterator[list[bool]]:
    """For each way to lay the cards in this order, which places are natural."""
    if not order:
        yield []
        return
    card, rest = order[0], order[1:]
    if held[card]:
        for tail in _layouts(rest, held - Counter([card])):
            yield [True, *tail]
    if Counter(rest)[card] >= held[card]:
        for tail in _layouts(rest, held):
            yield [False, *tail]


def _wilds_well_laid(rules: Rules, natural: list[bool]) -> bool:
    together = any(a and b for a, b in pairwise(natural))
    apart = all(a or b for a, b in pairwise(natural))
    return (together or not rules.adjacent_naturals) and (apart or not rules.wilds_apart)
