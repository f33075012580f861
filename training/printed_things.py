"""Things with print on them that are no cards and lie among them: pages, boxes, screens, bank notes."""

import cv2
import numpy as np

from training import lettering
from training.deck_styles import Colour
from training.printing import Picture, print_mask

_WORDS = (
    "PLAYING CARDS", "JOKER", "RULES", "the", "and", "of", "score", "AKQJ", "BRIDGE", "Poker", "Rommé",
    "Canasta", "100%", "QUALITY", "Made in", "TOTAL", "Player 1", "Jack", "Queen", "King", "KING SIZE",
    "BANK", "EURO", "DOLLARS", "SPIEL", "Joker", "8", "10", "1008", "Q&A", "Kapitel", "No. 9", "A4",
    "K2", "12:30", "Anna", "Bob", "Dad", "in", "a", "to", "is", "STAR", "Made of", "plastic", "52",
    "ISBN 978", "OK", "Done", "Back", "88", "AQ", "KO", "JA", "D8", "QUO",
)  # fmt: skip
_AMOUNTS = ("5", "10", "20", "50", "100", "200", "1", "2", "K", "A")


def lay_printed_thing(picture: Picture, rng: np.random.Generator) -> None:
    """One of them somewhere in the picture, turned by chance."""
    kinds = (_draw_page, _draw_screen, _draw_bank_note)
    thing = kinds[int(rng.choice(len(kinds), p=[0.45, 0.25, 0.3]))](rng)
    height, width = thing.shape[:2]
    side = picture.shape[0]
    turn = cv2.getRotationMatrix2D(
        (width / 2, height / 2), float(rng.uniform(0, 360)), float(rng.uniform(0.5, 1.2))
    )
    turn[:, 2] += rng.uniform(0, side, 2) - (width / 2, height / 2)
    laid = cv2.warpAffine(thing, turn, (side, side), flags=cv2.INTER_AREA)
    coverage = cv2.warpAffine(np.full((height, width), 255, np.uint8), turn, (side, side))[:, :, None]
    share = coverage.astype(np.float32) / 255
    picture[:] = (picture * (1 - share) + laid * share).astype(np.uint8)


def _print_word(
    thing: Picture, word: str, font_file: str, box: tuple[float, float, float], ink: Colour
) -> float:
    """A word with its upper left corner and height in the box (x, y, height); where it ends."""
    mask = lettering.text_mask(word, font_file)
    x, y, height = box
    width = float(height * mask.shape[1] / mask.shape[0])
    print_mask(thing, mask, (x, y, width, height), ink)
    return x + width


def _some_word(rng: np.random.Generator) -> str:
    return _WORDS[int(rng.integers(len(_WORDS)))]


def _blank_thing(rng: np.random.Generator, colour: Colour, aspect: float) -> Picture:
    height = int(rng.uniform(180, 420))
    return np.full((height, int(height * aspect), 3), colour, np.uint8)


def _print_lines(thing: Picture, rng: np.random.Generator, ink: Colour) -> None:
    height, width = thing.shape[:2]
    font_file, line_height = lettering.random_font(rng, 0.6), rng.uniform(9, 42)
    y, margin = rng.uniform(8, 40), rng.uniform(6, 40)
    while y + line_height < height - 8:
        x, line_end = margin, width - margin * rng.uniform(1, 3)
        while x < line_end:
            x = _print_word(thing, _some_word(rng), font_file, (x, y, line_height), ink) + line_height * 0.5
        y += line_height * rng.uniform(1.3, 1.7)


def _draw_page(rng: np.random.Generator) -> Picture:
    shade = int(rng.integers(205, 256))
    page = _blank_thing(rng, (shade - int(rng.integers(0, 30)), shade - 5, shade), rng.uniform(0.6, 1.1))
    grey = int(rng.integers(0, 90))
    _print_lines(page, rng, (grey, grey, grey) if rng.random() < 0.8 else (grey, grey // 2, 200))
    return page


def _draw_screen(rng: np.random.Generator) -> Picture:
    shade = int(rng.integers(0, 60)) if rng.random() < 0.6 else int(rng.integers(200, 256))
    screen = _blank_thing(rng, (shade, shade, shade), rng.uniform(0.5, 1.6))
    ink = 240 if shade < 100 else 30
    for _ in range(int(rng.integers(1, 6))):
        x, y = (int(v) for v in rng.uniform(0, screen.shape[:2]))
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        end = (x + int(rng.uniform(20, 160)), y + int(rng.uniform(20, 60)))
        cv2.rectangle(screen, (x, y), end, colour, -1, cv2.LINE_AA)
    _print_lines(screen, rng, (ink, ink, ink))
    return screen


def _draw_bank_note(rng: np.random.Generator) -> Picture:
    paper = (int(rng.integers(150, 245)), int(rng.integers(150, 245)), int(rng.integers(150, 245)))
    note = _blank_thing(rng, paper, rng.uniform(1.6, 2.3))
    height, width = note.shape[:2]
    ink: Colour = (int(rng.integers(0, 150)), int(rng.integers(0, 150)), int(rng.integers(0, 170)))
    for _ in range(int(rng.integers(4, 14))):
        middle = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = (int(rng.uniform(10, width / 3)), int(rng.uniform(10, height / 2)))
        tone = tuple(int(v) for v in np.clip(np.array(paper) + rng.integers(-60, 40, 3), 0, 255))
        cv2.ellipse(note, middle, axes, float(rng.uniform(0, 180)), 0, 360, tone, int(rng.choice([-1, 1, 2])))
    font_file, amount = lettering.random_font(rng, 0.6), str(rng.choice(_AMOUNTS))
    number_height = height * rng.uniform(0.1, 0.3)
    for x, y in ((0.03, 0.05), (0.8, 0.05), (0.03, 0.7), (0.8, 0.7)):
        if rng.random() < 0.75:
            _print_word(note, amount, font_file, (x * width, y * height, number_height), ink)
    for _ in range(int(rng.integers(1, 5))):
        place = (
            rng.uniform(0.1, 0.6) * width,
            rng.uniform(0, 0.9) * height,
            height * rng.uniform(0.05, 0.12),
        )
        _print_word(note, _some_word(rng), font_file, place, ink)
    return note
