"""Real photos whose cards are written down and whose licence allows it, made into training pictures.

    python -m vision.training.photographs PHOTOS TARGET --model vision/model

Where the indices are, nobody wrote down: the reader says it. Only what agrees with the truth is taken, and
the one doubtful card that does not where there is only one. Photos without a stated licence are never taken,
nor are those of the half that is looked at last.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np

from vision import reader
from vision.labels import JOKER, NO_SUIT, RANKS, SUITS
from vision.naming import NamedIndex
from vision.reader import DOUBTFUL
from vision.seen_cards import SeenCard
from vision.training.scenes import Truth

UNSTATED = "none stated"


def half(file: str) -> str:
    """Which half of a set a photo is in: "choose" by it, or look at it "last"; its name settles it."""
    return "choose" if crc32(file.encode()) % 2 else "last"


def allowed(entry: dict[str, object]) -> bool:
    """Whether a photo of `labels.json` may be learned from."""
    licence = str(entry.get("licence", UNSTATED))
    return licence != UNSTATED and not entry.get("joined") and half(str(entry["file"])) == "choose"


def truth(cards: list[SeenCard], written: list[str]) -> Truth:
    """Rows of `vision.training.scenes.FIELDS` for the indices of cards whose label is sure to be right."""
    wrong = [card for card in cards if card.name not in written]
    missing = list((Counter(written) - Counter(card.name for card in cards)).elements())
    label = {id(card): card.name for card in cards if card.name in written}
    if len(wrong) == len(missing) == 1 and wrong[0].sure < DOUBTFUL:
        label[id(wrong[0])] = missing[0]
    rows = [
        row
        for number, card in enumerate(cards)
        if id(card) in label
        for row in _rows(card, label[id(card)], number)
    ]
    return np.array(rows, np.float32).reshape(-1, 12)


def _rows(card: SeenCard, name: str, number: int) -> list[list[float]]:
    rank = JOKER if name == "JOKER" else RANKS.index(name[0])
    suit = NO_SUIT if name == "JOKER" else SUITS.index(name[1])
    red = float(suit != NO_SUIT and SUITS[suit] in "DH")
    return [
        [mark.spot.x, mark.spot.y, mark.spot.height, *mark.spot.up, *_way(mark), rank, suit, red, 1.0, number]
        for mark in card.marks
    ]


def _way(mark: NamedIndex) -> tuple[float, float]:
    """About the way to the card's middle, on the side that the corner says: the finder is less sure of it."""
    ux, uy = mark.spot.up
    across = -1.3 if mark.mirrored > 0.5 else 1.3
    return -uy * across - 1.8 * ux, ux * across - 1.8 * uy


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--model", type=Path, required=True)
    chosen = parser.parse_args()
    chosen.target.mkdir(parents=True, exist_ok=True)
    for entry in json.loads((chosen.photos / "labels.json").read_text()):
        if not allowed(entry):
            continue
        picture = reader.decode_picture((chosen.photos / entry["file"]).read_bytes())
        if picture is None:
            continue
        found = truth(reader.cards_of(picture, chosen.model), entry["cards"])
        target = chosen.target / Path(entry["file"]).with_suffix(".jpg").name
        cv2.imwrite(str(target), picture, [cv2.IMWRITE_JPEG_QUALITY, 98])
        np.save(target.with_suffix(".npy"), found)
        print(f"{entry['file']}: {len(found)} indices")


if __name__ == "__main__":
    main()
