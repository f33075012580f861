"""Whole training pictures of tiles on a table or a rack, seen by a phone, with the truth about every tile."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.backgrounds import draw_background
from training.camera import photographed_picture
from training.card_faces import DrawnFace
from training.card_scenes import PICTURE_SIDE, TRUTH_FIELDS, Dealer, Truth, card_scene
from training.printing import Picture
from training.projection import Matrix, hull_coverage, project_points, rounded_outline, warp_face
from training.tiles.tile_faces import draw_back, draw_tile
from training.tiles.tile_layouts import Places, random_tile_layout
from training.tiles.tile_styles import TILE_HEIGHT, TileStyle, random_tile_style
from vision.labels import JOKER, NO_SUIT

Planes = NDArray[np.float32]
TilePlace = NDArray[np.float64]


@dataclass
class TileBag:
    """Brings tiles: of sets drawn by chance, each kept a while; knows photographs of surfaces, and sheets of
    playing cards, which are no tiles."""

    rng: np.random.Generator
    surfaces: list[Path] = field(default_factory=list)
    sheets: list[Path] = field(default_factory=list)
    sets_kept: int = 10

    def __post_init__(self) -> None:
        self._sets: list[tuple[TileStyle, dict[tuple[int, int], DrawnFace]]] = []
        self._dealer = Dealer(self.rng, self.sheets, self.surfaces, decks_kept=3)

    def card_picture(self) -> Picture:
        """A picture of playing cards, on which no tile lies."""
        return card_scene(self._dealer)[0]

    def choose_set(self) -> tuple[TileStyle, dict[tuple[int, int], DrawnFace]]:
        """A set, with its tiles that were drawn so far."""
        if len(self._sets) < self.sets_kept or self.rng.random() < 0.3:
            self._sets = [*self._sets, (random_tile_style(self.rng), {})][-self.sets_kept :]
            return self._sets[-1]
        return self._sets[int(self.rng.integers(len(self._sets)))]

    def draw_from(self, style: TileStyle, faces: dict[tuple[int, int], DrawnFace]) -> DrawnFace:
        """Some tile of this set."""
        rank, suit = int(self.rng.integers(13)), int(self.rng.integers(4))
        if self.rng.random() < 0.06:
            rank, suit = JOKER, NO_SUIT
        if (rank, suit) not in faces or (rank == JOKER and self.rng.random() < 0.5):
            faces[rank, suit] = draw_tile(style, rank, suit, self.rng)
        return faces[rank, suit]


# Places on the table are in tile heights, x to the right, y down, z towards the eye; a tile's face lies as
# high above the table as the tile is thick.


def _random_camera(rng: np.random.Generator, tile_pixels: float, layout_kind: str) -> Matrix:
    """From places (x, y, z, 1) to the picture (3, 4), a tile being about so many pixels high."""
    seated = rng.random() < 0.35  # at the table, not bent over it
    tilt = np.radians(rng.uniform(38, 62) if seated else min(58.0, abs(rng.normal(0, 24))))
    tilt_direction = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    turn = rng.normal(0, 0.1)
    if layout_kind != "rack" and rng.random() < 0.4:
        turn = rng.uniform(0, 2 * np.pi)
    eye_distance = rng.uniform(1.3, 3.0) * PICTURE_SIDE / tile_pixels
    tilt_matrix = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    # the table turned, then tilted about an axis of any direction; z runs away from the eye from here on
    table_turn, tilt_axis = _turn_about_z(turn - tilt_direction), _turn_about_z(tilt_direction)
    view_rotation = np.diag([1.0, 1.0, -1.0]) @ tilt_axis @ tilt_matrix @ table_turn
    focal = tile_pixels * eye_distance
    lens_matrix = np.array([[focal, 0, PICTURE_SIDE / 2], [0, focal, PICTURE_SIDE / 2], [0, 0, 1.0]])
    return np.asarray(lens_matrix @ np.column_stack([view_rotation, [0.0, 0.0, eye_distance]]))


def _turn_about_z(angle: float) -> Matrix:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def _face_to_picture(view: Matrix, place: NDArray[np.float64], face_width: int, face_level: float) -> Matrix:
    """From the pixels of a face lying at x, y, turn, so high above the table, to the picture's."""
    cos, sin, scale = np.cos(place[2]), np.sin(place[2]), 1 / TILE_HEIGHT
    half_width, half_height = face_width / 2 * scale, 0.5
    on_table = np.array([
        [cos * scale, -sin * scale, place[0] - cos * half_width + sin * half_height],
        [sin * scale, cos * scale, place[1] - sin * half_width - cos * half_height],
        [0, 0, face_level], [0, 0, 1.0],
    ])  # fmt: skip
    return np.asarray(view @ on_table)


