"""Read the cards on a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from . import model
from .card_bodies import fold_twice_seen, settle_cards
from .covered import are_covered
from .diamonds import with_asked_diamonds
from .fan_naming import named_in_fans
from .fan_places import fan_spots, is_index_in_fan, raised_in_fans, single_marks, weak_marks
from .group_turns import group_turn, mirrored_turn
from .labels import JOKER, NO_RANK, NO_SUIT, RANKS, SUITS
from .mirrored import mirror_look, mirrored_picture
from .naming import NamedIndex, name_spots
from .pack_names import ALL_NAMES, name_within_packs, second_guess
from .picture_faults import brightened, picture_faults, shows_nothing, with_light_inverted
from .progress import NAMED_AT_ONCE, FoundIndex, tell_found, tell_part
from .reading_order import group_pieces
from .seen_cards import SeenCard, gather_cards
from .spots import LEAST_CONFIDENCE, Picture, Spot, find_spots
from .table_plane import TableView, table_view

DOUBTFUL = 0.9
"""Cards less sure than this are shown to be looked at."""
MOST_SURE_ASKED = 0.85
"""How sure the cards are at most of a mirrored picture, and black ones with white ink."""
LEAST_SURE, LEAST_JOKER = 0.42, 0.6
"""Cards less sure than this are more often nothing than what they are read as."""
LEAST_SURE_IN_FAN = 0.3
"""The same for a card that surely has an index where a fan would show it."""
LEAST_SUREST = 0.75
"""A picture whose likeliest index, jokers aside, is less likely one than this shows none, whatever it says:
words look like jokers, key caps like indices (0.67 at most; on small and blurred photos 0.83 and more)."""
ALIKE_COSINE = np.cos(np.radians(35))
"""Cosine of the most that two cards of one group may be turned to each other."""
SURE_NAME, SURE_SPOT = 0.9, 0.5
"""An index named and found surer than this tells how large the others are."""
ENLARGED_BELOW, ENLARGEMENT = 480, 2
"""Pictures with a shorter long side are read so many times as large: smaller indices were never learned."""
MOST_SPOTS = 300
"""Indices that are looked at closer, the surest first: more than 108 cards show of themselves. A picture made
of nothing but corners of cards would take a minute."""
LEAST_LIKELIHOOD = 0.5
"""Indices likelier to be none than this allows are dropped."""
MOST_UNLIKE, MOST_UNLIKE_NEAREST = 2.5, 1.8
"""Indices so many times larger or smaller than the surest ones of the picture, or than the nearest of these,
belong to no card."""


Box = tuple[int, int, int, int]
BoxOf = Callable[[Spot], Box]


@dataclass(frozen=True)
class PieceReading:
    """A card that was read. `name`: `QH`, `TC`, `JOKER`; `confidence`: 0 to 1; `box`: the box of its surest
    index (x, y, width, height) in pixels of the upright picture.

    `second_box`: the box of an index that may be a second such card, or the same card seen twice; None if
    there is none. `guess`: the likeliest other name; empty if none is likely.
    """

    name: str
    confidence: float
    box: Box
    second_box: Box | None = None
    guess: str = ""

    @property
    def doubtful(self) -> bool:
        """Whether the reading is too unsure to use without a person's check."""
        return self.confidence < DOUBTFUL

    def mirrored(self, width: int) -> PieceReading:
        """Return the reading with its boxes as in the mirrored picture of that width."""
        second_box = self.second_box and _mirrored_box(self.second_box, width)
        return replace(self, box=_mirrored_box(self.box, width), second_box=second_box)


@dataclass(frozen=True)
class PictureReading:
    """The cards of a picture in reading order, and the groups of cards that lie together, as indices into
    `cards`.

    `faults`: `mirrored` or `covered`, or those of `picture_faults` if there are no cards. `turns`: the side
    of the table that each group faces, as in `group_turn`.
    """

    cards: tuple[PieceReading, ...]
    groups: tuple[tuple[int, ...], ...]
    faults: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()


