"""The best arrangement of a small hand by trying all, straight from the rules and without the app's tracks.

A hand is parted into groups of cards in every way; a group is a meld if some order of it, round the
circle from some rank, is one (H1, H14-H18, H22, H23, H26). Only schedules and cards are shared with the app.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from scorepad.core.cards import WILD, Card
from scorepad.core.rules import Rules
from tests.optimize.groups import every_group

Naturals = tuple[Card, ...]


def most_points(rules: Rules, hand: Sequence[Card]) -> int:
    """The highest score of any arrangement, quartets included."""
    ways = _best(rules, tuple(sorted(hand)))
    return max(
        points + rules.bonuses.quartet_bonus * _quartets(rules, naturals) for naturals, points in ways.items()
    )


def _quartets(rules: Rules, naturals: Sequence[Card]) -> int:
    """Four at a time off the suits that have most left."""
    majors = [
        suit.letter for suit in rules.pack.suits if suit.ranks and not set(suit.ranks) & set(rules.pack.ranks)
    ]
    laid = Counter(card for card in naturals if card.suit not in majors)
    found = 0
    for rank in rules.pack.ranks:
        left = sorted((count for card, count in laid.items() if card.rank == rank), reverse=True)
        while len(left) > 3 and left[3]:
            left = sorted((count - (place < 4) for place, count in enumerate(left)), reverse=True)
            found += 1
    return found


@cache
def _best(rules: Rules, hand: tuple[Card, ...]) -> dict[Naturals, int]:
    """For each choice of cards laid as naturals the most points: the first card goes with every group."""
    if not hand:
        return {(): 0}
    first, others = hand[0], hand[1:]
    top: dict[Naturals, int] = {}
    for group in every_group(others):
        left = Counter(others) - Counter(group)
        melds = meld_points(rules, (first, *group))
        for naturals, points in melds.items():
            for more, rest in _best(rules, tuple(sorted(left.elements()))).items():
                both = tuple(sorted(naturals + more)) if rules.bonuses.quartet_bonus else ()
                top[both] = max(top.get(both, 0), points + rest)
    return top


@cache
def meld_points(rules: Rules, cards: tuple[Card, ...]) -> dict[Naturals, int]:
    """What the cards are worth as one meld, for each choice of those laid as naturals; empty when none."""
    worth: dict[Naturals, int] = {}
    if all(_stands_for(rules, card) for card in cards) and not (rules.wilds.wilds_apart and len(cards) > 1):
        worth[()] = rules.wilds.wild_only_schedule.value(len(cards)) if rules.wilds.wild_only_schedule else 0
    for order in _orders(rules, len(cards)):
        for natural in _layouts(rules, order, Counter(cards)):
            if any(natural) and _well_laid(rules, natural):
                laid = tuple(sorted(kind for kind, own in zip(order, natural, strict=True) if own))
                worth[laid] = rules.values.schedule.value(len(laid))
    return worth


@cache
def _stands_for(rules: Rules, card: Card) -> frozenset[Card]:
    """The kinds that a card may stand for as a wild."""
    on_circle = [kind for kind in rules.pack.cards if _on_circle(rules, kind)]
    if card == WILD:
        return frozenset(
            kind for kind in on_circle if not rules.wilds.joker_ranks or kind.rank in rules.wilds.joker_ranks
        )
    if card in rules.wilds.wild_cards or card.rank in rules.wilds.wild_rank:
        return frozenset(kind for kind in on_circle if _within(rules, card.suit, kind.suit))
    if rules.wilds.majors == "wild-mod-7" and card.suit == "M":
        number = [kind.rank for kind in rules.pack.cards if kind.suit == "M"].index(card.rank) + 1
        return frozenset(
            kind
            for kind in on_circle
            if number == 22 or (rules.pack.ranks.index(kind.rank) + 1) % 7 == number % 7
        )
    return frozenset()


def _within(rules: Rules, own: str, other: str) -> bool:
    """Whether a wild card of one suit may stand for cards of another (H20)."""
    colours = {suit.letter: suit.colour for suit in rules.pack.suits}
    if rules.wilds.wild_reach == "own-colour":
        return colours[own] == colours[other]
    return rules.wilds.wild_reach == "any" or own == other


def _on_circle(rules: Rules, kind: Card) -> bool:
    if rules.wilds.majors == "wild-mod-7" and kind.suit == "M":
        return False
    return not (rules.wilds.wild_rank_mode == "drops-out" and kind.rank in rules.wilds.wild_rank)


def _orders(rules: Rules, length: int) -> Iterator[list[Card]]:
    """Every meld of that many cards without wilds; one card alone always is one."""
    suits = [suit.letter for suit in rules.pack.suits]
    if length == 1:
        yield from ([kind] for kind in rules.pack.cards if _on_circle(rules, kind))
        return
    for a in suits:
        ranks = [rank for rank in rules.pack.ranks_of(a) if _on_circle(rules, Card(rank, a))]
        for leap in rules.shapes.leaps:
            for start in range(_starts(rules, len(ranks), leap, length)):
                run = [ranks[(start + leap * step) % len(ranks)] for step in range(length)]
                if rules.shapes.suit_pattern in ("single", "both"):
                    yield [Card(rank, a) for rank in run]
                if rules.shapes.suit_pattern in ("both", "alternating"):
                    for b in suits:
                        if b != a and rules.pack.ranks_of(b) == rules.pack.ranks_of(a):
                            yield [Card(rank, (a, b)[step % 2]) for step, rank in enumerate(run)]


def _starts(rules: Rules, size: int, leap: int, length: int) -> int:
    """From how many of the ranks, from the first on, a run of that length may begin."""
    if rules.shapes.circular:
        return size if 2 * leap <= max(2, size) else 0
    return max(0, size - leap * (length - 1))


def _layouts(rules: Rules, order: list[Card], held: Counter[Card]) -> Iterator[tuple[bool, ...]]:
    """For each way to lay the cards in this order, which places are natural."""
    if not order:
        yield ()
        return
    kind, rest = order[0], order[1:]
    if len(rest) != sum(held.values()) - 1:
        return
    for card in list(held):
        natural = card == kind and _on_circle(rules, kind)
        if natural or kind in _stands_for(rules, card):
            for tail in _layouts(rules, rest, held - Counter([card])):
                yield (natural, *tail)


def _well_laid(rules: Rules, natural: tuple[bool, ...]) -> bool:
    together = any(a and b for a, b in pairwise(natural))
    apart = all(a or b for a, b in pairwise(natural))
    needed = rules.wilds.adjacent_naturals and not all(natural)
    return (together or not needed) and (apart or not rules.wilds.wilds_apart)
