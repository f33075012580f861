"""Where a finder that has learned somewhat goes wrong on training pictures, for the namer to learn from.

    python -m vision.training.hard SCENES MODEL

Beside each picture a file `.spots.npy` is written with what the finder takes for indices there: x, y, height,
way up (x, y), and the row of the truth that it is, or -1 where there is no index.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.model import Network
from vision.spots import Picture, Spot, spots_at
from vision.training import store
from vision.training.scenes import Truth
from vision.training.targets import GUESSED, HIDDEN, column

NEAR = 0.3  # heights of the index


def judged(spots: list[Spot], truth: Truth) -> NDArray[np.float32]:
    """A row for each spot surely right or wrong: x, y, height, up x, up y, row of the truth or -1."""
    rows = []
    seen = column(truth, "seen")
    for spot in spots:
        away = np.hypot(truth[:, 0] - spot.x, truth[:, 1] - spot.y) / np.maximum(truth[:, 2], 1)
        near = np.flatnonzero(away < 0.8)
        row = int(near[away[near].argmin()]) if len(near) else -1
        if row >= 0:
            alike = truth[row, 3:5] @ np.array(spot.up)
            size = np.log(truth[row, 2] / spot.height)
            if seen[row] > HIDDEN and (
                seen[row] < GUESSED or away[row] > NEAR or alike < 0.9 or abs(size) > 0.4
            ):
                continue
            row = row if seen[row] > HIDDEN else -1
        rows.append([spot.x, spot.y, spot.height, *spot.up, row])
    return np.array(rows, np.float32).reshape(-1, 6)


def find(picture: Picture, network: Network) -> list[Spot]:
    """What the finder takes for indices in the picture at its own size and at half of it."""
    half = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return spots_at(picture, network, 1.0) + spots_at(half, network, 0.5)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pictures", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="also where it was asked before")
    chosen = parser.parse_args()
    network = Network(chosen.model / "finder.onnx", chosen.threads)
    for file in store.names(chosen.pictures):
        if file.with_suffix(".spots.npy").exists() and not chosen.again:
            continue
        picture, truth = store.read(file)
        np.save(file.with_suffix(".spots.npy"), judged(find(picture, network), truth))


if __name__ == "__main__":
    main()
