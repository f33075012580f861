"""Whole training pictures: cards on a table, seen by a phone, with the truth about every index."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training import artwork
from training.backgrounds import draw_background
from training.camera import photographed_picture
from training.card_faces import DrawnFace, draw_face
from training.card_layouts import Places, random_card_layout
from training.deck_styles import (
    FACE_HEIGHT,
    OTHER_SUITS_SHARE,
    Colour,
    DeckStyle,
    change_suits,
    random_deck_style,
)
from training.printed_things import lay_printed_thing
from training.printing import Picture
from training.projection import Matrix, outline_coverage, project_points, rounded_outline, warp_face
from vision.labels import JOKER, NO_SUIT

PICTURE_SIDE = 512
"""Pixels of a picture's side."""

FAR_CARD, NEAR_CARD = (75.0, 330.0), (220.0, 620.0)
"""Pixels of a card's height where the whole table is seen, and where the phone is held over some cards."""
NEAR_SHARE = 0.6
"""Part of the pictures taken near to the cards."""
SHEET_SHARE = 0.22
"""Part of the pictures with cards of an installed sheet, where there is one."""
PRINT_SHARE = 0.2
"""Part of the pictures in which something else with print on it lies under the cards."""

TRUTH_FIELDS = (
    "x",
    "y",
    "height",
    "up_x",
    "up_y",
    "centre_x",
    "centre_y",
    "rank",
    "suit",
    "ink",
    "seen",
    "card",
)
"""Columns of the truth: the index's middle and height in pixels; the way up as a unit vector; the way from
the index's middle to its card's in heights of the index; labels as in `vision.labels`; the part of the index
that no other card and no edge hides, 0 to 1; the card's number in the picture."""

Truth = NDArray[np.float32]


@dataclass
class Dealer:
    """Brings faces: of decks drawn by chance, each kept a while, and of installed sheets; knows
    photographs of surfaces to lay them on."""

    rng: np.random.Generator
    sheets: list[Path]
    surfaces: list[Path] = field(default_factory=list)
    decks_kept: int = 12
    sheet_share: float = SHEET_SHARE
    other_suits_share: float = OTHER_SUITS_SHARE

    def __post_init__(self) -> None:
        self._decks: list[tuple[DeckStyle, dict[tuple[int, int], DrawnFace]]] = []

    def _choose_deck(self) -> tuple[DeckStyle, dict[tuple[int, int], DrawnFace]]:
        if len(self._decks) < self.decks_kept or self.rng.random() < 0.35:
            style = random_deck_style(self.rng)
            if self.rng.random() < self.other_suits_share:
                change_suits(style, self.rng)
            self._decks = [*self._decks, (style, {})][-self.decks_kept :]
            return self._decks[-1]
        return self._decks[int(self.rng.integers(len(self._decks)))]

    def deal_faces(self, card_count: int) -> list[DrawnFace]:
        """So many cards of one deck, some of them twice as with several packs."""
        if self.sheets and self.rng.random() < self.sheet_share:
            sheet_file = self.sheets[int(self.rng.integers(len(self.sheets)))]
            dealt_faces: list[DrawnFace] = []
            while len(dealt_faces) < card_count:
                face = artwork.sheet_face(sheet_file, int(self.rng.integers(13)), int(self.rng.integers(4)))
                if face is not None:
                    dealt_faces.append(face)
            return dealt_faces
        style, faces = self._choose_deck()
        return [self._draw_from(style, faces) for _ in range(card_count)]

    def _draw_from(self, style: DeckStyle, faces: dict[tuple[int, int], DrawnFace]) -> DrawnFace:
        rank, suit = int(self.rng.integers(13)), int(self.rng.integers(4))
        if style.likely_ranks and self.rng.random() < 0.4:
            rank = int(self.rng.choice(style.likely_ranks))
        if self.rng.random() < 0.04:
            rank, suit = JOKER, NO_SUIT
        if (rank, suit) not in faces:
            figure = (
                artwork.court_figure(self.sheets, self.rng)
                if rank >= 10 and self.rng.random() < 0.6
                else None
            )
            faces[rank, suit] = draw_face(style, rank, suit, self.rng, figure)
        return faces[rank, suit]


