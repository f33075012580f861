"""The networks: where indices are, and what they say, in fans too."""

import torch
from torch import Tensor, nn

from vision.labels import FIT, INKS, NO_SUIT, RANKS, SUITS


def _conv_unit(channels_in: int, channels_out: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(channels_in, channels_out, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(channels_out),
        nn.ReLU(inplace=True),
    )


class Finder(nn.Module):
    """Finds indices of any rank and suit.

    In: pictures (n, 3, h, w), blue-green-red, 0 to 1, sides divisible by 16. Out: (n, 8, h / 4, w / 4): the
    logit of an index's middle, its offset x, y within the cell (in cells), the logarithm of its height in
    cells, the way up (x, y), the way to the card's middle in heights of the index (x, y).
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv_unit(3, 12, 2), _conv_unit(12, 24, 2))
        self.fine = _conv_unit(24, 24)
        self.middle = nn.Sequential(_conv_unit(24, 48, 2), _conv_unit(48, 48), _conv_unit(48, 48))
        self.coarse = nn.Sequential(
            _conv_unit(48, 72, 2),
            _conv_unit(72, 72),
            _conv_unit(72, 72, dilation=2),
            _conv_unit(72, 72),
        )
        self.from_coarse = nn.Conv2d(72, 48, 1)
        self.merge = _conv_unit(48, 48)
        self.from_middle = nn.Conv2d(48, 24, 1)
        self.head = _conv_unit(24, 32)
        self.out = nn.Conv2d(32, 8, 1)
        nn.init.constant_(self.out.bias, 0.0)
        self.out.bias.data[0] = -4.0
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, pictures: Tensor) -> Tensor:
        fine = self.fine(self.stem(pictures - 0.5))
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        middle = self.merge(middle + self.up(self.from_coarse(coarse)))
        return self.out(self.head(fine + self.up(self.from_middle(middle))))


def _crop_features() -> nn.Sequential:
    return nn.Sequential(
        _conv_unit(3, 24, 2), _conv_unit(24, 32), _conv_unit(32, 64, 2), _conv_unit(64, 64),
        _conv_unit(64, 112, 2), _conv_unit(112, 112),
    )  # fmt: skip


class Namer(nn.Module):
    """Says what an upright crop of an index shows.

    In: crops (n, 3, 64, 48), blue-green-red, 0 to 1. Out: (n, 15 + 5 + 3 + 5): logits of rank,
    suit and ink, and how the index lies in the crop (`vision.labels.FIT`, the last a logit). A branch of its
    own can only raise the logit of no suit: what else is said stays as it was when the branch learns alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = _crop_features()
        self.pool = nn.Conv2d(112, 32, 1)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(32 * 8 * 6, 192), nn.ReLU(inplace=True),
            nn.Linear(192, len(RANKS) + len(SUITS) + len(INKS) + len(FIT)),
        )  # fmt: skip
        self.other_suit = nn.Sequential(
            nn.Flatten(), nn.Linear(32 * 8 * 6, 64), nn.ReLU(inplace=True), nn.Linear(64, 1)
        )
        nn.init.zeros_(self.other_suit[3].weight)
        nn.init.zeros_(self.other_suit[3].bias)

    def forward(self, crops: Tensor) -> Tensor:
        seen = self.pool(self.features(crops - 0.5))
        known, none, others = self.head(seen).split([len(RANKS) + NO_SUIT, 1, len(INKS) + len(FIT)], 1)
        return torch.cat([known, none + torch.relu(self.other_suit(seen)), others], 1)


class FanNamer(nn.Module):
    """Says what an index shows of which a neighbour covers a part, by what is seen beside it too.

    In: crops (n, 3, 64, 96) of `vision.crops.index_and_beside`, blue-green-red, 0 to 1. Out: (n, 15 + 5):
    logits of rank and suit. Its features are those of the namer that it began from.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = _crop_features()
        self.pool = nn.Conv2d(112, 16, 1)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.3), nn.Linear(16 * 8 * 12, 96), nn.ReLU(inplace=True),
            nn.Linear(96, len(RANKS) + len(SUITS)),
        )  # fmt: skip

    def forward(self, crops: Tensor) -> Tensor:
        return self.head(self.pool(self.features(crops - 0.5)))
