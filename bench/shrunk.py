"""What photos lose that are shrunk before they are read: `python -m bench.shrunk FOLDER`.

Every photo of a folder with a `labels.json` is made smaller, so that its long side is a part of what it was,
written as JPEG and read. Prints, for each size and quality, exact hands, recall, precision and the mean size
of the file; `as it is` reads the files themselves. Then, for all of them together, how many photos are read
as well as the file itself was, by how high their indices are once shrunk (pixels, the photo's median).
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from vision import reader
from vision.spots import Picture

HEAD = f"{'':24} exact hands   recall   precision   KB a photo"
HEIGHTS = (0, 12, 16, 20, 24, 32, 48, 10_000)
"""Where classes of index heights begin, in pixels."""


@dataclass(frozen=True)
class ShrunkReading:
    """One reading of one photo: the cards there, those read, its bytes, the median height of its indices."""

    cards: Counter[str]
    read: Counter[str]
    size: int
    height: float

    @property
    def right(self) -> int:
        return (self.cards & self.read).total()

    @property
    def faults(self) -> int:
        """Cards missed and cards too many."""
        return (self.cards - self.read).total() + (self.read - self.cards).total()


def labelled(folder: Path) -> list[tuple[bytes, Counter[str]]]:
    """The bytes of each photo, and the cards on it."""
    entries = json.loads((folder / "labels.json").read_text())
    return [((folder / entry["file"]).read_bytes(), Counter(entry["cards"])) for entry in entries]


def shrunk(data: bytes, part: float, quality: int) -> bytes:
    """The photo with its sides `part` as long, as a JPEG of that quality (0 to 100)."""
    picture = _decoded(data)
    wanted = (round(picture.shape[1] * part), round(picture.shape[0] * part))
    small = picture if part == 1 else cv2.resize(picture, wanted, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def read(data: bytes, cards: Counter[str]) -> ShrunkReading:
    """The photo read."""
    found = reader.read_cards(_decoded(data)).cards
    height = float(np.median([max(card.box[2:]) for card in found])) if found else 0.0
    return ShrunkReading(cards, Counter(card.name for card in found), len(data), height)


def line(name: str, reads: list[ShrunkReading]) -> str:
    """One line of the first table."""
    exact = sum(not one.faults for one in reads)
    right = sum(one.right for one in reads)
    recall = right / max(1, sum(one.cards.total() for one in reads))
    precision = right / max(1, sum(one.read.total() for one in reads))
    size = sum(one.size for one in reads) / len(reads) / 1000
    return f"{name:24}{f'{exact} of {len(reads)}':>12}{recall:11.2%}{precision:12.2%}{size:13.0f}"


def by_height(pairs: list[tuple[float, ShrunkReading, ShrunkReading]]) -> Iterator[str]:
    """The second table, of photos shrunk to a part beside the files themselves."""
    alike: dict[int, list[bool]] = defaultdict(list)
    for part, small, whole in pairs:
        alike[max(low for low in HEIGHTS if low <= part * whole.height)].append(small.faults <= whole.faults)
    for low, high in pairwise(HEIGHTS):
        yield f"indices of {low} to {high} pixels: {sum(alike[low])} of {len(alike[low])} as well as the file"


def _decoded(data: bytes) -> Picture:
    picture = reader.decode_picture(data)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--parts", type=float, nargs="*", default=[1, 0.8, 0.64, 0.5, 0.4, 0.32])
    parser.add_argument("--quality", type=int, nargs="*", default=[95])
    asked = parser.parse_args()
    photos = labelled(asked.folder)
    whole = [read(*photo) for photo in photos]
    print(HEAD, line("as it is", whole), sep="\n", flush=True)
    pairs: list[tuple[float, ShrunkReading, ShrunkReading]] = []
    for part in asked.parts:
        for quality in asked.quality:
            reads = [read(shrunk(data, part, quality), cards) for data, cards in photos]
            pairs += [(part, *both) for both in zip(reads, whole, strict=True)]
            print(line(f"{part:.0%} as long, quality {quality}", reads), flush=True)
    print(*by_height(pairs), sep="\n")


if __name__ == "__main__":
    main()
