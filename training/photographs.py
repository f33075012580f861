"""Real photos whose cards are written down and whose licence allows it, made into training pictures.

    python -m training.photographs PHOTOS TARGET --model vision/model

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

from training.card_scenes import Truth
from vision import reader
from vision.labels import JOKER, NO_SUIT, RANKS, SUITS
from vision.naming import NamedIndex
from vision.reader import DOUBTFUL
from vision.seen_cards import SeenCard

NOT_STATED = "none stated"


def photo_half(file_name: str) -> str:
    """Which half of a set a photo is in: "choose" by it, or look at it "last"; its name settles it."""
    return "choose" if crc32(file_name.encode()) % 2 else "last"


def may_learn_from(entry: dict[str, object]) -> bool:
    """Whether a photo of `labels.json` may be learned from."""
    licence = str(entry.get("licence", NOT_STATED))
    return licence != NOT_STATED and not entry.get("joined") and photo_half(str(entry["file"])) == "choose"


def photo_truth(cards: list[SeenCard], written_names: list[str]) -> Truth:
    """Rows of `scenes.TRUTH_FIELDS` for the indices of cards whose label is sure to be right."""
    wrong_cards = [card for card in cards if card.name not in written_names]
    missing_names = list((Counter(written_names) - Counter(card.name for card in cards)).elements())
    names = {id(card): card.name for card in cards if card.name in written_names}
    if len(wrong_cards) == len(missing_names) == 1 and wrong_cards[0].confidence < DOUBTFUL:
        names[id(wrong_cards[0])] = missing_names[0]
    rows = [
        row
        for number, card in enumerate(cards)
        if id(card) in names
        for row in _truth_rows(card, names[id(card)], number)
    ]
    return np.array(rows, np.float32).reshape(-1, 12)


def _truth_rows(card: SeenCard, name: str, card_number: int) -> list[list[float]]:
    rank = JOKER if name == "JOKER" else RANKS.index(name[0])
    suit = NO_SUIT if name == "JOKER" else SUITS.index(name[1])
    is_red = float(suit != NO_SUIT and SUITS[suit] in "DH")
    labels = (rank, suit, is_red, 1.0, card_number)
    spots = [(mark.spot, _centre_way(mark)) for mark in card.marks]
    return [[spot.x, spot.y, spot.height, *spot.up, *centre_way, *labels] for spot, centre_way in spots]


def _centre_way(mark: NamedIndex) -> tuple[float, float]:
    """About the way to the card's middle, on the side that the corner says: the finder is less sure of it."""
    ux, uy = mark.spot.up
    across = -1.3 if mark.mirrored_chance > 0.5 else 1.3
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
        if not may_learn_from(entry):
            continue
        picture = reader.decode_picture((chosen.photos / entry["file"]).read_bytes())
        if picture is None:
            continue
        truth_rows = photo_truth(reader.find_cards(picture, chosen.model), entry["cards"])
        target_file = chosen.target / Path(entry["file"]).with_suffix(".jpg").name
        cv2.imwrite(str(target_file), picture, [cv2.IMWRITE_JPEG_QUALITY, 98])
        np.save(target_file.with_suffix(".npy"), truth_rows)
        print(f"{entry['file']}: {len(truth_rows)} indices")


if __name__ == "__main__":
    main()
