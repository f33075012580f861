"""What indices say: upright crops through the second network."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.crops import upright_crop
from vision.labels import FIT, INKS, JOKER, NO_RANK, NO_SUIT, RANKS, SUITS
from vision.model import Network
from vision.spots import Picture, Spot

LOOKS = (1.0, 0.93, 1.08)
"""How much larger than the index each look's crop takes it to be."""
SOFTER = 1.0
"""Logits are divided by this before they become chances, so that chances are as often right as they say."""


@dataclass(frozen=True)
class NamedIndex:
    """An index: chances of the ranks (15) and suits (5), numbered as in `vision.labels`; its ink; the chance
    that it stands in the corner where its card's middle is to its left."""

    spot: Spot
    ranks: NDArray[np.float64]
    suits: NDArray[np.float64]
    ink: int
    mirrored: float = 0.0

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


def name_spots(picture: Picture, spots: list[Spot], network: Network) -> list[NamedIndex]:
    """Each spot with what it says, in the same order, moved to where it lies; the picture at its full size.

    The first look says where each index lies in its crop; more looks from there, a little nearer and farther,
    say together what it shows.
    """
    if not spots:
        return []
    first = _answers(picture, spots, network)[:, -len(FIT) :]
    nearer = [moved_spot(*pair) for pair in zip(spots, first, strict=True)]
    looks = [_answers(picture, [replace(s, height=s.height * by) for s in nearer], network) for by in LOOKS]
    answers = np.mean(looks, axis=0)
    ranks, suits, inks, _ = np.split(answers, np.cumsum([len(RANKS), len(SUITS), len(INKS)]), axis=1)
    rows = zip(
        nearer, _chances(ranks), _chances(suits), inks.argmax(1), looks[0][:, -len(FIT) :], strict=True
    )
    return [
        NamedIndex(moved_spot(s, f), r, u, int(i), float(1 / (1 + np.exp(-f[4])))) for s, r, u, i, f in rows
    ]


def _answers(picture: Picture, spots: list[Spot], network: Network) -> NDArray[np.float32]:
    crops = np.stack([upright_crop(picture, np.array([s.x, s.y]), s.height, np.array(s.up)) for s in spots])
    return network.run(np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255))


def moved_spot(spot: Spot, fit: NDArray[np.float32]) -> Spot:
    """The spot where its crop shows the index to lie; as `vision.labels.FIT` counts."""
    right, down, larger, turn = (float(v) for v in np.clip(fit[:4], -0.5, 0.5))
    ux, uy = spot.up
    cos, sin = np.cos(turn), np.sin(turn)
    x = spot.x + (-uy * right - ux * down) * spot.height
    y = spot.y + (ux * right - uy * down) * spot.height
    up = (float(cos * ux - sin * uy), float(sin * ux + cos * uy))
    return replace(spot, x=x, y=y, height=spot.height * float(np.exp(larger)), up=up)
