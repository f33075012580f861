"""Decide which indices belong to one card. A name alone never decides, as true duplicates are two cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .labels import JOKER, NO_RANK, NO_SUIT, RANKS, SUITS
from .naming import NamedIndex
from .spots import Spot

Vector = NDArray[np.float64]

MOST_UNEVEN = 2.0  # larger index of a card over the smaller, at most: a card lying away from the eye
OPPOSITE_COSINE, ALIKE_COSINE = -0.85, 0.85  # cosines: two indices stand upside down to each other, or alike
MOST_OFF = 0.45  # parts of the way to the card's middle by which two alike indices may miss each other
MOST_OFF_OPPOSITE = 0.8  # the same for two that stand upside down to each other, as seen at a slant
MOST_OFF_LOOSE = 0.9  # the same for three or four alike indices in different corners
UNSURE_COST = 0.3  # of a pair that is not sure at all, in the same parts
MOST_OFF_UNLIKE = 0.2  # the same for two that say different things
SURE_LABEL = 0.9  # two indices that are both surer than this and unlike are of two cards
MOST_OFF_SURE = 0.08  # but of one, at a slant, where two would lie so exactly on each other
LEAST_WAY, MOST_WAY = (0.3, 0.6), (3.6, 5.0)  # heights from an index to a card's middle, across and down
MOST_UNLIKE_MAKE = 0.2  # parts of that way by which two pairs of indices of one make differ
LEAST_CORNER_CHANCE = 0.3  # least chance that two indices stand in corners that the kind of pair needs
CERTAIN_CORNER_CHANCE = 0.8  # the same for two of which only their corners tell that they are of one card
MOST_UNEVEN_EDGE = 1.7  # larger of two indices at one edge of a card over the smaller
MOST_SKEW = 0.4  # how far an index may stand off another's edge, in parts of the way along the edge
MOST_SURE_LONE_JOKER = 0.85
LEAST_SLOPE, MOST_SLOPE = 0.5, 4.5  # of the way to a card's middle: down over across


@dataclass(frozen=True)
class SeenCard:
    """A card: its one to four marks, their joint rank and suit, and the confidence.

    `second_spot`: an index that may be a second such card, or the same card seen twice.
    """

    marks: tuple[NamedIndex, ...]
    rank: int
    suit: int
    confidence: float
    second_spot: Spot | None = None

    @cached_property
    def name(self) -> str:
        """The card's name: `QH`, `TC`, `JOKER`."""
        return RANKS[JOKER] if self.rank == JOKER else RANKS[self.rank] + SUITS[self.suit]

    @cached_property
    def centre(self) -> tuple[float, float]:
        """The card's middle in pixels: the mean of those that its marks point to."""
        x, y = np.mean([mark.spot.centre for mark in self.marks], axis=0)
        return float(x), float(y)


def up_cosine(a: NamedIndex, b: NamedIndex) -> float:
    """Return the cosine of the angle between two indices' directions up."""
    return float(np.array(a.spot.up) @ np.array(b.spot.up))


def _in_own_directions(mark: NamedIndex, way: Vector) -> Vector:
    """Return a vector in the index's own coordinates: to its right, and down."""
    ux, uy = mark.spot.up
    return np.array([way[1] * ux - way[0] * uy, -(way[0] * ux + way[1] * uy)])


def _centre_offset(mark: NamedIndex) -> tuple[float, float]:
    """Return the distance from the index to the card's middle, across and down, in index heights."""
    across, down = _in_own_directions(mark, np.array(mark.spot.centre_way))
    return abs(float(across)), abs(float(down))


def are_too_near(a: NamedIndex, b: NamedIndex) -> bool:
    """Return whether two indices stand alike and too near across to be two corners of one card."""
    return up_cosine(a, b) > ALIKE_COSINE and abs(float(_half_offset(a, b)[0])) < LEAST_WAY[0]