def _random_camera(rng: np.random.Generator, card_pixels: float) -> Matrix:
    """From the table (card heights, y down) to the picture, a card being about so many pixels high."""
    tilt = np.radians(min(50.0, abs(rng.normal(0, 22))))
    tilt_direction = rng.uniform(0, 2 * np.pi)
    eye_distance = rng.uniform(1.2, 3.0) * PICTURE_SIDE / card_pixels
    cos, sin = np.cos(tilt_direction), np.sin(tilt_direction)
    rotation = np.array([[cos, -sin], [sin, cos]])
    # turn the table so that it tilts about the x axis, tilt it, and turn it back
    tilt_matrix, back_rotation = np.zeros((3, 3)), np.eye(3)
    tilt_matrix[0, :2], tilt_matrix[1, :2] = rotation[0], rotation[1] * np.cos(tilt)
    tilt_matrix[2, :2] = rotation[1] * np.sin(tilt) / eye_distance
    tilt_matrix[2, 2] = 1
    back_rotation[:2, :2] = rotation.T
    lens_matrix = np.array(
        [[card_pixels, 0, PICTURE_SIDE / 2], [0, card_pixels, PICTURE_SIDE / 2], [0, 0, 1.0]]
    )
    return np.asarray(lens_matrix @ back_rotation @ tilt_matrix)


def _card_to_table(place: NDArray[np.float64], width: int) -> Matrix:
    cos, sin = np.cos(place[2]), np.sin(place[2])
    turn = np.array([[cos, -sin, place[0]], [sin, cos, place[1]], [0, 0, 1]])
    scale = 1 / FACE_HEIGHT
    shift = np.array([[scale, 0, -width / FACE_HEIGHT / 2], [0, scale, -0.5], [0, 0, 1]])
    return np.asarray(turn @ shift)


@dataclass
class CardTable:
    """A square picture in the making: what is drawn, and which card each pixel shows (-1 none, -2 a hand)."""

    picture: Picture
    rng: np.random.Generator

    def __post_init__(self) -> None:
        self.side = self.picture.shape[0]
        self.owners: NDArray[np.int16] = np.full((self.side, self.side), -1, np.int16)

    def lay_card(self, face: Picture, matrix: Matrix, card_number: int) -> bool:
        """Draw a face with its shadow; False when no part of it is in the picture."""
        height, width = face.shape[:2]
        outline = project_points(matrix, rounded_outline(width, height, 0.035 * height))
        x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 4, 0)
        x1, y1 = np.minimum(np.ceil(outline.max(0)).astype(int) + 5, self.side)
        if x1 - x0 < 4 or y1 - y0 < 4:
            return False
        face_scale = np.sqrt(abs(cv2.contourArea(outline.astype(np.float32))) / (width * height))
        size = (int(x1 - x0), int(y1 - y0))
        to_part = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
        warped_pixels = warp_face(face, to_part @ matrix, face_scale, size)
        coverage = outline_coverage(outline - (x0, y0), size)
        part: NDArray[np.floating] | Picture = self.picture[y0:y1, x0:x1]
        if self.rng.random() < 0.8:
            shadow = cv2.GaussianBlur(coverage, (0, 0), max(0.5, face_scale * FACE_HEIGHT * 0.012))
            part = part * (1 - shadow[:, :, None] * np.float32(self.rng.uniform(0.1, 0.5)))
        shade = np.float32(self.rng.uniform(0.93, 1.0))
        part = part * (1 - coverage) + warped_pixels * shade * coverage
        self.picture[y0:y1, x0:x1] = part.astype(np.uint8)
        self.owners[y0:y1, x0:x1][coverage[:, :, 0] > 0.5] = card_number
        return True

    def truth_rows(
        self, face: DrawnFace, project: Callable[[Matrix], Matrix], card_number: int
    ) -> list[list[float]]:
        """The rows of the truth for a card's indices whose middle is in the picture or close to it; `project`
        says where points of the face are in the picture."""
        height, width = face.pixels.shape[:2]
        centre = project(np.array([[width / 2, height / 2]]))[0]
        truth_rows = []
        for corners in face.index_corners:
            quad = project(corners.astype(np.float64))
            middle = project(corners.mean(0, keepdims=True).astype(np.float64))[0]
            up = (quad[0] + quad[1]) / 2 - (quad[2] + quad[3]) / 2
            index_height = float(np.hypot(*up))
            half_height = 0.5 * index_height
            if not ((middle > -half_height) & (middle < self.side + half_height)).all():
                continue
            way = (centre - middle) / index_height
            labels = (face.rank, face.suit, face.ink_kind)
            seen_share = self._seen_share(quad, card_number) if face.shows_rank else 0.0
            truth_rows.append(
                [*middle, index_height, *(up / index_height), *way, *labels, seen_share, card_number]
            )
        return truth_rows

    def _seen_share(self, quad: Matrix, card_number: int) -> float:
        """The part of a quadrilateral that shows this card."""
        steps = (np.arange(8) + 0.5) / 8  # 64 points over it say how much, as near as is needed
        u, v = np.meshgrid(steps, steps)
        top_points = quad[0] + (quad[1] - quad[0]) * u[:, :, None]
        bottom_points = quad[3] + (quad[2] - quad[3]) * u[:, :, None]
        points = top_points + (bottom_points - top_points) * v[:, :, None]
        pixels = np.floor(points).astype(int).reshape(-1, 2)
        pixels = pixels[((pixels >= 0) & (pixels < self.side)).all(1)]
        return float((self.owners[pixels[:, 1], pixels[:, 0]] == card_number).sum() / 64)

    def draw_fingers(self) -> None:
        """A hand over the cards."""
        rng = self.rng
        skin_tone = np.array([rng.uniform(60, 170), rng.uniform(80, 190), rng.uniform(120, 235)])
        palm = rng.uniform(0, self.side, 2)
        for _ in range(int(rng.integers(1, 4))):
            tip = palm + rng.normal(0, self.side * 0.15, 2)
            ends = [tuple(int(v) for v in palm), tuple(int(v) for v in tip)]
            thickness = int(rng.uniform(10, 50))
            colour = tuple(float(v) for v in skin_tone * rng.uniform(0.85, 1.1))
            cv2.line(self.picture, ends[0], ends[1], colour, thickness, cv2.LINE_AA)
            finger_mask = np.zeros(self.owners.shape, np.uint8)
            cv2.line(finger_mask, ends[0], ends[1], 1, thickness)
            self.owners[finger_mask > 0] = -2


