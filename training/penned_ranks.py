"""Ranks drawn by pen, as the makers of cards draw them and hardly any font does: flat-topped threes, narrow
tens, letters with slabs."""

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from training.suit_shapes import Mask, trimmed_mask
from vision.labels import JOKER, RANKS

PEN_SIDE = 256

Line = NDArray[np.float64]


def _polyline(*points: tuple[float, float]) -> Line:
    return np.array(points, np.float64)


def _elliptic_arc(
    middle_x: float, middle_y: float, x_radius: float, y_radius: float, first_angle: float, last_angle: float
) -> Line:
    """Part of an ellipse about x, y; angles in degrees, clockwise from the right."""
    angles = np.radians(np.linspace(first_angle, last_angle, 40))
    return np.stack([middle_x + x_radius * np.cos(angles), middle_y + y_radius * np.sin(angles)], 1)


def _pen_three(rng: np.random.Generator) -> list[Line]:
    if rng.random() < 0.6:
        waist_height = rng.uniform(0.33, 0.42)
        bowl = _elliptic_arc(0.46, (1 + waist_height) / 2, 0.46, (1 - waist_height) / 2, -90, 150)
        return [
            _polyline((0.06, 0.0), (0.9, 0.0), (0.4, waist_height)),
            np.concatenate([_polyline((0.4, waist_height)), bowl]),
        ]
    return [_elliptic_arc(0.46, 0.24, 0.4, 0.24, -160, 90), _elliptic_arc(0.46, 0.73, 0.46, 0.27, -90, 160)]


def _pen_four(rng: np.random.Generator) -> list[Line]:
    bar_height = rng.uniform(0.62, 0.78)
    stem_place = rng.uniform(0.62, 0.78)
    lines = [_polyline((stem_place, 1.0), (stem_place, 0.0), (0.0, bar_height), (1.0, bar_height))]
    return lines + (
        [_polyline((stem_place - 0.2, 1.0), (stem_place + 0.2, 1.0))] if rng.random() < 0.4 else []
    )


def _pen_five(rng: np.random.Generator) -> list[Line]:
    bowl_top = rng.uniform(0.36, 0.46)
    bowl = _elliptic_arc(0.44, (1 + bowl_top) / 2, 0.48, (1 - bowl_top) / 2 + 0.02, -125, 150)
    return [
        _polyline((0.88, 0.0), (0.16, 0.0), (0.1, bowl_top + 0.06)),
        np.concatenate([_polyline((0.1, bowl_top + 0.06)), bowl]),
    ]


def _pen_six(rng: np.random.Generator) -> list[Line]:
    bowl_top = rng.uniform(0.36, 0.46)
    tip_reach = float(rng.uniform(0.6, 0.95))
    stem = _polyline((tip_reach, 0.02), (0.5, 0.0), (0.18, 0.2), (0.02, 0.5), (0.02, 0.7))
    if rng.random() < 0.5:
        stem = np.concatenate([_elliptic_arc(0.5, 0.3, 0.46, 0.3, -20, -180), _polyline((0.04, 0.7))])
    return [stem, _elliptic_arc(0.5, (1 + bowl_top) / 2, 0.48, (1 - bowl_top) / 2, 0, 360)]


def _pen_nine(rng: np.random.Generator) -> list[Line]:
    return [np.array([1.0, 1.0]) - line for line in _pen_six(rng)]


def _pen_two(rng: np.random.Generator) -> list[Line]:
    bow_radius = rng.uniform(0.26, 0.32)
    bow = _elliptic_arc(0.48, bow_radius, 0.46, bow_radius, -170, 40)
    return [np.concatenate([bow, _polyline((0.02, 1.0), (0.98, 1.0))])]


def _pen_seven(rng: np.random.Generator) -> list[Line]:
    knee_bend = rng.uniform(0.0, 0.2)
    return [_polyline((0.02, 0.0), (0.95, 0.0), (0.55 - knee_bend / 2, 0.45), (0.35, 1.0))]