def _half_ways(a: NamedIndex, b: NamedIndex, usual_offset: Vector) -> list[Vector]:
    """Return half of each vector from a to b that two indices of one card can have, in heights and a's
    coordinates."""
    across, down = usual_offset
    alike = up_cosine(a, b)
    mirror_differs = _mirror_difference(a, b)
    b_as_a_stands = b.mirrored_chance if alike > 0 else 1 - b.mirrored_chance
    side = -1.0 if a.mirrored_chance > b_as_a_stands else 1.0
    half_ways = []
    if alike < OPPOSITE_COSINE and 1 - mirror_differs > LEAST_CORNER_CHANCE:
        half_ways.append(np.array([-across if a.mirrored_chance + b.mirrored_chance > 1 else across, down]))
    if alike < OPPOSITE_COSINE and mirror_differs > LEAST_CORNER_CHANCE:
        half_ways.append(np.array([0.0, down]))
    if alike > ALIKE_COSINE and not are_too_near(a, b) and mirror_differs > LEAST_CORNER_CHANCE:
        half_ways.append(np.array([side * across, 0.0]))
    return half_ways


def _half_offset(a: NamedIndex, b: NamedIndex) -> Vector:
    """Return half the vector from a to b, in their mean height and a's coordinates."""
    way = np.array([b.spot.x - a.spot.x, b.spot.y - a.spot.y])
    return _in_own_directions(a, way / (a.spot.height + b.spot.height))


def _mirror_difference(a: NamedIndex, b: NamedIndex) -> float:
    """Return the chance that exactly one of two indices has its card's middle to its left."""
    return a.mirrored_chance * (1 - b.mirrored_chance) + b.mirrored_chance * (1 - a.mirrored_chance)


def _unmirrored_offset(a: NamedIndex, b: NamedIndex) -> Vector:
    """Return half the vector from a to b, mirrored if needed so that a's card has its middle to the right."""
    return _half_offset(a, b) * (-1.0 if a.mirrored_chance + b.mirrored_chance > 1 else 1.0, 1.0)


def _relative_miss(a: NamedIndex, b: NamedIndex, usual_offset: Vector) -> float | None:
    """Return how far two indices miss the places of one card, relative to the distance to its middle; None if
    their corners cannot be of one card."""
    half_offset = _half_offset(a, b)
    # cards that lie away from the eye differ from the usual one, as their own indices say
    blended_offset = (usual_offset + np.array(_centre_offset(a)) + np.array(_centre_offset(b))) / 3
    half_ways = _half_ways(a, b, usual_offset) + _half_ways(a, b, blended_offset)
    misses = [float(np.hypot(*(half_offset - way))) for way in half_ways]
    return min(misses) / float(np.hypot(*usual_offset)) if misses else None


def _pair_cost(a: NamedIndex, b: NamedIndex, usual_offset: Vector, by_place: bool) -> float | None:
    """Return how badly two indices fit one card, 0 being best; None if they cannot be of one.

    Of several that fit nearly as well, the surest is best: what a fan covers may be misread.
    """
    least_height, most_height = sorted((a.spot.height, b.spot.height))
    same_label, least_confidence = a.label == b.label, min(a.confidence, b.confidence)
    if most_height > MOST_UNEVEN * least_height:
        return None
    if not same_label and (a.in_fan or b.in_fan):  # each card of a fan shows one index
        return None
    relative_miss = _relative_miss(a, b, usual_offset)
    most_off = MOST_OFF_OPPOSITE if _are_opposite(a, b) else MOST_OFF if same_label else MOST_OFF_UNLIKE
    if not same_label and least_confidence > SURE_LABEL:
        most_off = MOST_OFF_SURE if by_place and up_cosine(a, b) < OPPOSITE_COSINE else -1.0
    if relative_miss is None or relative_miss > most_off:
        return None
    return relative_miss + (UNSURE_COST * (1 - least_confidence) if same_label else least_confidence)


