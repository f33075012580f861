"""Training pictures of fans: cards of which most show a strip alone, in a hand or on a table."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from training.backgrounds import draw_background
from training.bent_cards import CardPose, Eye, SeenFace, random_eye, see_face
from training.camera import CLEAR_SHARE, photographed_picture
from training.card_faces import DrawnFace
from training.card_scenes import PICTURE_SIDE, TRUTH_FIELDS, CardTable, Dealer, Truth
from training.deck_styles import FACE_HEIGHT
from training.fan_layouts import (
    LEAST_CARDS,
    MOST_CARDS,
    USUAL_FANS,
    FanShares,
    index_shape,
    random_fan,
    turned_fan,
)
from training.hands import draw_finger_over, draw_holding_hand
from training.package_faces import PackageDeck
from training.printing import Picture
from training.projection import Matrix
from vision.labels import JOKER

INDEX_HEIGHTS = (13.0, 95.0)
"""Pixels of an index's height in the pictures to learn from."""
PACKAGE_SHARE = 0.3
"""Part of the fans of a deck of an installed package, where there is one."""
SLEEVED_SHARE = 0.1
"""Part of the fans of which each card is in a clear sleeve."""
FINGER_SHARE, HAND_SHARE = 0.15, 0.4
BLURRED_SHARE = 0.35
"""Part of the pictures behind whose cards all is out of focus."""


@dataclass
class FanDealer:
    """Brings fans of one deck each: of packages, of installed sheets, or drawn by chance.

    `whole_fans` puts the whole fan into the picture, as people do; else any part of it is seen, which is
    enough to learn from. `clear_share` is the part of the pictures in even light and sharp.
    """

    dealer: Dealer
    decks: list[PackageDeck]
    picture_side: int = PICTURE_SIDE
    whole_fans: bool = False
    clear_share: float = CLEAR_SHARE
    from_packages: float = PACKAGE_SHARE
    shares: FanShares = USUAL_FANS
    rng: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.rng = self.dealer.rng

    def deal_faces(self, count: int) -> list[DrawnFace]:
        """The cards of a fan, some twice in a row, as two packs bring them."""
        rng = self.rng
        if self.decks and rng.random() < self.from_packages:
            deck = self.decks[int(rng.integers(len(self.decks)))]
            faces = [deck.face(int(rng.integers(13)), int(rng.integers(4))) for _ in range(count)]
        else:
            faces = self.dealer.deal_faces(count)
        for place in range(1, count):
            if rng.random() < 0.04:
                faces[place] = faces[place - 1]
        return [_sleeved(face, rng) for face in faces] if rng.random() < SLEEVED_SHARE else faces


def _sleeved(face: DrawnFace, rng: np.random.Generator) -> DrawnFace:
    """The face under a clear sleeve: wider by its seam, paler, with a streak of light."""
    seam = round(0.014 * FACE_HEIGHT)
    pixels = cv2.copyMakeBorder(
        face.pixels, seam, seam, seam, seam, cv2.BORDER_CONSTANT, value=(205, 205, 205)
    )
    height, width = pixels.shape[:2]
    across = (
        np.linspace(0, 1, width, dtype=np.float32)[None, :]
        + np.linspace(0, 0.6, height, dtype=np.float32)[:, None]
    )
    streak = np.exp(-(((across - rng.uniform(0, 1.6)) / rng.uniform(0.05, 0.2)) ** 2))[:, :, None]
    haze = np.float32(rng.uniform(0.02, 0.12)) + np.float32(rng.uniform(0, 0.3)) * streak
    hazy = pixels * (1 - haze) + 245 * haze
    corners = tuple((corner + seam).astype(np.float32) for corner in face.index_corners)
    return replace(face, pixels=hazy.astype(np.uint8), index_corners=corners)


class FanTable(CardTable):
    """A picture of a fan in the making."""

    def draw_card(self, seen: SeenFace, light_way: NDArray[np.float64], lift: float, strength: float) -> None:
        """A face, and its shadow on what lies below, `lift` pixels wide on the side away from the light."""
        x0, y0, x1, y1 = seen.box
        shift = np.array([[1, 0, light_way[0] * lift], [0, 1, light_way[1] * lift]])
        cast = cv2.warpAffine(seen.coverage, shift, (x1 - x0, y1 - y0))
        cast = np.asarray(cv2.GaussianBlur(cast, (0, 0), max(0.5, lift * 0.7)), np.float32)[:, :, None]
        part = self.picture[y0:y1, x0:x1] * (1 - np.float32(strength) * cast)
        pixels = seen.pixels * np.float32(self.rng.uniform(0.93, 1.0)) * _bent_shade(seen, self.rng)
        part = part * (1 - seen.coverage) + np.clip(pixels, 0, 255) * seen.coverage
        part = part * (1 - np.float32(self.rng.uniform(0, 0.5)) * _rim(seen))
        self.picture[y0:y1, x0:x1] = part.astype(np.uint8)


def _bent_shade(seen: SeenFace, rng: np.random.Generator) -> NDArray[np.float32]:
    """Light that falls off a little across the face, as on a card that is not flat."""
    height, width = seen.pixels.shape[:2]
    slope = rng.normal(0, 0.08, 2)
    columns, rows = np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height)
    return np.asarray(1 + slope[0] * columns[None, :, None] + slope[1] * rows[:, None, None], np.float32)


