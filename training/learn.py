"""Teach one of the networks from pictures on disk; stop and go on at any time.

    python -m training.learn finder FOLDER --pictures SCENES --minutes 60 --seed 1

Checkpoints lie in FOLDER (`finder.pt`, `namer.pt`): weights, optimiser and steps done, written every
few minutes.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training import picture_store, targets
from training.networks import Finder, Namer
from vision.labels import FIT, INKS, NO_RANK, RANKS, SUITS

SAVE_SECONDS = 180.0  # seconds
HALF_SEEN = (targets.HIDDEN_SHARE + targets.READABLE_SHARE) / 2
PHOTO_SHARE = 0.08  # part of the namer's pictures that are real photos, if there are any

Batch = tuple[Tensor, Tensor]
Loss = Callable[[Tensor, Tensor], tuple[Tensor, dict[str, float]]]


def _random_window(
    picture: np.ndarray, truth: np.ndarray, window_side: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """A random part of the picture, turned by quarters, its truth moved along."""
    x, y = (int(v) for v in rng.integers(0, picture.shape[0] - window_side + 1, 2))
    picture, truth = picture[y : y + window_side, x : x + window_side], truth.copy()
    truth[:, 0] -= x
    truth[:, 1] -= y
    for _ in range(int(rng.integers(4))):
        picture = np.rot90(picture)  # to the left: what was at x, y is at y, side - x
        truth[:, 0], truth[:, 1] = truth[:, 1].copy(), window_side - truth[:, 0]
        for x_column, y_column in ((3, 4), (5, 6)):
            truth[:, x_column], truth[:, y_column] = truth[:, y_column].copy(), -truth[:, x_column]
    inside = (truth[:, :2] > -20).all(1) & (truth[:, :2] < window_side + 20).all(1)
    truth = truth[inside]
    half_heights = truth[:, 2] * 0.45
    low_ends, high_ends = half_heights[:, None], window_side - half_heights[:, None]
    cut = ((truth[:, :2] < low_ends) | (truth[:, :2] > high_ends)).any(1)
    # what the edge cuts off is half seen: the finder is asked nothing there
    truth[cut, 10] = np.minimum(truth[cut, 10], HALF_SEEN)
    return picture, truth


def toned_pictures(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Brightness, contrast and colour moved a little, another way for each."""
    picture_count = pictures.shape[0]
    log_tint = rng.normal(0, 0.06, (picture_count, 3, 1, 1))
    log_contrast = rng.normal(0, 0.12, (picture_count, 1, 1, 1))
    gain = torch.tensor(np.exp(log_tint + log_contrast))
    shift = torch.tensor(rng.normal(0, 0.04, (picture_count, 1, 1, 1)))
    return (pictures * gain.float() + shift.float()).clamp(0, 1)


def finder_batches(
    files: list[Path], batch_size: int, rng: np.random.Generator, window_side: int = 320
) -> Iterator[Batch]:
    """Endless batches: pictures (n, 3, side, side), targets (n, 9, side / 4, side / 4)."""
    while True:
        pictures, target_planes = [], []
        for file_number in rng.integers(0, len(files), batch_size):
            picture, truth = _random_window(
                *picture_store.read_picture(files[int(file_number)]), window_side, rng
            )
            pictures.append(np.ascontiguousarray(picture.transpose(2, 0, 1)))
            target_planes.append(targets.finder_target(truth, window_side))
        yield (
            toned_pictures(torch.from_numpy(np.stack(pictures)).float() / 255, rng),
            torch.from_numpy(np.stack(target_planes)),
        )