def _pen_eight(rng: np.random.Generator) -> list[Line]:
    waist_height = rng.uniform(0.42, 0.48)
    return [
        _elliptic_arc(0.5, waist_height / 2, 0.4, waist_height / 2, 0, 360),
        _elliptic_arc(0.5, (1 + waist_height) / 2, 0.48, (1 - waist_height) / 2, 0, 360),
    ]


def _pen_ten(rng: np.random.Generator) -> list[Line]:
    zero_left = rng.uniform(0.3, 0.45)
    zero_radius = (1.15 - zero_left) / 2
    return [
        _polyline((0.08, 0.0), (0.08, 1.0)),
        _elliptic_arc(zero_left + zero_radius, 0.5, zero_radius, 0.5, 0, 360),
    ]


def _pen_ace(rng: np.random.Generator) -> list[Line]:
    bar_height = rng.uniform(0.58, 0.72)
    lines = [
        _polyline((0.06, 1.0), (0.5, 0.0), (0.94, 1.0)),
        _polyline((0.5 - bar_height / 2, bar_height), (0.5 + bar_height / 2, bar_height)),
    ]
    feet = [_polyline((-0.08, 1.0), (0.22, 1.0)), _polyline((0.78, 1.0), (1.08, 1.0))]
    return lines + (feet if rng.random() < 0.6 else [])


def _pen_jack(rng: np.random.Generator) -> list[Line]:
    lines = [np.concatenate([_polyline((0.72, 0.0)), _elliptic_arc(0.38, 0.72, 0.34, 0.28, 0, 170)])]
    return lines + ([_polyline((0.42, 0.0), (1.0, 0.0))] if rng.random() < 0.65 else [])


def _pen_queen(rng: np.random.Generator) -> list[Line]:
    tail_start = rng.uniform(0.45, 0.65)
    return [_elliptic_arc(0.5, 0.47, 0.48, 0.47, 0, 360), _polyline((tail_start, 0.68), (1.0, 1.06))]


def _pen_king(rng: np.random.Generator) -> list[Line]:
    arms_meet = rng.uniform(0.5, 0.66)
    lines = [
        _polyline((0.12, 0.0), (0.12, 1.0)),
        _polyline((0.9, 0.0), (0.12, arms_meet)),
        _polyline((0.36, 0.48), (0.95, 1.0)),
    ]
    slabs = [
        _polyline((x - 0.16, y), (x + 0.16, y))
        for x, y in ((0.12, 0.0), (0.12, 1.0), (0.88, 0.0), (0.95, 1.0))
    ]
    return lines + (slabs if rng.random() < 0.65 else [])


def _pen_bube(rng: np.random.Generator) -> list[Line]:
    """A B: two bows on a stem, whose slabs an 8 has not."""
    waist_height, bow_start = rng.uniform(0.42, 0.5), rng.uniform(0.3, 0.5)
    upper_reach = rng.uniform(0.75, 0.9) - bow_start
    bows = [
        _bow(bow_start, upper_reach, 0.0, waist_height),
        _bow(bow_start, 0.96 - bow_start, waist_height, 1.0),
    ]
    return [_polyline((0.14, 0.0), (0.14, 1.0)), *bows, *_stem_slabs(rng)]


def _pen_dame(rng: np.random.Generator) -> list[Line]:
    bow_start = rng.uniform(0.2, 0.45)
    return [
        _polyline((0.14, 0.0), (0.14, 1.0)),
        _bow(bow_start, 0.98 - bow_start, 0.0, 1.0),
        *_stem_slabs(rng),
    ]


def _pen_roi(rng: np.random.Generator) -> list[Line]:
    waist_height, bow_start = rng.uniform(0.45, 0.58), rng.uniform(0.3, 0.5)
    return [
        _polyline((0.14, 0.0), (0.14, 1.0)),
        _bow(bow_start, 0.92 - bow_start, 0.0, waist_height),
        _polyline((0.45, waist_height), (0.98, 1.0)),
        *_stem_slabs(rng),
    ]


