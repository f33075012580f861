"""What the networks should have said, made from the truth of a training picture."""

import numpy as np
from numpy.typing import NDArray

from training.card_scenes import TRUTH_FIELDS, Truth
from training.printing import Picture
from vision.crops import CROP_HEIGHT, CROP_WIDTH, INDEX_SHARE, upright_crop
from vision.labels import FIT, INKS, JOKER, NO_RANK, NO_SUIT

CELL = 4
LEAST_HEIGHT, MOST_HEIGHT = 11.0, 110.0  # heights of indices, in pixels, that the finder answers for
READABLE_SHARE = 0.45  # the part seen from which on an index counts: a little less than half, as fans show it
HIDDEN_SHARE = 0.27  # the part seen up to which it is no index
GUESSED_SHARE = 0.4  # the part from which on an index may still be told by what is left of it
COVERED_SHARE = 0.1  # part of the crops in which another card's edge lies across the suit
BESIDE_SHARE = 0.12  # part of the crops in which a neighbour covers the right or the left of the index

_COLUMN_NUMBERS = {name: place for place, name in enumerate(TRUTH_FIELDS)}


def truth_column(truth: Truth, field: str) -> NDArray[np.float32]:
    """One field of all rows."""
    return truth[:, _COLUMN_NUMBERS[field]]


def must_find(truth: Truth) -> NDArray[np.bool_]:
    """Which indices the finder must find."""
    heights, seen_shares = truth_column(truth, "height"), truth_column(truth, "seen")
    return (seen_shares >= READABLE_SHARE) & (heights >= LEAST_HEIGHT) & (heights <= MOST_HEIGHT)


def finder_target(truth: Truth, picture_side: int) -> NDArray[np.float32]:
    """Planes (9, side / 4, side / 4): the bell around each middle; offset x, y; log height; up x, y; centre
    x, y; and a weight, 1 where the answer counts, 0 where it is not asked. Offsets and the rest hold where
    the bell is above 0.5, and are 0 elsewhere."""
    cell_count = picture_side // CELL
    target = np.zeros((9, cell_count, cell_count), np.float32)
    target[8] = 1
    rows, columns = np.mgrid[0:cell_count, 0:cell_count].astype(np.float32) + 0.5
    to_find = must_find(truth)
    for truth_row, must_be_found in zip(truth, to_find, strict=True):
        x, y, cell_height = truth_row[0] / CELL, truth_row[1] / CELL, truth_row[2] / CELL
        bell_spread = max(0.9, 0.11 * cell_height)
        distances = (columns - x) ** 2 + (rows - y) ** 2
        bell = np.exp(-distances / (2 * bell_spread * bell_spread))
        if not must_be_found:
            if truth_row[_COLUMN_NUMBERS["seen"]] > HIDDEN_SHARE:
                target[8][distances < (0.4 * cell_height) ** 2] = 0
            continue
        near_middle = (bell > 0.5) & (bell > target[0])
        np.maximum(target[0], bell, out=target[0])
        target[1][near_middle], target[2][near_middle] = (x - columns)[near_middle], (y - rows)[near_middle]
        for plane_number, value in zip(range(3, 8), (np.log(cell_height), *truth_row[3:7]), strict=True):
            target[plane_number][near_middle] = value
    for x, y in truth[to_find][:, :2] / CELL:  # a neighbour's weight of 0 never hides a middle
        target[[0, 8], min(cell_count - 1, int(y)), min(cell_count - 1, int(x))] = 1
    return target


Crops = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]


