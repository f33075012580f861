"""How fast the best melds are found and proven: medians and 95th percentiles over random hands.

    python bench/optimizer.py [--beside | --boards] [--hands N] [--seed S]

In process and warm; milliseconds of processor time, so that other work on the machine counts little.
`unproven` counts hands that the time limit of 2 s cut off. `--beside` asks hands beside melds on the table,
and those of leap-rummy; `--boards` racks beside tables that may be rebuilt, and hands of sets and runs.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.hard_hands import ALL_LEAPS, FIVE_RANKS, HandKind, beside_kind, board_kind, plain_kind
from scorepad.answers.verification import verified
from scorepad.optimize import best


def series() -> Iterator[HandKind]:
    """Every kind of meld with no, two and four wilds; then schedules, three packs, dense and huge hands."""
    for suits, cards, wilds in product(("single", "both", "alternating"), (20, 40), (0, 2, 4)):
        yield plain_kind(suits, "chattahoochee", {"packs": 2, "melds": suits}, cards, wilds)
    for wilds in (0, 2, 4):
        leaps = {"packs": 2, "leaps": ALL_LEAPS}
        yield plain_kind("single, all six leaps", "chattahoochee", leaps, 20, wilds)
    for schedule in ("one-zero", "two-zeroes", "square", "fibonacci"):
        yield _both(schedule, 40, 2, {"schedule": schedule})
    falling = {"schedule": "table", "schedule_table": [5, 3, 9, 4, 20, 21]}
    yield _both("table 5 3 9 4 20 21", 40, 2, falling)
    yield _both("wilds apart", 40, 4, {"wilds_apart": True, "adjacent_naturals": False})
    yield _both("three packs", 40, 2, {"packs": 3})
    for wilds in (0, 2):
        yield _both("five ranks", 26, wilds, {}, FIVE_RANKS)
    yield plain_kind("single", "chattahoochee", {"packs": 2}, 104, 4)
    for cards, wilds in ((52, 0), (104, 0), (104, 4)):
        yield _both("whole packs", cards, wilds, {})


def _both(name: str, cards: int, wilds: int, options: dict[str, Any], ranks: str = "") -> HandKind:
    options = {"packs": 2, "melds": "both", **options}
    return plain_kind(f"both, {name}", "chattahoochee", options, cards, wilds, ranks)


def series_beside_melds() -> Iterator[HandKind]:
    """Leap-rummy under each rule of tokens and suits, then the alternate version beside four melds."""
    for tokens, wilds in product(("same", "different", "free"), (0, 2, 4)):
        yield plain_kind(f"leaps {tokens}", "leap-rummy", {"tokens": tokens}, 20 - wilds, wilds)
    for suits in ("colour", "any"):
        yield plain_kind(f"leaps same, {suits} suits", "leap-rummy", {"run_suits": suits}, 20, 0)
    for suits, wilds in product(("single", "both"), (0, 2)):
        yield beside_kind(suits, "chattahoochee-alternate", {"melds": suits}, 12 - wilds, wilds, 4)


def series_of_boards() -> Iterator[HandKind]:
    """Racks of fourteen beside tables of any size under either aim; hands of sets and runs."""
    for aim, tiles, jokers in product(("tiles", "points"), (0, 10, 30, 60, 90), (0, 2)):
        yield board_kind(f"rummikub, most {aim}", "rummikub", {"aim": aim}, tiles, jokers)
    yield plain_kind("basic-rummy", "basic-rummy", {}, 10, 0)
    yield plain_kind("basic-rummy", "basic-rummy", {"packs": 2}, 21, 0)
    for packs, cards, jokers in ((1, 13, 0), (1, 11, 2), (2, 17, 4)):
        yield plain_kind("rummy-500", "rummy-500", {"packs": packs}, cards, jokers)


def measure(kind: HandKind, hands: int, seed: int) -> str:
    """A row of the table."""
    rng = random.Random(seed)
    times, unproven = [], 0
    for _ in range(hands):
        hand = kind.deal(rng)
        began = time.process_time()
        answer = best(kind.rules, hand.cards, table=hand.table)
        times.append(1000 * (time.process_time() - began))
        verified(kind.rules, hand.cards, answer, hand.table)
        unproven += not answer.proven
    times.sort()
    at = min(len(times) - 1, int(0.95 * len(times)))
    return (
        f"| {kind.name} | {statistics.median(times):.1f} | {times[at]:.1f} | {times[-1]:.1f} | {unproven} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=100, help="of each kind; a tenth from 52 cards on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--beside", action="store_true", help="melds on the table, and leap-rummy")
    parser.add_argument("--boards", action="store_true", help="tables that may be rebuilt, sets and runs")
    given = parser.parse_args()
    kinds = series_beside_melds() if given.beside else series_of_boards() if given.boards else series()
    print("| hands | median | p95 | most | unproven |\n| --- | --- | --- | --- | --- |")
    for kind in kinds:
        size = len(kind.deal(random.Random(0)).cards)
        measure(kind, 1, 0)  # what is loaded once does not count
        print(measure(kind, given.hands if size < 52 else max(1, given.hands // 10), given.seed), flush=True)
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
