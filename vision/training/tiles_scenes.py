"""Whole training pictures of tiles on a table or a rack, seen by a phone, with the truth about every tile."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER, NO_SUIT
from vision.training.backgrounds import background
from vision.training.camera import photographed
from vision.training.card_faces import DrawnFace
from vision.training.inked import Picture
from vision.training.scenes import FIELDS, SIZE, Dealer, Truth
from vision.training.scenes import scene as card_scene
from vision.training.tiles_faces import back, draw_tile
from vision.training.tiles_layouts import Places, random_layout
from vision.training.tiles_styles import HEIGHT, TileStyle, random_style
from vision.training.tiles_view import Matrix, camera, cover, face_to_picture, outline, through

Owner = NDArray[np.int16]
Planes = NDArray[np.float32]
Place = NDArray[np.float64]


@dataclass
class Bag:
    """Brings tiles: of sets drawn by chance, each kept a while; knows photographs of surfaces, and sheets of
    playing cards, which are no tiles."""

    rng: np.random.Generator
    surfaces: list[Path] = field(default_factory=list)
    sheets: list[Path] = field(default_factory=list)
    kept: int = 10

    def __post_init__(self) -> None:
        self._sets: list[tuple[TileStyle, dict[tuple[int, int], DrawnFace]]] = []
        self._dealer = Dealer(self.rng, self.sheets, self.surfaces, kept=3)

    def cards(self) -> Picture:
        """A picture of playing cards, on which no tile lies."""
        return card_scene(self._dealer)[0]

    def choose(self) -> tuple[TileStyle, dict[tuple[int, int], DrawnFace]]:
        """A set, with its tiles that were drawn so far."""
        if len(self._sets) < self.kept or self.rng.random() < 0.3:
            self._sets = [*self._sets, (random_style(self.rng), {})][-self.kept :]
            return self._sets[-1]
        return self._sets[int(self.rng.integers(len(self._sets)))]

    def tile(self, style: TileStyle, faces: dict[tuple[int, int], DrawnFace]) -> DrawnFace:
        """Some tile of this set."""
        rank, suit = int(self.rng.integers(13)), int(self.rng.integers(4))
        if self.rng.random() < 0.06:
            rank, suit = JOKER, NO_SUIT
        if (rank, suit) not in faces or (rank == JOKER and self.rng.random() < 0.5):
            faces[rank, suit] = draw_tile(style, rank, suit, self.rng)
        return faces[rank, suit]


@dataclass
class TileTable:
    """A picture in the making: what is drawn, and which tile each pixel shows."""

    picture: Picture
    view: Matrix
    style: TileStyle
    shadow: float
    rng: np.random.Generator

    def __post_init__(self) -> None:
        self.owner: Owner = np.full((SIZE, SIZE), -1, np.int16)

    def lay(self, face: Picture, place: Place, number: int) -> Matrix | None:
        """Draw a tile with its sides and its shadow; gives the way from its face's pixels to the picture's,
        None when no part of it is in there."""
        width = face.shape[1]
        matrix = face_to_picture(self.view, place, width, self.style.thick)
        top = through(matrix, outline(width))
        foot = through(face_to_picture(self.view, place, width, 0.0), outline(width))
        whole = np.concatenate([top, foot])
        low = np.maximum(np.floor(whole.min(0)).astype(int) - 6, 0)
        high = np.minimum(np.ceil(whole.max(0)).astype(int) + 7, SIZE)
        if (high - low < 4).any():
            return None
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        body = cover(whole - low, size)
        scale = float(np.sqrt(cv2.contourArea(top.astype(np.float32)) / (width * HEIGHT)))
        part = self._body(self.picture[low[1] : high[1], low[0] : high[0]].astype(np.float32), body, scale)
        part = self._face(part, face, np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix, scale)
        self.picture[low[1] : high[1], low[0] : high[0]] = np.clip(part, 0, 255).astype(np.uint8)
        self.owner[low[1] : high[1], low[0] : high[0]][body[:, :, 0] > 0.5] = number
        return matrix

    def _body(self, part: Planes, body: Planes, scale: float) -> Planes:
        soft = cv2.GaussianBlur(body, (0, 0), max(0.6, scale * HEIGHT * 0.02))[:, :, None]
        side = np.array(self.style.paper, np.float32) * np.float32(self.rng.uniform(0.55, 0.95))
        return np.asarray(part * (1 - soft * np.float32(self.shadow)) * (1 - body) + side * body, np.float32)

    def _face(self, part: Planes, face: Picture, matrix: Matrix, scale: float) -> Planes:
        size, width = (part.shape[1], part.shape[0]), face.shape[1]
        top = through(matrix, outline(width))
        shrink = min(1.0, scale * 1.3)
        small = face
        if shrink < 0.9:
            small = np.asarray(cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
        way = matrix @ np.diag([width / small.shape[1], HEIGHT / small.shape[0], 1.0])
        seen = cv2.warpPerspective(small, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        share = cover(top, size)
        part = part * (1 - share) + seen * np.float32(self.rng.uniform(0.94, 1.0)) * share
        if self.rng.random() < 0.5:
            tone = (np.array(self.style.paper) * self.rng.uniform(0.6, 1.1)).clip(0, 255).tolist()
            cv2.polylines(part, [np.round(top * 8).astype(np.int32)], True, tone, 1, cv2.LINE_AA, 3)
        return np.asarray(part, np.float32)

    def record(self, face: DrawnFace, matrix: Matrix, number: int) -> list[float]:
        """The row of the truth for a tile; seen is the part of a square about its number."""
        (corners,) = face.indices
        quad = through(matrix, corners)
        middle = through(matrix, corners.mean(0, keepdims=True))[0]
        centre = through(matrix, np.array([[face.pixels.shape[1] / 2, HEIGHT / 2]]))[0]
        up = (quad[0] + quad[1]) / 2 - (quad[2] + quad[3]) / 2
        high = float(np.hypot(*up))
        steps = (np.arange(8) + 0.5) / 8 - 0.5
        square = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2) * self.style.number_height * HEIGHT
        at = np.floor(through(matrix, corners.mean(0) + square)).astype(int)
        at = at[((at >= 0) & (at < SIZE)).all(1)]
        seen = float((self.owner[at[:, 1], at[:, 0]] == number).sum() / 64)
        way = (centre - middle) / high
        return [*middle, high, *(up / high), *way, face.rank, face.suit, face.ink, seen, number]

    def rack(self, places: Places) -> None:
        """What tiles stand on: a dark or wooden board larger than they are, with a ledge below each row."""
        left, top = places[:, :2].min(0) - (0.8, 0.6)
        right, low = np.add(places[:, :2].max(0), (0.8, 0.65))
        dark = self.rng.uniform(10, 70) if self.rng.random() < 0.6 else self.rng.uniform(60, 200)
        tint = np.array([1, 1, 1]) if self.rng.random() < 0.5 else np.array([0.5, 0.75, 1.0])
        self._band(left, right, top, low, dark * tint)
        for y in np.unique(np.round(places[:, 1], 1)):
            self._band(left, right, y + 0.52, y + 0.58, dark * tint * self.rng.uniform(0.5, 1.6))

    def _band(self, left: float, right: float, top: float, low: float, colour: NDArray[np.float64]) -> None:
        corners = np.array([(left, top, 0), (right, top, 0), (right, low, 0), (left, low, 0)])
        edge = np.round(through(self.view, corners)).astype(np.int32)
        cv2.fillPoly(self.picture, [edge], colour.clip(0, 255).tolist(), cv2.LINE_AA)


def scene(bag: Bag) -> tuple[Picture, Truth]:
    """A picture of SIZE by SIZE pixels and its truth, one row a tile (columns: `vision.training.scenes`)."""
    rng, nothing = bag.rng, np.zeros((0, len(FIELDS)), np.float32)
    if rng.random() < 0.06:
        return bag.cards(), nothing
    picture = background(SIZE, rng, bag.surfaces)
    if rng.random() < 0.04:
        return photographed(picture, rng), nothing
    tile = float(np.exp(rng.uniform(np.log(38), np.log(210))))
    style, faces = bag.choose()
    places, kind = random_layout(rng, SIZE / tile * rng.uniform(0.8, 1.15), style.width)
    table = TileTable(picture, camera(rng, tile, kind), style, rng.uniform(0.1, 0.6), rng)
    if kind == "rack":
        table.rack(places)
    backs = 0.25 if rng.random() < 0.15 else 0.02
    laid: list[tuple[DrawnFace, Matrix, int]] = []
    for number, place in enumerate(places):
        face, hidden = bag.tile(style, faces), rng.random() < backs
        matrix = table.lay(back(style, rng) if hidden else face.pixels, place, number)
        if matrix is not None and not hidden:
            laid.append((face, matrix, number))
    truth = np.array([table.record(*each) for each in laid], np.float32).reshape(-1, len(FIELDS))
    inside = ((truth[:, :2] > -0.5 * truth[:, 2:3]) & (truth[:, :2] < SIZE + 0.5 * truth[:, 2:3])).all(1)
    return photographed(picture, rng), truth[inside]
