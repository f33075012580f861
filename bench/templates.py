"""Reading cards the usual way without networks, to stand beside ours: a card is a bright outline with four
corners, made flat; in its corner the rank and the suit are cut out and laid upon templates.

The templates are drawn by `training`, from no photo. Cards that overlap have no outline of their own,
which is why this way reads so little of a hand laid on a table.
"""

from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from training import lettering, penned_ranks, suit_shapes
from training.suit_shapes import Mask
from vision.labels import RANKS, SUITS
from vision.reader import PictureReading, PieceReading
from vision.spots import Picture

Quad = NDArray[np.float32]
Box = tuple[int, int, int, int]

WIDE, TALL = 400, 600  # of a card made flat, pixels
CORNER = (72, 190)  # the part of it in which an index is looked for
CUT = (60, 80)  # of a rank or suit cut out
LEAST_AREA, MOST_AREA = 0.002, 0.6  # of the picture
WORST, FLAGGED = 0.35, 0.2  # parts of the pixels that differ from the best template
PENS, FONTS = 12, 40  # sets of templates drawn by pen, and from fonts of this machine


def read(picture: Picture) -> PictureReading:
    """What lies on the picture (height, width, 3; blue-green-red)."""
    found = [card for card in (_card(picture, quad) for quad in outlines(picture)) if card]
    return PictureReading(tuple(found), tuple((place,) for place in range(len(found))))


def outlines(picture: Picture) -> list[Quad]:
    """The four corners of each bright outline that could be a card's, in pixels."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        if not LEAST_AREA < cv2.contourArea(contour) / grey.size < MOST_AREA:
            continue
        corners = cv2.approxPolyDP(contour, 0.03 * cv2.arcLength(contour, True), True)
        if len(corners) == 4 and cv2.isContourConvex(corners):
            found.append(corners.reshape(4, 2).astype(np.float32))
    return found


def _card(picture: Picture, quad: Quad) -> PieceReading | None:
    """The card of an outline, read the way round that fits best; None where nothing fits."""
    off, rank, suit = min(_corner(_flat(picture, turned)) for turned in _ways_round(quad))
    if off > WORST:
        return None
    x, y, wide, high = cv2.boundingRect(quad)
    return PieceReading(rank + suit, 0.0 if off > FLAGGED else 1.0, (x, y, wide, high))


def _ways_round(quad: Quad) -> list[Quad]:
    """The corners clockwise from the top left, with either short side as the top."""
    if cv2.contourArea(quad, True) < 0:
        quad = quad[::-1]
    sides = [float(np.hypot(*(b - a))) for a, b in pairwise([*quad, quad[0]])]
    first = 0 if sides[0] + sides[2] < sides[1] + sides[3] else 1
    return [np.roll(quad, -first, 0), np.roll(quad, -first - 2, 0)]


def _flat(picture: Picture, quad: Quad) -> NDArray[np.uint8]:
    target = np.array([(0, 0), (WIDE, 0), (WIDE, TALL), (0, TALL)], np.float32)
    flat = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, target), (WIDE, TALL))
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)


def _corner(flat: NDArray[np.uint8]) -> tuple[float, str, str]:
    """By how much the worse of rank and suit differs from its best template, and both."""
    corner = flat[6 : CORNER[1], 6 : CORNER[0]]
    _, ink = cv2.threshold(corner, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    rank, suit = _cut_out(np.asarray(ink, np.uint8))
    if rank is None or suit is None:
        return 1.0, "", ""
    off_rank, rank_name = _nearest(rank, templates()[0])
    off_suit, suit_name = _nearest(suit, templates()[1])
    return max(off_rank, off_suit), rank_name, suit_name


def _cut_out(ink: Mask) -> tuple[Mask | None, Mask | None]:
    """The two blocks of ink above each other, parted by the emptiest rows between them."""
    ink = _without_edges(ink)
    rows = np.flatnonzero(ink.sum(1) > 255)
    if len(rows) < 20:
        return None, None
    blocks = [block for block in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1) if len(block) > 12]
    if len(blocks) < 2:
        return None, None
    upper, lower = (ink[block[0] : block[-1] + 1] for block in blocks[:2])
    return _sized(upper), _sized(lower)


def _without_edges(ink: Mask) -> Mask:
    """The ink without what runs into the card's edge or the figure's frame."""
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(ink)
    kept = np.zeros_like(ink)
    for label in range(1, count):
        x, y, wide, high, area = boxes[label]
        if area > 40 and x > 0 and y > 0 and x + wide < ink.shape[1] and y + high < ink.shape[0]:
            kept[labels == label] = 255
    return kept


def _sized(mask: Mask) -> Mask:
    return np.asarray(cv2.resize(suit_shapes.trimmed_mask(mask), CUT, interpolation=cv2.INTER_AREA), np.uint8)


def _nearest(cut: Mask, known: list[tuple[str, Mask]]) -> tuple[float, str]:
    return min((float(cv2.absdiff(cut, mask).mean()) / 255, name) for name, mask in known)


@lru_cache(maxsize=1)
def templates() -> tuple[list[tuple[str, Mask]], list[tuple[str, Mask]]]:
    """Names and masks of ranks, and of suits."""
    rng, ranks, suits = np.random.default_rng(1), [], []
    for _ in range(PENS):
        ranks += list(penned_ranks.rank_masks(rng).items())
        suits += [(suit, suit_shapes.suit_mask(suit, rng)) for suit in SUITS[:4]]
    letters, signs = lettering.usable_fonts()
    for file in letters[:: max(1, len(letters) // FONTS)]:
        ranks += [(rank, lettering.text_mask("10" if rank == "T" else rank, file)) for rank in RANKS[:13]]
    for file in signs[:: max(1, len(signs) // FONTS)]:
        suits += [(suit, lettering.text_mask(sign, file)) for suit, sign in lettering.SUIT_SIGNS.items()]
    return [(name, _sized(mask)) for name, mask in ranks], [(name, _sized(mask)) for name, mask in suits]
