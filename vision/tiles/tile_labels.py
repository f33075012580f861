"""The labels of tiles, numbered as the networks number ranks and suits."""

from typing import Final

from ..labels import JOKER, NO_RANK

"""The rank k of a card's network stands for the number k + 1; its joker is the tiles' joker."""

SIGN: Final = "SIGN"
"""A tile without a number that bears another sign than a joker's."""
COLOURS: Final = ("K", "R", "B", "O")
"""Black, red, blue and orange, in the places of the suits; a joker has none."""

MARK_SHARE: Final = 2.0
"""Heights of a number in the height of its mark: what is found and cropped is larger than the number, so that
it shows where on its tile the number stands, which tells a 6 from a 9."""


def tile_name(rank: int, suit: int) -> str:
    """Return the name of a tile: `R9`, `B10`, `JOKER` or `SIGN`."""
    return {JOKER: "JOKER", NO_RANK: SIGN}.get(rank) or f"{COLOURS[suit]}{rank + 1}"
