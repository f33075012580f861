"""Do the pictures that the reader learned from pass for photos? Their indices beside those of real ones.

    python -m bench.drawn_and_real DRAWN PHOTOS [PHOTOS ...] [--count 150] [--plot FILE.png]

DRAWN is a folder of `training.picture_store`, PHOTOS are folders of JPEG files. Both are looked at
with the same finder, so that both are measured alike. Of every index found surely: its height in pixels, its
angle to the picture, the light of its paper, the contrast of paper and ink, its steepest edge in parts of
that contrast (sharpness), and how much the paper's pixels differ from their neighbours (noise). Prints
quartiles, draws a plot of them.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision import model
from vision.crops import upright_crop
from vision.reader import decode_picture
from vision.spots import Picture, Spot, find_spots

MEASURES = ("height", "angle", "light", "contrast", "sharpness", "noise")
SURE = 0.6
QUANTILES = (5, 25, 50, 75, 95)
WIDTH, ROW = 640, 64


def index_measures(picture: Picture, spot: Spot) -> tuple[float, ...]:
    """The MEASURES of one index: pixels, degrees, and grey levels (0 to 255) or parts of the contrast."""
    crop = upright_crop(picture, np.array([spot.x, spot.y]), spot.height, np.array(spot.up))
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float64)
    ink, paper = np.percentile(grey, (5, 80))
    contrast = max(paper - ink, 1.0)
    edge = (
        np.percentile(np.hypot(cv2.Sobel(grey, cv2.CV_64F, 1, 0), cv2.Sobel(grey, cv2.CV_64F, 0, 1)), 98) / 8
    )
    on_paper = grey > paper - contrast * 0.15
    ripple = np.abs(grey - cv2.blur(grey, (3, 3)))[cv2.erode(on_paper.astype(np.uint8), np.ones((5, 5))) > 0]
    angle = np.degrees(np.arctan2(spot.up[0], -spot.up[1]))
    noise = float(np.median(ripple)) if ripple.size else np.nan
    return spot.height, abs(angle), float(paper), float(contrast), float(edge / contrast), noise


def measured(files: Iterable[Path]) -> NDArray[np.float64]:
    """A row of MEASURES for each sure index of these pictures."""
    finder, _ = model.load_networks(model.MODEL_FOLDER)
    rows = []
    for file in files:
        picture = decode_picture(file.read_bytes())
        if picture is None:
            continue
        spots = [spot for spot in find_spots(picture, finder) if spot.confidence > SURE]
        rows += [index_measures(picture, spot) for spot in spots]
    return np.array(rows)


def draw_plot(drawn: NDArray[np.float64], real: NDArray[np.float64], file: Path) -> None:
    """A row for each measure: middle half and middle nine tenths, drawn ones above, real ones below."""
    image = Image.new("RGB", (WIDTH, ROW * len(MEASURES)), "white")
    pen = ImageDraw.Draw(image)
    for row, measure in enumerate(MEASURES):
        values = [np.nanpercentile(part[:, row], QUANTILES) for part in (drawn, real)]
        low, high = min(part[0] for part in values), max(part[-1] for part in values)
        pen.text((8, row * ROW + 8), f"{measure}\n{low:.3g} to {high:.3g}", fill="black")
        for place, (part, ink) in enumerate(zip(values, ("#1f5a43", "#b4232a"), strict=True)):
            x = 130 + (part - low) / max(high - low, 1e-9) * (WIDTH - 150)
            y = row * ROW + 14 + place * 20
            pen.line((x[0], y + 6, x[4], y + 6), fill=ink)
            pen.rectangle((x[1], y, x[3], y + 12), outline=ink)
            pen.line((x[2], y, x[2], y + 12), fill=ink, width=3)
    image.save(file)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("drawn", type=Path)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=150, help="drawn pictures that are looked at")
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    files = sorted(chosen.drawn.glob("*.jpg"))
    drawn = measured(files[:: max(1, len(files) // chosen.count)])
    real = measured(file for folder in chosen.photos for file in sorted(folder.glob("*.jpg")))
    print(f"{'':12}{f'{len(drawn)} drawn: quartiles':>32}{f'{len(real)} real: quartiles':>32}")
    for column, measure in enumerate(MEASURES):
        quartiles = [np.nanpercentile(part[:, column], QUANTILES[1:4]) for part in (drawn, real)]
        print(
            f"{measure:12}"
            + "".join(f"{' '.join(f'{value:.3g}' for value in part):>32}" for part in quartiles)
        )
    if chosen.plot:
        draw_plot(drawn, real, chosen.plot)


if __name__ == "__main__":
    main()
