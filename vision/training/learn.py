"""Teach one of the networks from pictures on disk; stop and go on at any time.

    python -m vision.training.learn finder FOLDER --pictures SCENES --minutes 60 --seed 1

Checkpoints lie in FOLDER (`finder.pt`, `namer.pt`): weights, optimiser and steps done, written every
few minutes.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.labels import FIT, INKS, NO_RANK, RANKS, SUITS
from vision.training import store, targets
from vision.training.networks import Finder, Namer

SAVE_EVERY = 180.0  # seconds
PHOTOGRAPHED = 0.08  # part of the namer's pictures that are real photos, if there are any

Batch = tuple[Tensor, Tensor]


def _window(
    picture: np.ndarray, truth: np.ndarray, side: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """A random part of the picture, turned by quarters, its truth moved along."""
    x, y = (int(v) for v in rng.integers(0, picture.shape[0] - side + 1, 2))
    picture, truth = picture[y : y + side, x : x + side], truth.copy()
    truth[:, 0] -= x
    truth[:, 1] -= y
    for _ in range(int(rng.integers(4))):
        picture = np.rot90(picture)
        truth[:, 0], truth[:, 1] = truth[:, 1].copy(), side - truth[:, 0]
        for a, b in ((3, 4), (5, 6)):
            truth[:, a], truth[:, b] = truth[:, b].copy(), -truth[:, a]
    inside = (truth[:, :2] > -20).all(1) & (truth[:, :2] < side + 20).all(1)
    truth = truth[inside]
    reach = truth[:, 2] * 0.45
    cut = (truth[:, :2] < reach[:, None]).any(1) | (truth[:, :2] > side - reach[:, None]).any(1)
    truth[cut, 10] = np.minimum(truth[cut, 10], 0.5)
    return picture, truth


def _toned(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Brightness, contrast and colour moved a little, another way for each."""
    count = pictures.shape[0]
    gain = torch.tensor(np.exp(rng.normal(0, 0.06, (count, 3, 1, 1)) + rng.normal(0, 0.12, (count, 1, 1, 1))))
    shift = torch.tensor(rng.normal(0, 0.04, (count, 1, 1, 1)))
    return (pictures * gain.float() + shift.float()).clamp(0, 1)


def finder_batches(
    files: list[Path], size: int, rng: np.random.Generator, side: int = 320
) -> Iterator[Batch]:
    """Endless batches: pictures (n, 3, side, side), targets (n, 9, side / 4, side / 4)."""
    while True:
        pictures, wanted = [], []
        for pick in rng.integers(0, len(files), size):
            picture, truth = _window(*store.read(files[int(pick)]), side, rng)
            pictures.append(np.ascontiguousarray(picture.transpose(2, 0, 1)))
            wanted.append(targets.finder_target(truth, side))
        yield (
            _toned(torch.from_numpy(np.stack(pictures)).float() / 255, rng),
            torch.from_numpy(np.stack(wanted)),
        )


def namer_batches(
    files: list[Path], size: int, rng: np.random.Generator, photos: list[Path] | None = None
) -> Iterator[Batch]:
    """Endless batches: crops (n, 3, 64, 48), labels and fits (n, 3 + 5); a few of them from real photos."""
    pixels: list[np.ndarray] = []
    labels: list[np.ndarray] = []
    while True:
        while sum(len(part) for part in pixels) < size * 4:
            from_photo = bool(photos) and rng.random() < PHOTOGRAPHED
            chosen = photos if photos and from_photo else files
            file = chosen[int(rng.integers(len(chosen)))]
            crops, names, fits = targets.namer_crops(*store.read(file), store.spots(file), rng)
            pixels.append(crops)
            labels.append(np.concatenate([names.astype(np.float32), fits], 1))
        all_pixels, all_labels = np.concatenate(pixels), np.concatenate(labels)
        order = rng.permutation(len(all_pixels))
        taken, rest = order[:size], order[size:]
        pixels, labels = [all_pixels[rest]], [all_labels[rest]]
        batch = torch.from_numpy(all_pixels[taken].transpose(0, 3, 1, 2).copy()).float() / 255
        yield _toned(batch, rng), torch.from_numpy(all_labels[taken])


