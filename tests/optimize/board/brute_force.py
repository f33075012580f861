"""The best play from a small table and rack by trying all, straight from K1, K2, K3, G1, G2.

Cards are (place in the order, suit), jokers a number. Nothing but the rules' plain facts comes from the app.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

NONE = -1


class BruteForce:
    """`lines` are the orders of ranks that runs follow, `faces` what each rank counts."""

    def __init__(self, lines, suits, faces):
        self.lines, self.suits, self.faces = lines, suits, faces
        self.most_value = cache(self._most_value)

    def melds_with(self, card):
        """Every set and run that holds a card, as its cards."""
        rank, suit = card
        others = [other for other in self.suits if other != suit]
        for size in (2, 3):
            for more in combinations(others, size):
                yield tuple((rank, one) for one in (suit, *more))
        for line in self.lines:
            for start in range(len(line)):
                for end in range(start + 3, len(line) + 1):
                    if rank in line[start:end]:
                        yield tuple((one, suit) for one in line[start:end])

    def _most_value(self, cards, jokers):
        """The highest value of sets of exactly these cards, NONE when there are none such."""
        if not cards:
            return 0 if jokers == 0 else NONE
        top = NONE
        for meld in set(self.melds_with(cards[0])):
            for left, used in self.laid(cards[0], meld, Counter(cards), jokers):
                rest = self.most_value(tuple(sorted(left.elements())), jokers - used)
                if rest != NONE:
                    top = max(top, rest + sum(self.faces[rank] for rank, _ in meld))
        return top

    def laid(self, first, meld, held, jokers) -> Iterator[tuple[Counter, int]]:
        """The ways to lay a meld with `first` in its own place: the cards left, the jokers used."""
        others = [one for one in meld if one != first]
        for used in range(min(jokers, len(others)) + 1):
            for replaced in combinations(others, used):
                naturals = Counter([first, *(one for one in others if one not in replaced)])
                if all(held[one] >= count for one, count in naturals.items()):
                    yield held - naturals, used

    def best(self, table, rack, jokers_there, jokers_held, first_play=None):
        """(tiles, points) of the plays that are legal, jokers held counting as tiles without points.

        Where `first_play` is given the points are those of the sets, a joker counting as what it stands for.
        """
        plays = {(0, 0)}
        for size in range(len(rack) + 1):
            for placed in set(combinations(sorted(rack), size)):
                for jokers in range(jokers_held + 1):
                    value = self.most_value(tuple(sorted([*table, *placed])), jokers_there + jokers)
                    if first_play is None and value != NONE:
                        plays.add((size + jokers, sum(self.faces[rank] for rank, _ in placed)))
                    elif first_play is not None and value >= first_play:
                        plays.add((size + jokers, value))
        return plays
