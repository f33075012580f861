"""Training pictures of tiles tell the truth about what they show."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from training import picture_store
from training.card_scenes import PICTURE_SIDE, TRUTH_FIELDS
from training.tiles.tile_faces import draw_tile
from training.tiles.tile_scenes import TileBag, tile_scene
from training.tiles.tile_styles import random_tile_style
from vision.crops import upright_crop
from vision.labels import JOKER, NO_RANK, NO_SUIT
from vision.tiles.tile_labels import MARK_SHARE


@pytest.mark.parametrize("seed", range(6))
def test_a_mark_of_a_face_holds_its_number_in_the_middle(seed: int) -> None:
    rng = np.random.default_rng(seed)
    style = random_tile_style(rng)
    style.foot_sign, style.underlined = "none", False
    face = draw_tile(style, 7, 0, rng)
    (corners,) = face.index_corners
    high = float(corners[2, 1] - corners[0, 1])
    crop = upright_crop(face.pixels, corners.mean(0) - 0.5, high, np.array([0.0, -1.0]))
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    rows = np.flatnonzero((grey[:, 16:32] < 110).any(1))
    assert abs(rows.mean() - 31.5) < 4
    assert abs(len(rows) - 64 * 0.7 / MARK_SHARE) < 8


def test_truth_is_within_its_bounds() -> None:
    bag = TileBag(np.random.default_rng(7), sets_kept=3)
    for picture, truth in (tile_scene(bag) for _ in range(8)):
        assert picture.shape == (PICTURE_SIDE, PICTURE_SIDE, 3)
        assert truth.shape[1] == len(TRUTH_FIELDS)
        assert np.allclose(np.hypot(truth[:, 3], truth[:, 4]), 1, atol=1e-4)
        assert set(truth[:, 7].astype(int)) <= set(range(NO_RANK))
        assert ((truth[:, 7] == JOKER) == (truth[:, 8] == NO_SUIT)).all()
        assert ((truth[:, 10] >= 0) & (truth[:, 10] <= 1)).all()


def test_pictures_lie_on_disk_as_the_seed_settles_them(tmp_path: Path) -> None:
    for folder in (tmp_path / "a", tmp_path / "b"):
        picture_store.write_pictures(folder, 2, 4, lambda rng: picture_store.tile_scenes(rng, [], []))
    (first, _), (again, _) = (
        picture_store.picture_files(tmp_path / "a"),
        picture_store.picture_files(tmp_path / "b"),
    )
    assert first.read_bytes() == again.read_bytes()
    assert (picture_store.read_picture(first)[1] == picture_store.read_picture(again)[1]).all()