def namer_batches(
    files: list[Path], batch_size: int, rng: np.random.Generator, photos: list[Path] | None = None
) -> Iterator[Batch]:
    """Endless batches: crops (n, 3, 64, 48), labels and fits (n, 3 + 5); a few of them from real photos."""
    crop_pixels: list[np.ndarray] = []
    crop_answers: list[np.ndarray] = []
    while True:
        while sum(len(part) for part in crop_pixels) < batch_size * 4:
            from_photo = bool(photos) and rng.random() < PHOTO_SHARE
            chosen_files = photos if photos and from_photo else files
            file = chosen_files[int(rng.integers(len(chosen_files)))]
            picture, truth = picture_store.read_picture(file)
            crops, crop_labels, fits = targets.namer_crops(
                picture, truth, picture_store.read_spots(file), rng
            )
            crop_pixels.append(crops)
            crop_answers.append(np.concatenate([crop_labels.astype(np.float32), fits], 1))
        all_pixels, all_answers = np.concatenate(crop_pixels), np.concatenate(crop_answers)
        shuffled_rows = rng.permutation(len(all_pixels))
        batch_rows, rows_left = shuffled_rows[:batch_size], shuffled_rows[batch_size:]
        crop_pixels, crop_answers = [all_pixels[rows_left]], [all_answers[rows_left]]
        batch = torch.from_numpy(all_pixels[batch_rows].transpose(0, 3, 1, 2).copy()).float() / 255
        yield toned_pictures(batch, rng), torch.from_numpy(all_answers[batch_rows])


