"""The names of ranks and suits, in the order of the networks' outputs."""

from typing import Final

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "JOKER", "NONE")
SUITS: Final = ("C", "D", "H", "S", "NONE")
INKS: Final = ("black", "red", "other")

FIT: Final = ("right", "down", "larger", "turn", "mirrored")
"""How an index lies in its crop: its middle to the right of the crop's and below it, in the crop's heights of
an index; the logarithm of its height over the crop's; how far it is turned clockwise, in radians; whether it
stands in the corner where its card's middle is to its left."""

JOKER: Final = RANKS.index("JOKER")
NO_RANK: Final = RANKS.index("NONE")
NO_SUIT: Final = SUITS.index("NONE")
