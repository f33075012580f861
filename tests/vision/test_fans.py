"""Pictures of fans tell the truth about what they show."""

from dataclasses import replace

import numpy as np
import pytest

from training import artwork, targets
from training.bent_cards import CardPose, Eye, see_face
from training.card_faces import draw_face
from training.card_scenes import PICTURE_SIDE, TRUTH_FIELDS, Dealer, Truth
from training.deck_styles import FACE_HEIGHT, random_deck_style
from training.fan_layouts import IndexShape, _row, random_fan
from training.fan_scenes import FanDealer, FanTable, _lay_fan, _sleeved, fan_scene
from training.package_faces import held_out_decks, learned_decks, own_index_box

SEEN = TRUTH_FIELDS.index("seen")
FLAT_EYE = Eye(np.eye(3), 4.0, 300.0, PICTURE_SIDE / 2)


def _fan_dealer(seed: int) -> FanDealer:
    return FanDealer(Dealer(np.random.default_rng(seed), [], decks_kept=2), [])


def _fans(seed: int, count: int) -> list[tuple[np.ndarray, Truth]]:
    dealer = _fan_dealer(seed)
    return [fan_scene(dealer) for _ in range(count)]


def test_a_fan_and_its_truth_are_settled_by_the_seed() -> None:
    (first, truth), (second, again) = _fans(3, 1)[0], _fans(3, 1)[0]
    assert (first == second).all()
    assert (truth == again).all()


def test_fans_show_whole_indices_and_ones_covered_by_half() -> None:
    shares = np.concatenate([truth[:, SEEN] for _, truth in _fans(0, 2)])
    assert (shares > 0.9).any()
    assert ((shares > 0.4) & (shares < 0.7)).any()
    assert ((shares >= 0) & (shares <= 1)).all()


@pytest.mark.parametrize("bows_along", [False, True])
@pytest.mark.parametrize("bow", [0.0, 0.4, -0.4])
def test_what_is_printed_on_a_bent_card_is_where_its_pose_says(bow: float, bows_along: bool) -> None:
    face = np.full((FACE_HEIGHT, 370, 3), 250, np.uint8)
    face[95:105, 55:65] = 0
    pose = CardPose(0.1, -0.1, 0.5, lean=0.2, bow=bow, bows_along=bows_along)
    seen = see_face(face, pose, FLAT_EYE)
    assert seen is not None
    dark = np.argwhere((seen.pixels.max(2) < 120) & (seen.coverage[:, :, 0] > 0.9))
    said = FLAT_EYE.project(pose.points_in_space(np.array([[60.0, 100.0]]), (370, FACE_HEIGHT)))[0]
    assert np.allclose(dark.mean(0)[::-1] + np.array(seen.box[:2]), said, atol=1.5)


def test_a_card_beyond_the_picture_is_not_seen() -> None:
    face = np.full((FACE_HEIGHT, 370, 3), 250, np.uint8)
    assert see_face(face, CardPose(9.0, 0.0, 0.0), FLAT_EYE) is None


@pytest.mark.parametrize("share", [0.35, 0.55, 0.8])
def test_a_neighbour_leaves_as_much_of_an_index_to_be_seen_as_was_asked_for(share: float) -> None:
    rng = np.random.default_rng(1)
    face = draw_face(random_deck_style(rng), 6, 2, rng)
    low, high = face.index_corners[0].min(0) / FACE_HEIGHT, face.index_corners[0].max(0) / FACE_HEIGHT
    index = IndexShape(float(low[0]), float(low[1]), *(float(v) for v in high - low))
    poses = _row(rng, np.full(6, share), index)
    table = FanTable(np.zeros((PICTURE_SIDE, PICTURE_SIDE, 3), np.uint8), rng)
    laid = _lay_fan(table, [face] * 6, poses, FLAT_EYE)
    rows = np.array([table.truth_rows(*card)[0] for card in laid])
    assert np.median(rows[:-1, SEEN]) == pytest.approx(share, abs=0.13)
    assert rows[-1, SEEN] == 1


def test_a_card_without_a_letter_shows_no_index() -> None:
    rng = np.random.default_rng(1)
    face = replace(draw_face(random_deck_style(rng), 6, 2, rng), shows_rank=False)
    table = FanTable(np.zeros((PICTURE_SIDE, PICTURE_SIDE, 3), np.uint8), rng)
    (card,) = _lay_fan(table, [face], [CardPose(0.0, 0.0, 0.0)], FLAT_EYE)
    assert [row[SEEN] for row in table.truth_rows(*card)] == [0, 0]


@pytest.mark.parametrize("corner_count", [2, 4])
def test_a_fan_never_turns_round_upon_itself(corner_count: int) -> None:
    rng = np.random.default_rng(2)
    index = IndexShape(0.03, 0.03, 0.12, 0.3, corner_count)
    for _ in range(40):
        turns = [pose.turn for pose in random_fan(rng, index, 20)]
        assert max(turns) - min(turns) < np.pi


def test_a_sleeve_moves_the_index_with_its_ink() -> None:
    rng = np.random.default_rng(4)
    face = draw_face(random_deck_style(rng), 3, 3, rng)
    sleeved = _sleeved(face, rng)
    seam = (sleeved.pixels.shape[0] - face.pixels.shape[0]) // 2
    assert seam > 0
    assert np.allclose(sleeved.index_corners[0], face.index_corners[0] + seam)


def test_an_index_wider_than_the_ace_s_has_a_box_of_its_own() -> None:
    card = np.full((FACE_HEIGHT, 370, 3), 255, np.uint8)
    card[20:90, 20:60] = 0
    card[20:120, 150:300] = 0  # the picture of a court
    ace_box = np.array([24, 20, 54, 90], np.float32)
    assert own_index_box(card, ace_box).tolist() == [20, 20, 60, 90]


def test_no_sheet_is_both_learned_from_and_held_out() -> None:
    assert not set(artwork.SHEET_CORNERS) & set(artwork.HELD_OUT_SHEETS)


def test_without_the_packages_there_are_no_decks_of_them(tmp_path) -> None:
    assert learned_decks(tmp_path, tmp_path) == held_out_decks(tmp_path, tmp_path) == []


@pytest.mark.parametrize("seed", range(6))
def test_a_neighbour_s_card_covers_one_side_of_a_crop_and_leaves_the_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    crop, other = (rng.integers(0, 256, (64, 48, 3)).astype(np.uint8) for _ in range(2))
    covered = targets._covered_side(crop, np.zeros(5), (other, np.zeros(5)), rng)
    changed = np.abs(covered.astype(int) - crop).mean((0, 2))
    left, right = changed[:8].max(), changed[-8:].min()
    assert (left < 6 and right > 20) or (changed[-8:].max() < 6 and changed[:8].min() > 20)
