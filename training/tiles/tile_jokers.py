"""What stands on jokers of tiles: laughing faces of all kinds, fools' caps, stars."""

from dataclasses import dataclass

import cv2
import numpy as np

from training.deck_styles import Colour
from training.printing import Picture
from training.suit_shapes import star_outline
from training.tiles.tile_styles import TILE_HEIGHT, TileStyle, colour_ink, random_inks

Point = tuple[float, float]


@dataclass(frozen=True)
class _FacePen:
    """Draws ovals about a place; the radius of the face is the unit."""

    picture: Picture
    face_middle: Point
    radius: float
    line_width: int

    def draw_oval(
        self,
        oval_middle: Point,
        axes: Point,
        ink: Colour,
        arc_angles: Point = (0.0, 360.0),
        filled: bool = False,
    ) -> None:
        x, y = (round(self.face_middle[axis] + self.radius * oval_middle[axis]) for axis in (0, 1))
        radii = [max(1, round(self.radius * axis)) for axis in axes]
        line_width = -1 if filled else self.line_width
        cv2.ellipse(self.picture, (x, y), radii, 0, *arc_angles, ink, line_width, cv2.LINE_AA)


def draw_joker(picture: Picture, style: TileStyle, rng: np.random.Generator) -> int:
    """A laughing face with or without a cap, or a star, in one or two inks; gives the kind of its ink."""
    suits = rng.permutation(4)
    first_ink, second_ink = (colour_ink(style, int(suit)) for suit in suits[:2])
    if rng.random() < 0.5:
        second_ink = first_ink
    if rng.random() < 0.15:
        first_ink = random_inks(rng)["B"] if rng.random() < 0.5 else (60, 140, 40)
    radius = style.number_height * TILE_HEIGHT * rng.uniform(0.45, 0.85)
    radius = min(radius, picture.shape[1] * 0.42)
    x, y = picture.shape[1] / 2, style.number_middle * TILE_HEIGHT
    if rng.random() < 0.15:
        star = star_outline(int(rng.choice([5, 5, 6, 8])), rng.uniform(0.35, 0.6))
        cv2.fillPoly(picture, [np.round(star * radius + (x, y)).astype(np.int32)], first_ink, cv2.LINE_AA)
    else:
        _draw_laughing_face(picture, (x, y), radius, first_ink, second_ink, rng)
    return 0 if suits[0] == 0 else 1 if suits[0] == 1 else 2


def _draw_laughing_face(
    picture: Picture,
    face_middle: Point,
    radius: float,
    first_ink: Colour,
    second_ink: Colour,
    rng: np.random.Generator,
) -> None:
    pen = _FacePen(picture, face_middle, radius, max(1, round(rng.uniform(0.07, 0.2) * radius)))
    is_filled = rng.random() < 0.2
    if is_filled:
        pen.draw_oval((0, 0), (1, 1), first_ink, filled=True)
    elif rng.random() < 0.7:
        first_angle, sweep = rng.uniform(0, 360), 360 if rng.random() < 0.6 else rng.uniform(180, 340)
        pen.draw_oval((0, 0), (1, rng.uniform(0.85, 1.1)), first_ink, (first_angle, first_angle + sweep))
    ink = (240, 240, 240) if is_filled else second_ink
    _draw_eyes(pen, ink, rng)
    mouth_width, mouth_depth = rng.uniform(0.4, 0.7), rng.uniform(0.25, 0.6)
    pen.draw_oval((0, 0.12), (mouth_width, mouth_depth), ink, (5, 175), filled=bool(rng.random() < 0.4))
    if rng.random() < 0.3:
        pen.draw_oval((0, 0.15), (mouth_width, 0.01), ink)
    if rng.random() < 0.35:
        pen.draw_oval((0, 0), (0.1, 0.13), ink)
    if rng.random() < 0.4:
        _draw_cap(pen, first_ink, second_ink, rng)


def _draw_eyes(pen: _FacePen, ink: Colour, rng: np.random.Generator) -> None:
    eye_distance, eye_height = rng.uniform(0.25, 0.45), rng.uniform(-0.45, -0.15)
    eye_width, eye_length = rng.uniform(0.07, 0.17), rng.uniform(0.1, 0.3)
    are_hollow, have_brows = rng.random() < 0.35, rng.random() < 0.3
    for x in (-eye_distance, eye_distance):
        pen.draw_oval((x, eye_height), (eye_width, eye_length), ink, filled=not are_hollow)
        if are_hollow:
            pen.draw_oval((x, eye_height + 0.08), (0.07, 0.07), ink, filled=True)
        if have_brows:
            pen.draw_oval((x, eye_height - 0.12), (2 * eye_width, eye_length), ink, (200, 340))


def _draw_cap(pen: _FacePen, first_ink: Colour, second_ink: Colour, rng: np.random.Generator) -> None:
    """A fool's cap of three points with bells."""
    brim_height, point_reach = rng.uniform(-0.75, -0.55), rng.uniform(0.45, 0.8)
    for side, ink in ((-1, first_ink), (1, second_ink), (0, first_ink)):
        tip = np.array([side * rng.uniform(0.7, 1.0), brim_height - point_reach * (1 if side == 0 else 0.6)])
        triangle = np.array([[side * 0.3 - 0.35, brim_height], tip, [side * 0.3 + 0.35, brim_height]])
        cap_point = np.round(triangle * pen.radius + pen.face_middle).astype(np.int32)
        cv2.fillPoly(pen.picture, [cap_point], ink, cv2.LINE_AA)
        bell_x, bell_y = np.round(tip * pen.radius + pen.face_middle).astype(int).tolist()
        cv2.circle(pen.picture, (bell_x, bell_y), max(1, round(0.12 * pen.radius)), ink, -1, cv2.LINE_AA)
