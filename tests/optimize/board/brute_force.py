"""The best play from a small table and rack by trying all, straight from K1, K2, K3, G1, G2.

Cards are (place in the order, suit), jokers a number. Nothing but the rules' plain facts comes from the app.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

NONE = -1


class BruteForce:
    """`lines` are the orders of ranks that runs follow, `faces` what each rank counts, `copies` how often a
    suit may lie in a set of three or four."""

    def __init__(self, lines, suits, faces, copies=1):
        self.lines, self.suits, self.faces, self.copies = lines, suits, faces, copies
        self.most_value = cache(self._most_value)

    def melds_with(self, card):
        """Every set and run that holds a card, as its cards."""
        rank, suit = card
        for size in (2, 3):
            for more in combinations_with_replacement(self.suits, size):
                if self.is_set((suit, *more)):
                    yield tuple((rank, one) for one in (suit, *more))
        for line in self.lines:
            for start in range(len(line)):
                for end in range(start + 3, len(line) + 1):
                    if rank in line[start:end]:
                        yield tuple((one, suit) for one in line[start:end])

    def worth(self, meld):
        """What the tiles of a meld count in a first play."""
        return sum(self.faces[rank] for rank, _ in meld)

    def is_set(self, suits):
        return 3 <= len(suits) <= 4 and max(Counter(suits).values()) <= self.copies

    def _most_value(self, cards, jokers, alone=0):
        """The highest value of sets of exactly these cards, one of them worth `alone`, NONE when there are
        none such."""
        if not cards:
            return 0 if jokers == 0 and alone == 0 else NONE
        top = NONE
        for meld in set(self.melds_with(cards[0])):
            worth = self.worth(meld)
            for left, used in self.laid(cards[0], meld, Counter(cards), jokers):
                still = 0 if worth >= alone else alone
                rest = self.most_value(tuple(sorted(left.elements())), jokers - used, still)
                if rest != NONE:
                    top = max(top, rest + worth)
        return top

    def laid(self, first, meld, held, jokers) -> Iterator[tuple[Counter, int]]:
        """The ways to lay a meld with `first` in its own place: the cards left, the jokers used."""
        others = list(meld)
        others.remove(first)
        for used in range(min(jokers, len(others)) + 1):
            for stay in combinations(others, len(others) - used):
                naturals = Counter([first, *stay])
                if all(held[one] >= count for one, count in naturals.items()):
                    yield held - naturals, used

    def best(self, table, rack, jokers_there, jokers_held):
        """(tiles, points) of the plays that are legal, jokers held counting as tiles without points."""
        plays = {(0, 0)}
        for size in range(len(rack) + 1):
            for placed in set(combinations(sorted(rack), size)):
                for jokers in range(jokers_held + 1):
                    value = self.most_value(tuple(sorted([*table, *placed])), jokers_there + jokers)
                    if value != NONE:
                        plays.add((size + jokers, sum(self.faces[rank] for rank, _ in placed)))
        return plays

    def best_first(self, table, rack, jokers, first_play, *, one_set=False, retrieves=False):
        """(tiles, points, jokers taken) of the legal first plays, from a table of melds of (card, is joker).

        A joker counts as the tile that it stands for in the new sets, a tile put in for a joker nothing.
        """
        plays = {(0, 0, 0)}
        for put_in in set(self.put_in(table)) if retrieves else {()}:
            left = Counter(rack)
            left.subtract(put_in)
            if min(left.values(), default=0) < 0:
                continue
            for placed in self.choices(left):
                for used in range(len(put_in), jokers + len(put_in) + 1):
                    value = self.most_value(placed, used, first_play if one_set else 0)
                    if placed and value >= first_play:
                        plays.add((len(placed) + used, value, len(put_in)))
        return plays

    def choices(self, left):
        cards = sorted(left.elements())
        return {placed for size in range(len(cards) + 1) for placed in combinations(cards, size)}

    def put_in(self, table):
        """The tiles that may take the places of jokers on the table, sorted, in every choice of them."""
        for tiles in product(*(set(self.put_into(meld)) for meld in table)):
            yield tuple(sorted(tile for some in tiles for tile in some))

    def put_into(self, meld):
        naturals = [card for card, joker in meld if not joker]
        jokers = [card for card, joker in meld if joker]
        for size in range(len(jokers) + 1):
            if len({rank for (rank, _), _ in meld}) > 1:
                yield from combinations(jokers, size)
                continue
            rank = meld[0][0][0]
            for suits in combinations_with_replacement(self.suits, size):
                there = [suit for _, suit in naturals]
                if max(Counter([*there, *suits]).values()) <= self.copies:
                    yield tuple((rank, suit) for suit in suits)