def finder_loss(answer: Tensor, target_planes: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Focal loss of the middles, and distances of the rest where an index is."""
    target_heat, answer_weight = target_planes[:, 0], target_planes[:, 8]
    middle_chance = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    at_peak = (target_heat >= 0.999).float() * answer_weight
    peak_count = at_peak.sum().clamp(min=1)
    peak_loss = -((1 - middle_chance) ** 2) * torch.log(middle_chance) * at_peak
    away_weight = (1 - target_heat) ** 4 * (1 - at_peak) * answer_weight  # near a middle, little is lost
    empty_loss = -(middle_chance**2) * torch.log(1 - middle_chance) * away_weight
    heat_loss = (peak_loss + empty_loss).sum() / peak_count
    near_middle = (target_heat > 0.5).float() * answer_weight
    near_count = near_middle.sum().clamp(min=1)

    def apart(first_plane: int, last_plane: int) -> Tensor:
        answer_part, target_part = answer[:, first_plane:last_plane], target_planes[:, first_plane:last_plane]
        distances = functional.smooth_l1_loss(answer_part, target_part, reduction="none", beta=0.2)
        return (distances.sum(1) * near_middle).sum() / near_count

    place_loss, size_loss, up_loss, centre_loss = apart(1, 3), apart(3, 4), apart(4, 6), apart(6, 8)
    parts = {"heat": heat_loss, "place": place_loss, "size": size_loss, "up": up_loss, "centre": centre_loss}
    loss = heat_loss + place_loss + size_loss + 2 * up_loss + 0.4 * centre_loss
    return loss, {name: float(part.detach()) for name, part in parts.items()}


def namer_loss(answer: Tensor, target_answers: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross entropies of rank, suit, ink and corner, distances of the fit; how often the label is right."""
    part_sizes = [len(RANKS), len(SUITS), len(INKS), len(FIT)]
    rank_logits, suit_logits, ink_logits, fit_answer = answer.split(part_sizes, 1)
    labels, fit_targets = target_answers[:, :3].long(), target_answers[:, 3:]
    is_index = labels[:, 0] != NO_RANK
    loss = functional.cross_entropy(rank_logits, labels[:, 0], label_smoothing=0.02)
    loss = loss + functional.cross_entropy(suit_logits, labels[:, 1], label_smoothing=0.02)
    loss = loss + 0.2 * functional.cross_entropy(ink_logits[is_index], labels[is_index, 2])
    fit_loss = functional.smooth_l1_loss(fit_answer[is_index, :4], fit_targets[is_index, :4], beta=0.05)
    corner_answer, corner_target = fit_answer[is_index, 4], fit_targets[is_index, 4]
    corner_loss = functional.binary_cross_entropy_with_logits(corner_answer, corner_target)
    label_right = (rank_logits.argmax(1) == labels[:, 0]) & (suit_logits.argmax(1) == labels[:, 1])
    parts = {"right": label_right.float().mean(), "away": fit_loss.detach(), "corner": corner_loss.detach()}
    return loss + 4 * fit_loss + 0.3 * corner_loss, {name: float(part) for name, part in parts.items()}


def teach_network(
    kind: str, folder: Path, pictures: Path, minutes: float, seed: int, learning_rate: float, batch_size: int,
    photos: Path | None = None,
) -> None:  # fmt: skip
    """Go on from the checkpoint, if there is one, for so many minutes; the rate falls towards the end."""
    network: nn.Module = Finder() if kind == "finder" else Namer()
    optimiser = torch.optim.AdamW(network.parameters(), lr=learning_rate, weight_decay=1e-3)
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint_file = folder / f"{kind}.pt"
    steps, minutes_before = _load_checkpoint(checkpoint_file, network, optimiser)
    network.train().to(memory_format=torch.channels_last)
    rng = np.random.default_rng((seed, steps))
    picture_files = picture_store.picture_files(pictures)
    if kind == "finder":
        loss_of: Loss = finder_loss
        batches = finder_batches(picture_files, batch_size, rng)
    else:
        photo_files = picture_store.picture_files(photos) if photos else []
        loss_of = namer_loss
        batches = namer_batches(picture_files, batch_size, rng, photo_files)
    started_at = saved_at = listed_at = time.monotonic()
    running_means: dict[str, float] = {}
    while (minutes_passed := (time.monotonic() - started_at) / 60) < minutes:
        for group in optimiser.param_groups:
            group["lr"] = learning_rate * _rate_share(steps, minutes_passed / minutes)
        parts = _take_step(network, optimiser, loss_of, *next(batches))
        steps += 1
        for name, value in parts.items():
            running_means[name] = 0.98 * running_means.get(name, value) + 0.02 * value
        if steps % 100 == 0:
            progress = " ".join(f"{name} {value:.4f}" for name, value in running_means.items())
            print(f"{kind} step {steps} minute {minutes_before + minutes_passed:.1f} {progress}", flush=True)
        if time.monotonic() - saved_at > SAVE_SECONDS:
            _save_checkpoint(checkpoint_file, network, optimiser, steps, minutes_before + minutes_passed)
            saved_at = time.monotonic()
        if time.monotonic() - listed_at > 120:  # pictures that came meanwhile
            picture_files[:] = picture_store.picture_files(pictures)
            listed_at = time.monotonic()
    _save_checkpoint(checkpoint_file, network, optimiser, steps, minutes_before + minutes)


def _rate_share(steps: int, time_share: float) -> float:
    """What part of the learning rate holds: all after 200 steps, falling to 3 % along a cosine."""
    return float(min(1.0, (steps + 1) / 200) * (0.03 + 0.485 * (1 + np.cos(np.pi * time_share))))


def _take_step(
    network: nn.Module, optimiser: torch.optim.Optimizer, loss_of: Loss, inputs: Tensor, target: Tensor
) -> dict[str, float]:
    answer = network(inputs.contiguous(memory_format=torch.channels_last))
    loss, parts = loss_of(answer, target)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimiser.step()
    return parts


def _load_checkpoint(file: Path, network: nn.Module, optimiser: torch.optim.Optimizer) -> tuple[int, float]:
    """The steps and minutes that the network has learned for; it and its optimiser as they were then."""
    if not file.exists():
        return 0, 0.0
    checkpoint = torch.load(file, weights_only=True)
    network.load_state_dict(checkpoint["network"])
    if "optimiser" in checkpoint:  # not when the weights came from a written model
        optimiser.load_state_dict(checkpoint["optimiser"])
    return checkpoint["steps"], checkpoint["minutes"]


def _save_checkpoint(
    file: Path, network: nn.Module, optimiser: torch.optim.Optimizer, steps: int, minutes: float
) -> None:
    checkpoint = {
        "network": network.state_dict(),
        "optimiser": optimiser.state_dict(),
        "steps": steps,
        "minutes": minutes,
    }
    torch.save(checkpoint, file.with_suffix(".tmp"))
    file.with_suffix(".tmp").replace(file)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["finder", "namer"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--photos", type=Path, help="real ones too, of training.photographs")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--size", type=int, default=0, help="pictures or crops in a batch")
    parser.add_argument("--threads", type=int, default=2)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(chosen.seed)
    cv2.setNumThreads(1)
    size = chosen.size or (8 if chosen.kind == "finder" else 128)
    teach_network(
        chosen.kind, chosen.folder, chosen.pictures, chosen.minutes, chosen.seed, chosen.rate, size,
        chosen.photos,
    )  # fmt: skip


if __name__ == "__main__":
    main()
