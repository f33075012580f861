"""Training pictures tell the truth about what they show."""

from pathlib import Path

import numpy as np
import pytest

from training import deck_styles, finder_mistakes, penned_ranks, picture_store, targets
from training.card_faces import draw_face
from training.card_scenes import PICTURE_SIDE, TRUTH_FIELDS, Dealer, Truth, card_scene
from training.deck_styles import FACE_HEIGHT, random_deck_style
from training.printed_things import lay_printed_thing
from vision import naming
from vision.crops import upright_crop
from vision.labels import JOKER, NO_RANK, NO_SUIT, RANKS, SUITS
from vision.spots import Spot

NO_SPOTS = np.zeros((0, 6), np.float32)


def _scenes(seed: int, count: int) -> list[tuple[np.ndarray, Truth]]:
    dealer = Dealer(np.random.default_rng(seed), [], decks_kept=2)
    return [card_scene(dealer) for _ in range(count)]


@pytest.mark.parametrize("seed", range(6))
def test_an_index_of_a_face_holds_its_ink_and_the_far_one_is_the_same_turned(seed: int) -> None:
    rng = np.random.default_rng(seed)
    style = random_deck_style(rng)
    for rank, suit in ((6, 2), (9, 0), (JOKER, NO_SUIT)):
        face = draw_face(style, rank, suit, rng)
        assert len(face.index_corners) == style.corner_count
        near, far = face.index_corners[:2]
        assert np.allclose(near + far, [style.width, FACE_HEIGHT])
        crops = []
        for corners in (near, far):
            up = corners[:2].mean(0) - corners[2:].mean(0)
            high = float(np.hypot(*up))
            crop = upright_crop(face.pixels, corners.mean(0) - 0.5, high, up / high).astype(int)
            crops.append(crop[10:54, 16:32])
        assert np.abs(crops[0] - np.array(style.paper)).max() > 60
        assert np.abs(crops[0] - crops[1]).mean() < 20


def test_a_picture_and_its_truth_are_settled_by_the_seed() -> None:
    (first, truth), (second, again) = _scenes(3, 1)[0], _scenes(3, 1)[0]
    assert (first == second).all()
    assert (truth == again).all()


def test_truth_is_within_its_bounds() -> None:
    for picture, truth in _scenes(11, 8):
        assert picture.shape == (PICTURE_SIDE, PICTURE_SIDE, 3)
        assert truth.shape[1] == len(TRUTH_FIELDS)
        if not len(truth):
            continue
        assert np.allclose(np.hypot(truth[:, 3], truth[:, 4]), 1, atol=1e-4)
        assert set(truth[:, 7].astype(int)) <= set(range(NO_RANK))
        assert ((truth[:, 7] == JOKER) == (truth[:, 8] == NO_SUIT)).all()
        assert (truth[:, 10] >= 0).all()
        assert (truth[:, 10] <= 1).all()