def usual_offset(marks: list[NamedIndex]) -> Vector:
    """Return the vector from index to middle that the cards of the picture share, being of one make. It is
    measured on pairs of equal indices upside down to each other, on sure ones if there are any, or else taken
    from the indices' own answers."""
    said_offset = np.median([_centre_offset(mark) for mark in marks], axis=0)
    opposite_pairs = [(a, b) for a, b in combinations(marks, 2) if _are_opposite(a, b)]
    diagonal_pairs = [(a, b) for a, b in opposite_pairs if 1 - _mirror_difference(a, b) > LEAST_CORNER_CHANCE]
    sure_pairs = [(a, b) for a, b in diagonal_pairs if min(a.confidence, b.confidence) > SURE_LABEL]
    shown_offsets = _possible_offsets(sure_pairs)
    if not len(shown_offsets):
        shown_offsets = _possible_offsets(diagonal_pairs)
    if not len(shown_offsets):
        return np.asarray(said_offset)
    differences = shown_offsets[:, None] - shown_offsets[None]
    distances = np.hypot(*differences.transpose(2, 0, 1)) / np.hypot(*shown_offsets.T)
    is_alike = distances < MOST_UNLIKE_MAKE
    said_misses = np.hypot(*(shown_offsets - said_offset).T) / np.hypot(*said_offset)
    best_pair = int(np.lexsort((said_misses, -is_alike.sum(1)))[0])
    if is_alike[best_pair].sum() == 1 and said_misses[best_pair] > 2 * MOST_OFF:
        return np.asarray(said_offset)
    return np.asarray(np.median(shown_offsets[is_alike[best_pair]], axis=0))


def _possible_offsets(diagonal_pairs: list[tuple[NamedIndex, NamedIndex]]) -> Vector:
    """Return the offsets (n, 2) that these pairs show, those alone that a card can have."""
    offsets = np.array([_unmirrored_offset(a, b) for a, b in diagonal_pairs]).reshape(-1, 2)
    return np.asarray(offsets[((offsets > LEAST_WAY) & (offsets < MOST_WAY)).all(1)])


def _are_opposite(a: NamedIndex, b: NamedIndex) -> bool:
    return a.label == b.label and up_cosine(a, b) < OPPOSITE_COSINE


