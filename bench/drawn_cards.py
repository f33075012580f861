"""Reads drawn pictures of cards that nothing was learned from, and says how well.

    python -m bench.drawn_cards [--count 200] [--seed 900] [--pairs] [--reader MODELS]

With `--pairs` every card lies beside another of its name, as where two packs are played. A card counts as
there if most of one of its indices can be seen, and as perhaps there if a third of one can be: an exact
picture has all of the first and none but the second. Then recall and precision of cards, the share that is
flagged, and the share that is wrong and not flagged.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from bench.photos import reader_of
from training import artwork
from training.backgrounds import surface_photographs
from training.card_faces import DrawnFace
from training.card_scenes import Dealer, Truth, card_scene
from training.targets import HIDDEN_SHARE, LEAST_HEIGHT, truth_column
from vision.labels import JOKER, RANKS, SUITS
from vision.reader import PictureReading

SEEN_SHARE = 0.6


class PairDealer(Dealer):
    """Deals every card twice, one after the other."""

    def deal_faces(self, card_count: int) -> list[DrawnFace]:
        faces = super().deal_faces((card_count + 1) // 2)
        return [face for face in faces for _ in range(2)][:card_count]


@dataclass(frozen=True)
class DrawnResult:
    """Cards that are there, those that are perhaps, and what was read."""

    there: Counter[str]
    perhaps: Counter[str]
    reading: PictureReading

    @property
    def read(self) -> Counter[str]:
        return Counter(card.name for card in self.reading.cards)

    @property
    def exact(self) -> bool:
        return self.there <= self.read <= self.perhaps

    def sure_and_wrong(self) -> int:
        sure = Counter(card.name for card in self.reading.cards if not card.doubtful)
        return (sure - self.perhaps).total()


def seen_cards(truth: Truth, least_seen: float, least_height: float = 0.0) -> Counter[str]:
    """The cards of which so much of one index so high at least is seen."""
    is_seen = (truth_column(truth, "seen") >= least_seen) & (truth_column(truth, "height") >= least_height)
    names = {int(row[-1]): _name(int(row[7]), int(row[8])) for row in truth[is_seen]}
    return Counter(names.values())


def _name(rank: int, suit: int) -> str:
    return RANKS[JOKER] if rank == JOKER else RANKS[rank] + SUITS[suit]


def results(count: int, seed: int, pairs: bool, models: str, cache: Path) -> Iterator[DrawnResult]:
    """Pictures drawn and read one by one."""
    make_dealer = partial(PairDealer if pairs else Dealer, np.random.default_rng(seed))
    dealer = make_dealer(artwork.render_sheets(cache), surface_photographs())
    read = reader_of(models, "cards")
    for _ in range(count):
        picture, truth = card_scene(dealer)
        there, perhaps = seen_cards(truth, SEEN_SHARE, LEAST_HEIGHT), seen_cards(truth, HIDDEN_SHARE)
        yield DrawnResult(there, perhaps, read(picture))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--reader", default="", metavar="MODELS")
    parser.add_argument("--cache", type=Path, default=Path("~/.cache/scorepad-cards"))
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    found = list(results(chosen.count, chosen.seed, chosen.pairs, chosen.reader, chosen.cache.expanduser()))
    there, read = sum(r.there.total() for r in found), max(1, sum(r.read.total() for r in found))
    right = sum((r.there & r.read).total() for r in found)
    wrong = sum((r.read - r.perhaps).total() for r in found)
    twice = sum((r.read - r.perhaps)[name] for r in found for name in r.perhaps)
    flagged = sum(card.doubtful for r in found for card in r.reading.cards)
    print(f"{len(found)} pictures, {sum(r.exact for r in found)} exact")
    print(f"{there} cards there, {right / there:.1%} read")
    print(f"{read} cards read, {wrong / read:.1%} wrong ({twice} a card twice), {flagged / read:.1%} flagged")
    print(f"{sum(r.sure_and_wrong() for r in found)} wrong and not flagged")


if __name__ == "__main__":
    main()