def _mirrored_box(box: Box, width: int) -> Box:
    return (width - box[0] - box[2], *box[1:])


def decode_picture(file_bytes: bytes) -> Picture | None:
    """Decode a file to an upright blue-green-red picture; None if it holds no picture."""
    if not file_bytes:
        return None
    picture = cv2.imdecode(np.frombuffer(file_bytes, np.uint8), cv2.IMREAD_COLOR)
    return None if picture is None else np.asarray(picture, np.uint8)


def read_cards(
    picture: Picture,
    folder: Path = model.MODEL_FOLDER,
    *,
    pack_count: int = 0,
    pack_names: Set[str] = ALL_NAMES,
) -> PictureReading:
    """Read the cards on a picture (height, width, 3; blue-green-red).

    `pack_names`: the names of cards in the pack (`QH`); no other name is read. `pack_count`: the number of
    packs, and so the most copies of a card; 0 for any number.
    """
    if shows_nothing(picture):
        return nothing_read(picture, [])
    as_taken, enlargement = picture, ENLARGEMENT if max(picture.shape) < ENLARGED_BELOW else 1
    if enlargement > 1:
        larger = cv2.resize(picture, None, fx=enlargement, fy=enlargement, interpolation=cv2.INTER_CUBIC)
        picture = np.asarray(larger, np.uint8)
    bright_picture = brightened(picture)
    finder, namer = model.load_networks(folder)
    fan_namer = model.fan_namer(folder)
    box_of: BoxOf = partial(_index_box, enlargement=enlargement)
    marks, spots = named_marks(bright_picture, finder, namer, box_of)
    mirror = mirror_look(bright_picture, marks, namer)
    if mirror.is_mirrored:
        bright_picture, width = mirrored_picture(bright_picture), as_taken.shape[1]
        box_of = partial(_mirrored_index_box, enlargement=enlargement, width=width)
        marks, spots = named_marks(bright_picture, finder, namer, box_of)
    cards = name_within_packs(cards_of(bright_picture, marks, namer, fan_namer), pack_count, pack_names)
    if not cards:  # black cards with white ink, perhaps: no network learned from such
        bright_picture = with_light_inverted(bright_picture)
        marks, _ = named_marks(bright_picture, finder, namer, box_of)
        cards = name_within_packs(cards_of(bright_picture, marks, namer, fan_namer), pack_count, pack_names)
        cards = [replace(card, confidence=min(card.confidence, MOST_SURE_ASKED)) for card in cards]
    if not cards:
        return nothing_read(as_taken, _strong_spots(spots))
    groups = group_cards(cards)
    size = bright_picture.shape[1], bright_picture.shape[0]
    reading = picture_reading(
        [[_piece_reading(card, enlargement, pack_names) for card in group] for group in groups],
        [group_turn([m.spot for card in group for m in card.marks], len(group), size) for group in groups],
    )
    if are_covered(bright_picture, cards):
        reading = replace(reading, faults=("covered",))
    if mirror.is_mirrored:
        reading = mirrored_back(reading, as_taken.shape[1])
    return asked_about(reading, "mirrored") if mirror.is_doubtful else reading


def mirrored_back(reading: PictureReading, width: int) -> PictureReading:
    """Return the reading of a mirrored picture with its boxes as in the picture taken."""
    cards = tuple(card.mirrored(width) for card in reading.cards)
    return replace(reading, cards=cards, turns=tuple(map(mirrored_turn, reading.turns)))


def asked_about(reading: PictureReading, fault: str) -> PictureReading:
    """Return the reading with a fault added and all its cards doubtful."""
    cards = (replace(card, confidence=min(card.confidence, MOST_SURE_ASKED)) for card in reading.cards)
    return replace(reading, cards=tuple(cards), faults=(*reading.faults, fault))


