"""Training pictures kept on disk, so that drawing them and learning from them can run at different times.

    python -m vision.training.store FOLDER --count 2000 --seed 1 --cache ~/.cache/scorepad-cards

Each file is one picture (JPEG without chroma loss worth naming) beside its truth (`.npy`, columns of
`vision.training.scenes.FIELDS`). The seed and the number of the file settle its content.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import artwork
from vision.training.backgrounds import surface_photographs
from vision.training.inked import Picture
from vision.training.scenes import Dealer, Truth, card_scene

_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 97, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]


def write(folder: Path, count: int, seed: int, sheets: list[Path], surfaces: list[Path]) -> None:
    """Draw pictures numbered 0 to count - 1 that are not in the folder yet."""
    folder.mkdir(parents=True, exist_ok=True)
    dealer: Dealer | None = None
    for number in range(count):
        file = folder / f"{seed}-{number:06d}.jpg"
        if dealer is None or number % 100 == 0:
            dealer = Dealer(np.random.default_rng((seed, number // 100)), sheets, surfaces)
        if file.with_suffix(".npy").exists():
            continue
        picture, truth = card_scene(dealer)
        cv2.imwrite(str(file), picture, _JPEG)
        np.save(file.with_suffix(".npy"), truth)


def names(folder: Path) -> list[Path]:
    """The pictures of a folder whose truth is written."""
    return sorted(file for file in folder.glob("*.jpg") if file.with_suffix(".npy").exists())


def read(file: Path) -> tuple[Picture, Truth]:
    """A picture and its truth."""
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    return picture, np.load(file.with_suffix(".npy"))


def spots(file: Path) -> NDArray[np.float32]:
    """What `vision.training.hard` found of this picture, nothing if it has not been asked."""
    found = file.with_suffix(".spots.npy")
    return np.load(found) if found.exists() else np.zeros((0, 6), np.float32)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", type=Path, default=Path("~/.cache/scorepad-cards"))
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    sheets = artwork.render_sheets(chosen.cache.expanduser())
    write(chosen.folder, chosen.count, chosen.seed, sheets, surface_photographs())


if __name__ == "__main__":
    main()
