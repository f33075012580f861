"""The face of one card of a deck, with the boxes of its indices."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER, NO_SUIT, RANKS, SUITS
from vision.training.shapes import Mask
from vision.training.styles import HEIGHT, Colour, Style

Picture = NDArray[np.uint8]
Corners = NDArray[np.float32]

_COLUMNS: dict[int, list[tuple[float, tuple[float, ...]]]] = {
    2: [(0.5, (0, 1))], 3: [(0.5, (0, 0.5, 1))], 4: [(0, (0, 1)), (1, (0, 1))],
    5: [(0, (0, 1)), (1, (0, 1)), (0.5, (0.5,))], 6: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1))],
    7: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1)), (0.5, (0.25,))],
    8: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1)), (0.5, (0.25, 0.75))],
    9: [(0, (0, 1 / 3, 2 / 3, 1)), (1, (0, 1 / 3, 2 / 3, 1)), (0.5, (0.5,))],
    10: [(0, (0, 1 / 3, 2 / 3, 1)), (1, (0, 1 / 3, 2 / 3, 1)), (0.5, (1 / 6, 5 / 6))],
}  # fmt: skip


@dataclass(frozen=True)
class Face:
    """A drawn card: pixels (height, width, 3), and where its corners' indices are.

    Each index is four points (4, 2): left and right end of its top, right and left end of its bottom, as the
    index itself stands, so that an index at the far end is listed upside down.
    """

    pixels: Picture
    rank: int
    suit: int
    ink: int
    indices: tuple[Corners, ...]


def put(picture: Picture, mask: Mask, box: tuple[float, float, float, float], ink: Colour) -> None:
    """Ink the mask into the box (x, y, width, height in pixels) of the picture."""
    x, y, width, height = round(box[0]), round(box[1]), max(2, round(box[2])), max(2, round(box[3]))
    small = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(picture.shape[1], x + width), min(picture.shape[0], y + height)
    if x1 <= x0 or y1 <= y0:
        return
    share = small[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    picture[y0:y1, x0:x1] = (part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _pips(picture: Picture, style: Style, count: int, suit: str) -> None:
    mask, ink = style.pip_masks[suit], style.inks[suit]
    height, width = picture.shape[:2]
    size = style.pip_height * HEIGHT
    left, right = width * 0.29, width * 0.71
    top, bottom = height * 0.17, height * 0.83
    for column, rows in _COLUMNS[count]:
        for row in rows:
            x, y = left + (right - left) * column, top + (bottom - top) * row
            part = mask[::-1] if row > 0.5 else mask
            put(picture, part, (x - size * 0.45, y - size / 2, size * 0.9, size), ink)


def _court(
    picture: Picture, style: Style, suit: str, rng: np.random.Generator, figure: Picture | None = None
) -> None:
    """The figure in its frame; without one, busy colours stand there, the same turned by half."""
    height, width = picture.shape[:2]
    x, y = round(width * rng.uniform(0.14, 0.2)), round(height * rng.uniform(0.07, 0.12))
    if figure is not None:
        room = (width - 2 * x, height - 2 * y)
        picture[y : height - y, x : width - x] = cv2.resize(figure, room, interpolation=cv2.INTER_AREA)
        return
    half = picture[y : height // 2, x : width - x].copy()
    colours = [style.inks["H"], style.inks["S"], (30, 190, 240), (200, 90, 30), style.paper, (60, 60, 60)]
    for _ in range(int(rng.integers(15, 45))):
        points = rng.uniform(-0.1, 1.1, (int(rng.integers(3, 6)), 2)) * rng.uniform(0.15, 0.7)
        points = (points + rng.uniform(0, 0.7, 2)) * np.array([half.shape[1], half.shape[0]])
        shape = [points.astype(np.int32)]
        colour = colours[int(rng.integers(len(colours)))]
        if rng.random() < 0.5:
            cv2.fillPoly(half, shape, colour, cv2.LINE_AA)
        else:
            cv2.polylines(half, shape, True, colour, int(rng.integers(1, 4)), cv2.LINE_AA)
    size = rng.uniform(0.1, 0.16) * HEIGHT
    if rng.random() < 0.8:
        put(half, style.pip_masks[suit], (4, 4, size * 0.9, size), style.inks[suit])
    picture[y : height // 2, x : width - x] = half
    picture[height - height // 2 : height - y, x : width - x] = half[::-1, ::-1]
    if style.frame:
        cv2.rectangle(picture, (x, y), (width - x, height - y), style.inks["S"], 1, cv2.LINE_AA)


def _ace(picture: Picture, style: Style, suit: str, rng: np.random.Generator) -> None:
    """One pip in the middle: plain, or large, with rings of ornament in it and a maker's words about it."""
    size = HEIGHT * rng.uniform(0.14, 0.4)
    inks = [style.inks[suit], style.paper, style.inks[suit], style.paper]
    rings = int(rng.integers(2, 5)) if rng.random() < 0.4 else 1
    for ring in range(rings):
        part = size * (1 - ring / rings * 0.8)
        place = (style.width / 2 - part * 0.45, HEIGHT / 2 - part / 2, part * 0.9, part)
        put(picture, style.pip_masks[suit], place, inks[ring])
    if rings == 1:
        return
    for _ in range(int(rng.integers(0, 60))):
        x, y = style.width / 2 + rng.normal(0, size * 0.14), HEIGHT / 2 + rng.normal(0, size * 0.16)
        radius = rng.uniform(1, size * 0.05)
        ink = inks[int(rng.integers(2))]
        cv2.circle(picture, (int(x), int(y)), max(1, int(radius)), ink, int(rng.choice([-1, 1])), cv2.LINE_AA)
    for row in range(int(rng.integers(0, 4))):
        letters = list(style.rank_masks.values())
        high = size * rng.uniform(0.05, 0.12)
        y = HEIGHT / 2 + size * (0.5 + 0.15 * row)
        for step in range(int(rng.integers(4, 14))):
            mask = letters[int(rng.integers(len(letters)))]
            put(picture, mask, (style.width / 2 + (step - 6) * high * 0.7, y, high * 0.6, high), inks[0])


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
) -> Face:
    """A card of this deck; rank and suit count in `vision.labels`; a joker has the suit "NONE"."""
    picture: Picture = np.full((HEIGHT, style.width, 3), style.paper, np.uint8)
    if rank == JOKER:
        ink_kind = int(rng.integers(3))
        ink = (style.inks["S"], style.inks["H"], (150, 60, 30))[ink_kind]
        _court(picture, style, "SHDC"[int(rng.integers(4))], rng, figure)
        return Face(picture, rank, NO_SUIT, ink_kind, _draw_indices(picture, style, rank, NO_SUIT, ink))
    name = SUITS[suit]
    if 1 <= rank <= 9:
        _pips(picture, style, rank + 1, name)
    elif rank == 0:
        _ace(picture, style, name, rng)
    else:
        _court(picture, style, name, rng, figure)
    ink = style.inks[name]
    kind = 1 if ink[2] > 120 and ink[0] < 100 and ink[1] < 100 else 0 if max(ink) < 80 else 2
    return Face(picture, rank, suit, kind, _draw_indices(picture, style, rank, suit, ink))
