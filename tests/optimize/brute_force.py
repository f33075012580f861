"""The best arrangement of a small hand and melds on the table by trying all, straight from the rules.

Cards and blocks (melds on the table, which stay whole) are parted into groups in every way, some cards left
in hand where that may be; a group is a meld if some order of it, round the circle from some rank, is one
(H1, H8-H10, H14-H18, H20, H22-H24, H26, L1-L6). Only schedules and cards are shared with the app.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from scorepad.core.cards import WILD, Card
from scorepad.core.rules import Rules

Block = tuple[tuple[Card, bool], ...]  # the kinds that a meld on the table covers, and which are naturals
Item = Card | Block
Place = tuple[str, frozenset[str]]  # a rank, and the suits that may lie there
Laid = tuple[Card | None, ...]  # of the cards of a meld the naturals, None for each wild
Naturals = tuple[Card, ...]  # those that count for quartets

NUMBERS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}


def every_group(items: tuple) -> Iterator[tuple]:
    """Every different group of the items, the empty one included."""
    kinds = sorted(Counter(items).items(), key=repr)

    def groups_from(place: int) -> Iterator[tuple]:
        if place == len(kinds):
            yield ()
            return
        item, copies = kinds[place]
        for rest in groups_from(place + 1):
            for count in range(copies + 1):
                yield (item,) * count + rest

    return groups_from(0)


def most_points(rules: Rules, hand: Sequence[Card], blocks: Sequence[Block] = ()) -> int | None:
    """The highest score of any arrangement, quartets included; None if the table itself cannot be."""
    leaps, one_each = rules.shapes.leaps.each, rules.shapes.leaps.one_each
    points = (
        points + rules.bonuses.quartet_bonus * _quartets(rules, naturals)
        for of_leaps in ([(leap,) for leap in leaps] if one_each else [leaps])
        for naturals, points in _best(rules, (*sorted(blocks), *sorted(hand)), of_leaps, frozenset()).items()
    )
    return max(points, default=None)


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
def _best(
    rules: Rules, items: tuple[Item, ...], leaps: tuple[int, ...], used: frozenset[int]
) -> dict[Naturals, int]:
    """For each choice of cards laid as naturals the most points: the first item goes with every group of the
    others, or stays in hand."""
    if not items:
        return {(): 0}
    first, others = items[0], items[1:]
    top: dict[Naturals, int] = {}
    if isinstance(first, Card) and not rules.scoring.must_meld_all:
        for naturals, points in _best(rules, others, leaps, used).items():
            top[naturals] = points - _left(rules, first)
    for group in every_group(others):
        melds = _worth(rules, (first, *group), leaps)
        left = list(others)
        for item in group if melds else ():
            left.remove(item)
        for (leap, naturals), points in melds.items():
            if rules.shapes.leaps.all_differ and leap in used:
                continue
            now_used = used | {leap} if rules.shapes.leaps.all_differ else used
            for more, rest in _best(rules, tuple(left), leaps, now_used).items():
                both = tuple(sorted(naturals + more))
                top[both] = max(top.get(both, points + rest), points + rest)
    return top


def _left(rules: Rules, card: Card) -> int:
    if not rules.scoring.left_counts or card == WILD:
        return 0
    return NUMBERS.get(card.rank) or int(card.rank)


@cache
def _worth(rules: Rules, group: tuple[Item, ...], leaps: tuple[int, ...]) -> dict[tuple[int, Naturals], int]:
    """What the group is worth as one meld of each leap, by the naturals that count for quartets; wilds alone
    count as leap 0."""
    worth: dict[tuple[int, Naturals], int] = {}
    length = sum(1 if isinstance(item, Card) else len(item) for item in group)
    wilds_alone = all(isinstance(item, Card) and stands_for(rules, item) for item in group)
    if wilds_alone and rules.scoring.must_meld_all and not (rules.wilds.wilds_apart and length > 1):
        schedule = rules.wilds.wild_only_schedule
        worth[0, ()] = schedule.value(length) if schedule else 0
    if length < rules.shapes.runs.shortest:
        return worth
    for leap in leaps:
        for order in _orders(rules, leap, length):
            for laid in _layouts(rules, order, group):
                if any(laid) and _well_laid(rules, [card is not None for card in laid]):
                    naturals = tuple(sorted(card for card in laid if card))
                    key = leap, naturals if rules.bonuses.quartet_bonus else ()
                    worth[key] = max(worth.get(key, 0), rules.values.schedule.value(len(naturals)))
    return worth


@cache
def stands_for(rules: Rules, card: Card) -> frozenset[Card]:
    """The kinds that a card may stand for as a wild."""
    on_circle = [kind for kind in rules.pack.cards if _on_circle(rules, kind)]
    if card == WILD:
        ranks = rules.wilds.joker_ranks
        return frozenset(kind for kind in on_circle if not ranks or kind.rank in ranks)
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


def _orders(rules: Rules, leap: int, length: int) -> Iterator[tuple[Place, ...]]:
    """Every run of that many places; one card alone always is one."""
    alone = [(frozenset({suit.letter}),) for suit in rules.pack.suits]
    for turns in alone if length == 1 else _suits(rules):
        suit = min(turns[0])
        ranks = [rank for rank in rules.pack.ranks_of(suit) if _on_circle(rules, Card(rank, suit))]
        for start in range(_starts(rules, len(ranks), leap, length)):
            yield tuple(
                (ranks[(start + leap * step) % len(ranks)], turns[step % len(turns)])
                for step in range(length)
            )


def _starts(rules: Rules, size: int, leap: int, length: int) -> int:
    """From how many of the ranks, from the first on, a run of that length may begin."""
    if length == 1:
        return size
    if rules.shapes.runs.circular:
        return size if 2 * leap <= max(2, size) else 0
    return max(0, size - leap * (length - 1))


@cache
def _suits(rules: Rules) -> tuple[tuple[frozenset[str], ...], ...]:
    """The suits of the places of a run, by turns."""
    pack = rules.pack
    every = frozenset(suit.letter for suit in pack.suits)
    single = {
        "one": [frozenset({suit.letter}) for suit in pack.suits],
        "colour": [
            frozenset(other.letter for other in pack.suits if other.colour == suit.colour)
            for suit in pack.suits
        ],
        "any": [every],
        "none": [every],
    }[rules.shapes.runs.suits]
    found = [(suits,) for suits in single] if rules.shapes.suit_pattern != "alternating" else []
    if rules.shapes.suit_pattern != "single":
        found += [
            (frozenset(a), frozenset(b))
            for a in every
            for b in every
            if a != b and pack.ranks_of(a) == pack.ranks_of(b)
        ]
    return tuple(found)


def _layouts(rules: Rules, order: tuple[Place, ...], items: tuple[Item, ...]) -> Iterator[Laid]:
    """Every way to lay the items in this order."""
    if not items:
        yield ()
        return
    for item in dict.fromkeys(items):
        number = items.index(item)
        rest = (*items[:number], *items[number + 1 :])
        for laid in _as_laid(rules, order, item):
            for tail in _layouts(rules, order[len(laid) :], rest):
                yield laid + tail


def _as_laid(rules: Rules, order: tuple[Place, ...], item: Item) -> Iterator[Laid]:
    """An item laid at the first places, a card as itself or as a wild, a block either way round."""
    if isinstance(item, Card):
        rank, suits = order[0]
        if item.rank == rank and item.suit in suits and _on_circle(rules, item):
            yield (item,)
        elif any(Card(rank, suit) in stands_for(rules, item) for suit in suits):
            yield (None,)
        return
    for way in (item, item[::-1]):
        if all(
            kind.rank == rank and kind.suit in suits
            for (kind, _), (rank, suits) in zip(way, order, strict=False)
        ):
            yield tuple(kind if natural else None for kind, natural in way)


def _well_laid(rules: Rules, natural: Sequence[bool]) -> bool:
    together = any(a and b for a, b in pairwise(natural))
    apart = all(a or b for a, b in pairwise(natural))
    needed = rules.wilds.adjacent_naturals and not all(natural)
    return (together or not needed) and (apart or not rules.wilds.wilds_apart)
