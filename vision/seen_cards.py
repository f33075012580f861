"""Which indices belong to one card. Never by what they say alone: a true duplicate is two cards."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER, NO_RANK, NO_SUIT, RANKS, SUITS
from vision.naming import NamedIndex

Vector = NDArray[np.float64]

UNEVEN = 2.0  # larger index of a card over the smaller, at most: a card lying away from the eye
TURNED, LEVEL = -0.85, 0.85  # cosines: two indices stand upside down to each other, or alike
OFF = 0.45  # parts of the way to the card's middle by which two alike indices may miss each other
OFF_OPPOSITE = 0.8  # the same for two that stand upside down to each other, as seen at a slant
LOOSE = 0.9  # the same for three or four alike indices in different corners
OFF_UNLIKE = 0.2  # the same for two that say different things
SURE = 0.6  # two indices that are both surer than this and unlike are of two cards
LEAST_WAY, MOST_WAY = (0.3, 0.9), (3.6, 5.0)  # heights from an index to a card's middle, across and down
AGREE = 0.2  # parts of that way by which two pairs of indices of one make differ
CORNER = 0.3  # least chance that two indices stand in corners that the kind of pair needs


@dataclass(frozen=True)
class SeenCard:
    """A card with its marks (one to four indices seen of it), what they say together and how surely."""

    marks: tuple[NamedIndex, ...]
    rank: int
    suit: int
    sure: float

    @property
    def name(self) -> str:
        """`QH`, `TC`, `JOKER`."""
        return RANKS[JOKER] if self.rank == JOKER else RANKS[self.rank] + SUITS[self.suit]

    @property
    def centre(self) -> tuple[float, float]:
        """The mean of what its marks say about its middle, in pixels."""
        x, y = np.mean([mark.spot.centre for mark in self.marks], axis=0)
        return float(x), float(y)


def _own(mark: NamedIndex, way: Vector) -> Vector:
    """A way in the index's own directions: to its right, and down."""
    ux, uy = mark.spot.up
    return np.array([way[1] * ux - way[0] * uy, -(way[0] * ux + way[1] * uy)])


def _way(mark: NamedIndex) -> tuple[float, float]:
    """How far the card's middle is across and down from the index, in its heights, in any corner."""
    across, down = _own(mark, np.array(mark.spot.way))
    return abs(float(across)), abs(float(down))


def _half_ways(a: NamedIndex, b: NamedIndex, usual: Vector) -> list[Vector]:
    """Half the ways from a to b, in heights and a's directions, that two indices of one card could have."""
    alike = float(np.array(a.spot.up) @ np.array(b.spot.up))
    across, down = usual
    unlike = a.mirrored * (1 - b.mirrored) + b.mirrored * (1 - a.mirrored)
    side = -1.0 if a.mirrored - (b.mirrored if alike > 0 else 1 - b.mirrored) > 0 else 1.0
    found = []
    if alike < TURNED and 1 - unlike > CORNER:
        found.append(np.array([-across if a.mirrored + b.mirrored > 1 else across, down]))
    if alike < TURNED and unlike > CORNER:
        found.append(np.array([0.0, down]))
    if alike > LEVEL and unlike > CORNER:
        found.append(np.array([side * across, 0.0]))
    return found


def _between(a: NamedIndex, b: NamedIndex) -> Vector:
    """Half the way from a to b in their mean height and a's directions."""
    return _own(a, np.array([b.spot.x - a.spot.x, b.spot.y - a.spot.y]) / (a.spot.height + b.spot.height))


def _off(a: NamedIndex, b: NamedIndex, usual: Vector) -> float | None:
    """By what part of the way to the card's middle two indices miss each other; None if their corners cannot
    be of one card."""
    between = _between(a, b)
    blend = (usual + np.array(_way(a)) + np.array(_way(b))) / 3  # lying away from the eye, cards differ
    ways = _half_ways(a, b, usual) + _half_ways(a, b, blend)
    misses = [float(np.hypot(*(between - way))) for way in ways]
    return min(misses) / float(np.hypot(*usual)) if misses else None