def finder_loss(answer: Tensor, wanted: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Focal loss of the middles, and distances of the rest where an index is."""
    heat, weight = wanted[:, 0], wanted[:, 8]
    chance = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat >= 0.999).float() * weight
    count = peak.sum().clamp(min=1)
    found = -((1 - chance) ** 2) * torch.log(chance) * peak
    empty = -((1 - heat) ** 4) * chance**2 * torch.log(1 - chance) * (1 - peak) * weight
    middles = (found + empty).sum() / count
    near = (heat > 0.5).float() * weight
    area = near.sum().clamp(min=1)

    def apart(first: int, last: int) -> Tensor:
        far = functional.smooth_l1_loss(
            answer[:, first:last], wanted[:, first:last], reduction="none", beta=0.2
        )
        return (far.sum(1) * near).sum() / area

    place, size, up, centre = apart(1, 3), apart(3, 4), apart(4, 6), apart(6, 8)
    parts = {"heat": middles, "place": place, "size": size, "up": up, "centre": centre}
    return middles + place + size + 2 * up + 0.4 * centre, {
        name: float(part.detach()) for name, part in parts.items()
    }


def namer_loss(answer: Tensor, wanted: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross entropies of rank, suit, ink and corner, distances of the fit; how often the label is right."""
    rank, suit, ink, fit = answer.split([len(RANKS), len(SUITS), len(INKS), len(FIT)], 1)
    labels, lies = wanted[:, :3].long(), wanted[:, 3:]
    real = labels[:, 0] != NO_RANK
    loss = functional.cross_entropy(rank, labels[:, 0], label_smoothing=0.02)
    loss = loss + functional.cross_entropy(suit, labels[:, 1], label_smoothing=0.02)
    loss = loss + 0.2 * functional.cross_entropy(ink[real], labels[real, 2])
    away = functional.smooth_l1_loss(fit[real, :4], lies[real, :4], beta=0.05)
    corner = functional.binary_cross_entropy_with_logits(fit[real, 4], lies[real, 4])
    right = (rank.argmax(1) == labels[:, 0]) & (suit.argmax(1) == labels[:, 1])
    parts = {"right": right.float().mean(), "away": away.detach(), "corner": corner.detach()}
    return loss + 4 * away + 0.3 * corner, {name: float(part) for name, part in parts.items()}


def learn(
    kind: str, folder: Path, pictures: Path, minutes: float, seed: int, rate: float, size: int,
    photos: Path | None = None,
) -> None:  # fmt: skip
    """Go on from the checkpoint, if there is one, for so many minutes; the rate falls towards the end."""
    network: nn.Module = Finder() if kind == "finder" else Namer()
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    folder.mkdir(parents=True, exist_ok=True)
    file, steps, spent = folder / f"{kind}.pt", 0, 0.0
    if file.exists():
        saved = torch.load(file, weights_only=True)
        network.load_state_dict(saved["network"])
        if "optimiser" in saved:  # not when the weights came from a written model
            optimiser.load_state_dict(saved["optimiser"])
        steps, spent = saved["steps"], saved["minutes"]
    network.train().to(memory_format=torch.channels_last)
    rng = np.random.default_rng((seed, steps))
    files = store.names(pictures)
    real = store.names(photos) if photos else []
    loss_of = finder_loss if kind == "finder" else namer_loss
    finds = kind == "finder"
    batches = finder_batches(files, size, rng) if finds else namer_batches(files, size, rng, real)
    start = saved_at = listed_at = time.monotonic()
    mean: dict[str, float] = {}
    while (passed := (time.monotonic() - start) / 60) < minutes:
        share = passed / minutes
        for group in optimiser.param_groups:
            group["lr"] = float(
                rate * min(1.0, (steps + 1) / 200) * (0.03 + 0.485 * (1 + np.cos(np.pi * share)))
            )
        given, wanted = next(batches)
        with torch.autocast("cpu", torch.bfloat16):
            answer = network(given.contiguous(memory_format=torch.channels_last))
        loss, parts = loss_of(answer.float(), wanted)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        steps += 1
        for name, value in parts.items():
            mean[name] = 0.98 * mean.get(name, value) + 0.02 * value
        if steps % 100 == 0:
            told = " ".join(f"{name} {value:.4f}" for name, value in mean.items())
            print(f"{kind} step {steps} minute {spent + passed:.1f} {told}", flush=True)
        if time.monotonic() - saved_at > SAVE_EVERY:
            _save(file, network, optimiser, steps, spent + passed)
            saved_at = time.monotonic()
        if time.monotonic() - listed_at > 120:  # pictures that came meanwhile
            files[:] = store.names(pictures)
            listed_at = time.monotonic()
    _save(file, network, optimiser, steps, spent + minutes)


def _save(
    file: Path, network: nn.Module, optimiser: torch.optim.Optimizer, steps: int, minutes: float
) -> None:
    saved = {
        "network": network.state_dict(),
        "optimiser": optimiser.state_dict(),
        "steps": steps,
        "minutes": minutes,
    }
    torch.save(saved, file.with_suffix(".tmp"))
    file.with_suffix(".tmp").replace(file)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["finder", "namer"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--photos", type=Path, help="real ones too, of vision.training.photographs")
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
    learn(
        chosen.kind, chosen.folder, chosen.pictures, chosen.minutes, chosen.seed, chosen.rate, size,
        chosen.photos,
    )  # fmt: skip


if __name__ == "__main__":
    main()
