"""Reads pictures of fans and says how well, by how much of an index is covered and by the number of cards.

    python -m training.picture_store FANS --fans held-out --packages NPM --count 100 --seed 1
    python -m bench.fans FANS [--reader MODELS] [--most 40]

The pictures are those of `training.picture_store`, with their truth beside them. `--reader` reads with a
folder of other models too, and each line has both. A card counts by the best seen of its indices. Told
wrongly is a card with another name than lies there, told twice, or where none lies; "sure" is one that
nobody would be asked about.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training import picture_store
from training.card_scenes import TRUTH_FIELDS, Truth
from vision import model, reader
from vision.labels import JOKER, RANKS, SUITS
from vision.reader import PictureReading

COVERS = {
    "whole": (0.9, 1.01),
    "covered by less than a third": (0.667, 0.9),
    "covered by a third to a half": (0.5, 0.667),
    "covered by more than half": (0.2, 0.5),
}
"""The seen part of a card's best index, by the name of the line."""
HIDDEN = "hidden, or no card"
SIZES = {"7 to 10 cards": (7, 10), "11 to 14 cards": (11, 14), "15 to 20 cards": (15, 20)}
MOST_OFF = 0.5  # heights of an index from its middle to the middle of the box that was read there
OUTCOMES = ("right", "asked", "wrong", "sure", "missed")
COLUMNS = " ".join(f"{name:>7}" for name in OUTCOMES)


@dataclass(frozen=True)
class FanCard:
    """A card of a fan: its name, the seen part of its best index, how many cards lie there, what was told of
    it ("right", "wrong" or "missed"), and whether somebody would be asked."""

    name: str
    cover: str
    size: str
    told: str
    asked: bool


def fan_cards(truth: Truth, reading: PictureReading) -> list[FanCard]:
    """All cards that lie there and all that were read where none lies, each with what was told of it."""
    column = {name: number for number, name in enumerate(TRUTH_FIELDS)}
    numbers = np.unique(truth[:, column["card"]])
    size = _name_of_range(SIZES, len(numbers), "other numbers of cards")
    told: dict[float, tuple[str, bool]] = {}
    found: list[FanCard] = []
    for card in sorted(reading.cards, key=lambda card: -card.confidence):
        number = _card_at(truth, card.box)
        if number is None or number in told:
            found.append(FanCard(card.name, HIDDEN, size, "wrong", card.doubtful))
        else:
            told[number] = (card.name, card.doubtful)
    for number in numbers:
        rows = truth[truth[:, column["card"]] == number]
        name = _card_name(int(rows[0, column["rank"]]), int(rows[0, column["suit"]]))
        cover = _cover(float(rows[:, column["seen"]].max()))
        if number in told:
            read_name, asked = told[number]
            found.append(FanCard(name, cover, size, "right" if read_name == name else "wrong", asked))
        elif cover != HIDDEN:
            found.append(FanCard(name, cover, size, "missed", False))
    return found


def _card_at(truth: Truth, box: tuple[int, int, int, int]) -> float | None:
    middle = np.array([box[0] + box[2] / 2, box[1] + box[3] / 2])
    distances = np.hypot(*(truth[:, :2] - middle).T) / np.maximum(truth[:, 2], 1)
    # of indices that lie upon each other the one that is seen
    distances = distances + 2 * (truth[:, 10] < 0.2)
    nearest = int(distances.argmin()) if len(distances) else -1
    return float(truth[nearest, 11]) if nearest >= 0 and distances[nearest] < MOST_OFF else None


def _card_name(rank: int, suit: int) -> str:
    return RANKS[JOKER] if rank == JOKER else RANKS[rank] + SUITS[suit][:1]


def _cover(seen_share: float) -> str:
    return next((name for name, (low, high) in COVERS.items() if low <= seen_share < high), HIDDEN)


def _name_of_range(ranges: dict[str, tuple[int, int]], number: int, other: str) -> str:
    return next((name for name, (low, high) in ranges.items() if low <= number <= high), other)


def counts(cards: Iterable[FanCard]) -> Counter[str]:
    """How many of the cards had each outcome; those asked about are among the right and the wrong ones."""
    result: Counter[str] = Counter()
    for card in cards:
        result[card.told] += 1
        result["asked"] += card.asked
        result["sure"] += card.told == "wrong" and not card.asked
    return result


def line(name: str, by_reader: list[list[FanCard]]) -> str:
    """One line of the table, a part for each reader."""
    there = len(by_reader[0]) if name != HIDDEN else 0
    text = f"{name:32}{there or '':>6}"
    for cards in by_reader:
        outcome = counts(cards)
        text += "   " + " ".join(_share(outcome[each], there) for each in OUTCOMES)
    return text


def _share(count: int, of: int) -> str:
    return f"{count / of:7.1%}" if of else f"{count:7}"


def table(readers: list[str], by_reader: list[list[FanCard]]) -> str:
    """The whole table: lines by cover, then by number of cards, without what lies nowhere."""
    lines = [f"{'':38}" + "".join(f"   {name:39}" for name in readers)]
    lines.append(f"{'':32}{'cards':>6}" + ("   " + COLUMNS) * len(readers))
    for cover in (*COVERS, HIDDEN):
        lines.append(line(cover, [[card for card in cards if card.cover == cover] for cards in by_reader]))
    for size in SIZES:
        seen = [[c for c in cards if c.size == size and c.cover != HIDDEN] for cards in by_reader]
        if seen[0]:
            lines.append(line(size, seen))
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("fans", type=Path)
    parser.add_argument("--reader", type=Path, metavar="MODELS")
    parser.add_argument("--most", type=int, default=1000, help="so many pictures at most")
    chosen = parser.parse_args()
    folders = [model.MODEL_FOLDER, *([chosen.reader] if chosen.reader else [])]
    by_reader: list[list[FanCard]] = [[] for _ in folders]
    for file in picture_store.picture_files(chosen.fans)[: chosen.most]:
        picture, truth = picture_store.read_picture(file)
        for folder, cards in zip(folders, by_reader, strict=True):
            cards += fan_cards(truth, reader.read_cards(picture, folder))
    print(table(["committed", *([str(chosen.reader)] if chosen.reader else [])], by_reader))


if __name__ == "__main__":
    main()
