"""Reads single cards cut out of photos: a card alone in the picture, as when one is shown to the phone.

    python -m bench.single_cards FOLDER [FOLDER ...] [--reader MODELS]

Of every labelled photo that is read exactly, the cards of which two opposite corners are seen, and no corner
of another within their edges, are cut out with a little of the table and read anew at 0.5, 1 and 2 times
their size.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.photos import reader_of
from vision import model, reader
from vision.card_bodies import card_body
from vision.labels import JOKER
from vision.seen_cards import SeenCard
from vision.spots import Picture

SIZES = (0.5, 1.0, 2.0)
EDGE, TABLE = 0.9, 1.0
"""Heights of an index from its middle to the card's edge at most, and of what is left of the table."""

Box = tuple[NDArray[np.int_], NDArray[np.int_]]


def single_cards(folder: Path) -> Iterator[tuple[str, Picture]]:
    """The names and cuttings of the single cards of the folder's photos."""
    for entry in json.loads((folder / "labels.json").read_text()):
        if "cards" not in entry:
            continue
        picture = reader.decode_picture((folder / entry["file"]).read_bytes())
        assert picture is not None, entry["file"]
        cards = reader.find_cards(picture, model.MODEL_FOLDER)
        if Counter(card.name for card in cards) != Counter(entry["cards"]):
            continue
        for card in cards:
            if card.rank == JOKER or card_body(card) is None:
                continue
            low, high = _card_box(card, picture)
            others = [mark.spot for other in cards if other is not card for mark in other.marks]
            if not any((low < (spot.x, spot.y)).all() and (high > (spot.x, spot.y)).all() for spot in others):
                yield card.name, np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]])


def _card_box(card: SeenCard, picture: Picture) -> Box:
    """What lies around the card's four corners, within the picture."""
    body = card_body(card)
    assert body is not None
    signs = np.array([(x, y) for x in (-1, 1) for y in (-1, 1)])
    corners = body.middle + signs @ np.stack([body.to_right, body.to_top])
    reach = (EDGE + TABLE) * max(mark.spot.height for mark in card.marks)
    low = np.maximum(np.floor(corners.min(0) - reach), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(0) + reach), picture.shape[1::-1]).astype(int)
    return low, high


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--reader", default="", metavar="MODELS")
    chosen = parser.parse_args()
    read = reader_of(chosen.reader, "cards")
    cuttings = [cutting for folder in chosen.folders for cutting in single_cards(folder)]
    print(f"{len(cuttings)} cards   exact  read in  twice  nothing read")
    for size in SIZES:
        readings = []
        for name, cutting in cuttings:
            resize_method = cv2.INTER_AREA if size < 1 else cv2.INTER_CUBIC
            sized = cv2.resize(cutting, None, fx=size, fy=size, interpolation=resize_method)
            readings.append((name, [card.name for card in read(np.asarray(sized, np.uint8)).cards]))
        exact, read_in = sum(r == [n] for n, r in readings), sum(n in r for n, r in readings)
        twice, nothing = sum(r.count(n) > 1 for n, r in readings), sum(not r for _, r in readings)
        print(f"{size:4} times{exact:9}{read_in:9}{twice:7}{nothing:14}")


if __name__ == "__main__":
    main()
