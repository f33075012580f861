"""The names that a reading may have, in the order in which the networks count them."""

from typing import Final

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "JOKER", "NONE")
SUITS: Final = ("C", "D", "H", "S", "NONE")
INKS: Final = ("black", "red", "other")

JOKER: Final = RANKS.index("JOKER")
NO_RANK: Final = RANKS.index("NONE")
NO_SUIT: Final = SUITS.index("NONE")
