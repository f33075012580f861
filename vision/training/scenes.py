"""Whole training pictures: cards on a table, seen by a phone, with the truth about every index."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER, NO_SUIT
from vision.training import artwork
from vision.training.backgrounds import background
from vision.training.camera import photographed
from vision.training.card_faces import DrawnFace, draw_face
from vision.training.inked import Picture
from vision.training.layouts import Places, random_layout
from vision.training.styles import HEIGHT, Colour, Style, random_style

SIZE = 512
"""Pixels of a picture's side."""

FIELDS = ("x", "y", "height", "up_x", "up_y", "centre_x", "centre_y", "rank", "suit", "ink", "seen", "card")
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
    kept: int = 12

    def __post_init__(self) -> None:
        self._decks: list[tuple[Style, dict[tuple[int, int], DrawnFace]]] = []

    def _deck(self) -> tuple[Style, dict[tuple[int, int], DrawnFace]]:
        if len(self._decks) < self.kept or self.rng.random() < 0.35:
            self._decks = [*self._decks, (random_style(self.rng), {})][-self.kept :]
            return self._decks[-1]
        return self._decks[int(self.rng.integers(len(self._decks)))]

    def deal(self, count: int) -> list[DrawnFace]:
        """So many cards of one deck, some of them twice as with several packs."""
        if self.sheets and self.rng.random() < 0.22:
            sheet = self.sheets[int(self.rng.integers(len(self.sheets)))]
            dealt: list[DrawnFace] = []
            while len(dealt) < count:
                face = artwork.face(sheet, int(self.rng.integers(13)), int(self.rng.integers(4)))
                if face is not None:
                    dealt.append(face)
            return dealt
        style, faces = self._deck()
        return [self._face(style, faces) for _ in range(count)]

    def _face(self, style: Style, faces: dict[tuple[int, int], DrawnFace]) -> DrawnFace:
        rank, suit = int(self.rng.integers(13)), int(self.rng.integers(4))
        if self.rng.random() < 0.04:
            rank, suit = JOKER, NO_SUIT
        if (rank, suit) not in faces:
            figure = artwork.figure(self.sheets, self.rng) if rank >= 10 and self.rng.random() < 0.6 else None
            faces[rank, suit] = draw_face(style, rank, suit, self.rng, figure)
        return faces[rank, suit]


def _camera(rng: np.random.Generator, card: float) -> NDArray[np.float64]:
    """The way from the table (card heights, y down) to the picture, a card being about `card` pixels high."""
    tilt = np.radians(min(50.0, abs(rng.normal(0, 22))))
    turn = rng.uniform(0, 2 * np.pi)
    distance = rng.uniform(1.2, 3.0) * SIZE / card
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    plane = np.zeros((3, 3))
    plane[0, :2], plane[1, :2] = spin[0], spin[1] * np.cos(tilt)
    plane[2, :2] = spin[1] * np.sin(tilt) / distance
    plane[2, 2] = 1
    back = np.eye(3)
    back[:2, :2] = spin.T
    lens = np.array([[card, 0, SIZE / 2], [0, card, SIZE / 2], [0, 0, 1.0]])
    return np.asarray(lens @ back @ plane)


