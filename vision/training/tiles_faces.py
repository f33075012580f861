"""The face of one tile of a set, with the box of its mark."""

import cv2
import numpy as np

from vision.labels import JOKER, NO_SUIT
from vision.tiles.tile_labels import SHARE
from vision.training import shapes
from vision.training.card_faces import Corners, DrawnFace
from vision.training.inked import Picture, put
from vision.training.styles import Colour
from vision.training.tiles_jokers import draw_joker
from vision.training.tiles_styles import HEIGHT, TileStyle, inked, number_mask


def _shaded(colour: Colour, by: float) -> tuple[float, float, float]:
    blue, green, red = (float(np.clip(part * by, 0, 255)) for part in colour)
    return blue, green, red


def _blank(style: TileStyle, rng: np.random.Generator) -> Picture:
    """A tile with its bevelled edge and its dent, on which nothing is printed."""
    width = round(style.width * HEIGHT)
    picture: Picture = np.full((HEIGHT, width, 3), style.paper, np.uint8)
    edge = round(style.bevel * HEIGHT)
    if edge > 1:
        outer = [(0, 0), (width, 0), (width, HEIGHT), (0, HEIGHT)]
        inner = [(edge, edge), (width - edge, edge), (width - edge, HEIGHT - edge), (edge, HEIGHT - edge)]
        for side in range(4):
            after = (side + 1) % 4
            slope = np.array([outer[side], outer[after], inner[after], inner[side]], np.int32)
            cv2.fillPoly(picture, [slope], _shaded(style.paper, rng.uniform(0.8, 1.08)), cv2.LINE_AA)
    middle = (width // 2, round(style.middle * HEIGHT + rng.normal(0, 3)))
    radius = round(style.dent_radius * HEIGHT)
    if style.dent == "dent":
        _dent(picture, style.paper, middle, radius, rng)
    elif style.dent == "ring":
        tone = _shaded(style.paper, rng.uniform(0.5, 0.85))
        cv2.circle(picture, middle, radius, tone, int(rng.integers(1, 5)), cv2.LINE_AA)
    return picture


def _dent(
    picture: Picture, paper: Colour, middle: tuple[int, int], radius: int, rng: np.random.Generator
) -> None:
    """A hollow: dark on the side of the light, bright on the other."""
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    x, y = (columns - middle[0]) / radius, (rows - middle[1]) / radius
    turn = rng.uniform(0, 2 * np.pi)
    slope = (x * np.cos(turn) + y * np.sin(turn)) * np.hypot(x, y) ** 2 * rng.uniform(0.02, 0.16)
    inside = np.clip((1 - np.hypot(x, y)) * radius / 3, 0, 1)
    light = 1 + (slope + rng.uniform(-0.02, 0.03)) * inside
    picture[:] = np.clip(picture * light[:, :, None], 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        tone = _shaded(paper, rng.uniform(0.82, 0.95))
        cv2.circle(picture, middle, radius, tone, int(rng.integers(1, 3)), cv2.LINE_AA)


def _pressed(picture: Picture, style: TileStyle, rng: np.random.Generator) -> None:
    """A maker's name in relief: darker and lighter than the tile, a little apart."""
    width = picture.shape[1]
    wide = width * rng.uniform(0.55, 0.85)
    high = wide * style.word.shape[0] / style.word.shape[1]
    x, y = (width - wide) / 2, HEIGHT * rng.uniform(0.68, 0.82)
    lines = [(x, y, wide, high)]
    if rng.random() < 0.4:
        lines.append((x + wide * 0.1, y - high * 0.45, wide * 0.4, high * 0.35))
    for shift, by in ((2, 1.06), (0, rng.uniform(0.68, 0.97))):
        blue, green, red = _shaded(style.paper, by)
        for left, top, *size in lines:
            put(
                picture,
                style.word,
                (left + shift, top + shift, size[0], size[1]),
                (int(blue), int(green), int(red)),
            )


def _signed(picture: Picture, style: TileStyle, ink: Colour, rng: np.random.Generator) -> None:
    """What stands below the number, in its ink or pressed."""
    width = picture.shape[1]
    room = HEIGHT * (1 - style.middle - style.number_height / 2)
    size = min(room * 0.5, width * 0.5) * rng.uniform(0.5, 0.9)
    x, y = width / 2, HEIGHT - room * rng.uniform(0.42, 0.55)
    if style.below == "word":
        _pressed(picture, style, rng)
    elif style.below == "circle":
        tone = ink if rng.random() < 0.7 else _shaded(style.paper, rng.uniform(0.75, 0.93))
        thick = -1 if rng.random() < 0.5 else int(rng.integers(3, 9))
        cv2.circle(picture, (round(x), round(y)), round(size / 2), tone, thick, cv2.LINE_AA)
    elif style.below == "heart":
        put(picture, shapes.suit_mask("H", rng), (x - size / 2, y - size / 2, size, size), ink)


def _mark(style: TileStyle) -> Corners:
    """The box that is found and cropped: about the number's middle, `SHARE` times its height, and as wide."""
    half = style.number_height * HEIGHT * SHARE / 2
    x, y = round(style.width * HEIGHT) / 2, style.middle * HEIGHT
    return np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)],
                    np.float32)  # fmt: skip


def draw_tile(style: TileStyle, rank: int, suit: int, rng: np.random.Generator) -> DrawnFace:
    """A tile of this set; rank and suit count as `vision.tiles.tile_labels` says."""
    picture = _blank(style, rng)
    if rank == JOKER:
        kind = draw_joker(picture, style, rng)
        if style.below == "word":
            _pressed(picture, style, rng)
        return DrawnFace(picture, JOKER, NO_SUIT, kind, (_mark(style),))
    ink, mask = inked(style, suit), number_mask(style, rank + 1)
    high = style.number_height * HEIGHT
    tall = high * mask.shape[0] / 128
    wide = min(high * mask.shape[1] / 128, picture.shape[1] * 0.86)
    put(picture, mask, (picture.shape[1] / 2 - wide / 2, style.middle * HEIGHT - high / 2, wide, tall), ink)
    _signed(picture, style, ink, rng)
    return DrawnFace(picture, rank, suit, min(suit, 2), (_mark(style),))


def back(style: TileStyle, rng: np.random.Generator) -> Picture:
    """A tile that shows nothing: its back, or its face turned away."""
    plain = _blank(style, rng)
    if rng.random() < 0.3:
        _pressed(plain, style, rng)
    return plain if rng.random() < 0.5 else np.ascontiguousarray(plain[::-1, ::-1])
