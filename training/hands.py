"""What holds a fan: thumbs, fingers and the end of a sleeve."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.printing import Picture

SHADES = 5
"""Lines of lighter skin laid into each other, so that a finger looks round."""
HAND = -2
"""The owner of pixels that show a hand."""

Point = NDArray[np.float64]


def draw_holding_hand(
    picture: Picture,
    owners: NDArray[np.int16],
    pivot: Point,
    up: Point,
    card_pixels: float,
    rng: np.random.Generator,
) -> None:
    """A hand from below with its thumb over the cards' lower part, at `pivot`; `up` is a unit vector."""
    skin = _skin_tone(rng)
    right = np.array([-up[1], up[0]]) * rng.choice([-1.0, 1.0])
    width = card_pixels * rng.uniform(0.16, 0.24)
    wrist = pivot - up * card_pixels * rng.uniform(0.5, 0.9) + right * card_pixels * rng.uniform(0.1, 0.5)
    if rng.random() < 0.5:
        _draw_sleeve(picture, owners, wrist, up, width * rng.uniform(2.5, 4.5), rng)
    knuckle = (
        pivot - up * card_pixels * rng.uniform(0.05, 0.25) + right * card_pixels * rng.uniform(0.05, 0.3)
    )
    tip = pivot + up * card_pixels * rng.uniform(-0.05, 0.25) - right * card_pixels * rng.uniform(0.0, 0.25)
    _draw_finger(picture, owners, [wrist, knuckle, tip], width, skin, rng)


def draw_finger_over(
    picture: Picture, owners: NDArray[np.int16], tip: Point, card_pixels: float, rng: np.random.Generator
) -> None:
    """A finger that reaches `tip` from anywhere, as one that pushes the cards apart."""
    angle = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(angle), np.sin(angle)]) * card_pixels
    joint = tip + away * 0.35 + rng.normal(0, 0.06, 2) * card_pixels
    _draw_finger(
        picture, owners, [tip + away, joint, tip], card_pixels * rng.uniform(0.13, 0.19), _skin_tone(rng), rng
    )


def _skin_tone(rng: np.random.Generator) -> Point:
    darkness = rng.uniform(0, 1)
    light, dark = np.array([175.0, 195.0, 235.0]), np.array([45.0, 65.0, 100.0])
    return np.asarray((light + (dark - light) * darkness) * rng.uniform(0.85, 1.05, 3))


def _draw_finger(
    picture: Picture,
    owners: NDArray[np.int16],
    joints: list[Point],
    width: float,
    skin: Point,
    rng: np.random.Generator,
) -> None:
    points = [np.array(joints).round().astype(np.int32)]
    shadow = np.zeros(picture.shape[:2], np.uint8)
    shift = (rng.normal(0, 0.2, 2) * width).round().astype(np.int32)
    cv2.polylines(shadow, [points[0] + shift], False, 255, max(2, round(width * 1.1)), cv2.LINE_AA)
    shadow_share = (
        cv2.GaussianBlur(shadow, (0, 0), max(1.0, width * 0.12)).astype(np.float32)[:, :, None] / 255
    )
    picture[:] = (picture * (1 - np.float32(rng.uniform(0.1, 0.45)) * shadow_share)).astype(np.uint8)
    for shade in range(SHADES):
        share = shade / (SHADES - 1)
        colour = tuple(float(v) for v in skin * (0.68 + 0.36 * share))
        cv2.polylines(picture, points, False, colour, max(1, round(width * (1 - 0.75 * share))), cv2.LINE_AA)
    if rng.random() < 0.6:  # a nail
        along = joints[-1] - joints[-2]
        middle = joints[-1] - along / max(1.0, float(np.hypot(*along))) * width * 0.05
        angle = float(np.degrees(np.arctan2(along[1], along[0])))
        axes = (max(1, round(width * 0.26)), max(1, round(width * 0.2)))
        nail = tuple(float(v) for v in np.minimum(skin * 1.1 + 12, 250))
        cv2.ellipse(picture, [int(v) for v in middle], axes, angle, 0, 360, nail, -1, cv2.LINE_AA)
    finger_mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.polylines(finger_mask, points, False, 1, max(2, round(width)))
    owners[finger_mask > 0] = HAND


def _draw_sleeve(
    picture: Picture,
    owners: NDArray[np.int16],
    wrist: Point,
    up: Point,
    width: float,
    rng: np.random.Generator,
) -> None:
    right = np.array([-up[1], up[0]])
    far = wrist - up * width * 3
    corners = [
        wrist - right * width / 2,
        wrist + right * width / 2,
        far + right * width * 0.7,
        far - right * width * 0.7,
    ]
    outline = [np.array(corners).round().astype(np.int32)]
    cloth = tuple(float(v) for v in rng.integers(10, 240, 3))
    cv2.fillPoly(picture, outline, cloth, cv2.LINE_AA)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, outline, 1)
    owners[mask > 0] = HAND
