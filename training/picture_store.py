"""Training pictures kept on disk, so that drawing them and learning from them can run at different times.

    python -m training.picture_store FOLDER --count 2000 --seed 1 --cache ~/.cache/scorepad-cards
    python -m training.picture_store FOLDER --tiles --count 2500 --seed 1
    python -m training.picture_store FOLDER --fans learned --packages NPM --count 2500 --seed 1
    python -m training.picture_store FOLDER --fans covered --packages NPM --count 800 --seed 1
    python -m training.picture_store FOLDER --fans held-out --packages NPM --count 100 --seed 1

Each file is one picture (JPEG without chroma loss worth naming) beside its truth (`.npy`, columns of
`training.card_scenes.TRUTH_FIELDS`). The seed and the number of the file settle its content.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training import artwork
from training.backgrounds import surface_photographs
from training.card_scenes import Dealer, Truth, card_scene
from training.fan_layouts import COVERED_FANS, USUAL_FANS, FanShares
from training.fan_scenes import FanDealer, fan_scene
from training.package_faces import PackageDeck, held_out_decks, learned_decks
from training.printing import Picture
from training.tiles.tile_scenes import TileBag, tile_scene

HELD_OUT_SIDE = 1024
"""Pixels of a side of the pictures of fans that are never learned from."""

LEARNED_FANS = {"learned": USUAL_FANS, "covered": COVERED_FANS}
"""How cards lie in the fans to learn from."""

Scenes = Iterator[tuple[Picture, Truth]]

_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 97, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]


def card_scenes(rng: np.random.Generator, sheets: list[Path], surfaces: list[Path]) -> Scenes:
    """Endless pictures of cards, dealt by one dealer."""
    dealer = Dealer(rng, sheets, surfaces)
    while True:
        yield card_scene(dealer)


def tile_scenes(rng: np.random.Generator, sheets: list[Path], surfaces: list[Path]) -> Scenes:
    """Endless pictures of tiles, drawn from one bag."""
    bag = TileBag(rng, surfaces, sheets)
    while True:
        yield tile_scene(bag)


def fan_scenes(
    rng: np.random.Generator,
    sheets: list[Path],
    surfaces: list[Path],
    decks: list[PackageDeck],
    shares: FanShares,
) -> Scenes:
    """Endless pictures of fans to learn from."""
    fans = FanDealer(Dealer(rng, sheets, surfaces), decks, shares=shares)
    while True:
        yield fan_scene(fans)


def held_out_fan_scenes(
    rng: np.random.Generator, sheets: list[Path], surfaces: list[Path], decks: list[PackageDeck]
) -> Scenes:
    """Endless larger pictures of whole fans, half of them of packages; the decks should be held out."""
    dealer = Dealer(rng, sheets, surfaces, sheet_share=0.7, other_suits_share=0)
    fans = FanDealer(dealer, decks, HELD_OUT_SIDE, whole_fans=True, clear_share=0.8, from_packages=0.5)
    while True:
        yield fan_scene(fans)


def write_pictures(
    folder: Path, count: int, seed: int, scenes_of: Callable[[np.random.Generator], Scenes]
) -> None:
    """Draw pictures numbered 0 to count - 1 that are not in the folder yet, a hundred of one generator."""
    folder.mkdir(parents=True, exist_ok=True)
    for first_number in range(0, count, 100):
        numbers = range(first_number, min(first_number + 100, count))
        files = [folder / f"{seed}-{number:06d}.jpg" for number in numbers]
        if all(file.with_suffix(".npy").exists() for file in files):
            continue
        scenes = scenes_of(np.random.default_rng((seed, first_number // 100)))
        for file, (picture, truth) in zip(files, scenes, strict=False):
            cv2.imwrite(str(file), picture, _JPEG)
            np.save(file.with_suffix(".npy"), truth)


def picture_files(folder: Path) -> list[Path]:
    """The pictures of a folder whose truth is written."""
    return sorted(file for file in folder.glob("*.jpg") if file.with_suffix(".npy").exists())


def read_picture(file: Path) -> tuple[Picture, Truth]:
    """A picture and its truth."""
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    return picture, np.load(file.with_suffix(".npy"))


def read_spots(file: Path) -> NDArray[np.float32]:
    """What `training.finder_mistakes` found of this picture, nothing if it has not been asked."""
    spots_file = file.with_suffix(".spots.npy")
    return np.load(spots_file) if spots_file.exists() else np.zeros((0, 6), np.float32)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tiles", action="store_true", help="tiles instead of cards")
    parser.add_argument("--fans", choices=[*LEARNED_FANS, "held-out"], help="fans of such decks")
    parser.add_argument("--packages", type=Path, help="the folder where npm installed faces")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", type=Path, default=Path("~/.cache/scorepad-cards"))
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    write_pictures(chosen.folder, chosen.count, chosen.seed, _chosen_scenes(chosen))


def _chosen_scenes(chosen: argparse.Namespace) -> Callable[[np.random.Generator], Scenes]:
    cache, surfaces = chosen.cache.expanduser(), surface_photographs()
    if chosen.fans == "held-out":
        sheets = artwork.render_sheets(cache, artwork.HELD_OUT_SHEETS)
        decks = held_out_decks(chosen.packages, cache) if chosen.packages else []
        return partial(held_out_fan_scenes, sheets=sheets, surfaces=surfaces, decks=decks)
    sheets = artwork.render_sheets(cache)
    if chosen.fans:
        decks = learned_decks(chosen.packages, cache) if chosen.packages else []
        shares = LEARNED_FANS[chosen.fans]
        return partial(fan_scenes, sheets=sheets, surfaces=surfaces, decks=decks, shares=shares)
    return partial(tile_scenes if chosen.tiles else card_scenes, sheets=sheets, surfaces=surfaces)


if __name__ == "__main__":
    main()
