"""Which indices belong to one card. Never by what they say alone: a true duplicate is two cards."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER, NO_RANK, NO_SUIT
from vision.names import Named

Vector = NDArray[np.float64]

NEAR = 0.75  # heights of an index that two guesses of one card's middle may be apart
TURNED = -0.8  # cosine: two indices stand upside down to each other
LEVEL = 0.9


@dataclass(frozen=True)
class Card:
    """A card with its marks (one to four indices seen of it), what they say together and how surely."""

    marks: tuple[Named, ...]
    rank: int
    suit: int
    sure: float

    @property
    def centre(self) -> tuple[float, float]:
        """The mean of what its marks say about its middle, in pixels."""
        x, y = np.mean([mark.spot.centre for mark in self.marks], axis=0)
        return float(x), float(y)


def _place(mark: Named) -> Vector:
    return np.array([mark.spot.x, mark.spot.y])


def _across(mark: Named) -> float:
    """How far the card's middle lies to the index's own right, in its heights."""
    up, way = mark.spot.up, mark.spot.way
    return way[1] * up[0] - way[0] * up[1]


def _cost(a: Named, b: Named) -> float | None:
    """How badly two indices fit one card, 0 at best; None if they cannot be of one."""
    size = (a.spot.height + b.spot.height) / 2
    if max(a.spot.height, b.spot.height) > 1.45 * min(a.spot.height, b.spot.height):
        return None
    alike = float(np.array(a.spot.up) @ np.array(b.spot.up))
    between, ra, rb = _place(b) - _place(a), _across(a), _across(b)
    if alike < TURNED:
        if ra * rb < 0 and min(abs(ra), abs(rb)) > 0.5:
            # on four-index decks: the corner straight below, upside down, mirrored
            along = np.array(a.spot.up)
            if abs(between @ np.array([-along[1], along[0]])) > 0.5 * size:
                return None
    elif alike > LEVEL:
        if ra * rb > 0 or abs(between @ np.array(a.spot.up)) > 0.6 * size:
            return None
    else:
        return None
    apart = float(np.hypot(*(np.array(a.spot.centre) - np.array(b.spot.centre)))) / size
    if apart > NEAR * max(1.0, float(np.hypot(*between)) / size / 4):
        return None
    if a.label != b.label:
        apart += 2 * min(a.sure, b.sure)
        if min(a.sure, b.sure) > 0.9:
            return None
    return apart


def _together(marks: list[Named]) -> tuple[int, int, float]:
    """What the marks say as one: chances multiplied, so that two weak alike answers make a strong one."""
    ranks = np.sum([np.log(mark.ranks + 1e-6) for mark in marks], axis=0)
    suits = np.sum([np.log(mark.suits + 1e-6) for mark in marks], axis=0)
    ranks, suits = np.exp(ranks - ranks.max()), np.exp(suits - suits.max())
    ranks, suits = ranks / ranks.sum(), suits / suits.sum()
    rank = int(ranks[:NO_RANK].argmax())
    suit = NO_SUIT if rank == JOKER else int(suits[:NO_SUIT].argmax())
    sure = float(ranks[rank] * (1.0 if rank == JOKER else suits[suit]))
    return rank, suit, sure * max(mark.spot.sure for mark in marks) ** 0.1


def gather(marks: list[Named]) -> list[Card]:
    """Cards from indices: the best fitting pairs first, at most four to a card."""
    pairs = []
    for i, j in combinations(range(len(marks)), 2):
        cost = _cost(marks[i], marks[j])
        if cost is not None:
            pairs.append((cost, i, j))
    owner = list(range(len(marks)))
    for _, i, j in sorted(pairs):
        a, b = owner[i], owner[j]
        members = [k for k, o in enumerate(owner) if o in (a, b)]
        if a == b or len(members) > 4 or not _all_fit(marks, members):
            continue
        owner = [a if o == b else o for o in owner]
    cards = []
    for o in dict.fromkeys(owner):
        own = [mark for mark, owned in zip(marks, owner, strict=True) if owned == o]
        cards.append(Card(tuple(own), *_together(own)))
    return cards


def _all_fit(marks: list[Named], members: list[int]) -> bool:
    return all(_cost(marks[i], marks[j]) is not None for i, j in combinations(members, 2))
