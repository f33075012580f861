"""What makes one set of tiles look unlike another, drawn by chance."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles.tile_labels import COLOURS
from vision.training import lettering, strokes
from vision.training.shapes import Mask, trimmed
from vision.training.styles import Colour

HEIGHT = 256  # of a drawn tile, in pixels

PENNED = 0.25  # part of the sets whose numbers are drawn by pen, not taken from a font
BOLD = 0.65  # part of the others that take a bold font

_HEAVY = ("bold", "black", "heavy", "round", "condensed", "bebas", "oswald")
_SIGNS = ("linbiolinum_k", "d050000l")  # keys and figures in discs for digits


@dataclass
class TileStyle:
    """One set: sizes and places are parts of the tile's height, colours blue-green-red."""

    width: float
    thick: float
    paper: Colour
    inks: dict[str, Colour]
    digits: dict[str, Mask]
    number_height: float
    number_width: float  # widest a digit may be, in parts of its height
    tracking: float  # between two digits, in parts of their height
    middle: float  # how far below the tile's top the number's middle is
    bevel: float
    dent: str  # "dent", "ring", "none"
    dent_radius: float
    below: str  # "word", "circle", "heart", "none"
    underlined: bool  # 6 and 9
    word: Mask


def _about(colour: tuple[float, float, float], spread: float, rng: np.random.Generator) -> Colour:
    """A colour near this one (red, green, blue), as blue-green-red."""
    red, green, blue = np.clip(np.array(colour) + rng.normal(0, spread, 3), 0, 255).astype(int).tolist()
    return (blue, green, red)


def inks(rng: np.random.Generator) -> dict[str, Colour]:
    """The four colours of a set's numbers: orange may run to yellow, blue to teal, red to crimson."""
    grey = float(rng.integers(5, 55))
    share = rng.uniform(0, 1)
    orange = np.array([250, 118, 25]) * (1 - share) + np.array([250, 190, 20]) * share
    red = (rng.uniform(170, 240), rng.uniform(5, 50), rng.uniform(15, 90))
    blue = (rng.uniform(0, 60), rng.uniform(45, 150), rng.uniform(150, 245))
    return {
        "K": _about((grey, grey, grey), 5, rng),
        "R": _about(red, 6, rng),
        "B": _about(blue, 6, rng),
        "O": _about((float(orange[0]), float(orange[1]), float(orange[2])), 8, rng),
    }


def _digits(rng: np.random.Generator) -> dict[str, Mask]:
    if rng.random() < PENNED:
        pens = strokes.rank_masks(rng)
        return {**{digit: pens[digit] for digit in "23456789"}, "0": _ring(rng), "1": _one(rng)}
    files = [file for file in lettering.fonts()[0] if not any(word in file.lower() for word in _SIGNS)]
    if rng.random() < BOLD:
        files = [file for file in files if any(word in file.lower() for word in _HEAVY)] or files
    file = files[int(rng.integers(len(files)))]
    weight = int(rng.choice([0, 0, 0, 3, 6, 9]))
    return {digit: _bolder(lettering.text_mask(digit, file), weight) for digit in "0123456789"}


def _bolder(mask: Mask, weight: int) -> Mask:
    if not weight:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (weight + 1, weight + 1))
    edged = cv2.copyMakeBorder(mask, weight, weight, weight, weight, cv2.BORDER_CONSTANT)
    return trimmed(np.asarray(cv2.dilate(edged, kernel), np.uint8))


def _ring(rng: np.random.Generator) -> Mask:
    canvas = np.zeros((256, 256), np.uint8)
    axes = (int(rng.integers(45, 80)), 100)
    cv2.ellipse(canvas, (128, 128), axes, 0, 0, 360, 255, int(rng.integers(16, 50)), cv2.LINE_AA)
    return trimmed(canvas)


def _one(rng: np.random.Generator) -> Mask:
    canvas = np.zeros((256, 256), np.uint8)
    thick, flag = int(rng.integers(16, 50)), int(rng.integers(0, 60))
    points = np.array([(128 - flag, 28 + flag * rng.uniform(0.4, 1.0)), (128, 28), (128, 228)])
    cv2.polylines(canvas, [np.round(points).astype(np.int32)], False, 255, thick, cv2.LINE_AA)
    if rng.random() < 0.2:
        cv2.line(canvas, (90, 228), (166, 228), 255, thick, cv2.LINE_AA)
    return trimmed(canvas)


def _word(rng: np.random.Generator) -> Mask:
    """A maker's name, as it is pressed into the foot of a tile."""
    files, _ = lettering.fonts()
    letters = "abcdefghiklmnoprstuvy"
    text = "".join(rng.choice(list(letters), int(rng.integers(4, 9)))).capitalize()
    return lettering.text_mask(text, files[int(rng.integers(len(files)))], size=60)


def random_style(rng: np.random.Generator) -> TileStyle:
    """A set nobody has seen: tone, inks, numbers, dents and signs all by chance."""
    shade, warm = int(rng.integers(222, 256)), int(rng.integers(0, 42))
    cream = rng.random() < 0.9
    paper = (shade - warm, shade - warm // 4, shade) if cream else (shade, shade, shade)
    dent = str(rng.choice(["dent", "ring", "none"], p=[0.6, 0.08, 0.32]))
    below = str(rng.choice(["word", "circle", "heart", "none"], p=[0.55, 0.15, 0.08, 0.22]))
    return TileStyle(
        width=rng.uniform(0.62, 0.78),
        thick=rng.uniform(0.08, 0.3),
        paper=paper,
        inks=inks(rng),
        digits=_digits(rng),
        number_height=float(rng.uniform(0.23, 0.36) if dent == "dent" else rng.uniform(0.24, 0.46)),
        number_width=rng.uniform(0.45, 0.75),
        tracking=rng.uniform(-0.02, 0.12),
        middle=rng.uniform(0.28, 0.42),
        bevel=rng.uniform(0.0, 0.06),
        dent=dent,
        dent_radius=rng.uniform(0.25, 0.36),
        below=below,
        underlined=bool(rng.random() < 0.15),
        word=_word(rng),
    )


def number_mask(style: TileStyle, number: int) -> Mask:
    """The number in one line, its digits as high as each other."""
    high = 128
    parts: list[NDArray[np.uint8]] = []
    gap = max(1, round(style.tracking * high))
    for digit in str(number):
        mask = style.digits[digit]
        wide = max(8, round(min(mask.shape[1] / mask.shape[0], style.number_width) * high))
        parts += [np.asarray(cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA), np.uint8),
                  np.zeros((high, gap), np.uint8)]  # fmt: skip
    row = np.hstack(parts[:-1])
    if style.underlined and number in (6, 9):
        bar = np.zeros((high // 4, row.shape[1]), np.uint8)
        bar[high // 9 :] = 255
        row = np.vstack([row, bar])
    return row


def inked(style: TileStyle, suit: int) -> Colour:
    """The ink of a colour by its number in `vision.tiles.tile_labels.COLOURS`."""
    return style.inks[COLOURS[suit]]