def _tile_outline(width: int) -> Matrix:
    return rounded_outline(width, TILE_HEIGHT, 0.05 * TILE_HEIGHT)


@dataclass
class TileTable:
    """A picture in the making: what is drawn, and which tile each pixel shows (-1 for none)."""

    picture: Picture
    view: Matrix
    style: TileStyle
    shadow_share: float
    rng: np.random.Generator

    def __post_init__(self) -> None:
        self.owners: NDArray[np.int16] = np.full((PICTURE_SIDE, PICTURE_SIDE), -1, np.int16)

    def lay_tile(self, face: Picture, place: TilePlace, tile_number: int) -> Matrix | None:
        """Draw a tile with its sides and its shadow; gives the way from its face's pixels to the picture's,
        None when no part of it is in there."""
        width = face.shape[1]
        matrix = _face_to_picture(self.view, place, width, self.style.thickness)
        face_outline = project_points(matrix, _tile_outline(width))
        foot_outline = project_points(_face_to_picture(self.view, place, width, 0.0), _tile_outline(width))
        body_outline = np.concatenate([face_outline, foot_outline])
        low = np.maximum(np.floor(body_outline.min(0)).astype(int) - 6, 0)
        high = np.minimum(np.ceil(body_outline.max(0)).astype(int) + 7, PICTURE_SIDE)
        if (high - low < 4).any():
            return None
        body_coverage = hull_coverage(body_outline - low, (int(high[0] - low[0]), int(high[1] - low[1])))
        face_scale = float(np.sqrt(cv2.contourArea(face_outline.astype(np.float32)) / (width * TILE_HEIGHT)))
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        part = self._with_body(self.picture[window].astype(np.float32), body_coverage, face_scale)
        to_part = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
        part = self._with_face(part, face, to_part @ matrix, face_scale)
        self.picture[window] = np.clip(part, 0, 255).astype(np.uint8)
        self.owners[window][body_coverage[:, :, 0] > 0.5] = tile_number
        return matrix

    def _with_body(self, part: Planes, body_coverage: Planes, face_scale: float) -> Planes:
        shadow = cv2.GaussianBlur(body_coverage, (0, 0), max(0.6, face_scale * TILE_HEIGHT * 0.02))
        side_colour = np.array(self.style.paper, np.float32) * np.float32(self.rng.uniform(0.55, 0.95))
        shadowed = part * (1 - shadow[:, :, None] * np.float32(self.shadow_share))
        return np.asarray(shadowed * (1 - body_coverage) + side_colour * body_coverage, np.float32)

    def _with_face(self, part: Planes, face: Picture, matrix: Matrix, face_scale: float) -> Planes:
        size, width = (part.shape[1], part.shape[0]), face.shape[1]
        outline = project_points(matrix, _tile_outline(width))
        warped_pixels = warp_face(face, matrix, face_scale, size)
        coverage = hull_coverage(outline, size)
        part = part * (1 - coverage) + warped_pixels * np.float32(self.rng.uniform(0.94, 1.0)) * coverage
        if self.rng.random() < 0.5:
            edge_colour = (np.array(self.style.paper) * self.rng.uniform(0.6, 1.1)).clip(0, 255).tolist()
            cv2.polylines(
                part, [np.round(outline * 8).astype(np.int32)], True, edge_colour, 1, cv2.LINE_AA, 3
            )
        return np.asarray(part, np.float32)

    def truth_row(self, face: DrawnFace, matrix: Matrix, tile_number: int) -> list[float]:
        """The row of the truth for a tile; seen is the part of a square about its number."""
        (corners,) = face.index_corners
        quad = project_points(matrix, corners)
        middle = project_points(matrix, corners.mean(0, keepdims=True))[0]
        centre = project_points(matrix, np.array([[face.pixels.shape[1] / 2, TILE_HEIGHT / 2]]))[0]
        up = (quad[0] + quad[1]) / 2 - (quad[2] + quad[3]) / 2
        mark_height = float(np.hypot(*up))
        steps = (np.arange(8) + 0.5) / 8 - 0.5
        unit_square = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
        number_square = unit_square * self.style.number_height * TILE_HEIGHT
        pixels = np.floor(project_points(matrix, corners.mean(0) + number_square)).astype(int)
        pixels = pixels[((pixels >= 0) & (pixels < PICTURE_SIDE)).all(1)]
        seen_share = float((self.owners[pixels[:, 1], pixels[:, 0]] == tile_number).sum() / 64)
        way, labels = (centre - middle) / mark_height, (face.rank, face.suit, face.ink_kind)
        return [*middle, mark_height, *(up / mark_height), *way, *labels, seen_share, tile_number]

    def draw_rack(self, places: Places) -> None:
        """What tiles stand on: a dark or wooden board larger than they are, with a ledge below each row."""
        left, top = places[:, :2].min(0) - (0.8, 0.6)
        right, low = np.add(places[:, :2].max(0), (0.8, 0.65))
        brightness = self.rng.uniform(10, 70) if self.rng.random() < 0.6 else self.rng.uniform(60, 200)
        tint = np.array([1, 1, 1]) if self.rng.random() < 0.5 else np.array([0.5, 0.75, 1.0])
        self._draw_band(left, right, top, low, brightness * tint)
        for row_y in np.unique(np.round(places[:, 1], 1)):
            ledge_colour = brightness * tint * self.rng.uniform(0.5, 1.6)
            self._draw_band(left, right, row_y + 0.52, row_y + 0.58, ledge_colour)

    def _draw_band(
        self, left: float, right: float, top: float, low: float, colour: NDArray[np.float64]
    ) -> None:
        corners = np.array([(left, top, 0), (right, top, 0), (right, low, 0), (left, low, 0)])
        outline = np.round(project_points(self.view, corners)).astype(np.int32)
        cv2.fillPoly(self.picture, [outline], colour.clip(0, 255).tolist(), cv2.LINE_AA)


