"""Photos that were not read exactly, side by side, sorted by what went wrong."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from bench.photo_results import CAUSES, Result
from vision import reader
from vision.spots import Picture

SIDE = 640
GREEN, ORANGE, PINK, WHITE = (0, 200, 0), (0, 140, 255), (255, 0, 255), (255, 255, 255)


def _worst(result: Result) -> int:
    """The place of the commonest cause among the photo's faults."""
    counts = Counter(fault.cause for fault in result.faults())
    return max(range(len(CAUSES)), key=lambda place: (counts[CAUSES[place]], -place))


def _boxed(result: Result) -> Picture:
    """The photo with what was read: green, or orange where flagged."""
    picture = reader.decode_picture(result.file.read_bytes())
    assert picture is not None
    scale = SIDE / max(picture.shape[:2])
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    for card in result.reading.cards:
        x, y, wide, high = (round(v * scale) for v in card.box)
        cv2.rectangle(small, (x, y), (x + wide, y + high), ORANGE if card.doubtful else GREEN, 1)
        cv2.putText(small, card.name, (x, y - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.45, PINK, 1, cv2.LINE_AA)
    return small


def _described(result: Result) -> Picture:
    photo = np.zeros((SIDE + 40, SIDE, 3), np.uint8)
    small = _boxed(result)
    photo[: small.shape[0], : small.shape[1]] = small
    told = [
        f"{cause}: " + ", ".join(str(fault) for fault in result.faults() if fault.cause == cause)
        for cause in CAUSES
        if any(fault.cause == cause for fault in result.faults())
    ]
    for row, text in enumerate((result.file.name, "; ".join(told))):
        cv2.putText(photo, text, (4, SIDE + 14 + 18 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.42, WHITE, 1)
    return photo


def write(of: list[Result], target: Path) -> None:
    """Draw all photos with faults into one picture, those of one cause together; none, no picture."""
    photos = [_described(result) for result in sorted(of, key=_worst) if not result.exact]
    if not photos:
        return
    photos += [np.zeros_like(photos[0])] * (-len(photos) % 4)
    cv2.imwrite(str(target), np.vstack([np.hstack(photos[k : k + 4]) for k in range(0, len(photos), 4)]))
