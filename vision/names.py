"""What indices say: upright crops through the second network."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.crops import upright
from vision.labels import INKS, JOKER, NO_RANK, NO_SUIT, RANKS, SUITS
from vision.model import Network
from vision.spots import Picture, Spot

SOFTER = 1.0
"""Logits are divided by this before they become chances, so that chances are as often right as they say."""


@dataclass(frozen=True)
class Named:
    """An index: chances of the ranks (15) and suits (5), numbered as in `vision.labels`; its ink."""

    spot: Spot
    ranks: NDArray[np.float64]
    suits: NDArray[np.float64]
    ink: int

    @property
    def label(self) -> tuple[int, int]:
        """The likeliest rank and suit; a joker has no suit."""
        rank = int(self.ranks.argmax())
        return (rank, NO_SUIT) if rank in (JOKER, NO_RANK) else (rank, int(self.suits[:NO_SUIT].argmax()))

    @property
    def sure(self) -> float:
        """The chance of the label."""
        rank, suit = self.label
        return float(self.ranks[rank] * (1 if suit == NO_SUIT else self.suits[suit]))


def _chances(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    soft = logits.astype(np.float64) / SOFTER
    powers = np.exp(soft - soft.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def name(picture: Picture, spots: list[Spot], network: Network) -> list[Named]:
    """Each spot with what it says, in the same order; the picture at its full size."""
    if not spots:
        return []
    crops = np.stack([upright(picture, np.array([s.x, s.y]), s.height, np.array(s.up)) for s in spots])
    logits = network.run(np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255))
    ranks = _chances(logits[:, : len(RANKS)])
    suits = _chances(logits[:, len(RANKS) : len(RANKS) + len(SUITS)])
    inks = logits[:, -len(INKS) :].argmax(1)
    return [Named(s, r, u, int(i)) for s, r, u, i in zip(spots, ranks, suits, inks, strict=True)]
