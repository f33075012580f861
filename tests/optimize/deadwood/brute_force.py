"""The best arrangement of a small hand beside melds on the table by trying all, from B1-B3, B7, F1-F3 alone.

Cards are (rank, suit), a joker None; a card laid is (kind, whether a joker lies there).
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


def laid_value(values, laid, line):
    """What a meld counts; `line` is the order of a run, None for a set."""
    total = 0
    for (rank, suit), joker in laid:
        low = values == "standard" and rank == "A" and line == LOW and not joker
        total += 1 if low else left_value(values, None if joker else (rank, suit))
    return total


class BruteForce:
    def __init__(self, ace, values, counts_left):
        self.lines, self.values, self.counts_left = LINES[ace], values, counts_left
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
        return runs + groups

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
        for kinds, line in self.shapes():
            if sum(held[kind] > 0 for kind in kinds) + held[None] < len(kinds):
                continue
            for laid, left in self.fills(kinds, held):
                if not all(joker for _, joker in laid):
                    rest = self.best_new(frozenset(left.items()))
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
        if not table:
            return self.best_new(frozenset(Counter(hand).items()))
        (old, _), others = table[0], table[1:]
        top = self.best(hand, others)
        own = Counter(kind for kind, _ in old)
        before = max(
            laid_value(self.values, old, line) for kinds, line in self.shapes() if Counter(kinds) == own
        )
        for kinds, line in self.shapes():
            if not own <= Counter(kinds) or len(kinds) == len(old):
                continue
            added = tuple(kind for kind in kinds if kind not in own)
            for laid, left in self.fills(added, Counter(hand)):
                rest = self.best(list(left.elements()), others)
                more = laid_value(self.values, (*old, *laid), line) - before
                top = max(top, (rest[0] + self.gained(more), *rest[1:]))
        return top