def label_chances(marks: tuple[NamedIndex, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the joint chances of ranks and suits: those of all marks multiplied, so that two weak equal
    answers make a strong one."""
    return (
        _joint_chances([mark.rank_chances for mark in marks]),
        _joint_chances([mark.suit_chances for mark in marks]),
    )


def _joint_label(marks: tuple[NamedIndex, ...]) -> tuple[int, int, float]:
    """Return the joint rank and suit of the marks, and the confidence."""
    rank_chances, suit_chances = label_chances(marks)
    rank = int(rank_chances[:NO_RANK].argmax())
    suit = NO_SUIT if rank == JOKER else int(suit_chances[:NO_SUIT].argmax())
    label_chance = float(rank_chances[rank] * (1.0 if rank == JOKER else suit_chances[suit]))
    return rank, suit, label_chance * max(mark.spot.confidence for mark in marks) ** 0.1


def _joint_chances(chances: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    log_chances = np.sum([np.log(mark_chances + 1e-6) for mark_chances in chances], axis=0)
    powers = np.exp(log_chances - log_chances.max())
    return np.asarray(powers / powers.sum())


def gather_cards(marks: list[NamedIndex], by_place: bool = False) -> list[SeenCard]:
    """Gather indices into cards, best fitting pairs first, at most four to a card. `by_place`: the picture
    was taken at a slant, so places decide."""
    if not marks:
        return []
    offset, pairs = usual_offset(marks), []
    for i, j in combinations(range(len(marks)), 2):
        pair_cost = _pair_cost(marks[i], marks[j], offset, by_place)
        if pair_cost is not None:
            pairs.append((pair_cost, i, j))
    owners = list(range(len(marks)))
    for _, i, j in sorted(pairs):
        a, b = owners[i], owners[j]
        members = [mark for mark, owner in zip(marks, owners, strict=True) if owner in (a, b)]
        if a != b and len(members) <= 4 and _fit_one_card(members, offset, by_place):
            owners = [a if owner == b else owner for owner in owners]
    owned_marks: dict[int, list[NamedIndex]] = {}
    for owner, mark in zip(owners, marks, strict=True):
        owned_marks.setdefault(owner, []).append(mark)
    return _join_parted_cards([join_marks(tuple(card_marks)) for card_marks in owned_marks.values()])


def _join_parted_cards(cards: list[SeenCard]) -> list[SeenCard]:
    """Return the cards with those joined that have one name and show different corners, least skewed first.

    The corners of one card stay apart before this if the usual offset fits badly, at a slant or in an unusual
    make. True duplicates show the same corner twice, unless each hides exactly what the other shows.
    """
    pairs = [(skew, *pair) for pair in combinations(cards, 2) if (skew := _joint_skew(*pair)) is not None]
    if not pairs:
        return cards
    _, a, b = min(pairs, key=lambda pair: pair[0])
    other_cards = [card for card in cards if card is not a and card is not b]
    return _join_parted_cards([*other_cards, join_marks((*a.marks, *b.marks))])


def _joint_skew(a: SeenCard, b: SeenCard) -> float | None:
    """Return the largest skew between the marks of two cards; None if they cannot be one card."""
    marks = (*a.marks, *b.marks)
    if a.name != b.name or a.rank == JOKER or len(mark_corners(marks)) < len(marks):
        return None
    skews = [_corner_skew(mark, other_mark) for mark in a.marks for other_mark in b.marks]
    return max(skews, key=lambda skew: np.inf if skew is None else skew)


def _corner_skew(a: NamedIndex, b: NamedIndex) -> float | None:
    """Return the skew of two indices that certainly stand in two corners of one card: 0 exactly along an edge
    or a diagonal; None if they do not."""
    mirror_differs = _mirror_difference(a, b)
    if not 1 - CERTAIN_CORNER_CHANCE < mirror_differs < CERTAIN_CORNER_CHANCE:
        unevenness = max(a.spot.height, b.spot.height) / min(a.spot.height, b.spot.height)
        across, down = _half_offset(a, b) * (-1.0 if a.mirrored_chance > 0.5 else 1.0, 1.0)
        if up_cosine(a, b) < OPPOSITE_COSINE and unevenness < MOST_UNEVEN:
            if mirror_differs > 0.5:
                return _edge_skew(down, across, LEAST_WAY[1], MOST_WAY[1])
            is_diagonal = LEAST_WAY[0] < across < MOST_WAY[0] and LEAST_WAY[1] < down < MOST_WAY[1]
            return 0.0 if is_diagonal and LEAST_SLOPE < down / across < MOST_SLOPE else None
        if up_cosine(a, b) > ALIKE_COSINE and unevenness < MOST_UNEVEN_EDGE and mirror_differs > 0.5:
            return _edge_skew(across, down, LEAST_WAY[0], MOST_WAY[0])
    return None


def _edge_skew(along: float, off: float, least_along: float, most_along: float) -> float | None:
    """Return the skew of an index along a card's edge: its distance from the edge relative to that along it;
    None if it is too far."""
    return abs(off) / along if least_along < along < most_along and abs(off) < MOST_SKEW * along else None


def join_marks(marks: tuple[NamedIndex, ...]) -> SeenCard:
    """Return the card of these indices. A joker with a single index is never sure, since words look like
    it."""
    rank, suit, confidence = _joint_label(marks)
    if rank == JOKER and len(marks) == 1:
        confidence = min(confidence, MOST_SURE_LONE_JOKER)
    return SeenCard(marks, rank, suit, confidence)


def _fit_one_card(members: list[NamedIndex], usual_offset: Vector, by_place: bool) -> bool:
    """Return whether all indices fit one card. Three or four of one name in different corners may fit
    loosely, as on a card far from the eye."""
    pairs = list(combinations(members, 2))
    if all(_pair_cost(a, b, usual_offset, by_place) is not None for a, b in pairs):
        return True
    if (
        len(members) < 3
        or len(mark_corners(members)) < len(members)
        or len({mark.label for mark in members}) > 1
    ):
        return False
    misses = [_relative_miss(a, b, usual_offset) for a, b in pairs]
    return all(miss is not None and miss < MOST_OFF_LOOSE for miss in misses)


def mark_corners(marks: Sequence[NamedIndex]) -> set[tuple[bool, bool]]:
    """Return the corners in which a card's marks stand: upside down to the first mark or not, mirrored or
    not."""
    return {(up_cosine(mark, marks[0]) < 0, mark.mirrored_chance > 0.5) for mark in marks}
