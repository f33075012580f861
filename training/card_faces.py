"""The face of one card of a deck, with the boxes of its indices."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training import card_middles
from training.deck_styles import FACE_HEIGHT, Colour, DeckStyle
from training.printing import Box, Picture, print_mask
from training.suit_shapes import Mask
from vision.labels import JOKER, NO_SUIT, RANKS, SUITS

Corners = NDArray[np.float32]


@dataclass(frozen=True)
class DrawnFace:
    """A drawn card: pixels (height, width, 3), and where its corners' indices are.

    Each index is four points (4, 2): left and right end of its top, right and left end of its bottom, as the
    index itself stands, so that an index at the far end is listed upside down. `shows_rank`: False for a card
    that bears no letter, so that nobody can name it by its corners.
    """

    pixels: Picture
    rank: int
    suit: int
    ink_kind: int
    index_corners: tuple[Corners, ...]
    shows_rank: bool = True


def _index_parts(style: DeckStyle, rank: int, suit: int) -> list[tuple[Mask, Box]]:
    """Masks with their boxes, relative to the top left of the index, in pixels."""
    if rank == JOKER:
        return _joker_parts(style)
    rank_height, suit_height = style.rank_height * FACE_HEIGHT, style.suit_height * FACE_HEIGHT
    rank_mask, suit_mask = style.rank_masks[RANKS[rank]], style.suit_masks[SUITS[suit]]
    widest_rank = style.rank_width * (1.25 if rank == 9 else 1)  # 10 has two digits
    rank_width = min(rank_mask.shape[1] / rank_mask.shape[0], widest_rank) * rank_height
    suit_width = min(max(suit_mask.shape[1] / suit_mask.shape[0], 0.7), 1.1) * suit_height
    index_middle = max(style.rank_width * rank_height * 0.8, suit_width) / 2
    index_middle = max(index_middle, rank_width / 2)
    suit_top = rank_height + style.sign_gap * FACE_HEIGHT
    return [
        (rank_mask, (index_middle - rank_width / 2, 0, rank_width, rank_height)),
        (suit_mask, (index_middle - suit_width / 2, suit_top, suit_width, suit_height)),
    ]


def _joker_parts(style: DeckStyle) -> list[tuple[Mask, Box]]:
    rank_height = style.rank_height * FACE_HEIGHT
    if style.joker_kind == "column":
        letter_step = rank_height * 0.55
        return [
            (mask, (0, letter_row * letter_step, letter_step * 0.75, letter_step * 0.85))
            for letter_row, mask in enumerate(style.joker_masks)
        ]
    if style.joker_kind == "star":
        parts = [(style.joker_masks[0], (0.0, 0.0, rank_height, rank_height))]
        for word_mask in style.joker_masks[1:]:
            word_box = (-rank_height * 0.1, rank_height * 1.15, rank_height * 1.2, rank_height * 0.4)
            parts.append((word_mask, word_box))
        return parts
    mask = style.joker_masks[0]
    return [(mask, (0, 0, rank_height * 0.6, rank_height * 0.6 * mask.shape[0] / mask.shape[1]))]


def _parts_bounds(parts: list[tuple[Mask, Box]]) -> tuple[float, float, float, float]:
    """The left, upper, right and lower end of all."""
    return (
        min(box[0] for _, box in parts),
        min(box[1] for _, box in parts),
        max(box[0] + box[2] for _, box in parts),
        max(box[1] + box[3] for _, box in parts),
    )


def _turned_corners(corners: Corners, width: int) -> Corners:
    return (np.array([width, FACE_HEIGHT], np.float32) - corners).astype(np.float32)


def _draw_indices(
    picture: Picture, style: DeckStyle, rank: int, suit: int, ink: Colour
) -> tuple[Corners, ...]:
    parts = _index_parts(style, rank, suit)
    x0, y0, x1, y1 = _parts_bounds(parts)
    width = picture.shape[1]
    left, top = style.index_margin[0] * FACE_HEIGHT - x0, style.index_margin[1] * FACE_HEIGHT - y0
    drawn_corners = []
    right = width - style.index_margin[0] * FACE_HEIGHT - x1
    for index_start in [left] if style.corner_count == 2 else [left, right]:
        cleared_box = (index_start + x0 - 2, top + y0 - 2, x1 - x0 + 4, y1 - y0 + 4)
        print_mask(picture, np.full((4, 4), 255, np.uint8), cleared_box, style.paper)
        for mask, box in parts:
            print_mask(picture, mask, (index_start + box[0], top + box[1], box[2], box[3]), ink)
        xs, ys = (index_start + x0, index_start + x1), (top + y0, top + y1)
        corners = np.array([(xs[0], ys[0]), (xs[1], ys[0]), (xs[1], ys[1]), (xs[0], ys[1])], np.float32)
        drawn_corners += [corners, _turned_corners(corners, width)]
    turned_picture = picture[::-1, ::-1].copy()
    half_height = FACE_HEIGHT // 2
    # the far indices are the near ones upside down; what else was drawn there stays
    far_mask = _far_index_mask(picture, drawn_corners)[:, :, None]
    picture[half_height:] = np.where(far_mask, turned_picture, picture)[half_height:]
    return tuple(drawn_corners)


def _far_index_mask(picture: Picture, drawn_corners: list[Corners]) -> NDArray[np.bool_]:
    far_mask = np.zeros(picture.shape[:2], np.uint8)
    for far_corners in drawn_corners[1::2]:
        x0, y0, x1, y1 = (round(float(v)) for v in (*far_corners.min(0), *far_corners.max(0)))
        far_mask[max(0, y0 - 2) : y1 + 3, max(0, x0 - 2) : x1 + 3] = 1
    return far_mask.astype(np.bool_)


def draw_face(
    style: DeckStyle, rank: int, suit: int, rng: np.random.Generator, figure: Picture | None = None
) -> DrawnFace:
    """A card of this deck; rank and suit count in `vision.labels`; a joker has the suit "NONE",
    as has a card whose suit is none of the four."""
    picture: Picture = np.full((FACE_HEIGHT, style.width, 3), style.paper, np.uint8)
    if rank == JOKER:
        ink_kind = int(rng.integers(3))
        ink = (style.inks["S"], style.inks["H"], (150, 60, 30))[ink_kind]
        card_middles.draw_court(picture, style, "SHDC"[int(rng.integers(4))], rng, figure)
        return DrawnFace(picture, rank, NO_SUIT, ink_kind, _draw_indices(picture, style, rank, NO_SUIT, ink))
    suit_name = SUITS[suit]
    if 1 <= rank <= 9:
        card_middles.draw_pips(picture, style, rank + 1, suit_name)
    elif rank == 0:
        card_middles.draw_ace(picture, style, suit_name, rng)
    else:
        card_middles.draw_court(picture, style, suit_name, rng, figure)
    ink = style.inks[suit_name]
    ink_kind = 1 if ink[2] > 120 and ink[0] < 100 and ink[1] < 100 else 0 if max(ink) < 80 else 2
    said_suit = NO_SUIT if suit_name in style.other_suits else suit
    return DrawnFace(picture, rank, said_suit, ink_kind, _draw_indices(picture, style, rank, suit, ink))
