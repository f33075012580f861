"""The face of one card of a deck, with the boxes of its indices."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER, NO_SUIT, RANKS, SUITS
from vision.training import middles
from vision.training.inked import Picture, put
from vision.training.shapes import Mask
from vision.training.styles import HEIGHT, Colour, Style

Corners = NDArray[np.float32]


@dataclass(frozen=True)
class DrawnFace:
    """A drawn card: pixels (height, width, 3), and where its corners' indices are.

    Each index is four points (4, 2): left and right end of its top, right and left end of its bottom, as the
    index itself stands, so that an index at the far end is listed upside down.
    """

    pixels: Picture
    rank: int
    suit: int
    ink: int
    indices: tuple[Corners, ...]


def _index(style: Style, rank: int, suit: int) -> list[tuple[Mask, tuple[float, float, float, float]]]:
    """Masks with their boxes, relative to the top left of the index, in pixels."""
    if rank == JOKER:
        return _joker_index(style)
    high, low = style.rank_height * HEIGHT, style.suit_height * HEIGHT
    letter, sign = style.letter(RANKS[rank]), style.suit_masks[SUITS[suit]]
    wide = min(letter.shape[1] / letter.shape[0], style.rank_width * (1.25 if rank == 9 else 1)) * high
    sign_wide = min(max(sign.shape[1] / sign.shape[0], 0.7), 1.1) * low
    middle = max(style.rank_width * high * 0.8, sign_wide) / 2
    middle = max(middle, wide / 2)
    return [
        (letter, (middle - wide / 2, 0, wide, high)),
        (sign, (middle - sign_wide / 2, high + style.gap * HEIGHT, sign_wide, low)),
    ]


def _joker_index(style: Style) -> list[tuple[Mask, tuple[float, float, float, float]]]:
    high = style.rank_height * HEIGHT
    if style.joker == "column":
        step = high * 0.55
        return [
            (mask, (0, row * step, step * 0.75, step * 0.85)) for row, mask in enumerate(style.joker_masks)
        ]
    if style.joker == "star":
        parts = [(style.joker_masks[0], (0.0, 0.0, high, high))]
        for word in style.joker_masks[1:]:
            parts.append((word, (-high * 0.1, high * 1.15, high * 1.2, high * 0.4)))
        return parts
    mask = style.joker_masks[0]
    return [(mask, (0, 0, high * 0.6, high * 0.6 * mask.shape[0] / mask.shape[1]))]


def _bounds(parts: list[tuple[Mask, tuple[float, float, float, float]]]) -> tuple[float, float, float, float]:
    return (
        min(box[0] for _, box in parts),
        min(box[1] for _, box in parts),
        max(box[0] + box[2] for _, box in parts),
        max(box[1] + box[3] for _, box in parts),
    )


def _turned(corners: Corners, width: int) -> Corners:
    return (np.array([width, HEIGHT], np.float32) - corners).astype(np.float32)


def _draw_indices(picture: Picture, style: Style, rank: int, suit: int, ink: Colour) -> tuple[Corners, ...]:
    parts = _index(style, rank, suit)
    x0, y0, x1, y1 = _bounds(parts)
    width = picture.shape[1]
    left, top = style.margin[0] * HEIGHT - x0, style.margin[1] * HEIGHT - y0
    found = []
    starts = [left] if style.corners == 2 else [left, width - style.margin[0] * HEIGHT - x1]
    for start in starts:
        area = (start + x0 - 2, top + y0 - 2, x1 - x0 + 4, y1 - y0 + 4)
        put(picture, np.full((4, 4), 255, np.uint8), area, style.paper)
        for mask, box in parts:
            put(picture, mask, (start + box[0], top + box[1], box[2], box[3]), ink)
        xs, ys = (start + x0, start + x1), (top + y0, top + y1)
        corners = np.array([(xs[0], ys[0]), (xs[1], ys[0]), (xs[1], ys[1]), (xs[0], ys[1])], np.float32)
        found += [corners, _turned(corners, width)]
    upside = picture[::-1, ::-1].copy()
    half = HEIGHT // 2
    picture[half:] = np.where(_far_indices(picture, found)[half:, :, None], upside[half:], picture[half:])
    return tuple(found)


def _far_indices(picture: Picture, corners: list[Corners]) -> NDArray[np.bool_]:
    area = np.zeros(picture.shape[:2], np.uint8)
    for far in corners[1::2]:
        x0, y0, x1, y1 = (round(float(v)) for v in (*far.min(0), *far.max(0)))
        area[max(0, y0 - 2) : y1 + 3, max(0, x0 - 2) : x1 + 3] = 1
    return area.astype(np.bool_)


def draw_face(
    style: Style, rank: int, suit: int, rng: np.random.Generator, figure: Picture | None = None
) -> DrawnFace:
    """A card of this deck; rank and suit count in `vision.labels`; a joker has the suit "NONE"."""
    picture: Picture = np.full((HEIGHT, style.width, 3), style.paper, np.uint8)
    if rank == JOKER:
        ink_kind = int(rng.integers(3))
        ink = (style.inks["S"], style.inks["H"], (150, 60, 30))[ink_kind]
        middles.court(picture, style, "SHDC"[int(rng.integers(4))], rng, figure)
        return DrawnFace(picture, rank, NO_SUIT, ink_kind, _draw_indices(picture, style, rank, NO_SUIT, ink))
    name = SUITS[suit]
    if 1 <= rank <= 9:
        middles.pips(picture, style, rank + 1, name)
    elif rank == 0:
        middles.ace(picture, style, name, rng)
    else:
        middles.court(picture, style, name, rng, figure)
    ink = style.inks[name]
    kind = 1 if ink[2] > 120 and ink[0] < 100 and ink[1] < 100 else 0 if max(ink) < 80 else 2
    return DrawnFace(picture, rank, suit, kind, _draw_indices(picture, style, rank, suit, ink))