def test_the_finder_is_asked_for_every_readable_index_at_its_place() -> None:
    for _, truth in _scenes(5, 4):
        target = targets.finder_target(truth, PICTURE_SIDE)
        for row in truth[targets.must_find(truth)]:
            column, line = int(row[0] / targets.CELL), int(row[1] / targets.CELL)
            if not (0 <= column < PICTURE_SIDE // targets.CELL and 0 <= line < PICTURE_SIDE // targets.CELL):
                continue
            assert target[0, line, column] == 1
            assert target[8, line, column] == 1


@pytest.mark.nightly
def test_some_pictures_are_taken_so_near_that_indices_are_as_high_as_the_finder_is_asked_for() -> None:
    heights = np.concatenate([truth[targets.must_find(truth), 2] for _, truth in _scenes(7, 30)])
    assert heights.max() > 0.8 * targets.MOST_HEIGHT
    assert heights.min() < 2 * targets.LEAST_HEIGHT


@pytest.mark.parametrize("seed", range(8))
def test_a_penned_b_has_a_straight_back_that_an_eight_has_not(seed: int) -> None:
    masks = penned_ranks.rank_masks(np.random.default_rng(seed), {"J": "B"})
    backs = {rank: (mask[:, : mask.shape[1] // 2] > 127).mean(0).max() for rank, mask in masks.items()}
    assert backs["J"] > 0.9
    assert backs["8"] < 0.85


def test_other_letters_stand_for_the_courts_alone() -> None:
    ours, others = (
        penned_ranks.rank_masks(np.random.default_rng(2), letters) for letters in ({}, {"J": "B", "Q": "D"})
    )
    assert set(ours) == set(others) == set(RANKS[:JOKER])
    assert ours["J"].shape != others["J"].shape


@pytest.mark.parametrize("penned_share", [0, 1])
@pytest.mark.parametrize(("language_shares", "has_bar"), [((0, 0, 1), True), ((1, 0, 0), False)])
def test_the_ace_of_a_russian_deck_has_a_bar_across_its_top(
    monkeypatch: pytest.MonkeyPatch, penned_share: int, language_shares: tuple[int, ...], has_bar: bool
) -> None:
    monkeypatch.setattr(deck_styles, "OTHER_LETTERS_SHARE", 1)
    monkeypatch.setattr(deck_styles, "LANGUAGE_SHARES", language_shares)
    monkeypatch.setattr(deck_styles, "PENNED_SHARE", penned_share)
    for seed in range(6):
        ace = random_deck_style(np.random.default_rng(seed)).rank_masks["A"] > 127
        assert (ace[1 : len(ace) // 16 + 2].mean(1).max() > 0.7) == has_bar


@pytest.mark.parametrize("seed", range(6))
def test_print_that_is_no_card_is_laid_into_the_picture(seed: int) -> None:
    picture = np.full((PICTURE_SIDE, PICTURE_SIDE, 3), (60, 110, 40), np.uint8)
    lay_printed_thing(picture, np.random.default_rng(seed))
    changed = (picture != (60, 110, 40)).any(2).mean()
    assert 0.01 < changed < 1


def test_the_finder_is_asked_nothing_where_most_of_an_index_is_hidden() -> None:
    row = np.zeros((1, len(TRUTH_FIELDS)), np.float32)
    row[0, :5] = (100, 60, 24, 0, -1)
    row[0, TRUTH_FIELDS.index("seen")] = 0.36
    target = targets.finder_target(row, 128)
    assert target[8, 15, 25] == 0
    assert target[0].max() == 0


@pytest.mark.nightly
def test_crops_for_the_namer_bear_every_kind_of_label() -> None:
    rng = np.random.default_rng(0)
    labels = np.concatenate(
        [targets.namer_crops(picture, truth, NO_SPOTS, rng)[1] for picture, truth in _scenes(2, 12)]
    )
    assert NO_RANK in labels[:, 0]
    assert set(labels[labels[:, 0] < JOKER, 1].tolist()) == set(range(len(SUITS)))
    assert labels[:, 0].max() < len(RANKS)
    assert labels[:, 1].max() < len(SUITS)


@pytest.mark.parametrize("seed", range(6))
def test_a_card_over_a_suit_leaves_the_rank_to_be_seen(seed: int) -> None:
    rng = np.random.default_rng(seed)
    crop = rng.integers(0, 256, (64, 48, 3)).astype(np.uint8)
    covered = targets._covered_suit(crop, np.zeros(5), rng)
    changed = np.abs(covered.astype(int) - crop).mean((1, 2))
    assert changed[:32].max() < 4  # the rank, and the edge's shadow
    assert changed[56:].min() > 20


def test_pictures_come_back_from_disk_with_their_truth(tmp_path: Path) -> None:
    picture_store.write_pictures(tmp_path, 2, 4, lambda rng: picture_store.card_scenes(rng, [], []))
    (first, second) = picture_store.picture_files(tmp_path)
    picture, truth = picture_store.read_picture(first)
    assert first.name < second.name
    assert picture.shape == (PICTURE_SIDE, PICTURE_SIDE, 3)
    assert truth.shape[1] == len(TRUTH_FIELDS)


def test_how_an_index_lies_in_its_crop_leads_back_to_the_index() -> None:
    rng = np.random.default_rng(1)
    row = np.zeros(len(TRUTH_FIELDS))
    row[:7] = (100, 120, 30, np.sin(0.7), -np.cos(0.7), 1.0, 2.0)
    for _ in range(5):
        turn, middle = 0.7 + rng.normal(0, 0.2), row[:2] + rng.normal(0, 4, 2)
        spot = Spot(middle[0], middle[1], rng.uniform(25, 36), (np.sin(turn), -np.cos(turn)), (0.0, 0.0), 1.0)
        moved_spot = naming.moved_spot(spot, targets.crop_fit(row, middle, spot.height, np.array(spot.up)))
        assert np.allclose([moved_spot.x, moved_spot.y, moved_spot.height, *moved_spot.up], row[:5])


def test_a_spot_beside_every_index_is_learned_as_nothing_and_one_on_an_index_as_it() -> None:
    row = np.zeros((1, len(TRUTH_FIELDS)), np.float32)
    row[0, :5], row[0, TRUTH_FIELDS.index("seen")] = (100, 100, 30, 0, -1), 1
    spots = [Spot(x, 102, 28, (0.0, -1.0), (1.0, 2.0), 0.5) for x in (101.0, 118.0, 200.0)]
    assert finder_mistakes.judge_spots(spots, row)[:, 5].tolist() == [0, -1]
