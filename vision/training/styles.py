"""What makes one deck look unlike another, drawn by chance."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import RANKS
from vision.training import lettering, shapes, strokes
from vision.training.shapes import Mask

Colour = tuple[int, int, int]  # blue, green, red

HEIGHT = 352  # of a drawn face, in pixels

PENNED = 0.4  # part of the decks whose ranks are drawn by pen, not taken from a font

_OTHER_LETTERS = {"de": {"J": "B", "Q": "D", "K": "K"}, "fr": {"J": "V", "Q": "D", "K": "R"}}


@dataclass
class Style:
    """One deck: sizes are parts of the card's height, colours blue-green-red."""

    width: int  # of the face in pixels, its height being HEIGHT
    paper: Colour
    inks: dict[str, Colour]
    rank_masks: dict[str, Mask]
    suit_masks: dict[str, Mask]
    pip_masks: dict[str, Mask]
    rank_height: float
    suit_height: float
    gap: float
    margin: tuple[float, float]
    rank_width: float  # widest a rank may be, in parts of its height
    corners: int  # 2, or 4
    pip_height: float
    frame: bool
    joker: str  # "column", "star" or "sideways"
    joker_masks: list[Mask]

    def letter(self, rank: str) -> Mask:
        """The mask of a rank, named as in `vision.labels`."""
        return self.rank_masks[rank]


def _dark(rng: np.random.Generator) -> Colour:
    grey = int(rng.integers(0, 60))
    return (grey + int(rng.integers(0, 12)), grey, grey)


def _red(rng: np.random.Generator) -> Colour:
    return (int(rng.integers(10, 80)), int(rng.integers(0, 60)), int(rng.integers(150, 240)))


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    black, red = _dark(rng), _red(rng)
    inks = {"C": black, "S": black, "D": red, "H": red}
    if rng.random() < 0.12:
        inks["C"] = (int(rng.integers(0, 70)), int(rng.integers(90, 150)), int(rng.integers(0, 60)))
        if rng.random() < 0.7:
            inks["D"] = (int(rng.integers(140, 230)), int(rng.integers(60, 120)), int(rng.integers(0, 60)))
        else:
            inks["D"] = (int(rng.integers(0, 40)), int(rng.integers(110, 150)), int(rng.integers(220, 255)))
    return inks


def _weighted(mask: Mask, weight: float) -> Mask:
    """The mask made bolder or thinner by so many pixels of a glyph about 80 high."""
    size = round(abs(weight))
    if size < 1:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size + 1, size + 1))
    if weight > 0:
        return cv2.dilate(
            cv2.copyMakeBorder(mask, size, size, size, size, cv2.BORDER_CONSTANT), kernel
        ).astype(np.uint8)
    thin: NDArray[np.uint8] = cv2.erode(mask, kernel).astype(np.uint8)
    return thin if thin.mean() > 0.55 * mask.mean() else mask


def _letters(rng: np.random.Generator) -> dict[str, Mask]:
    files, _ = lettering.fonts()
    file = files[int(rng.integers(len(files)))]
    others = _OTHER_LETTERS[str(rng.choice(["de", "fr"]))] if rng.random() < 0.12 else {}
    ten = "T" if rng.random() < 0.06 else "10"
    ace = "1" if others and rng.random() < 0.3 else "A"
    weight = float(rng.choice([0, 0, 3, 6, -2])) * rng.random()
    masks = {}
    for rank in RANKS[:13]:
        text = {"T": ten, "A": ace}.get(rank, others.get(rank, rank))
        tracking = rng.uniform(-0.1, 0.0) if text == "10" else 0.0
        masks[rank] = _weighted(lettering.text_mask(text, file, tracking=tracking), weight)
    return masks


def _suits(rng: np.random.Generator) -> dict[str, Mask]:
    _, files = lettering.fonts()
    if files and rng.random() < 0.3:
        file = files[int(rng.integers(len(files)))]
        return {suit: lettering.text_mask(sign, file) for suit, sign in lettering.SUIT_SIGNS.items()}
    return {suit: shapes.suit_mask(suit, rng) for suit in "CDHS"}


def _star(rng: np.random.Generator) -> Mask:
    points, inner = int(rng.choice([5, 5, 5, 6, 8])), rng.uniform(0.35, 0.6)
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(2 * points) % 2 == 0, 60, 60 * inner)
    corners = np.stack([64 + radius * np.cos(angles), 64 + radius * np.sin(angles)], 1)
    canvas = np.zeros((128, 128), np.uint8)
    cv2.fillPoly(canvas, [np.round(corners).astype(np.int32)], 255, cv2.LINE_AA)
    return shapes.trimmed(canvas)


def _joker(rng: np.random.Generator) -> tuple[str, list[Mask]]:
    files, _ = lettering.fonts()
    file = files[int(rng.integers(len(files)))]
    word = str(rng.choice(["JOKER"] * 6 + ["Joker", "JOLLY", "JOK"]))
    kind = str(rng.choice(["column", "column", "star", "sideways"]))
    if kind == "column":
        return kind, [lettering.text_mask(letter, file) for letter in word]
    if kind == "star":
        masks = [_star(rng)] + ([lettering.text_mask(word, file)] if rng.random() < 0.5 else [])
        return kind, masks
    return kind, [np.rot90(lettering.text_mask(word, file), int(rng.choice([1, 3]))).copy()]


def random_style(rng: np.random.Generator) -> Style:
    """A deck nobody has seen: letters, signs, colours, sizes and places all by chance."""
    index_suits = _suits(rng)
    rank_height = float(np.exp(rng.uniform(np.log(0.062), np.log(0.17))))
    kind, masks = _joker(rng)
    shade = int(rng.integers(232, 256))
    warm = int(rng.integers(0, 22)) if rng.random() < 0.3 else 0
    return Style(
        width=round(HEIGHT * rng.uniform(0.62, 0.74)),
        paper=(shade - warm, shade - warm // 3, shade),
        inks=_inks(rng),
        rank_masks=strokes.rank_masks(rng) if rng.random() < PENNED else _letters(rng),
        suit_masks=index_suits,
        pip_masks=index_suits if rng.random() < 0.7 else _suits(rng),
        rank_height=rank_height,
        suit_height=rank_height * rng.uniform(0.55, 1.05),
        gap=rank_height * rng.uniform(0.04, 0.3),
        margin=(rng.uniform(0.015, 0.05), rng.uniform(0.02, 0.065)),
        rank_width=rng.uniform(0.5, 1.0),
        corners=4 if rng.random() < 0.25 else 2,
        pip_height=rng.uniform(0.12, 0.2),
        frame=bool(rng.random() < 0.75),
        joker=kind,
        joker_masks=masks,
    )
