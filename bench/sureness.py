"""How often cards are right that the reader is so sure of: a reliability diagram.

    python -m bench.sureness FOLDER [FOLDER ...] [--reader MODELS] [--altered] [--plot sureness.png]

Reads the labelled photos of the folders, with `--altered` in every way of `bench.altered` too. Of each band
of sureness: how many cards were read so surely, how many of these lie there, and how sure the reader was on
average. A reader that knows what it knows is as often right as it says; the plot draws both.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from bench import altered
from bench.photo_results import Result
from bench.photos import results

BANDS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
SIDE, MARGIN = 480, 48


@dataclass(frozen=True)
class Band:
    """Cards read about as surely as each other: how many, the share that lies there, the mean sureness."""

    low: float
    high: float
    count: int
    right: float
    sureness: float


def judged_cards(photos: Iterable[Result]) -> list[tuple[float, bool]]:
    """Each card read: how surely, and whether it lies there; of one name, the surest are taken to."""
    judged = []
    for photo in photos:
        left = photo.truth.copy()
        for card in sorted(photo.reading.cards, key=lambda card: -card.confidence):
            judged.append((card.confidence, left[card.name] > 0))
            left[card.name] -= 1
    return judged


def bands(judged: list[tuple[float, bool]]) -> list[Band]:
    """The bands in which any card was read."""
    found = []
    for low, high in pairwise(BANDS):
        inside = [(sure, right) for sure, right in judged if low < sure <= high]
        if inside:
            sureness, right = np.mean(inside, axis=0)
            found.append(Band(low, high, len(inside), float(right), float(sureness)))
    return found


def draw_plot(shown: list[Band], file: Path) -> None:
    """Share that lies there (upwards) over sureness (to the right), a dot for each band; the line is what a
    reader would give that is as often right as it says."""
    image = Image.new("RGB", (SIDE + 2 * MARGIN,) * 2, "white")
    pen = ImageDraw.Draw(image)
    low, high = MARGIN, MARGIN + SIDE
    pen.rectangle((low, low, high, high), outline="black")
    pen.line((low, high, high, low), fill="gray")
    for part in (0, 0.25, 0.5, 0.75, 1):
        pen.text((low + part * SIDE - 8, high + 6), f"{part:g}", fill="black")
        pen.text((low - 32, high - part * SIDE - 6), f"{part:g}", fill="black")
    for band in shown:
        x, y = low + band.sureness * SIDE, high - band.right * SIDE
        radius = 3 + np.log10(band.count) * 2
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill="#1f5a43")
    pen.text(
        (low, high + 24), "how sure the reader is; upwards: how many of these cards lie there", fill="black"
    )
    image.save(file)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--reader", default="", metavar="MODELS")
    parser.add_argument("--altered", action="store_true")
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    ways = altered.WAYS if chosen.altered else [""]
    judged = judged_cards(
        result
        for folder in chosen.folders
        for way in ways
        for result in results(folder, "", chosen.reader, way)
    )
    shown = bands(judged)
    print(f"{'sureness':15}{'cards':>8}{'lie there':>11}{'sure on average':>17}")
    for band in shown:
        print(f"{band.low:.3f} to {band.high:.3f}{band.count:8}{band.right:11.2%}{band.sureness:17.2%}")
    error = sum(band.count * abs(band.right - band.sureness) for band in shown) / max(1, len(judged))
    print(f"{len(judged)} cards, off by {error:.2%} on average")
    if chosen.plot:
        draw_plot(shown, chosen.plot)


if __name__ == "__main__":
    main()
