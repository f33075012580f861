"""What stands on jokers of tiles: laughing faces of all kinds, fools' caps, stars."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.inked import Picture
from vision.training.styles import Colour
from vision.training.tiles_styles import HEIGHT, TileStyle, inked, inks

Place = tuple[float, float]


@dataclass(frozen=True)
class _Pen:
    """Draws ovals about a place; the radius of the face is the unit."""

    picture: Picture
    at: Place
    radius: float
    thick: int

    def oval(
        self, middle: Place, axes: Place, ink: Colour, part: Place = (0.0, 360.0), full: bool = False
    ) -> None:
        x, y = (round(a + self.radius * m) for a, m in zip(self.at, middle, strict=True))
        wide, tall = (max(1, round(self.radius * axis)) for axis in axes)
        thick = -1 if full else self.thick
        cv2.ellipse(self.picture, (x, y), (wide, tall), 0, part[0], part[1], ink, thick, cv2.LINE_AA)


def draw_joker(picture: Picture, style: TileStyle, rng: np.random.Generator) -> int:
    """A laughing face with or without a cap, or a star, in one or two inks; gives the kind of its ink."""
    suits = rng.permutation(4)
    first, second = (inked(style, int(suit)) for suit in suits[:2])
    if rng.random() < 0.5:
        second = first
    if rng.random() < 0.15:
        first = inks(rng)["B"] if rng.random() < 0.5 else (60, 140, 40)
    radius = style.number_height * HEIGHT * rng.uniform(0.45, 0.85)
    radius = min(radius, picture.shape[1] * 0.42)
    x, y = picture.shape[1] / 2, style.middle * HEIGHT
    if rng.random() < 0.15:
        star = _star(int(rng.choice([5, 5, 6, 8])), rng.uniform(0.35, 0.6))
        cv2.fillPoly(picture, [np.round(star * radius + (x, y)).astype(np.int32)], first, cv2.LINE_AA)
    else:
        _laughing(picture, (x, y), radius, first, second, rng)
    return 0 if suits[0] == 0 else 1 if suits[0] == 1 else 2


def _star(points: int, inner: float) -> np.ndarray:
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2
    reach = np.where(np.arange(2 * points) % 2 == 0, 1, inner)
    return np.stack([reach * np.cos(angles), reach * np.sin(angles)], 1)


def _laughing(
    picture: Picture, at: Place, radius: float, first: Colour, second: Colour, rng: np.random.Generator
) -> None:
    thick = max(1, round(rng.uniform(0.07, 0.2) * radius))
    pen = _Pen(picture, at, radius, thick)
    filled = rng.random() < 0.2
    if filled:
        pen.oval((0, 0), (1, 1), first, full=True)
    elif rng.random() < 0.7:
        start, sweep = rng.uniform(0, 360), 360 if rng.random() < 0.6 else rng.uniform(180, 340)
        pen.oval((0, 0), (1, rng.uniform(0.85, 1.1)), first, (start, start + sweep))
    ink = (240, 240, 240) if filled else second
    _eyes(pen, ink, rng)
    wide, deep = rng.uniform(0.4, 0.7), rng.uniform(0.25, 0.6)
    pen.oval((0, 0.12), (wide, deep), ink, (5, 175), full=bool(rng.random() < 0.4))
    if rng.random() < 0.3:
        pen.oval((0, 0.15), (wide, 0.01), ink)
    if rng.random() < 0.35:
        pen.oval((0, 0), (0.1, 0.13), ink)
    if rng.random() < 0.4:
        _cap(picture, at, radius, first, second, rng)


def _eyes(pen: _Pen, ink: Colour, rng: np.random.Generator) -> None:
    apart, high = rng.uniform(0.25, 0.45), rng.uniform(-0.45, -0.15)
    wide, tall = rng.uniform(0.07, 0.17), rng.uniform(0.1, 0.3)
    hollow, brows = rng.random() < 0.35, rng.random() < 0.3
    for x in (-apart, apart):
        pen.oval((x, high), (wide, tall), ink, full=not hollow)
        if hollow:
            pen.oval((x, high + 0.08), (0.07, 0.07), ink, full=True)
        if brows:
            pen.oval((x, high - 0.12), (2 * wide, tall), ink, (200, 340))


def _cap(
    picture: Picture, at: Place, radius: float, first: Colour, second: Colour, rng: np.random.Generator
) -> None:
    """A fool's cap of three points with bells."""
    brim, reach = rng.uniform(-0.75, -0.55), rng.uniform(0.45, 0.8)
    for side, ink in ((-1, first), (1, second), (0, first)):
        tip = np.array([side * rng.uniform(0.7, 1.0), brim - reach * (1 if side == 0 else 0.6)])
        foot = np.array([[side * 0.3 - 0.35, brim], tip, [side * 0.3 + 0.35, brim]])
        cv2.fillPoly(picture, [np.round(foot * radius + at).astype(np.int32)], ink, cv2.LINE_AA)
        bell = np.round(tip * radius + at).astype(int)
        cv2.circle(picture, (int(bell[0]), int(bell[1])), max(1, round(0.12 * radius)), ink, -1, cv2.LINE_AA)
