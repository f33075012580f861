"""What photos lose that are shrunk before they are read: `python -m bench.shrunk FOLDER`.

Every photo of a folder with a `labels.json` is made smaller, so that its long side is a part of what it was,
written as JPEG and read. Prints, for each size and quality, exact hands, recall, precision and the mean size
of the file; `as it is` reads the files themselves.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision import reader
from vision.spots import Picture

HEAD = f"{'':24} exact hands   recall   precision   KB a photo"


def labelled(folder: Path) -> list[tuple[bytes, Counter[str]]]:
    """The bytes of each photo, and the cards on it."""
    entries = json.loads((folder / "labels.json").read_text())
    return [((folder / entry["file"]).read_bytes(), Counter(entry["cards"])) for entry in entries]


def shrunk(picture: Picture, part: float, quality: int) -> bytes:
    """The picture with its sides `part` as long, as a JPEG of that quality (0 to 100)."""
    wanted = (round(picture.shape[1] * part), round(picture.shape[0] * part))
    small = picture if part == 1 else cv2.resize(picture, wanted, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def line(name: str, pairs: Iterable[tuple[bytes, Counter[str]]]) -> str:
    """One line of the table."""
    exact = right = there = told = size = count = 0
    for data, cards in pairs:
        read = _read(data)
        exact += read == cards
        right += (read & cards).total()
        there, told = there + cards.total(), told + read.total()
        size, count = size + len(data), count + 1
    share = f"{right / max(1, there):11.2%}{right / max(1, told):12.2%}"
    return f"{name:24}{f'{exact} of {count}':>12}{share}{size / count / 1000:13.0f}"


def _read(data: bytes) -> Counter[str]:
    picture = reader.decoded(data)
    assert picture is not None
    return Counter(card.name for card in reader.read(picture).cards)


def _made(data: bytes, part: float, quality: int) -> bytes:
    picture = reader.decoded(data)
    assert picture is not None
    return shrunk(np.asarray(picture, np.uint8), part, quality)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--parts", type=float, nargs="*", default=[1, 0.8, 0.64, 0.5])
    parser.add_argument("--quality", type=int, nargs="*", default=[95, 85, 70])
    asked = parser.parse_args()
    photos = labelled(asked.folder)
    print(HEAD, line("as it is", photos), sep="\n", flush=True)
    for part in asked.parts:
        for quality in asked.quality:
            made = ((_made(data, part, quality), cards) for data, cards in photos)
            print(line(f"{part:.0%} as long, quality {quality}", made), flush=True)


if __name__ == "__main__":
    main()
