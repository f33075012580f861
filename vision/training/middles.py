"""What stands in the middle of a card: pips, a figure, or the ornate pip of an ace with its maker's words."""

import cv2
import numpy as np

from vision.training import lettering
from vision.training.inked import Picture, put
from vision.training.styles import HEIGHT, Colour, Style

_COLUMNS: dict[int, list[tuple[float, tuple[float, ...]]]] = {
    2: [(0.5, (0, 1))], 3: [(0.5, (0, 0.5, 1))], 4: [(0, (0, 1)), (1, (0, 1))],
    5: [(0, (0, 1)), (1, (0, 1)), (0.5, (0.5,))], 6: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1))],
    7: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1)), (0.5, (0.25,))],
    8: [(0, (0, 0.5, 1)), (1, (0, 0.5, 1)), (0.5, (0.25, 0.75))],
    9: [(0, (0, 1 / 3, 2 / 3, 1)), (1, (0, 1 / 3, 2 / 3, 1)), (0.5, (0.5,))],
    10: [(0, (0, 1 / 3, 2 / 3, 1)), (1, (0, 1 / 3, 2 / 3, 1)), (0.5, (1 / 6, 5 / 6))],
}  # fmt: skip


def pips(picture: Picture, style: Style, count: int, suit: str) -> None:
    """So many pips of a suit in their places."""
    mask, ink = style.pip_masks[suit], style.inks[suit]
    height, width = picture.shape[:2]
    size = style.pip_height * HEIGHT
    left, right = width * 0.29, width * 0.71
    top, bottom = height * 0.17, height * 0.83
    for column, rows in _COLUMNS[count]:
        for row in rows:
            x, y = left + (right - left) * column, top + (bottom - top) * row
            part = mask[::-1] if row > 0.5 else mask
            put(picture, part, (x - size * 0.45, y - size / 2, size * 0.9, size), ink)


def court(
    picture: Picture, style: Style, suit: str, rng: np.random.Generator, figure: Picture | None = None
) -> None:
    """The figure in its frame; without one, busy colours stand there, the same turned by half."""
    height, width = picture.shape[:2]
    x, y = round(width * rng.uniform(0.14, 0.2)), round(height * rng.uniform(0.07, 0.12))
    if figure is not None:
        room = (width - 2 * x, height - 2 * y)
        picture[y : height - y, x : width - x] = cv2.resize(figure, room, interpolation=cv2.INTER_AREA)
        return
    half = picture[y : height // 2, x : width - x].copy()
    colours = [style.inks["H"], style.inks["S"], (30, 190, 240), (200, 90, 30), style.paper, (60, 60, 60)]
    for _ in range(int(rng.integers(15, 45))):
        points = rng.uniform(-0.1, 1.1, (int(rng.integers(3, 6)), 2)) * rng.uniform(0.15, 0.7)
        points = (points + rng.uniform(0, 0.7, 2)) * np.array([half.shape[1], half.shape[0]])
        shape = [points.astype(np.int32)]
        colour = colours[int(rng.integers(len(colours)))]
        if rng.random() < 0.5:
            cv2.fillPoly(half, shape, colour, cv2.LINE_AA)
        else:
            cv2.polylines(half, shape, True, colour, int(rng.integers(1, 4)), cv2.LINE_AA)
    size = rng.uniform(0.1, 0.16) * HEIGHT
    if rng.random() < 0.8:
        put(half, style.pip_masks[suit], (4, 4, size * 0.9, size), style.inks[suit])
    picture[y : height // 2, x : width - x] = half
    picture[height - height // 2 : height - y, x : width - x] = half[::-1, ::-1]
    if style.frame:
        cv2.rectangle(picture, (x, y), (width - x, height - y), style.inks["S"], 1, cv2.LINE_AA)


def ace(picture: Picture, style: Style, suit: str, rng: np.random.Generator) -> None:
    """One pip in the middle: plain, or large, with rings of ornament in it and a maker's words about it."""
    size = HEIGHT * rng.uniform(0.14, 0.4)
    inks = [style.inks[suit], style.paper, style.inks[suit], style.paper]
    rings = int(rng.integers(2, 5)) if rng.random() < 0.4 else 1
    for ring in range(rings):
        part = size * (1 - ring / rings * 0.8)
        place = (style.width / 2 - part * 0.45, HEIGHT / 2 - part / 2, part * 0.9, part)
        put(picture, style.pip_masks[suit], place, inks[ring])
    if rings == 1 and rng.random() < 0.5:
        return
    for _ in range(int(rng.integers(0, 60))):
        x, y = style.width / 2 + rng.normal(0, size * 0.14), HEIGHT / 2 + rng.normal(0, size * 0.16)
        radius = rng.uniform(1, size * 0.05)
        ink = inks[int(rng.integers(2))]
        cv2.circle(picture, (int(x), int(y)), max(1, int(radius)), ink, int(rng.choice([-1, 1])), cv2.LINE_AA)
    _words(picture, style.inks[suit] if rng.random() < 0.7 else style.inks["S"], size, rng)


_MAKERS = (
    "PLAYING CARDS", "STANDARD", "LINEN FINISH", "CASINO", "POKER", "No. 52", "1885", "808", "QUALITY",
    "JUMBO INDEX", "Made in", "Company", "REGISTERED", "Royal", "100% PLASTIC", "PREMIUM", "Est. 1867",
    "CLUB", "BRIDGE",
)  # fmt: skip


def _words(picture: Picture, ink: Colour, size: float, rng: np.random.Generator) -> None:
    """A maker's words above and below the middle of an ace, in lines of any size; some within the pip."""
    files, _ = lettering.fonts()
    file = files[int(rng.integers(len(files)))]
    middle = np.array([picture.shape[1] / 2, HEIGHT / 2])
    for way in (-1, 1):
        if rng.random() < 0.35:
            continue
        away = size * rng.uniform(0.25, 0.75)
        for _ in range(int(rng.integers(1, 4))):
            mask = lettering.text_mask(str(rng.choice(_MAKERS)), file)
            longer = mask.shape[1] / mask.shape[0]
            wide = min(picture.shape[1] * rng.uniform(0.2, 0.6), HEIGHT * 0.09 * longer)
            high = wide / longer
            place = (middle[0] - wide / 2, middle[1] + way * away - high / 2, wide, high)
            put(picture, mask, place, ink)
            away += high * rng.uniform(1.1, 1.8)