def _pen_valet(rng: np.random.Generator) -> list[Line]:
    slabs = [_polyline((-0.1, 0.0), (0.22, 0.0)), _polyline((0.78, 0.0), (1.1, 0.0))]
    return [_polyline((0.04, 0.0), (0.5, 1.0), (0.96, 0.0)), *(slabs if rng.random() < 0.6 else [])]


def _pen_tuz(rng: np.random.Generator) -> list[Line]:
    """A T: bar and stem, mostly with slabs."""
    lines = [_polyline((0.02, 0.0), (0.98, 0.0)), _polyline((0.5, 0.0), (0.5, 1.0))]
    drop = rng.uniform(0.1, 0.22)
    slabs = [
        _polyline((0.28, 1.0), (0.72, 1.0)),
        _polyline((0.02, 0.0), (0.02, drop)),
        _polyline((0.98, 0.0), (0.98, drop)),
    ]
    return lines + (slabs if rng.random() < 0.7 else [])


def _pen_dama(rng: np.random.Generator) -> list[Line]:
    """A Д: a roof or a slanted stem on a base with two feet."""
    base, top, foot = rng.uniform(0.74, 0.84), rng.uniform(0.2, 0.45), rng.uniform(0.0, 0.06)
    return [
        _polyline((0.16, base), (top, 0.0), (0.8, 0.0), (0.8, base)),
        _polyline((foot, 1.0), (foot, base), (1.0 - foot, base), (1.0 - foot, 1.0)),
    ]


def _bow(start: float, reach: float, top: float, low: float) -> Line:
    """From the stem along the top, round, and back along the bottom."""
    arc = _elliptic_arc(start, (top + low) / 2, reach, (low - top) / 2, -90, 90)
    return np.concatenate([_polyline((0.14, top)), arc, _polyline((0.14, low))])


def _stem_slabs(rng: np.random.Generator) -> list[Line]:
    """Serifs at both ends of a stem, on most faces."""
    if rng.random() < 0.25:
        return []
    reach = rng.uniform(0.1, 0.22)
    return [_polyline((0.14 - reach, height), (0.14 + reach, height)) for height in (0.0, 1.0)]


_RANK_PENS = {
    "A": _pen_ace, "2": _pen_two, "3": _pen_three, "4": _pen_four, "5": _pen_five, "6": _pen_six,
    "7": _pen_seven, "8": _pen_eight, "9": _pen_nine, "T": _pen_ten, "J": _pen_jack, "Q": _pen_queen,
    "K": _pen_king, "B": _pen_bube, "D": _pen_dame, "R": _pen_roi, "V": _pen_valet,
    "Т": _pen_tuz, "В": _pen_bube, "Д": _pen_dama, "К": _pen_king,
}  # fmt: skip


def rank_masks(rng: np.random.Generator, other_letters: Mapping[str, str] | None = None) -> dict[str, Mask]:
    """Masks of all thirteen ranks, drawn with one pen; courts with other letters where a deck has them."""
    rank_width, pen_width = rng.uniform(0.4, 0.75), int(rng.integers(12, 44))
    slant = rng.uniform(-0.05, 0.2) if rng.random() < 0.15 else 0.0
    masks = {}
    for rank in RANKS[:JOKER]:
        pen_rank = _RANK_PENS[(other_letters or {}).get(rank, rank)]
        canvas = np.zeros((PEN_SIDE * 2, PEN_SIDE * 2), np.uint8)
        for line in pen_rank(rng):
            x = PEN_SIDE * 0.5 + (line[:, 0] * rank_width + slant * (1 - line[:, 1])) * PEN_SIDE
            points = np.stack([x, PEN_SIDE * 0.5 + line[:, 1] * PEN_SIDE], 1)
            cv2.polylines(
                canvas, [np.round(points * 8).astype(np.int32)], False, 255, pen_width, cv2.LINE_AA, 3
            )
        # drawn twice as large, in eighths of a pixel, so that edges are soft
        shrunk_canvas = cv2.resize(canvas, (PEN_SIDE, PEN_SIDE), interpolation=cv2.INTER_AREA)
        masks[rank] = trimmed_mask(np.asarray(shrunk_canvas, np.uint8))
    return masks