def tile_scene(bag: TileBag) -> tuple[Picture, Truth]:
    """A picture (PICTURE_SIDE, PICTURE_SIDE, 3) and its truth, one row a tile (columns: TRUTH_FIELDS of
    `training.card_scenes`)."""
    rng, no_truth = bag.rng, np.zeros((0, len(TRUTH_FIELDS)), np.float32)
    if rng.random() < 0.06:
        return bag.card_picture(), no_truth
    picture = draw_background(PICTURE_SIDE, rng, bag.surfaces)
    if rng.random() < 0.04:
        return photographed_picture(picture, rng), no_truth
    style, faces = bag.choose_set()
    tile_pixels = float(np.exp(rng.uniform(np.log(38), np.log(210)))) * min(1, 0.4 / style.number_height)
    table_side = PICTURE_SIDE / tile_pixels * rng.uniform(0.8, 1.15)
    places, layout_kind = random_tile_layout(rng, table_side, style.width)
    view = _random_camera(rng, tile_pixels, layout_kind)
    table = TileTable(picture, view, style, rng.uniform(0.1, 0.6), rng)
    if layout_kind == "rack":
        table.draw_rack(places)
    back_share = 0.25 if rng.random() < 0.15 else 0.02
    laid_tiles: list[tuple[DrawnFace, Matrix, int]] = []
    for tile_number, place in enumerate(places):
        face, face_down = bag.draw_from(style, faces), rng.random() < back_share
        matrix = table.lay_tile(draw_back(style, rng) if face_down else face.pixels, place, tile_number)
        if matrix is not None and not face_down:
            laid_tiles.append((face, matrix, tile_number))
    truth_rows = [table.truth_row(*laid_tile) for laid_tile in laid_tiles]
    truth = np.array(truth_rows, np.float32).reshape(-1, len(TRUTH_FIELDS))
    middles, half_heights = truth[:, :2], 0.5 * truth[:, 2:3]
    inside = ((middles > -half_heights) & (middles < PICTURE_SIDE + half_heights)).all(1)
    return photographed_picture(picture, rng), truth[inside]