def nothing_read(picture: Picture, spots: list[Spot]) -> PictureReading:
    """Return a reading without cards, with the likely faults. `spots`: possible indices, in pixels of the
    size at which the finder looked."""
    return PictureReading((), (), picture_faults(picture, spots))


def picture_reading(groups: list[list[PieceReading]], turns: Sequence[int] = ()) -> PictureReading:
    """Build the reading of these groups. `turns`: the turn of each group."""
    numbers = iter(range(sum(map(len, groups))))
    return PictureReading(
        tuple(piece for group in groups for piece in group),
        tuple(tuple(next(numbers) for _ in group) for group in groups),
        turns=tuple(turns),
    )


def find_cards(picture: Picture, folder: Path = model.MODEL_FOLDER) -> list[SeenCard]:
    """Return the cards on the picture with all marks of each, unordered."""
    finder, namer = model.load_networks(folder)
    marks, _ = named_marks(picture, finder, namer, _index_box)
    return cards_of(picture, marks, namer, model.fan_namer(folder))


def named_marks(
    picture: Picture, finder: model.Network, namer: model.Network, box_of: BoxOf
) -> tuple[list[NamedIndex], list[Spot]]:
    """Return the surest marks with their names, and all spots of possible indices.

    What is found is told meanwhile, first where and then what; `box_of` gives the box of a spot.
    """
    spots = find_spots(picture, finder)
    tell_found(_found_spots(spots, box_of))
    marks = _marks_of(picture, spots, namer, box_of)
    tell_found(_found_marks(marks, box_of))
    return marks, spots


def _marks_of(picture: Picture, spots: list[Spot], namer: model.Network, box_of: BoxOf) -> list[NamedIndex]:
    """Return the surest spots with their names, and weak ones that stand in a fan."""
    strong_spots = _strong_spots(spots)
    marks = _named_in_parts(picture, strong_spots[:MOST_SPOTS], namer, box_of)
    weak_spots = spots[len(strong_spots) :][:MOST_SPOTS]
    return raised_in_fans([*marks, *weak_marks(picture, weak_spots, marks, namer)])


def _named_in_parts(
    picture: Picture, spots: list[Spot], namer: model.Network, box_of: BoxOf
) -> list[NamedIndex]:
    """Name the spots, in the same order. The names known so far are told between two parts."""
    marks: list[NamedIndex] = []
    for start in range(0, len(spots), NAMED_AT_ONCE):
        if marks:
            tell_part(partial(_found_so_far, marks, spots[start:], box_of))
        marks += name_spots(picture, spots[start : start + NAMED_AT_ONCE], namer)
    return marks


def _strong_spots(spots: list[Spot]) -> list[Spot]:
    """Return the spots that count outside of a fan too. `spots`: surest first."""
    return [spot for spot in spots if spot.confidence > LEAST_CONFIDENCE]


def _found_so_far(marks: list[NamedIndex], unnamed_spots: list[Spot], box_of: BoxOf) -> list[FoundIndex]:
    return [*_found_marks(marks, box_of), *_found_spots(unnamed_spots, box_of)]


def _found_spots(spots: list[Spot], box_of: BoxOf) -> list[FoundIndex]:
    """Return what is told of spots that are not named yet."""
    return [FoundIndex(box_of(spot)) for spot in spots if spot.confidence > SURE_SPOT]


def _found_marks(marks: list[NamedIndex], box_of: BoxOf) -> list[FoundIndex]:
    """Return what is told of named marks."""
    sure_marks = [mark for mark in _single_marks(marks) if mark.confidence > LEAST_SURE]
    return [FoundIndex(box_of(mark.spot), _mark_name(mark)) for mark in sure_marks]


def _mark_name(mark: NamedIndex) -> str:
    rank, suit = mark.label
    return RANKS[rank] + ("" if suit == NO_SUIT else SUITS[suit])


