"""Where a finder that has learned somewhat goes wrong on training pictures, for the namer to learn from.

    python -m training.finder_mistakes PICTURES MODEL

Beside each picture a file `.spots.npy` is written with what the finder takes for indices there: x, y, height,
way up (x, y), and the row of the truth that it is, or -1 where there is no index.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training import picture_store
from training.card_scenes import Truth
from training.targets import GUESSED_SHARE, HIDDEN_SHARE, truth_column
from vision.model import Network
from vision.spots import LEAST_CONFIDENCE, Picture, Spot, spots_at

MOST_OFF = 0.3  # heights of the index


def judge_spots(spots: list[Spot], truth: Truth) -> NDArray[np.float32]:
    """A row for each spot surely right or wrong: x, y, height, up x, up y, row of the truth or -1."""
    spot_rows = []
    seen_shares = truth_column(truth, "seen")
    for spot in spots:
        distances = np.hypot(truth[:, 0] - spot.x, truth[:, 1] - spot.y) / np.maximum(truth[:, 2], 1)
        near_rows = np.flatnonzero(distances < 0.8)
        row_number = int(near_rows[distances[near_rows].argmin()]) if len(near_rows) else -1
        if row_number >= 0 and seen_shares[row_number] <= HIDDEN_SHARE:
            row_number = -1
        elif row_number >= 0:
            alike = truth[row_number, 3:5] @ np.array(spot.up) >= 0.9
            same_size = abs(np.log(truth[row_number, 2] / spot.height)) <= 0.4
            near = distances[row_number] <= MOST_OFF
            if not (alike and same_size and near and seen_shares[row_number] >= GUESSED_SHARE):
                continue  # half right teaches neither way
        spot_rows.append([spot.x, spot.y, spot.height, *spot.up, row_number])
    return np.array(spot_rows, np.float32).reshape(-1, 6)


def find_marks(picture: Picture, network: Network, least_confidence: float = LEAST_CONFIDENCE) -> list[Spot]:
    """What the finder takes for indices in the picture at its own size and at half of it, as surely as that
    at least."""
    half_picture = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    looks = (picture, 1.0), (np.asarray(half_picture, np.uint8), 0.5)
    return [spot for look, factor in looks for spot in spots_at(look, network, factor, least_confidence)]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pictures", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--least", type=float, default=LEAST_CONFIDENCE, help="so sure at least")
    parser.add_argument("--again", action="store_true", help="also where it was asked before")
    chosen = parser.parse_args()
    cv2.setNumThreads(chosen.threads)
    network = Network(chosen.model / "finder.onnx")
    for file in picture_store.picture_files(chosen.pictures):
        if file.with_suffix(".spots.npy").exists() and not chosen.again:
            continue
        picture, truth = picture_store.read_picture(file)
        np.save(
            file.with_suffix(".spots.npy"), judge_spots(find_marks(picture, network, chosen.least), truth)
        )


if __name__ == "__main__":
    main()