def _draw_back(rng: np.random.Generator, width: int) -> Picture:
    colour = tuple(int(v) for v in rng.integers(0, 255, 3))
    picture: Picture = np.full((FACE_HEIGHT, width, 3), 245, np.uint8)
    margin = int(rng.integers(0, 22))
    top, bottom = margin, FACE_HEIGHT - margin
    cv2.rectangle(picture, (margin, top), (width - margin, bottom), colour, -1)
    line_step = int(rng.integers(8, 40))
    line_colour: Colour = (235, 235, 240)
    for left in range(-FACE_HEIGHT, width + FACE_HEIGHT, line_step):
        cv2.line(picture, (left, top), (left + FACE_HEIGHT, bottom), line_colour, 2, cv2.LINE_AA)
        cv2.line(picture, (left, bottom), (left + FACE_HEIGHT, top), line_colour, 2, cv2.LINE_AA)
    return picture


def card_scene(dealer: Dealer) -> tuple[Picture, Truth]:
    """A picture (PICTURE_SIDE, PICTURE_SIDE, 3) and its truth, one row an index (columns: TRUTH_FIELDS)."""
    rng = dealer.rng
    table = CardTable(draw_background(PICTURE_SIDE, rng, dealer.surfaces), rng)
    while rng.random() < PRINT_SHARE:
        lay_printed_thing(table.picture, rng)
    if rng.random() < 0.06:
        return photographed_picture(table.picture, rng), np.zeros((0, len(TRUTH_FIELDS)), np.float32)
    near = rng.random() < NEAR_SHARE
    card_pixels = float(np.exp(rng.uniform(*np.log(NEAR_CARD if near else FAR_CARD))))
    table_share = rng.uniform(1.1, 1.6) if near else rng.uniform(0.8, 1.1)
    places: Places = random_card_layout(rng, PICTURE_SIDE / card_pixels * table_share)
    if near:  # the picture shows a part of what lies there, any part
        places[:, :2] += rng.uniform(-0.5, 0.5, 2)
    view = _random_camera(rng, card_pixels)
    laid_cards: list[tuple[DrawnFace, Callable[[Matrix], Matrix], int]] = []
    for card_number, (face, place) in enumerate(zip(dealer.deal_faces(len(places)), places, strict=True)):
        matrix = view @ _card_to_table(place, face.pixels.shape[1])
        face_down = rng.random() < 0.04
        pixels = _draw_back(rng, face.pixels.shape[1]) if face_down else face.pixels
        if table.lay_card(pixels, matrix, card_number) and not face_down:
            laid_cards.append((face, partial(project_points, matrix), card_number))
    if rng.random() < 0.15:
        table.draw_fingers()
    truth_rows = [row for laid_card in laid_cards for row in table.truth_rows(*laid_card)]
    truth = np.array(truth_rows, np.float32).reshape(-1, len(TRUTH_FIELDS))
    return photographed_picture(table.picture, rng), truth