def _through(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    solid = np.concatenate([points, np.ones((len(points), 1))], 1) @ matrix.T
    return np.asarray(solid[:, :2] / solid[:, 2:])


def _outline(width: int, height: int) -> NDArray[np.float64]:
    """The edge of a card with its round corners."""
    radius = 0.035 * height
    quarter = np.linspace(0, np.pi / 2, 5)
    middles = [
        (width - radius, height - radius),
        (radius, height - radius),
        (radius, radius),
        (width - radius, radius),
    ]
    arcs = [
        np.array(middle)
        + radius * np.stack([np.cos(quarter + k * np.pi / 2), np.sin(quarter + k * np.pi / 2)], 1)
        for k, middle in enumerate(middles)
    ]
    return np.concatenate(arcs)


def _card_to_table(place: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    cos, sin = np.cos(place[2]), np.sin(place[2])
    turn = np.array([[cos, -sin, place[0]], [sin, cos, place[1]], [0, 0, 1]])
    shift = np.array([[1 / HEIGHT, 0, -width / HEIGHT / 2], [0, 1 / HEIGHT, -0.5], [0, 0, 1]])
    return np.asarray(turn @ shift)


def _lay(picture: Picture, owner: NDArray[np.int16], face: Picture, matrix: NDArray[np.float64], card: int,
         rng: np.random.Generator) -> bool:  # fmt: skip
    """Put a face into the picture; False when no part of it is in there."""
    height, width = face.shape[:2]
    outline = _through(matrix, _outline(width, height))
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 4, 0)
    x1, y1 = np.minimum(np.ceil(outline.max(0)).astype(int) + 5, SIZE)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return False
    side = np.sqrt(abs(cv2.contourArea(outline.astype(np.float32))) / (width * height))
    shrink = min(1.0, side * 1.3)
    small = (
        cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 0.9 else face
    )
    scale = np.diag([width / small.shape[1], height / small.shape[0], 1.0])
    local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ matrix @ scale
    size = (int(x1 - x0), int(y1 - y0))
    warped = cv2.warpPerspective(small, local, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    sharp = np.zeros((size[1] * 2, size[0] * 2), np.uint8)
    corner = np.round((outline - (x0, y0)) * 2).astype(np.int32)
    cv2.fillConvexPoly(sharp, corner, 255, cv2.LINE_AA)
    cover = cv2.resize(sharp, size, interpolation=cv2.INTER_AREA).astype(np.float32)[:, :, None] / 255
    part = picture[y0:y1, x0:x1]
    if rng.random() < 0.8:
        soft = cv2.GaussianBlur(cover, (0, 0), max(0.5, side * HEIGHT * 0.012))[:, :, None]
        part = part * (1 - soft * np.float32(rng.uniform(0.1, 0.5)))
    shade = np.float32(rng.uniform(0.93, 1.0))
    picture[y0:y1, x0:x1] = (part * (1 - cover) + warped * shade * cover).astype(np.uint8)
    owner[y0:y1, x0:x1][cover[:, :, 0] > 0.5] = card
    return True


def _seen(owner: NDArray[np.int16], quad: NDArray[np.float64], card: int) -> float:
    """The part of a quadrilateral that shows this card."""
    steps = (np.arange(8) + 0.5) / 8
    u, v = np.meshgrid(steps, steps)
    top = quad[0] + (quad[1] - quad[0]) * u[:, :, None]
    bottom = quad[3] + (quad[2] - quad[3]) * u[:, :, None]
    points = np.floor(top + (bottom - top) * v[:, :, None]).astype(int).reshape(-1, 2)
    inside = ((points >= 0) & (points < SIZE)).all(1)
    points = points[inside]
    return float((owner[points[:, 1], points[:, 0]] == card).sum() / 64)


def _record(
    face: DrawnFace, matrix: NDArray[np.float64], owner: NDArray[np.int16], card: int
) -> list[list[float]]:
    height, width = face.pixels.shape[:2]
    centre = _through(matrix, np.array([[width / 2, height / 2]]))[0]
    lines = []
    for corners in face.indices:
        quad = _through(matrix, corners.astype(np.float64))
        middle = _through(matrix, corners.mean(0, keepdims=True).astype(np.float64))[0]
        up = (quad[0] + quad[1]) / 2 - (quad[2] + quad[3]) / 2
        size = float(np.hypot(*up))
        if not (-0.5 * size < middle[0] < SIZE + 0.5 * size and -0.5 * size < middle[1] < SIZE + 0.5 * size):
            continue
        way = (centre - middle) / size
        seen = _seen(owner, quad, card)
        lines.append([*middle, size, *(up / size), *way, face.rank, face.suit, face.ink, seen, card])
    return lines


def _back(rng: np.random.Generator, width: int) -> Picture:
    colour = tuple(int(v) for v in rng.integers(0, 255, 3))
    picture: Picture = np.full((HEIGHT, width, 3), 245, np.uint8)
    edge = int(rng.integers(0, 22))
    cv2.rectangle(picture, (edge, edge), (width - edge, HEIGHT - edge), colour, -1)
    step = int(rng.integers(8, 40))
    line: Colour = (235, 235, 240)
    for offset in range(-HEIGHT, width + HEIGHT, step):
        cv2.line(picture, (offset, edge), (offset + HEIGHT, HEIGHT - edge), line, 2, cv2.LINE_AA)
        cv2.line(picture, (offset, HEIGHT - edge), (offset + HEIGHT, edge), line, 2, cv2.LINE_AA)
    return picture


def _hand(picture: Picture, owner: NDArray[np.int16], rng: np.random.Generator) -> None:
    """Fingers over the cards."""
    tone = np.array([rng.uniform(60, 170), rng.uniform(80, 190), rng.uniform(120, 235)])
    start = rng.uniform(0, SIZE, 2)
    for _ in range(int(rng.integers(1, 4))):
        way = start + rng.normal(0, SIZE * 0.15, 2)
        ends = [tuple(int(v) for v in start), tuple(int(v) for v in way)]
        thick = int(rng.uniform(10, 50))
        colour = tuple(float(v) for v in tone * rng.uniform(0.85, 1.1))
        cv2.line(picture, ends[0], ends[1], colour, thick, cv2.LINE_AA)
        cover = np.zeros(owner.shape, np.uint8)
        cv2.line(cover, ends[0], ends[1], 1, thick)
        owner[cover > 0] = -2


def scene(dealer: Dealer) -> tuple[Picture, Truth]:
    """A picture of SIZE by SIZE pixels and its truth, one row an index (columns: FIELDS)."""
    rng = dealer.rng
    picture = background(SIZE, rng, dealer.surfaces)
    owner = np.full((SIZE, SIZE), -1, np.int16)
    if rng.random() < 0.06:
        return photographed(picture, rng), np.zeros((0, len(FIELDS)), np.float32)
    card = float(np.exp(rng.uniform(np.log(75), np.log(330))))
    places: Places = random_layout(rng, SIZE / card * rng.uniform(0.8, 1.1))
    view = _camera(rng, card)
    laid: list[tuple[DrawnFace, NDArray[np.float64], int]] = []
    for number, (face, place) in enumerate(zip(dealer.deal(len(places)), places, strict=True)):
        matrix = view @ _card_to_table(place, face.pixels.shape[1])
        hidden = rng.random() < 0.04
        pixels = _back(rng, face.pixels.shape[1]) if hidden else face.pixels
        if _lay(picture, owner, pixels, matrix, number, rng) and not hidden:
            laid.append((face, matrix, number))
    if rng.random() < 0.15:
        _hand(picture, owner, rng)
    lines = [line for face, matrix, number in laid for line in _record(face, matrix, owner, number)]
    truth = np.array(lines, np.float32).reshape(-1, len(FIELDS))
    return photographed(picture, rng), truth
