"""What makes one set of tiles look unlike another, drawn by chance."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training import lettering, penned_ranks
from training.deck_styles import Colour
from training.suit_shapes import Mask, trimmed_mask
from vision.tiles.tile_labels import COLOURS

TILE_HEIGHT = 256  # of a drawn tile, in pixels

PENNED_SHARE = 0.25  # part of the sets whose numbers are drawn by pen, not taken from a font
BOLD_SHARE = 0.65  # part of the others that take a bold font
MOULDED_SHARE = 0.4  # part of the sets whose numbers are moulded: large, and with edges in light and shadow

_HEAVY_FONTS = ("bold", "black", "heavy", "round", "condensed", "bebas", "oswald")
_SIGN_FONTS = ("linbiolinum_k", "d050000l")  # keys and figures in discs for digits


@dataclass
class TileStyle:
    """One set: sizes and places are parts of the tile's height, colours blue-green-red."""

    width: float
    thickness: float
    paper: Colour
    inks: dict[str, Colour]
    digit_masks: dict[str, Mask]
    number_height: float
    number_width: float  # widest a digit may be, in parts of its height
    tracking: float  # between two digits, in parts of their height
    number_middle: float  # how far below the tile's top the number's middle is
    bevel: float
    dent_kind: str  # "dent", "ring", "none"
    dent_radius: float
    foot_sign: str  # "word", "circle", "heart", "none"
    underlined: bool  # 6 and 9
    maker_word: Mask
    relief: int = 0  # how deep numbers are moulded into the tile, as pixels of edge in light and in shadow


def _colour_near(colour: tuple[float, float, float], spread: float, rng: np.random.Generator) -> Colour:
    """A colour near this one (red, green, blue), as blue-green-red."""
    red, green, blue = np.clip(np.array(colour) + rng.normal(0, spread, 3), 0, 255).astype(int).tolist()
    return (blue, green, red)


def random_inks(rng: np.random.Generator) -> dict[str, Colour]:
    """The four colours of a set's numbers: orange to yellow or near red, blue to teal, red to crimson."""
    grey = float(rng.integers(5, 55))
    shade = rng.uniform(-1, 1)
    farther = np.array(
        [250, 190, 20] if shade > 0 else [215, 78, 48]
    )  # yellow, or as dark as some makes have it
    orange = np.array([250, 118, 25]) * (1 - abs(shade)) + farther * abs(shade)
    red_blue = rng.uniform(20, 90)
    red = (rng.uniform(170, 240), rng.uniform(5, min(50, red_blue)), red_blue)
    blue = (rng.uniform(0, 60), rng.uniform(45, 150), rng.uniform(150, 245))
    return {
        "K": _colour_near((grey, grey, grey), 5, rng),
        "R": _colour_near(red, 6, rng),
        "B": _colour_near(blue, 6, rng),
        "O": _colour_near((float(orange[0]), float(orange[1]), float(orange[2])), 8, rng),
    }


def _names_any(words: tuple[str, ...], font_file: str) -> bool:
    return any(word in font_file.lower() for word in words)


def _digit_masks(rng: np.random.Generator) -> dict[str, Mask]:
    if rng.random() < PENNED_SHARE:
        penned_masks = penned_ranks.rank_masks(rng)
        by_rank = {digit: penned_masks[digit] for digit in "23456789"}
        return {**by_rank, "0": _penned_zero(rng), "1": _penned_one(rng)}
    files = [file for file in lettering.usable_fonts()[0] if not _names_any(_SIGN_FONTS, file)]
    if rng.random() < BOLD_SHARE:
        files = [file for file in files if _names_any(_HEAVY_FONTS, file)] or files
    font_file = files[int(rng.integers(len(files)))]
    weight = int(rng.choice([0, 0, 0, 3, 6, 9]))
    return {digit: _bolder_mask(lettering.text_mask(digit, font_file), weight) for digit in "0123456789"}


def _bolder_mask(mask: Mask, weight: int) -> Mask:
    if not weight:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (weight + 1, weight + 1))
    edged_mask = cv2.copyMakeBorder(mask, weight, weight, weight, weight, cv2.BORDER_CONSTANT)
    return trimmed_mask(np.asarray(cv2.dilate(edged_mask, kernel), np.uint8))


def _penned_zero(rng: np.random.Generator) -> Mask:
    canvas = np.zeros((256, 256), np.uint8)
    axes = (int(rng.integers(45, 80)), 100)
    cv2.ellipse(canvas, (128, 128), axes, 0, 0, 360, 255, int(rng.integers(16, 50)), cv2.LINE_AA)
    return trimmed_mask(canvas)


