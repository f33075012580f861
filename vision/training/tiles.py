"""Training pictures of tiles on disk, for `vision.training.learn`.

    python -m vision.training.tiles FOLDER --count 2500 --seed 1

Files are as those of `vision.training.store`; the seed and the number of the file settle its content.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.training import artwork
from vision.training.backgrounds import surface_photographs
from vision.training.tiles_scenes import TileBag, tile_scene

_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 97, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]


def write(folder: Path, count: int, seed: int, surfaces: list[Path], sheets: list[Path]) -> None:
    """Draw pictures numbered 0 to count - 1, in hundreds, that are not in the folder yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, count, 100):
        files = [folder / f"{seed}-{number:06d}.jpg" for number in range(start, min(start + 100, count))]
        if all(file.with_suffix(".npy").exists() for file in files):
            continue
        bag = TileBag(np.random.default_rng((seed, start // 100)), surfaces, sheets)
        for file in files:
            picture, truth = tile_scene(bag)
            cv2.imwrite(str(file), picture, _JPEG)
            np.save(file.with_suffix(".npy"), truth)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", type=Path, default=Path("~/.cache/scorepad-cards"))
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    write(
        chosen.folder,
        chosen.count,
        chosen.seed,
        surface_photographs(),
        artwork.render_sheets(chosen.cache.expanduser()),
    )


if __name__ == "__main__":
    main()