def cards_of(
    picture: Picture, marks: list[NamedIndex], namer: model.Network, fan_namer: model.Network
) -> list[SeenCard]:
    """Return the cards to which these marks belong, unordered."""
    marks = _single_marks(named_in_fans(picture, marks, fan_namer))
    view = table_view(marks, picture.shape[1], picture.shape[0])
    if view is None:
        return with_asked_diamonds(picture, _cards_of(_of_one_size(marks)), marks, namer)
    # the cards of a far row are as large as the near ones only as seen from above
    flat_spots = [view.flat_spot(mark.spot) for mark in marks]
    flat_marks = name_spots(picture, flat_spots, namer, view.crop_place)
    flat_marks = believed_marks(named_in_fans(picture, flat_marks, fan_namer, view.crop_place))
    cards = _cards_of(flat_marks, by_place=True)
    cards = with_asked_diamonds(picture, cards, flat_marks, namer, view.crop_place)
    return [_pictured_card(card, view) for card in cards]


def _cards_of(marks: list[NamedIndex], by_place: bool = False) -> list[SeenCard]:
    gathered = settle_cards(gather_cards(marks, by_place))
    others = fan_spots(marks)
    cards = [card for card in gathered if _is_likely(card, others)]
    suited_marks = [mark for card in cards if card.rank != JOKER for mark in card.marks]
    index_chances = (_index_chance(mark) * (1 - mark.suit_chances[NO_SUIT]) for mark in suited_marks)
    return fold_twice_seen(cards) if max(index_chances, default=0.0) >= LEAST_SUREST else []


def _pictured_card(card: SeenCard, view: TableView) -> SeenCard:
    """Return a card as seen from above, with the spots of its marks moved back into the picture."""
    marks = tuple(replace(mark, spot=view.pictured_spot(mark.spot)) for mark in card.marks)
    second_spot = card.second_spot and view.pictured_spot(card.second_spot)
    return replace(card, marks=marks, second_spot=second_spot)


def believed_marks(marks: list[NamedIndex]) -> list[NamedIndex]:
    """Return the marks that are likely indices of the usual size, likeliest first."""
    return _of_one_size(_single_marks(marks))


def _single_marks(marks: list[NamedIndex]) -> list[NamedIndex]:
    """Return the marks that are likely indices of any size, each once."""
    # a closer look may have moved two of them onto each other
    return single_marks(filter(_is_index, marks), _mark_confidence)


def _mark_confidence(mark: NamedIndex) -> float:
    return mark.confidence * mark.spot.confidence


def _is_index(mark: NamedIndex) -> bool:
    return _index_chance(mark) > LEAST_LIKELIHOOD


def _index_chance(mark: NamedIndex) -> float:
    """Return the chance that a mark is an index of any name."""
    return float((1 - mark.rank_chances[NO_RANK]) * mark.spot.confidence**0.5)


def _of_one_size(marks: list[NamedIndex]) -> list[NamedIndex]:
    sure_marks = [mark for mark in marks if mark.confidence > SURE_NAME and mark.label[0] != JOKER]
    sure_spots = [mark.spot for mark in sure_marks if mark.spot.confidence > SURE_SPOT]
    if len(sure_spots) < 2:  # one alone may be the very one that is wrong
        return marks
    usual_height = float(np.median([spot.height for spot in sure_spots]))
    return [
        mark for mark in marks if mark.spot in sure_spots or _fits_size(mark.spot, usual_height, sure_spots)
    ]


def _fits_size(spot: Spot, usual_height: float, sure_spots: list[Spot]) -> bool:
    return _similar_height(spot, usual_height, MOST_UNLIKE) and _similar_to_nearest(spot, sure_spots)


def _similar_height(spot: Spot, height: float, most_unlike: float) -> bool:
    return 1 / most_unlike < spot.height / height < most_unlike


