"""Whole training pictures of tiles on a table or a rack, seen by a phone, with the truth about every tile."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER, NO_SUIT
from vision.training.backgrounds import background
from vision.training.camera import photographed
from vision.training.faces import Face, Picture
from vision.training.scenes import FIELDS, SIZE, Truth
from vision.training.tiles_faces import back, draw_tile
from vision.training.tiles_layouts import Places, random_layout
from vision.training.tiles_styles import HEIGHT, TileStyle, random_style

Matrix = NDArray[np.float64]
Owner = NDArray[np.int16]


@dataclass
class Bag:
    """Brings tiles: of sets drawn by chance, each kept a while; knows photographs of surfaces."""

    rng: np.random.Generator
    surfaces: list[Path] = field(default_factory=list)
    kept: int = 10

    def __post_init__(self) -> None:
        self._sets: list[tuple[TileStyle, dict[tuple[int, int], Face]]] = []

    def choose(self) -> tuple[TileStyle, dict[tuple[int, int], Face]]:
        """A set, with its tiles that were drawn so far."""
        if len(self._sets) < self.kept or self.rng.random() < 0.3:
            self._sets = [*self._sets, (random_style(self.rng), {})][-self.kept :]
            return self._sets[-1]
        return self._sets[int(self.rng.integers(len(self._sets)))]

    def tile(self, style: TileStyle, faces: dict[tuple[int, int], Face]) -> Face:
        """Some tile of this set."""
        rank, suit = int(self.rng.integers(13)), int(self.rng.integers(4))
        if self.rng.random() < 0.06:
            rank, suit = JOKER, NO_SUIT
        if (rank, suit) not in faces or (rank == JOKER and self.rng.random() < 0.5):
            faces[rank, suit] = draw_tile(style, rank, suit, self.rng)
        return faces[rank, suit]


def _camera(rng: np.random.Generator, tile: float, kind: str) -> Matrix:
    """From places on the table (tile heights; x right, y down, z towards the eye; 1) to the picture (3, 4)."""
    tilt = np.radians(min(52.0, abs(rng.normal(0, 20))))
    steep = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    turn = rng.normal(0, 0.1)
    if kind != "rack" and rng.random() < 0.4:
        turn = rng.uniform(0, 2 * np.pi)
    distance = rng.uniform(1.3, 3.0) * SIZE / tile

    def about_z(angle: float) -> Matrix:
        cos, sin = np.cos(angle), np.sin(angle)
        return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])

    lean = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    turned = about_z(steep) @ lean @ about_z(turn - steep)
    turned = np.diag([1.0, 1.0, -1.0]) @ turned  # away from the eye
    lens = np.array([[tile * distance, 0, SIZE / 2], [0, tile * distance, SIZE / 2], [0, 0, 1.0]])
    return np.asarray(lens @ np.column_stack([turned, [0.0, 0.0, distance]]))


def _seen_at(view: Matrix, points: Matrix) -> Matrix:
    solid = np.concatenate([points, np.ones((len(points), 1))], 1) @ view.T
    return np.asarray(solid[:, :2] / solid[:, 2:])


def _face_to_picture(view: Matrix, place: NDArray[np.float64], style: TileStyle, width: int) -> Matrix:
    """From a face's pixels to the picture's, the face lying as high above the table as its tile is thick."""
    cos, sin = np.cos(place[2]), np.sin(place[2])
    scale = 1 / HEIGHT
    middle = np.array([width / 2, HEIGHT / 2]) * scale
    on_table = np.array([
        [cos * scale, -sin * scale, place[0] - cos * middle[0] + sin * middle[1]],
        [sin * scale, cos * scale, place[1] - sin * middle[0] - cos * middle[1]],
        [0, 0, style.thick], [0, 0, 1.0],
    ])  # fmt: skip
    return np.asarray(view @ on_table)


def _through(matrix: Matrix, points: NDArray[np.floating]) -> Matrix:
    solid = np.concatenate([points, np.ones((len(points), 1))], 1) @ matrix.T
    return np.asarray(solid[:, :2] / solid[:, 2:])


def _outline(width: int, radius: float) -> Matrix:
    quarter = np.linspace(0, np.pi / 2, 5)
    middles = [(width - radius, HEIGHT - radius), (radius, HEIGHT - radius), (radius, radius),
               (width - radius, radius)]  # fmt: skip
    return np.concatenate([
        np.array(middle) + radius * np.stack([np.cos(quarter + k * np.pi / 2), np.sin(quarter + k * np.pi / 2)], 1)
        for k, middle in enumerate(middles)
    ])  # fmt: skip


def _cover(outline: Matrix, corner: NDArray[np.int64], size: tuple[int, int]) -> NDArray[np.float32]:
    """How much of each pixel a convex outline covers (h, w, 1)."""
    fine = np.zeros((size[1] * 2, size[0] * 2), np.uint8)
    hull = cv2.convexHull(np.round((outline - corner) * 2).astype(np.int32))
    cv2.fillConvexPoly(fine, hull, 255, cv2.LINE_AA)
    return cv2.resize(fine, size, interpolation=cv2.INTER_AREA).astype(np.float32)[:, :, None] / 255


def _lay(picture: Picture, owner: Owner, face: Picture, view: Matrix, place: NDArray[np.float64],
         style: TileStyle, number: int, shadow: float, rng: np.random.Generator) -> Matrix | None:  # fmt: skip
    """Put a tile into the picture, its sides and its shadow too; gives the way from its face's pixels to the
    picture's, or None when no part of it is in there."""
    width = face.shape[1]
    matrix = _face_to_picture(view, place, style, width)
    edge = _outline(width, 0.05 * HEIGHT)
    top = _through(matrix, edge)
    foot = _through(_face_to_picture(view, place, _flat(style), width), edge)
    whole = np.concatenate([top, foot])
    low = np.maximum(np.floor(whole.min(0)).astype(int) - 6, 0)
    high = np.minimum(np.ceil(whole.max(0)).astype(int) + 7, SIZE)
    if (high - low < 4).any():
        return None
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    part = picture[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    body, face_cover = _cover(whole, low, size), _cover(top, low, size)
    scale = np.sqrt(cv2.contourArea(top.astype(np.float32)) / (width * HEIGHT))
    soft = cv2.GaussianBlur(body, (0, 0), max(0.6, scale * HEIGHT * 0.02))[:, :, None]
    part = part * (1 - soft * np.float32(shadow))
    side = np.array(style.paper, np.float32) * np.float32(rng.uniform(0.55, 0.95))
    part = part * (1 - body) + side * body
    shrink = min(1.0, scale * 1.3)
    small = face if shrink > 0.9 else cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    local = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ matrix
    local = local @ np.diag([width / small.shape[1], HEIGHT / small.shape[0], 1.0])
    warped = cv2.warpPerspective(small, local, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = part * (1 - face_cover) + warped * np.float32(rng.uniform(0.94, 1.0)) * face_cover
    if rng.random() < 0.5:
        edges = np.round((top - low) * 8).astype(np.int32)
        tone = (np.array(style.paper) * rng.uniform(0.6, 1.1)).clip(0, 255).tolist()
        cv2.polylines(part, [edges], True, tone, 1, cv2.LINE_AA, 3)
    picture[low[1] : high[1], low[0] : high[0]] = np.clip(part, 0, 255).astype(np.uint8)
    owner[low[1] : high[1], low[0] : high[0]][body[:, :, 0] > 0.5] = number
    return matrix


def _flat(style: TileStyle) -> TileStyle:
    from dataclasses import replace

    return replace(style, thick=0.0)


def _record(face: Face, matrix: Matrix, owner: Owner, style: TileStyle, number: int) -> list[float]:
    """The row of the truth for one tile; what counts as seen is the part about its number."""
    (corners,) = face.indices
    quad = _through(matrix, corners)
    middle = _through(matrix, corners.mean(0, keepdims=True))[0]
    centre = _through(matrix, np.array([[face.pixels.shape[1] / 2, HEIGHT / 2]]))[0]
    up = (quad[0] + quad[1]) / 2 - (quad[2] + quad[3]) / 2
    high = float(np.hypot(*up))
    steps = (np.arange(8) + 0.5) / 8 - 0.5
    u, v = np.meshgrid(steps, steps)
    half = style.number_height * HEIGHT
    points = corners.mean(0) + np.stack([u, v], -1).reshape(-1, 2) * half
    at = np.floor(_through(matrix, points)).astype(int)
    at = at[((at >= 0) & (at < SIZE)).all(1)]
    seen = float((owner[at[:, 1], at[:, 0]] == number).sum() / 64)
    return [*middle, high, *(up / high), *((centre - middle) / high), face.rank, face.suit, face.ink, seen, number]


def _rack(picture: Picture, view: Matrix, places: Places, rng: np.random.Generator) -> None:
    """What tiles stand on: a dark or wooden board a little larger than they are, with a ledge below each row."""
    low, high = places[:, :2].min(0) - (0.8, 0.6), places[:, :2].max(0) + (0.8, 0.65)
    tone = rng.uniform(10, 70) if rng.random() < 0.6 else rng.uniform(60, 200)
    tint = np.array([1, 1, 1]) if rng.random() < 0.5 else np.array([0.5, 0.75, 1.0])
    board = np.array([[low[0], low[1], 0], [high[0], low[1], 0], [high[0], high[1], 0], [low[0], high[1], 0]])
    colour = (tone * tint).tolist()
    cv2.fillPoly(picture, [np.round(_seen_at(view, board)).astype(np.int32)], colour, cv2.LINE_AA)
    for y in np.unique(np.round(places[:, 1], 1)):
        ledge = np.array([[low[0], y + 0.52, 0], [high[0], y + 0.52, 0], [high[0], y + 0.58, 0],
                          [low[0], y + 0.58, 0]])  # fmt: skip
        shade = (np.array(colour) * rng.uniform(0.5, 1.6)).clip(0, 255).tolist()
        cv2.fillPoly(picture, [np.round(_seen_at(view, ledge)).astype(np.int32)], shade, cv2.LINE_AA)


def scene(bag: Bag) -> tuple[Picture, Truth]:
    """A picture of SIZE by SIZE pixels and its truth, one row a tile (columns: `vision.training.scenes`)."""
    rng = bag.rng
    picture = background(SIZE, rng, bag.surfaces)
    if rng.random() < 0.04:
        return photographed(picture, rng), np.zeros((0, len(FIELDS)), np.float32)
    owner = np.full((SIZE, SIZE), -1, np.int16)
    tile = float(np.exp(rng.uniform(np.log(38), np.log(210))))
    style, faces = bag.choose()
    places, kind = random_layout(rng, SIZE / tile * rng.uniform(0.8, 1.15), style.width)
    view = _camera(rng, tile, kind)
    if kind == "rack":
        _rack(picture, view, places, rng)
    shadow, backs = rng.uniform(0.1, 0.6), 0.25 if rng.random() < 0.15 else 0.02
    laid = []
    for number, place in enumerate(places):
        face, hidden = bag.tile(style, faces), rng.random() < backs
        pixels = back(style, rng) if hidden else face.pixels
        matrix = _lay(picture, owner, pixels, view, place, style, number, shadow, rng)
        if matrix is not None and not hidden:
            laid.append((face, matrix, number))
    lines = [_record(face, matrix, owner, style, number) for face, matrix, number in laid]
    truth = np.array(lines, np.float32).reshape(-1, len(FIELDS))
    inside = ((truth[:, :2] > -0.5 * truth[:, 2:3]) & (truth[:, :2] < SIZE + 0.5 * truth[:, 2:3])).all(1)
    return photographed(picture, rng), truth[inside]
