"""The best arrangement of a small hand beside melds on the table by trying all, from B1-B3, B7, F1-F3 alone.

Cards are (rank, suit), a joker None; a card laid is (kind, whether a joker lies there). A shape is its kinds
and the order of its run, None for a set; a complete set joined to a run has its rank with that order.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product

RANKS = "A23456789TJQK"
LOW, HIGH = tuple(RANKS), (*RANKS[1:], "A")
LINES = {"low": [LOW], "high": [HIGH], "both": [LOW, HIGH]}
COUNTS = {**{rank: int(rank) for rank in "23456789"}, "A": 1, **dict.fromkeys("TJQK", 10)}


def left_value(values, card):
    """What a card counts in hand."""
    if card is None:
        return 0 if values == "face" else 15
    rank = card[0]
    if values == "5-10-15":
        return 15 if rank == "A" else 5 if rank in "23456789" else 10
    return 15 if values == "standard" and rank == "A" else COUNTS[rank]


def is_joined(line):
    """Whether the shape is a complete set joined to a run, `(rank of the set, order of the run)`."""
    return bool(line) and isinstance(line[1], tuple)


def laid_value(values, laid, line):
    """What a meld counts; `line` is the order of a run, None for a set. An ace in a set is not low."""
    total = 0
    rank_of_set, line = line if is_joined(line) else (None, line)
    for (rank, suit), joker in laid:
        low = values == "standard" and rank == "A" != rank_of_set and line == LOW and not joker
        total += 1 if low else left_value(values, None if joker else (rank, suit))
    return total


class BruteForce:
    """`one_new`: at most one new meld is laid."""

    def __init__(self, ace, values, counts_left, *, one_new=False):
        self.lines, self.values, self.counts_left, self.one_new = LINES[ace], values, counts_left, one_new
        self.best_new = cache(self._best_new)

    @cache  # noqa: B019  # one for each parameter of a test
    def shapes(self):
        """Every set and run as (kinds, order of the run)."""
        runs = [
            (tuple((rank, suit) for rank in line[start:end]), line)
            for line in self.lines
            for suit in "CSHD"
            for start in range(13)
            for end in range(start + 3, 14)
        ]
        groups = [
            (tuple((rank, suit) for suit in suits), None)
            for rank in RANKS
            for size in (3, 4)
            for suits in combinations("CSHD", size)
        ]
        return runs + groups + [joined for run in runs for joined in self.joined(*run)]

    def joined(self, run, line):
        """A run with each complete set that shares its first or its last card."""
        for rank, suit in (run[0], run[-1]):
            others = tuple((rank, other) for other in "CSHD" if other != suit)
            yield (*others, *run), (rank, line)

    def feasible(self, cards):
        """The shapes that so many cards of each kind, jokers among them, can make."""
        held = Counter(cards)
        return [
            shape
            for shape in self.shapes()
            if sum(held[kind] > 0 for kind in shape[0]) + held[None] >= len(shape[0])
        ]

    def fills(self, kinds, hand):
        """The ways to lay kinds out of a hand, as (laid, hand left)."""
        for jokers in product((False, True), repeat=len(kinds)):
            used = Counter(None if joker else kind for kind, joker in zip(kinds, jokers, strict=True))
            if all(hand[card] >= count for card, count in used.items()):
                yield tuple(zip(kinds, jokers, strict=True)), hand - used

    def _best_new(self, hand):
        """The best new melds of a hand: (points of them, cards, melds, left value negative)."""
        held = Counter(dict(hand))
        top = self.score(0, held, 0)
        for kinds, line in self.new:
            if sum(held[kind] > 0 for kind in kinds) + held[None] < len(kinds):
                continue
            for laid, left in self.fills(kinds, held):
                if natural(laid, line):
                    last = self.score(0, left, 0) if self.one_new else None
                    rest = last or self.best_new(frozenset(left.items()))
                    top = max(
                        top,
                        (rest[0] + self.gained(laid_value(self.values, laid, line)), rest[1], rest[2] + 1),
                    )
        return top

    def gained(self, points):
        return points if self.counts_left else 0

    def score(self, points, left, melds):
        value = sum(left_value(self.values, card) * count for card, count in left.items())
        return (self.gained(points) - value, -left.total(), melds)

    def best(self, hand, table):
        """(points less what is left, minus the cards left, new melds) at best; `table` has (laid, line)."""
        self.prepare(hand, table)
        return self._best(hand, table)

    def best_taking(self, hand, table, taken):
        """The same of the arrangements that meld or lay off a card as itself; None where there is none."""
        self.prepare(hand, table)
        new_melds = [
            (laid, left, table, laid_value(self.values, laid, line), 1)
            for kinds, line in self.new
            for laid, left in self.fills(kinds, Counter(hand))
            if natural(laid, line)
        ]
        grown_melds = [
            (laid, left, table[:place] + table[place + 1 :], self.more(old, line, whole, laid, order), 0)
            for place, (old, line) in enumerate(table)
            for whole, order, added in self.grow(old, line)
            for laid, left in self.fills(added, Counter(hand))
            if natural((*whole, *laid), order)
        ]
        ways = []
        for laid, left, others, points, melds in new_melds + grown_melds:
            if any(joker if taken is None else kind == taken and not joker for kind, joker in laid):
                rest = self._best(list(left.elements()), others)
                ways.append((rest[0] + self.gained(points), rest[1], rest[2] + melds))
        return max(ways, default=None)

    def more(self, old, line, whole, laid, order):
        """What a meld of the table counts more with cards laid off on it."""
        return laid_value(self.values, (*whole, *laid), order) - laid_value(self.values, old, line)

    def prepare(self, hand, table):
        there = [None if joker else kind for laid, _ in table for kind, joker in laid]
        self.new = self.feasible(hand)
        self.grown = self.feasible([*hand, *there])
        self.best_new.cache_clear()

    def _best(self, hand, table):
        if not table:
            return self.best_new(frozenset(Counter(hand).items()))
        (old, line), others = table[0], table[1:]
        top = self._best(hand, others)
        before = laid_value(self.values, old, line)
        for whole, order, added in self.grow(old, line):
            for laid, left in self.fills(added, Counter(hand)):
                if not natural((*whole, *laid), order):
                    continue
                rest = self._best(list(left.elements()), others)
                more = laid_value(self.values, (*whole, *laid), order) - before
                top = max(top, (rest[0] + self.gained(more), *rest[1:]))
        return top

    def grow(self, old, line):
        """What a meld on the table can become: itself, the new order, the kinds added.

        A joker in a set stands for whatever suit is missing in the end. A run has no complete set laid on it
        where the rest of that set is a new meld as well.
        """
        sure = {kind for kind, joker in old if line or not joker}
        for kinds, order in self.grown:
            if len(kinds) <= len(old) or not sure <= set(kinds):
                continue
            grows_joined = is_joined(line) and is_joined(order) and order[0] == line[0]
            if line and is_joined(order) and not (grows_joined or (self.one_new and not is_joined(line))):
                continue
            in_set = [kind for kind in kinds if kind not in sure and (not line and kind[0] == old[0][0][0])]
            for jokers in combinations(in_set, len(old) - len(sure)):
                whole = (*((kind, False) for kind in sure if (kind, False) in old),)
                whole += tuple(
                    (kind, True) for kind in (*jokers, *(kind for kind in sure if (kind, True) in old))
                )
                yield whole, order, tuple(kind for kind in kinds if kind not in sure and kind not in jokers)


def natural(laid, line):
    """Whether a meld holds a natural; a set joined to a run holds one in either, the shared card in both."""
    if not is_joined(line):
        return not all(joker for _, joker in laid)
    rank, suits = line[0], Counter(suit for (_, suit), _ in laid)
    suit = suits.most_common(1)[0][0]
    in_set = [joker for kind, joker in laid if kind[0] == rank]
    in_run = [joker for kind, joker in laid if kind[1] == suit]
    return not all(in_set) and not all(in_run)