def _penned_one(rng: np.random.Generator) -> Mask:
    canvas = np.zeros((256, 256), np.uint8)
    pen_width, flag_length = int(rng.integers(16, 50)), int(rng.integers(0, 60))
    points = np.array([(128 - flag_length, 28 + flag_length * rng.uniform(0.4, 1.0)), (128, 28), (128, 228)])
    cv2.polylines(canvas, [np.round(points).astype(np.int32)], False, 255, pen_width, cv2.LINE_AA)
    if rng.random() < 0.2:
        cv2.line(canvas, (90, 228), (166, 228), 255, pen_width, cv2.LINE_AA)
    return trimmed_mask(canvas)


def _maker_word(rng: np.random.Generator) -> Mask:
    """A maker's name, as it is pressed into the foot of a tile."""
    letters = "abcdefghiklmnoprstuvy"
    text = "".join(rng.choice(list(letters), int(rng.integers(4, 9)))).capitalize()
    return lettering.text_mask(text, lettering.random_font(rng), size=60)


def random_tile_style(rng: np.random.Generator) -> TileStyle:
    """A set nobody has seen: tone, inks, numbers, dents and signs all by chance."""
    paper_shade, paper_warmth = int(rng.integers(222, 256)), int(rng.integers(0, 42))
    cream = rng.random() < 0.9
    blue, green = (
        (paper_shade - paper_warmth, paper_shade - paper_warmth // 4) if cream else (paper_shade,) * 2
    )
    dent_kind = str(rng.choice(["dent", "ring", "none"], p=[0.6, 0.08, 0.32]))
    foot_sign = str(rng.choice(["word", "circle", "heart", "none"], p=[0.55, 0.15, 0.08, 0.22]))
    style = TileStyle(
        width=rng.uniform(0.62, 0.78),
        thickness=rng.uniform(0.08, 0.3),
        paper=(blue, green, paper_shade),
        inks=random_inks(rng),
        digit_masks=_digit_masks(rng),
        number_height=float(rng.uniform(0.23, 0.36) if dent_kind == "dent" else rng.uniform(0.24, 0.46)),
        number_width=rng.uniform(0.45, 0.75),
        tracking=rng.uniform(-0.02, 0.12),
        number_middle=rng.uniform(0.28, 0.42),
        bevel=rng.uniform(0.0, 0.06),
        dent_kind=dent_kind,
        dent_radius=rng.uniform(0.25, 0.36),
        foot_sign=foot_sign,
        underlined=bool(rng.random() < 0.15),
        maker_word=_maker_word(rng),
    )
    if rng.random() < MOULDED_SHARE:
        _mould_numbers(style, rng)
    return style


def _mould_numbers(style: TileStyle, rng: np.random.Generator) -> None:
    style.relief = int(rng.integers(1, 6))
    style.dent_kind = "none"
    style.number_height = rng.uniform(0.4, 0.64)
    style.number_middle = rng.uniform(max(0.36, style.number_height / 2 + 0.05), 0.48)
    style.width = rng.uniform(0.7, 0.84)
    if style.foot_sign in ("circle", "heart"):
        style.foot_sign = "none"  # there is no room below


def number_mask(style: TileStyle, number: int) -> Mask:
    """The number in one line, its digits as high as each other."""
    digit_height = 128
    digit_parts: list[NDArray[np.uint8]] = []
    gap_width = max(1, round(style.tracking * digit_height))
    for digit in str(number):
        digit_mask = style.digit_masks[digit]
        aspect = min(digit_mask.shape[1] / digit_mask.shape[0], style.number_width)
        size = (max(8, round(aspect * digit_height)), digit_height)
        digit_parts.append(np.asarray(cv2.resize(digit_mask, size, interpolation=cv2.INTER_AREA), np.uint8))
        digit_parts.append(np.zeros((digit_height, gap_width), np.uint8))
    number_row = np.hstack(digit_parts[:-1])
    if style.underlined and number in (6, 9):
        underline = np.zeros((digit_height // 4, number_row.shape[1]), np.uint8)
        underline[digit_height // 9 :] = 255
        number_row = np.vstack([number_row, underline])
    return number_row


def colour_ink(style: TileStyle, suit: int) -> Colour:
    """The ink of a colour by its number in `vision.tiles.tile_labels.COLOURS`."""
    return style.inks[COLOURS[suit]]