def _rim(seen: SeenFace) -> NDArray[np.float32]:
    """The card's edge, about a pixel wide."""
    x0, y0, x1, y1 = seen.box
    line = np.zeros((y1 - y0, x1 - x0), np.uint8)
    points = np.round((seen.outline - (x0, y0)) * 8).astype(np.int32)
    cv2.polylines(line, [points], True, 255, 1, cv2.LINE_AA, shift=3)
    return np.asarray(line, np.float32)[:, :, None] / np.float32(255)


def fan_scene(fans: FanDealer) -> tuple[Picture, Truth]:
    """A picture and its truth, one row an index, as `card_scenes.card_scene` gives them."""
    rng, side = fans.rng, fans.picture_side
    background = draw_background(side, rng, fans.dealer.surfaces)
    if rng.random() < BLURRED_SHARE:
        background = np.asarray(
            cv2.GaussianBlur(background, (0, 0), rng.uniform(2, 9) * side / 512), np.uint8
        )
    table = FanTable(background, rng)
    faces = fans.deal_faces(int(rng.integers(LEAST_CARDS, MOST_CARDS + 1)))
    poses, eye = _placed_fan(faces, fans)
    laid_cards = _lay_fan(table, faces, poses, eye)
    pivot = np.array([[np.mean([pose.x for pose in poses]), np.mean([pose.y for pose in poses]), 0.0]])
    turns = np.array([pose.turn for pose in poses])
    up = np.array([np.sin(turns).mean(), -np.cos(turns).mean()])
    up = up / max(1e-6, float(np.hypot(*up)))
    if rng.random() < HAND_SHARE:
        middle = eye.project(pivot - np.array([[*(up * 0.3), 0.0]]))[0]
        draw_holding_hand(table.picture, table.owners, middle, up, eye.card_pixels, rng)
    if rng.random() < FINGER_SHARE:
        draw_finger_over(table.picture, table.owners, rng.uniform(0, side, 2), eye.card_pixels, rng)
    truth_rows = [row for laid_card in laid_cards for row in table.truth_rows(*laid_card)]
    truth = np.array(truth_rows, np.float32).reshape(-1, len(TRUTH_FIELDS))
    return photographed_picture(table.picture, rng, fans.clear_share), truth


def _lay_fan(
    table: FanTable, faces: list[DrawnFace], poses: list[CardPose], eye: Eye
) -> list[tuple[DrawnFace, Callable[[Matrix], Matrix], int]]:
    """Draw the cards; those that are seen, where points of their faces are, and their numbers."""
    rng = table.rng
    light_angle = rng.uniform(0, 2 * np.pi)
    light_way = np.array([np.cos(light_angle), np.sin(light_angle)])
    shadow_width = max(0.6, eye.card_pixels * rng.uniform(0.003, 0.03))
    strength = rng.uniform(0.08, 0.6)
    laid_cards: list[tuple[DrawnFace, Callable[[Matrix], Matrix], int]] = []
    for number, (face, pose) in enumerate(zip(faces, poses, strict=True)):
        seen = see_face(face.pixels, pose, eye)
        if seen is None:
            continue
        table.draw_card(seen, light_way, shadow_width * rng.uniform(0.5, 1.5), strength)
        x0, y0, x1, y1 = seen.box
        table.owners[y0:y1, x0:x1][seen.coverage[:, :, 0] > 0.5] = number
        size = (face.pixels.shape[1], face.pixels.shape[0])
        laid_cards.append((face, partial(_face_pixels, pose, eye, size), number))
    return laid_cards


def _face_pixels(pose: CardPose, eye: Eye, size: tuple[int, int], points: Matrix) -> Matrix:
    return eye.project(pose.points_in_space(points, size))


def _placed_fan(faces: list[DrawnFace], fans: FanDealer) -> tuple[list[CardPose], Eye]:
    """The cards' poses and the phone, so that the fan, or a part of it, is in the picture."""
    rng, side = fans.rng, fans.picture_side
    sample = next((face for face in faces if face.rank != JOKER), faces[0])
    index, width = index_shape(sample), sample.pixels.shape[1] / FACE_HEIGHT
    poses = random_fan(rng, index, len(faces), fans.shares)
    corner = np.array([index.left + index.width / 2 - width / 2, index.top + index.height / 2 - 0.5])
    indices = np.array([_turned(corner, pose.turn) + np.array([pose.x, pose.y]) for pose in poses])
    turn = rng.normal(0, 0.3) + (rng.choice([0, 0, 0, 1, 2, 3]) * np.pi / 2 if rng.random() < 0.5 else 0)
    if fans.whole_fans:
        extent = max(float(np.ptp(indices, axis=0).max()), 0.5) + index.height
        card_pixels = side * rng.uniform(0.5, 0.88) / extent
        middle = (indices.min(0) + indices.max(0)) / 2
        card_pixels = min(card_pixels, 130 / index.height)
    else:
        card_pixels = float(np.exp(rng.uniform(*np.log(INDEX_HEIGHTS)))) / index.height
        reach = 0.25 * side / card_pixels
        middle = indices[int(rng.integers(len(indices)))] + rng.uniform(-reach, reach, 2)
    eye = random_eye(rng, card_pixels, side)
    return turned_fan(poses, turn, -_turned(middle, turn)), eye


def _turned(way: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([cos * way[0] - sin * way[1], sin * way[0] + cos * way[1]])
