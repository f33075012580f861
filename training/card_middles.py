"""What stands in the middle of a card: pips, a figure, or the ornate pip of an ace with its maker's words."""

import cv2
import numpy as np

from training import lettering
from training.deck_styles import FACE_HEIGHT, Colour, DeckStyle
from training.printing import Picture, print_about, print_mask

_PIP_COLUMNS: dict[int, list[tuple[float, tuple[float, ...]]]] = {
    2: [(0.5, (0, 1))], 3: [(0.5, (0, 0.5, 1))], 4: [(0, (0, 1)), (1, (0, 1))],
    5: [(0, (0, 1)), (1, (0, 1)), (0.5, (0.5,))], 6: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1))],
    7: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1)), (0.5, (0.25,))],
    8: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1)), (0.5, (0.25, 0.75))],
    9: [(0, (0, 1 / 3, 2 / 3, 1)), (1, (0, 1 / 3, 2 / 3, 1)), (0.5, (0.5,))],
    10: [(0, (0, 1 / 3, 2 / 3, 1)), (1, (0, 1 / 3, 2 / 3, 1)), (0.5, (1 / 6, 5 / 6))],
}  # fmt: skip


def draw_pips(picture: Picture, style: DeckStyle, pip_count: int, suit: str) -> None:
    """So many pips of a suit in their places."""
    pip_mask, ink = style.pip_masks[suit], style.inks[suit]
    height, width = picture.shape[:2]
    pip_height = style.pip_height * FACE_HEIGHT
    left_x, right_x = width * 0.29, width * 0.71
    top_y, bottom_y = height * 0.17, height * 0.83
    for column, pip_rows in _PIP_COLUMNS[pip_count]:
        for pip_row in pip_rows:
            x, y = left_x + (right_x - left_x) * column, top_y + (bottom_y - top_y) * pip_row
            upright_mask = pip_mask[::-1] if pip_row > 0.5 else pip_mask
            print_about(picture, upright_mask, (x, y), (pip_height * 0.9, pip_height), ink)


def draw_court(
    picture: Picture, style: DeckStyle, suit: str, rng: np.random.Generator, figure: Picture | None = None
) -> None:
    """The figure in its frame; without one, busy colours stand there, the same turned by half."""
    height, width = picture.shape[:2]
    x, y = round(width * rng.uniform(0.14, 0.2)), round(height * rng.uniform(0.07, 0.12))
    if figure is not None:
        size = (width - 2 * x, height - 2 * y)
        picture[y : height - y, x : width - x] = cv2.resize(figure, size, interpolation=cv2.INTER_AREA)
        return
    upper_half = picture[y : height // 2, x : width - x].copy()
    colours = [style.inks["H"], style.inks["S"], (30, 190, 240), (200, 90, 30), style.paper, (60, 60, 60)]
    for _ in range(int(rng.integers(15, 45))):
        points = rng.uniform(-0.1, 1.1, (int(rng.integers(3, 6)), 2)) * rng.uniform(0.15, 0.7)
        points = (points + rng.uniform(0, 0.7, 2)) * np.array([upper_half.shape[1], upper_half.shape[0]])
        outline = [points.astype(np.int32)]
        colour = colours[int(rng.integers(len(colours)))]
        if rng.random() < 0.5:
            cv2.fillPoly(upper_half, outline, colour, cv2.LINE_AA)
        else:
            cv2.polylines(upper_half, outline, True, colour, int(rng.integers(1, 4)), cv2.LINE_AA)
    pip_height = rng.uniform(0.1, 0.16) * FACE_HEIGHT
    if rng.random() < 0.8:
        print_mask(upper_half, style.pip_masks[suit], (4, 4, pip_height * 0.9, pip_height), style.inks[suit])
    picture[y : height // 2, x : width - x] = upper_half
    picture[height - height // 2 : height - y, x : width - x] = upper_half[::-1, ::-1]
    if style.framed:
        cv2.rectangle(picture, (x, y), (width - x, height - y), style.inks["S"], 1, cv2.LINE_AA)


def draw_ace(picture: Picture, style: DeckStyle, suit: str, rng: np.random.Generator) -> None:
    """One pip in the middle: plain, or large, with rings of ornament in it and a maker's words about it."""
    pip_height = FACE_HEIGHT * rng.uniform(0.14, 0.4)
    ring_inks = [style.inks[suit], style.paper, style.inks[suit], style.paper]
    card_middle = (style.width / 2, FACE_HEIGHT / 2)
    ring_count = int(rng.integers(2, 5)) if rng.random() < 0.4 else 1
    for ring in range(ring_count):
        ring_height = pip_height * (1 - ring / ring_count * 0.8)
        ring_size = (ring_height * 0.9, ring_height)
        print_about(picture, style.pip_masks[suit], card_middle, ring_size, ring_inks[ring])
    if ring_count == 1 and rng.random() < 0.5:
        return
    for _ in range(int(rng.integers(0, 60))):
        x = card_middle[0] + rng.normal(0, pip_height * 0.14)
        y = card_middle[1] + rng.normal(0, pip_height * 0.16)
        dot_radius = max(1, int(rng.uniform(1, pip_height * 0.05)))
        dot_ink, line_width = ring_inks[int(rng.integers(2))], int(rng.choice([-1, 1]))
        cv2.circle(picture, (int(x), int(y)), dot_radius, dot_ink, line_width, cv2.LINE_AA)
    _print_words(picture, style.inks[suit] if rng.random() < 0.7 else style.inks["S"], pip_height, rng)


_MAKER_WORDS = (
    "PLAYING CARDS", "STANDARD", "LINEN FINISH", "CASINO", "POKER", "No. 52", "1885", "808", "QUALITY",
    "JUMBO INDEX", "Made in", "Company", "REGISTERED", "Royal", "100% PLASTIC", "PREMIUM", "Est. 1867",
    "CLUB", "BRIDGE",
)  # fmt: skip


def _print_words(picture: Picture, ink: Colour, pip_height: float, rng: np.random.Generator) -> None:
    """A maker's words above and below the middle of an ace, in lines of any size; some within the pip."""
    font_file = lettering.random_font(rng)
    card_middle = (picture.shape[1] / 2, FACE_HEIGHT / 2)
    for side in (-1, 1):
        if rng.random() < 0.35:
            continue
        distance = pip_height * rng.uniform(0.25, 0.75)
        for _ in range(int(rng.integers(1, 4))):
            word_mask = lettering.text_mask(str(rng.choice(_MAKER_WORDS)), font_file)
            aspect = word_mask.shape[1] / word_mask.shape[0]
            word_width = min(picture.shape[1] * rng.uniform(0.2, 0.6), FACE_HEIGHT * 0.09 * aspect)
            word_height = word_width / aspect
            word_middle = (card_middle[0], card_middle[1] + side * distance)
            print_about(picture, word_mask, word_middle, (word_width, word_height), ink)
            distance += word_height * rng.uniform(1.1, 1.8)
