"""The best arrangement of a small hand and melds on the table by trying all, straight from the rules.

Cards and blocks (melds on the table, which stay whole) are parted into groups in every way, some cards left
in hand where that may be; a group is a meld if some order of it round the circle is one (H8-H10, L1-L6).
Cards may be wild by their rank or one by one, and keep to their suit or colour (H18, H20).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from scorepad.core.cards import WILD, Card
from scorepad.core.rules import Rules

Block = tuple[tuple[Card, bool], ...]  # the kinds that a meld on the table covers, and which are naturals
Item = Card | Block
Place = tuple[str, frozenset[str]]  # a rank, and the suits that may lie there

NUMBERS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}


def most_points(rules: Rules, hand: list[Card], blocks: list[Block]) -> int | None:
    """The highest score of any arrangement; None if the table itself cannot be."""
    items = (*sorted(blocks), *sorted(hand))
    if rules.shapes.leap_tokens != "same":
        return _best(rules, items, rules.shapes.leaps, frozenset())
    ways = [_best(rules, items, (leap,), frozenset()) for leap in rules.shapes.leaps]
    return max((points for points in ways if points is not None), default=None)


@cache
def _best(rules: Rules, items: tuple[Item, ...], leaps: tuple[int, ...], used: frozenset[int]) -> int | None:
    """The first item goes with every group of the others, or stays in hand."""
    if not items:
        return 0
    first, others = items[0], items[1:]
    found = []
    if isinstance(first, Card) and not rules.scoring.must_meld_all:
        rest = _best(rules, others, leaps, used)
        found.append(None if rest is None else rest - _left(rules, first))
    for group, left in _groups(others):
        for leap, points in _worth(rules, (first, *group), leaps).items():
            if rules.shapes.leap_tokens == "different" and leap in used:
                continue
            rest = _best(
                rules, left, leaps, used | {leap} if rules.shapes.leap_tokens == "different" else used
            )
            found.append(None if rest is None else points + rest)
    return max((points for points in found if points is not None), default=None)


def _left(rules: Rules, card: Card) -> int:
    if not rules.scoring.left_counts or card == WILD:
        return 0
    return NUMBERS.get(card.rank) or int(card.rank)


def _groups(items: tuple[Item, ...]) -> Iterator[tuple[tuple[Item, ...], tuple[Item, ...]]]:
    """Every different group of the items, with what is left."""
    seen = set()
    for chosen in range(1 << len(items)):
        group = tuple(item for place, item in enumerate(items) if chosen >> place & 1)
        if group not in seen:
            seen.add(group)
            yield group, tuple(item for place, item in enumerate(items) if not chosen >> place & 1)


@cache
def _worth(rules: Rules, group: tuple[Item, ...], leaps: tuple[int, ...]) -> dict[int, int]:
    """What the group is worth as one meld of each leap; wilds alone count as leap 0."""
    worth: dict[int, int] = {}
    length = sum(1 if isinstance(item, Card) else len(item) for item in group)
    if (
        rules.scoring.must_meld_all
        and all(item == WILD for item in group)
        and not (rules.wilds.wilds_apart and length > 1)
    ):
        worth[0] = rules.wilds.wild_only_schedule.value(length) if rules.wilds.wild_only_schedule else 0
    if length < rules.shapes.shortest_run:
        return worth
    for leap in leaps:
        for order in _orders(rules, leap, length):
            for natural in _layouts(rules, order, group):
                if any(natural) and _well_laid(rules, natural):
                    worth[leap] = max(worth.get(leap, 0), rules.values.schedule.value(sum(natural)))
    return worth


def _orders(rules: Rules, leap: int, length: int) -> Iterator[tuple[Place, ...]]:
    dropped = rules.wilds.wild_rank if rules.wilds.wild_rank_mode == "drops-out" else ()
    ranks = [rank for rank in rules.pack.ranks if rank not in dropped]
    alone = tuple((frozenset({suit.letter}),) for suit in rules.pack.suits) if length == 1 else ()
    for suits in (*_suits(rules), *alone):
        for start in range(len(ranks)):
            yield tuple(
                (ranks[(start + leap * step) % len(ranks)], suits[step % len(suits)])
                for step in range(length)
            )


@cache
def _suits(rules: Rules) -> tuple[tuple[frozenset[str], ...], ...]:
    """The suits of the places of a run, by turns."""
    suits = rules.pack.suits
    single = {
        "one": [{suit.letter} for suit in suits],
        "colour": [{other.letter for other in suits if other.colour == suit.colour} for suit in suits],
        "any": [{suit.letter for suit in suits}],
        "none": [{suit.letter for suit in suits}],
    }[rules.shapes.run_suits]
    found = [(frozenset(one),) for one in single] if rules.shapes.suit_pattern != "alternating" else []
    if rules.shapes.suit_pattern != "single":
        found += [
            (frozenset({a.letter}), frozenset({b.letter}))
            for a in suits
            for b in suits
            if a.letter != b.letter
        ]
    return tuple(found)


def _fits(card: Card, place: Place) -> bool:
    return card.rank == place[0] and card.suit in place[1]


def _layouts(rules: Rules, order: tuple[Place, ...], items: tuple[Item, ...]) -> Iterator[tuple[bool, ...]]:
    """For each way to lay the items in this order, which places are natural."""
    if not items:
        yield () if not order else (False,) * 99
        return
    for item in dict.fromkeys(items):
        number = items.index(item)
        rest = (*items[:number], *items[number + 1 :])
        for natural in _as_laid(rules, order, item):
            for tail in _layouts(rules, order[len(natural) :], rest):
                yield natural + tail


def _as_laid(rules: Rules, order: tuple[Place, ...], item: Item) -> Iterator[tuple[bool, ...]]:
    """An item laid at the first places, a card as itself or as a wild, a block either way round."""
    if isinstance(item, Card):
        if _fits(item, order[0]) and item != WILD:
            yield (True,)
        elif _may_stand(rules, item, order[0]):
            yield (False,)
        return
    for way in (item, item[::-1]):
        if all(_fits(kind, place) for (kind, _), place in zip(way, order, strict=False)):
            yield tuple(natural for _, natural in way)


def _may_stand(rules: Rules, card: Card, place: Place) -> bool:
    """Whether a card may lie at a place as a wild; runs that mix suits are as wide as its own (L1)."""
    rank, suits = place
    if card == WILD:
        return not rules.wilds.joker_ranks or rank in rules.wilds.joker_ranks
    if card.rank not in rules.wilds.wild_rank and card not in rules.wilds.wild_cards:
        return False
    colours = {suit.letter: suit.colour for suit in rules.pack.suits}
    if rules.wilds.wild_reach == "own-colour":
        return colours[card.suit] in {colours[suit] for suit in suits}
    return rules.wilds.wild_reach == "any" or card.suit in suits


def _well_laid(rules: Rules, natural: tuple[bool, ...]) -> bool:
    together = any(a and b for a, b in pairwise(natural))
    apart = all(a or b for a, b in pairwise(natural))
    needed = rules.wilds.adjacent_naturals and not all(natural)
    return (together or not needed) and (apart or not rules.wilds.wilds_apart)
