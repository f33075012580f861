"""Teach the namer's branch for signs that are no suit alone: what it says of anything else stays to the bit.

    python -m training.suit_branch CHECKPOINTS --pictures PICTURES --photos REAL --crops 100000

What the network makes of a crop ahead of the branch never changes then: it is asked once a crop and kept, and
the branch learns from that many times over.
"""

import argparse
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training import picture_store
from training.learn import namer_batches
from training.networks import Namer
from vision.labels import NO_SUIT, RANKS, SUITS

BATCH = 256
MARGIN = 1.0
"""So much surer must the branch be than it learned to be: few cards have other suits, many drawn ones do."""
_SUIT_LOGITS = slice(len(RANKS), len(RANKS) + len(SUITS))

Kept = tuple[Tensor, Tensor, Tensor]
"""What the branch sees of each crop, the logits of its suit without the branch, its suit."""


def kept_crops(
    network: Namer, pictures: list[Path], photos: list[Path], crops: int, rng: np.random.Generator
) -> Kept:
    """So many crops as the branch sees them."""
    seen, logits, suits = [], [], []
    batches = namer_batches(pictures, BATCH, rng, photos)
    for number, (pixels, answers) in enumerate(islice(batches, crops // BATCH)):
        with torch.no_grad():
            pooled = network.pool(network.features(pixels - 0.5))
            logits.append(network.head(pooled)[:, _SUIT_LOGITS])
        seen.append(pooled.half())
        suits.append(answers[:, 1].long())
        if number % 50 == 0:
            print(f"{(number + 1) * BATCH} crops", flush=True)
    return torch.cat(seen), torch.cat(logits), torch.cat(suits)


def teach_branch(network: Namer, kept: Kept, epochs: int, learning_rate: float) -> None:
    """Go over all that is kept so many times; the rate falls along a cosine. A tenth is kept back to tell."""
    seen, logits, suits = kept
    order = torch.randperm(len(suits))
    kept_back, rows = order[: len(suits) // 10], order[len(suits) // 10 :]
    branch = network.other_suit
    optimiser = torch.optim.AdamW(branch.parameters(), lr=learning_rate, weight_decay=1e-2)
    for epoch in range(epochs):
        optimiser.param_groups[0]["lr"] = learning_rate * 0.5 * (1 + np.cos(np.pi * epoch / epochs))
        for batch in rows[torch.randperm(len(rows))].split(BATCH):
            answer = _with_branch(logits[batch], branch(functional.dropout(seen[batch].float(), 0.1)))
            loss = functional.cross_entropy(answer, suits[batch], label_smoothing=0.02)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        with torch.no_grad():
            told = _with_branch(logits[kept_back], branch(seen[kept_back].float()))
            right = told.argmax(1) == suits[kept_back]
        print(f"epoch {epoch + 1} right {float(right.float().mean()):.4f}", flush=True)
    with torch.no_grad():
        branch[3].bias -= MARGIN


def _with_branch(logits: Tensor, raised: Tensor) -> Tensor:
    return torch.cat([logits[:, :NO_SUIT], logits[:, NO_SUIT:] + raised], 1)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="with namer.pt, of training.warm_start")
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--crops", type=int, default=100_000)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--threads", type=int, default=2)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(chosen.seed)
    cv2.setNumThreads(1)
    file = chosen.folder / "namer.pt"
    checkpoint = torch.load(file, weights_only=True)
    network = Namer().eval()
    network.load_state_dict(checkpoint["network"])
    pictures = picture_store.picture_files(chosen.pictures)
    photos = picture_store.picture_files(chosen.photos) if chosen.photos else []
    kept = kept_crops(network, pictures, photos, chosen.crops, np.random.default_rng(chosen.seed))
    teach_branch(network, kept, chosen.epochs, chosen.rate)
    torch.save({**checkpoint, "network": network.state_dict()}, file)


if __name__ == "__main__":
    main()
