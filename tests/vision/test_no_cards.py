"""Pictures that show neither cards nor tiles are answered with nothing."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from scorepad.photos.reading import read_pixels
from tests.by_night import by_night
from training.lettering import random_font
from vision.spots import Picture

WORDS = [
    "ACE",
    "of",
    "the",
    "KING",
    "QUEEN",
    "JACK",
    "10",
    "20",
    "JOKER",
    "7",
    "BANK",
    "50",
    "he",
    "A",
    "K",
    "as",
]


def _printed_page(rng: np.random.Generator) -> Picture:
    image = Image.new("RGB", (1000, 1300), (246, 243, 236))
    pen, letter_height = ImageDraw.Draw(image), int(rng.integers(18, 60))
    font = ImageFont.truetype(random_font(rng), letter_height)
    for y in range(60, 1200, round(letter_height * 1.4)):
        pen.text((60, y), " ".join(rng.choice(WORDS, 700 // letter_height)), fill=(30, 28, 25), font=font)
    return np.asarray(image)[:, :, ::-1].copy()


def _keyboard(rng: np.random.Generator) -> Picture:
    image = Image.new("RGB", (1600, 700), (200, 200, 205))
    pen, font = ImageDraw.Draw(image), ImageFont.truetype(random_font(rng), 34)
    for row, keys in enumerate(("1234567890-=", "QWERTYUIOP[]", "ASDFGHJKL;", "ZXCVBNM,./")):
        for column, key in enumerate(keys):
            x, y = 80 + column * 115 + row * 30, 80 + row * 130
            pen.rounded_rectangle((x, y, x + 100, y + 110), 12, fill=(248, 248, 248), outline=(90, 90, 90))
            pen.text((x + 14, y + 10), key, fill=(20, 20, 20), font=font)
    return np.asarray(image)[:, :, ::-1].copy()


def _black_keyboard(rng: np.random.Generator) -> Picture:
    """White letters on black keys, as white ink on black cards."""
    return 255 - _keyboard(rng)


def _dominoes(rng: np.random.Generator) -> Picture:
    picture: Picture = np.full((900, 1400, 3), (60, 110, 40), np.uint8)
    for number in range(10):
        x, y = 80 + number % 5 * 260, 80 + number // 5 * 400
        cv2.rectangle(picture, (x, y), (x + 150, y + 300), (235, 240, 242), -1)
        for pip_y in rng.choice([35, 75, 115, 185, 225, 265], 4):
            cv2.circle(picture, (x + int(rng.choice([35, 75, 115])), y + int(pip_y)), 13, (20, 20, 20), -1)
    return picture


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, by_night(2)])
@pytest.mark.parametrize("draw", [_printed_page, *map(by_night, (_keyboard, _black_keyboard, _dominoes))])
def test_what_is_no_card_is_none(draw: Callable[[np.random.Generator], Picture], seed: int) -> None:
    assert read_pixels(cv2.GaussianBlur(draw(np.random.default_rng(seed)), (0, 0), 0.9)).cards == ()
