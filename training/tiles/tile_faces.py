"""The face of one tile of a set, with the box of its mark."""

import cv2
import numpy as np

from training import suit_shapes
from training.card_faces import Corners, DrawnFace
from training.deck_styles import Colour
from training.printing import Box, Picture, print_about, print_mask
from training.suit_shapes import Mask
from training.tiles.tile_jokers import draw_joker
from training.tiles.tile_styles import TILE_HEIGHT, TileStyle, colour_ink, number_mask
from vision.labels import JOKER, NO_SUIT
from vision.tiles.tile_labels import MARK_SHARE


def _shaded_colour(colour: Colour, brightness: float) -> tuple[float, float, float]:
    blue, green, red = (float(np.clip(channel * brightness, 0, 255)) for channel in colour)
    return blue, green, red


def _blank_tile(style: TileStyle, rng: np.random.Generator) -> Picture:
    """A tile with its bevelled edge and its dent, on which nothing is printed."""
    width = round(style.width * TILE_HEIGHT)
    picture: Picture = np.full((TILE_HEIGHT, width, 3), style.paper, np.uint8)
    bevel_width = round(style.bevel * TILE_HEIGHT)
    if bevel_width > 1:
        outer_corners = [(0, 0), (width, 0), (width, TILE_HEIGHT), (0, TILE_HEIGHT)]
        right, low = width - bevel_width, TILE_HEIGHT - bevel_width
        inner_corners = [(bevel_width, bevel_width), (right, bevel_width), (right, low), (bevel_width, low)]
        for side, outer_corner in enumerate(outer_corners):
            next_side = (side + 1) % 4
            bevel_slope = [
                outer_corner,
                outer_corners[next_side],
                inner_corners[next_side],
                inner_corners[side],
            ]
            colour = _shaded_colour(style.paper, rng.uniform(0.8, 1.08))
            cv2.fillPoly(picture, [np.array(bevel_slope, np.int32)], colour, cv2.LINE_AA)
    dent_middle = (width // 2, round(style.number_middle * TILE_HEIGHT + rng.normal(0, 3)))
    dent_radius = round(style.dent_radius * TILE_HEIGHT)
    if style.dent_kind == "dent":
        _press_dent(picture, style.paper, dent_middle, dent_radius, rng)
    elif style.dent_kind == "ring":
        ring_colour = _shaded_colour(style.paper, rng.uniform(0.5, 0.85))
        cv2.circle(picture, dent_middle, dent_radius, ring_colour, int(rng.integers(1, 5)), cv2.LINE_AA)
    return picture


def _press_dent(
    picture: Picture, paper: Colour, dent_middle: tuple[int, int], dent_radius: int, rng: np.random.Generator
) -> None:
    """A hollow: dark on the side of the light, bright on the other."""
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    x, y = (columns - dent_middle[0]) / dent_radius, (rows - dent_middle[1]) / dent_radius
    light_direction = rng.uniform(0, 2 * np.pi)
    towards_light = x * np.cos(light_direction) + y * np.sin(light_direction)
    slope = towards_light * np.hypot(x, y) ** 2 * rng.uniform(0.02, 0.16)
    inside_share = np.clip((1 - np.hypot(x, y)) * dent_radius / 3, 0, 1)
    light_gain = 1 + (slope + rng.uniform(-0.02, 0.03)) * inside_share
    picture[:] = np.clip(picture * light_gain[:, :, None], 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        rim_colour = _shaded_colour(paper, rng.uniform(0.82, 0.95))
        cv2.circle(picture, dent_middle, dent_radius, rim_colour, int(rng.integers(1, 3)), cv2.LINE_AA)


def _press_word(picture: Picture, style: TileStyle, rng: np.random.Generator) -> None:
    """A maker's name in relief: darker and lighter than the tile, a little apart."""
    width = picture.shape[1]
    word_width = width * rng.uniform(0.55, 0.85)
    word_height = word_width * style.maker_word.shape[0] / style.maker_word.shape[1]
    x, y = (width - word_width) / 2, TILE_HEIGHT * rng.uniform(0.68, 0.82)
    line_boxes = [(x, y, word_width, word_height)]
    if rng.random() < 0.4:
        small_line = (x + word_width * 0.1, y - word_height * 0.45, word_width * 0.4, word_height * 0.35)
        line_boxes.append(small_line)
    for shift, brightness in ((2, 1.06), (0, rng.uniform(0.68, 0.97))):
        blue, green, red = _shaded_colour(style.paper, brightness)
        for left, top, *size in line_boxes:
            box = (left + shift, top + shift, size[0], size[1])
            print_mask(picture, style.maker_word, box, (int(blue), int(green), int(red)))


def _draw_foot_sign(picture: Picture, style: TileStyle, ink: Colour, rng: np.random.Generator) -> None:
    """What stands below the number, in its ink or pressed."""
    width = picture.shape[1]
    foot_height = TILE_HEIGHT * (1 - style.number_middle - style.number_height / 2)
    sign_size = min(foot_height * 0.5, width * 0.5) * rng.uniform(0.5, 0.9)
    x, y = width / 2, TILE_HEIGHT - foot_height * rng.uniform(0.42, 0.55)
    if style.foot_sign == "word":
        _press_word(picture, style, rng)
    elif style.foot_sign == "circle":
        circle_colour = ink if rng.random() < 0.7 else _shaded_colour(style.paper, rng.uniform(0.75, 0.93))
        line_width = -1 if rng.random() < 0.5 else int(rng.integers(3, 9))
        cv2.circle(
            picture, (round(x), round(y)), round(sign_size / 2), circle_colour, line_width, cv2.LINE_AA
        )
    elif style.foot_sign == "heart":
        print_about(picture, suit_shapes.suit_mask("H", rng), (x, y), (sign_size, sign_size), ink)


def _mark_corners(style: TileStyle) -> Corners:
    """The box that is found and cropped: about the number's middle, `SHARE` times its height, and as wide."""
    half_side = style.number_height * TILE_HEIGHT * MARK_SHARE / 2
    x, y = round(style.width * TILE_HEIGHT) / 2, style.number_middle * TILE_HEIGHT
    left, right, top, low = x - half_side, x + half_side, y - half_side, y + half_side
    return np.array([(left, top), (right, top), (right, low), (left, low)], np.float32)


def draw_tile(style: TileStyle, rank: int, suit: int, rng: np.random.Generator) -> DrawnFace:
    """A tile of this set; rank and suit count as `vision.tiles.tile_labels` says."""
    picture = _blank_tile(style, rng)
    if rank == JOKER:
        ink_kind = draw_joker(picture, style, rng)
        if style.foot_sign == "word":
            _press_word(picture, style, rng)
        return DrawnFace(picture, JOKER, NO_SUIT, ink_kind, (_mark_corners(style),))
    ink, mask = colour_ink(style, suit), number_mask(style, rank + 1)
    number_height = style.number_height * TILE_HEIGHT
    mask_height = number_height * mask.shape[0] / 128
    mask_width = min(number_height * mask.shape[1] / 128, picture.shape[1] * 0.86)
    left = picture.shape[1] / 2 - mask_width / 2
    top = style.number_middle * TILE_HEIGHT - number_height / 2
    if style.relief:
        _mould_edges(picture, style, mask, (left, top, mask_width, mask_height), rng)
    print_mask(picture, mask, (left, top, mask_width, mask_height), ink)
    _draw_foot_sign(picture, style, ink, rng)
    return DrawnFace(picture, rank, suit, min(suit, 2), (_mark_corners(style),))


def _mould_edges(picture: Picture, style: TileStyle, mask: Mask, box: Box, rng: np.random.Generator) -> None:
    """What of a moulded number's edges its ink leaves to be seen: dark on one side, bright on the other."""
    light_direction = rng.uniform(0, 2 * np.pi)
    x, y = style.relief * np.cos(light_direction), style.relief * np.sin(light_direction)
    for side, brightness in ((-1, rng.uniform(1.0, 1.12)), (1, rng.uniform(0.35, 0.85))):
        blue, green, red = _shaded_colour(style.paper, brightness)
        edge_box = (box[0] + side * x, box[1] + side * y, box[2], box[3])
        print_mask(picture, mask, edge_box, (int(blue), int(green), int(red)))


def draw_back(style: TileStyle, rng: np.random.Generator) -> Picture:
    """A tile that shows nothing: its back, or its face turned away."""
    blank_tile = _blank_tile(style, rng)
    if rng.random() < 0.3:
        _press_word(blank_tile, style, rng)
    return blank_tile if rng.random() < 0.5 else np.ascontiguousarray(blank_tile[::-1, ::-1])