def namer_crops(
    picture: Picture, truth: Truth, spots: NDArray[np.float32], rng: np.random.Generator, most_crops: int = 24
) -> Crops:
    """Upright crops (n, 64, 48, 3) of indices, a little off as the finder is, of spots that a finder found
    (`picture_store.read_spots`) and of places that are none; their labels (n, 3): rank, suit, ink; how they
    lie in their crops (n, 5), as in `vision.labels.FIT`."""
    crop_pixels, labels, fits = [], [], []
    seen_shares, heights = truth_column(truth, "seen"), truth_column(truth, "height")
    readable_rows = np.flatnonzero((seen_shares >= GUESSED_SHARE) & (heights >= 10) & (heights < 130))
    for truth_row in truth[rng.permutation(readable_rows)[:most_crops]]:
        crop, fit = _crop_off_index(picture, truth_row.astype(np.float64), rng)
        # the upper half of a star may be a diamond's
        is_other = truth_row[7] < JOKER and truth_row[8] == NO_SUIT
        is_whole = truth_row[_COLUMN_NUMBERS["seen"]] > 0.9 and not is_other
        covering = rng.random() if is_whole else 1.0
        if covering < COVERED_SHARE:
            crop = _covered_suit(crop, fit, rng)
        elif covering < COVERED_SHARE + BESIDE_SHARE:
            other_rows = readable_rows[truth[readable_rows, -1] != truth_row[-1]]
            if len(other_rows):
                neighbour_row = truth[int(rng.choice(other_rows))].astype(np.float64)
                crop = _covered_side(crop, fit, _crop_off_index(picture, neighbour_row, rng), rng)
        crop_pixels.append(crop)
        labels.append(truth_row[7:10].astype(np.int64))
        fits.append(fit)
    for spot in spots[rng.permutation(len(spots))[:most_crops]].astype(np.float64):
        place = (spot[:2], float(spot[2]), spot[3:5])
        crop_pixels.append(upright_crop(picture, *place))
        truth_row = truth[int(spot[5])].astype(np.float64) if spot[5] >= 0 else None
        no_labels = np.array([NO_RANK, NO_SUIT, int(rng.integers(len(INKS)))])
        labels.append(no_labels if truth_row is None else truth_row[7:10].astype(np.int64))
        fits.append(np.zeros(len(FIT)) if truth_row is None else crop_fit(truth_row, *place))
    for middle, height, up in empty_places(truth, picture.shape[0], rng, max(3, len(crop_pixels) // 3)):
        crop_pixels.append(upright_crop(picture, middle, height, up))
        labels.append(np.array([NO_RANK, NO_SUIT, int(rng.integers(len(INKS)))], np.int64))
        fits.append(np.zeros(len(FIT)))
    return (
        np.array(crop_pixels, np.uint8).reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3),
        np.array(labels, np.int64).reshape(-1, 3),
        np.array(fits, np.float32).reshape(-1, len(FIT)),
    )


def _crop_off_index(
    picture: Picture, truth_row: NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A crop that is off its index by chance, and by how much the index is off the crop."""
    turn, log_larger = rng.normal(0, 0.13), rng.normal(0, 0.15)
    height = float(truth_row[2] * np.exp(-log_larger))
    cos, sin = np.cos(turn), np.sin(turn)
    up = np.array([[cos, sin], [-sin, cos]]) @ truth_row[3:5]
    right = np.array([-up[1], up[0]])
    shift = rng.normal(0, 0.08, 2)
    middle = truth_row[:2] - (right * shift[0] - up * shift[1]) * height
    return upright_crop(picture, middle, height, up), crop_fit(truth_row, middle, height, up)


def _covered_suit(
    crop: NDArray[np.uint8], fit: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """The crop with a card of the same pack over the lower part of its suit: a heart has two bows above."""
    index_height = CROP_HEIGHT * INDEX_SHARE * float(np.exp(fit[2]))
    middle = CROP_HEIGHT / 2 + CROP_HEIGHT * INDEX_SHARE * fit[1]
    edge_row = middle + rng.uniform(0.26, 0.4) * index_height
    rows, columns = np.mgrid[0:CROP_HEIGHT, 0:CROP_WIDTH]
    below_edge = rows - edge_row - rng.normal(0, 0.12) * (columns - CROP_WIDTH / 2)
    rows_down = max(1, round(edge_row - rng.uniform(0, 8)))  # the other card's corner is as far from its edge
    upper_card = np.roll(crop, (rows_down, int(rng.integers(-14, 15))), (0, 1)).astype(np.float64)
    if rng.random() < 0.4:  # no corner of it
        upper_card[:] = np.percentile(crop, 85, axis=(0, 1))
    shadow = 1 - rng.uniform(0, 0.4) * np.exp(-np.abs(below_edge) / rng.uniform(0.5, 2.5)) * (below_edge < 0)
    upper_share = np.clip(below_edge + 0.5, 0, 1)[..., None]
    covered = (
        crop * shadow[..., None] * (1 - upper_share) + upper_card * rng.uniform(0.92, 1.05) * upper_share
    )
    return np.asarray(np.clip(covered, 0, 255), np.uint8)


def _covered_side(
    crop: NDArray[np.uint8],
    fit: NDArray[np.float64],
    neighbour: tuple[NDArray[np.uint8], NDArray[np.float64]],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """The crop with a neighbour's card over a fifth to a half of its index, from the right as most people fan
    cards, or from the left; `neighbour` is the crop of another index, which stands beside the edge."""
    index_height = CROP_HEIGHT * INDEX_SHARE * float(np.exp(fit[2]))
    middle = CROP_WIDTH / 2 + CROP_HEIGHT * INDEX_SHARE * fit[0]
    side = 1 if rng.random() < 0.8 else -1
    edge_column = middle + side * rng.uniform(-0.02, 0.15) * index_height
    rows, columns = np.mgrid[0:CROP_HEIGHT, 0:CROP_WIDTH]
    beyond_edge = side * (columns - edge_column - rng.normal(0, 0.1) * (rows - CROP_HEIGHT / 2))
    neighbour_crop, neighbour_fit = neighbour
    neighbour_middle = CROP_WIDTH / 2 + CROP_HEIGHT * INDEX_SHARE * neighbour_fit[0]
    margin = rng.uniform(0.28, 0.5) * index_height  # from the card's edge to its index's middle
    shift = round(edge_column + side * margin - neighbour_middle)
    upper_card = _slid_sideways(neighbour_crop.astype(np.float64), shift)
    if side < 0 and rng.random() < 0.7:  # the right corner of most cards bears no index
        upper_card[:] = np.percentile(neighbour_crop, 85, axis=(0, 1))
    shadow = 1 - rng.uniform(0, 0.5) * np.exp(-np.abs(beyond_edge) / rng.uniform(0.5, 3)) * (beyond_edge < 0)
    upper_share = np.clip(beyond_edge + 0.5, 0, 1)[..., None]
    covered = crop * shadow[..., None] * (1 - upper_share) + upper_card * upper_share
    return np.asarray(np.clip(covered, 0, 255), np.uint8)


def _slid_sideways(crop: NDArray[np.float64], shift: int) -> NDArray[np.float64]:
    """The crop moved to the right by so many pixels; its outer column is repeated where it was."""
    sources = np.clip(np.arange(crop.shape[1]) - shift, 0, crop.shape[1] - 1)
    return np.asarray(crop[:, sources])


def crop_fit(
    truth_row: NDArray[np.float64], middle: NDArray[np.float64], height: float, up: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How the index of this row of the truth lies in a crop, as `vision.labels.FIT` says."""
    right = np.array([-up[1], up[0]])
    away = (truth_row[:2] - middle) / height
    turn = np.arctan2(truth_row[3:5] @ right, truth_row[3:5] @ up)
    mirrored = truth_row[5:7] @ np.array([-truth_row[4], truth_row[3]]) < 0
    return np.array([away @ right, -(away @ up), np.log(truth_row[2] / height), turn, mirrored])


def empty_places(
    truth: Truth, picture_side: int, rng: np.random.Generator, count: int
) -> list[tuple[NDArray[np.float64], float, NDArray[np.float64]]]:
    """Places where no index can be read: anywhere, beside one, turned over, or where one is hidden."""
    places = []
    for _ in range(count):
        turn = rng.uniform(0, 2 * np.pi)
        up = np.array([np.cos(turn), np.sin(turn)])
        middle, height = (
            rng.uniform(0, picture_side, 2),
            float(np.exp(rng.uniform(np.log(12), np.log(MOST_HEIGHT)))),
        )
        if len(truth) and rng.random() < 0.75:
            truth_row = truth[int(rng.integers(len(truth)))].astype(np.float64)
            height = float(truth_row[2] * np.exp(rng.normal(0, 0.15)))
            place_kind = rng.random()
            if truth_row[10] < HIDDEN_SHARE and place_kind < 0.5:
                middle, up = truth_row[:2], truth_row[3:5]
            elif place_kind < 0.75:
                middle = truth_row[:2] + rng.uniform(-0.2, 1.6, 2) * truth_row[5:7] * height
            else:
                middle, up = truth_row[:2] + rng.normal(0, 0.1, 2) * height, -truth_row[3:5]
                places.append((middle, height, up))
                continue
        readable_rows = truth[truth[:, 10] > HIDDEN_SHARE]
        if (
            len(readable_rows)
            and (
                np.hypot(*(readable_rows[:, :2] - middle).T) < 0.7 * np.maximum(readable_rows[:, 2], height)
            ).any()
        ):
            continue
        places.append((middle, height, up))
    return places