def _similar_to_nearest(spot: Spot, sure_spots: list[Spot]) -> bool:
    nearest = min(sure_spots, key=lambda other: np.hypot(other.x - spot.x, other.y - spot.y))
    return _similar_height(spot, nearest.height, MOST_UNLIKE_NEAREST)


def _is_likely(card: SeenCard, others: list[Spot]) -> bool:
    if card.rank == JOKER:
        return card.confidence > LEAST_JOKER
    is_in_fan = any(is_index_in_fan(mark, others) for mark in card.marks)
    return card.confidence > (LEAST_SURE_IN_FAN if is_in_fan else LEAST_SURE)


def _piece_reading(card: SeenCard, enlargement: int, pack_names: Set[str]) -> PieceReading:
    surest_spot = max(card.marks, key=lambda mark: mark.confidence).spot
    second_box = _index_box(card.second_spot, enlargement) if card.second_spot else None
    box = _index_box(surest_spot, enlargement)
    return PieceReading(card.name, card.confidence, box, second_box, second_guess(card, pack_names))


def _index_box(spot: Spot, enlargement: int = 1) -> Box:
    up = np.abs(np.array(spot.up))
    half_size = np.array([up[0] + 0.65 * up[1], up[1] + 0.65 * up[0]]) * spot.height / 2
    corner = np.array([spot.x, spot.y]) - half_size
    x, y = (int(v) for v in np.round(corner / enlargement))
    width, height = (int(v) for v in np.round(2 * half_size / enlargement))
    return x, y, width, height


def _mirrored_index_box(spot: Spot, enlargement: int, width: int) -> Box:
    """Return the box of a spot of the mirrored picture in the picture taken, which has that width."""
    return _mirrored_box(_index_box(spot, enlargement), width)


def group_cards(cards: list[SeenCard]) -> list[list[SeenCard]]:
    """Group cards that touch: groups in rows from the top, each row from the left."""
    touching = np.zeros((len(cards), len(cards)), bool)
    for row, card in enumerate(cards):
        for column in range(row):
            touching[column, row] = _are_touching(card, cards[column])
    return group_pieces(cards, touching, lambda group: 0.5 * _card_size(group[0], group[0])[1])


def _are_touching(a: SeenCard, b: SeenCard) -> bool:
    """Return whether two cards overlap or touch and point in about the same direction."""
    (up_a, high_a), (up_b, high_b) = _card_pose(a), _card_pose(b)
    if abs(up_a @ up_b) < ALIKE_COSINE:
        return False
    middle_offset = np.array(b.centre) - np.array(a.centre)
    up = up_a + up_b * np.sign(up_a @ up_b)
    up = up / np.hypot(*up)
    across, along = abs(middle_offset @ np.array([-up[1], up[0]])), abs(middle_offset @ up)
    card_width, card_height = _card_size(a, b)
    alike_high = min(high_a, high_b) > 0.5 * max(high_a, high_b)
    return bool(across < card_width * 1.03 and along < card_height * 0.6 and alike_high)


def _card_pose(card: SeenCard) -> tuple[NDArray[np.float64], float]:
    """Return a card's direction up and its index height in pixels, from its surest mark."""
    spot = max((mark.spot for mark in card.marks), key=lambda spot: spot.confidence)
    return np.array(spot.up), spot.height


def _card_size(a: SeenCard, b: SeenCard) -> tuple[float, float]:
    """Return a card's width and height in pixels, from the middle that the marks of both cards point to."""
    widths, heights = [], []  # twice the way to the middle, and what lies outside the indices on both sides
    for mark in (*a.marks, *b.marks):
        up, way = np.array(mark.spot.up), np.array(mark.spot.centre_way)
        widths.append((2 * abs(way @ np.array([-up[1], up[0]])) + 0.75) * mark.spot.height)
        heights.append((2 * abs(way @ up) + 1.3) * mark.spot.height)
    return float(np.median(widths)), float(np.median(heights))