def _cost(a: NamedIndex, b: NamedIndex, usual: Vector) -> float | None:
    """How badly two indices fit one card, 0 at best; None if they cannot be of one."""
    low, high = sorted((a.spot.height, b.spot.height))
    if high > UNEVEN * low or (a.label != b.label and min(a.sure, b.sure) > SURE):
        return None
    off = _off(a, b, usual)
    most = OFF_UNLIKE if a.label != b.label else OFF_OPPOSITE if _opposite(a, b) else OFF
    if off is None or off > most:
        return None
    return off + (0 if a.label == b.label else min(a.sure, b.sure))


def _usual(marks: list[NamedIndex]) -> Vector:
    """The way from index to middle that the picture's cards share, being of one make: what most pairs of
    alike indices upside down to each other show, or else what the indices themselves say."""
    told = np.median([_way(mark) for mark in marks], axis=0)
    shown = np.array([_between(a, b) for a, b in combinations(marks, 2) if _opposite(a, b)]).reshape(-1, 2)
    shown = shown[((shown > LEAST_WAY) & (shown < MOST_WAY)).all(1)]
    if not len(shown):
        return np.asarray(told)
    apart = np.hypot(*(shown[:, None] - shown[None]).transpose(2, 0, 1)) / np.hypot(*shown.T)
    alike = apart < AGREE
    off = np.hypot(*(shown - told).T) / np.hypot(*told)
    best = int(np.lexsort((off, -alike.sum(1)))[0])
    if alike[best].sum() == 1 and off[best] > 2 * OFF:
        return np.asarray(told)
    return np.asarray(np.median(shown[alike[best]], axis=0))


def _opposite(a: NamedIndex, b: NamedIndex) -> bool:
    return a.label == b.label and float(np.array(a.spot.up) @ np.array(b.spot.up)) < TURNED


def _together(marks: tuple[NamedIndex, ...]) -> tuple[int, int, float]:
    """What the marks say as one: chances multiplied, so that two weak alike answers make a strong one."""
    ranks = np.sum([np.log(mark.ranks + 1e-6) for mark in marks], axis=0)
    suits = np.sum([np.log(mark.suits + 1e-6) for mark in marks], axis=0)
    ranks, suits = np.exp(ranks - ranks.max()), np.exp(suits - suits.max())
    ranks, suits = ranks / ranks.sum(), suits / suits.sum()
    rank = int(ranks[:NO_RANK].argmax())
    suit = NO_SUIT if rank == JOKER else int(suits[:NO_SUIT].argmax())
    sure = float(ranks[rank] * (1.0 if rank == JOKER else suits[suit]))
    return rank, suit, sure * max(mark.spot.sure for mark in marks) ** 0.1


def gather_cards(marks: list[NamedIndex]) -> list[SeenCard]:
    """Cards from indices: the best fitting pairs first, at most four to a card."""
    if not marks:
        return []
    usual, pairs = _usual(marks), []
    for i, j in combinations(range(len(marks)), 2):
        cost = _cost(marks[i], marks[j], usual)
        if cost is not None:
            pairs.append((cost, i, j))
    owner = list(range(len(marks)))
    for _, i, j in sorted(pairs):
        a, b = owner[i], owner[j]
        members = [marks[k] for k, o in enumerate(owner) if o in (a, b)]
        if a != b and len(members) <= 4 and _one_card(members, usual):
            owner = [a if o == b else o for o in owner]
    return [
        join_marks(tuple(mark for mark, owned in zip(marks, owner, strict=True) if owned == o))
        for o in dict.fromkeys(owner)
    ]


def join_marks(marks: tuple[NamedIndex, ...]) -> SeenCard:
    """The card that these indices are of."""
    return SeenCard(marks, *_together(marks))


def _one_card(members: list[NamedIndex], usual: Vector) -> bool:
    """Whether all fit one another; three or four that say the same in different corners may fit loosely, as
    they do on a card that lies away from the eye."""
    pairs = list(combinations(members, 2))
    if all(_cost(a, b, usual) is not None for a, b in pairs):
        return True
    corners = {_corner(mark, members[0]) for mark in members}
    if len(members) < 3 or len(corners) < len(members) or len({mark.label for mark in members}) > 1:
        return False
    return all((off := _off(a, b, usual)) is not None and off < LOOSE for a, b in pairs)


def _corner(mark: NamedIndex, like: NamedIndex) -> tuple[bool, bool]:
    """The corner of the card that the mark stands in: upside down to another mark or not, mirrored or not."""
    return float(np.array(mark.spot.up) @ np.array(like.spot.up)) < 0, mark.mirrored > 0.5
