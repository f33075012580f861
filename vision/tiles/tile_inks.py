"""Tell the colours of numbers by the inks of all tiles of a picture together.

One make's orange can be nearer to red than another's red. On one picture the inks of one colour lie close
together, apart from the next colour. So neighbouring colours (red and orange by hue, black and blue by the
excess of blue over red) are separated at the gap. A teal is hardly more colourful than a black under glare,
but its hue is opposite.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..labels import NO_SUIT
from .halves import Halves
from .tile_labels import COLOURS, MARK_SHARE
from .tile_naming import SeenTile

NUMBER_PART = (slice(10, 54), slice(10, 38))
"""Rows and columns of a crop that show the number alone, no edge of its tile."""
INK_SHARE = 1 / 5
"""Part of the number's pixels that are surely ink: those least like the face."""
PAPER_SHARES = (0.6, 0.9)
"""Parts of a mark's pixels, by brightness, between which those of the bare face lie."""
CLIPPED = 250
"""A face with two of its colours lighter than this is clipped: what it really shows nobody knows."""
PALE, LEAST_PALE = 0.8, 0.5
"""An ink that takes less light than this from each colour of the face is none, unless it is named surely."""
LEAST_CLEARANCE = 3.0
"""Spreads of one colour's inks (standard deviations) in the gap to the other's, where it parts them."""

Inks = NDArray[np.float64]
"""One row a tile: blue, green and red of its ink in parts of its face's."""


@dataclass(frozen=True)
class ColourPair:
    """Two colours that lamps or makes can confuse, and the measure of the ink that separates them."""

    lower: int
    upper: int
    least_gap: float
    either: tuple[float, float]
    """Inks between these are the lower colour's in one make and the upper's in another."""


RED_AND_ORANGE = ColourPair(COLOURS.index("R"), COLOURS.index("O"), 8.0, (3.0, 15.0))  # hue, degrees from red
BLACK_AND_BLUE = ColourPair(COLOURS.index("K"), COLOURS.index("B"), 0.1, (0.1, 0.16))  # blue less red


def bare_colour(halves: Halves, tile: SeenTile) -> NDArray[np.float64]:
    """Return the blue, green and red of a tile's unprinted face."""
    crop = halves.crop(tile.spot, tile.spot.height).reshape(-1, 3)
    by_brightness = np.argsort(crop.sum(1, dtype=np.int32))
    low, high = (int(len(by_brightness) * part) for part in PAPER_SHARES)
    return np.asarray(np.median(crop[by_brightness[low:high]], axis=0), np.float64)


def colours_by_ink(halves: Halves, tiles: Sequence[SeenTile]) -> list[SeenTile]:
    """Return the printed tiles, with confusable colours told apart by the inks of all."""
    faces = np.array([bare_colour(halves, tile) for tile in tiles]).reshape(-1, 3)
    inks = np.array([_ink_share(halves, *pair) for pair in zip(tiles, faces, strict=True)]).reshape(-1, 3)
    told_tiles = list(tiles)
    for pair, measures in ((RED_AND_ORANGE, _hues(inks)), (BLACK_AND_BLUE, inks[:, 0] - inks[:, 2])):
        places = [place for place, tile in enumerate(tiles) if tile.suit in (pair.lower, pair.upper)]
        pair_tiles = _parted_tiles([tiles[place] for place in places], measures[places], pair)
        for place, tile in zip(places, pair_tiles, strict=True):
            told_tiles[place] = tile
    told_tiles = _asked_where((faces > CLIPPED).sum(1) > 1, told_tiles)
    least_sure = np.where(inks.min(1) < PALE, 0, LEAST_PALE)
    return [tile for tile, least in zip(told_tiles, least_sure, strict=True) if tile.confidence > least]


def _asked_where(is_unsure: NDArray[np.bool_], tiles: Sequence[SeenTile]) -> list[SeenTile]:
    """Return the tiles with the unsure ones made doubtful, if they have a colour."""
    is_asked = is_unsure & np.array([tile.suit != NO_SUIT for tile in tiles], bool)
    return [tile.asked_about() if asked else tile for tile, asked in zip(tiles, is_asked, strict=True)]


def _ink_share(halves: Halves, tile: SeenTile, face: NDArray[np.float64]) -> NDArray[np.float64]:
    crop = halves.crop(tile.spot, tile.spot.height / MARK_SHARE)
    shares = (crop[NUMBER_PART].reshape(-1, 3) + 1.0) / (face + 1)
    unlike_face = np.abs(np.log(shares)).sum(1)
    return np.asarray(np.median(shares[np.argsort(-unlike_face)[: int(len(shares) * INK_SHARE)]], axis=0))


def _hues(inks: Inks) -> NDArray[np.float64]:
    """Return the hues in degrees from red towards yellow, from -180 to 180."""
    blue, green, red = inks.T
    return np.asarray(np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)))


def _parted_tiles(
    tiles: Sequence[SeenTile], measures: NDArray[np.float64], pair: ColourPair
) -> Sequence[SeenTile]:
    """Return the tiles with the colour of their side of the widest gap.

    If there is no clear gap, an ink that no make has in the lower colour gets the upper one. It is made
    doubtful if it was named otherwise, as is an ink that could be either.
    """
    gap_place = _gap_place(measures, pair)
    if gap_place is None:
        is_either = (measures > pair.either[0]) & (measures < pair.either[1])
        is_upper = measures >= pair.either[1]
        is_renamed = is_upper & np.array([tile.suit == pair.lower for tile in tiles], bool)
        told_tiles = [
            replace(tile, suit=pair.upper) if renamed else tile
            for tile, renamed in zip(tiles, is_renamed, strict=True)
        ]
        return _asked_where(is_either | is_renamed, told_tiles)
    in_order = np.sort(measures)
    lower_measures, upper_measures = in_order[:gap_place], in_order[gap_place:]
    gap = float(upper_measures[0] - lower_measures[-1])
    clearness = 1 - (_spread(lower_measures, upper_measures) / gap) ** 2
    return [
        _recoloured(tile, pair.lower if measure <= lower_measures[-1] else pair.upper, clearness)
        for tile, measure in zip(tiles, measures, strict=True)
    ]


def _gap_place(measures: NDArray[np.float64], pair: ColourPair) -> int | None:
    """Return how many measures lie below the gap between the two colours; None if there is no gap."""
    if len(measures) < 2:
        return None
    in_order = np.sort(measures)
    place = int(np.diff(in_order).argmax()) + 1
    last_lower, first_upper = in_order[place - 1], in_order[place]
    least_gap = max(pair.least_gap, LEAST_CLEARANCE * _spread(in_order[:place], in_order[place:]))
    shades_of_one = last_lower > pair.either[1] or first_upper < pair.either[0]
    return None if shades_of_one or first_upper - last_lower < least_gap else place


def _spread(lower_measures: NDArray[np.float64], upper_measures: NDArray[np.float64]) -> float:
    return max(float(lower_measures.std()), float(upper_measures.std()))


def _recoloured(tile: SeenTile, suit: int, clearness: float) -> SeenTile:
    confidence = max(clearness, tile.colour_confidence) if suit == tile.suit else clearness
    return replace(tile, suit=suit, colour_confidence=confidence)
