"""By how much the search for interlocking melds runs over its limit, on hands that it cannot finish in time.

    python bench/over_run.py [--hands N] [--seed S] [--limits SECONDS …] [--only WORDS]

Milliseconds of processor time beyond the limit: the median and the most. The search is shown processor time
for a clock, so that a busy machine does not count. Every answer is judged.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.interlocking import BASE, FIVE_RANKS, Series
from scorepad.core.check import check
from scorepad.core.packs import FRENCH_48
from scorepad.core.schedules import Schedule
from scorepad.optimize import best


def series() -> Iterator[Series]:
    """Hands that are hard for the layered formula, for columns, and for both."""
    yield Series("five ranks, 26 + 2", BASE, 26, 2, FIVE_RANKS)
    yield Series(
        "five ranks, 18 + 2, original", BASE.variant(schedule=Schedule("original")), 18, 2, FIVE_RANKS
    )
    yield Series(
        "five ranks, 10 + 2, fibonacci", BASE.variant(schedule=Schedule("fibonacci")), 10, 2, FIVE_RANKS
    )
    yield Series("five ranks, 9 + 2, anyhow", BASE.variant(adjacent_naturals=False), 9, 2, FIVE_RANKS)
    yield Series("original, 16 + 2", BASE.variant(schedule=Schedule("original")), 16, 2)
    yield Series(
        "own values, five ranks, 14 + 0",
        BASE.variant(schedule=Schedule("table", (0, 5, 1, 7))),
        14,
        0,
        FIVE_RANKS,
    )
    yield Series("five ranks, 14 + 4", BASE, 14, 4, FIVE_RANKS)
    yield Series("own values, 26 + 2", BASE.variant(schedule=Schedule("table", (0, 5, 1, 7))), 26, 2)
    yield Series("fives wild, 30", BASE.variant(wild_rank="5"), 30)
    yield Series("fives wild and natural, 26", BASE.variant(wild_rank="5", wild_rank_mode="also-natural"), 26)
    yield Series("52 + 2", BASE, 52, 2)
    yield Series("44 + 8", BASE, 44, 8)
    yield Series("all leaps, 34 + 2", BASE.variant(leaps=(1, 2, 3, 4, 5, 6)), 34, 2)
    yield Series("twelve ranks, all leaps, 40", BASE.variant(pack=FRENCH_48, leaps=(1, 2, 3, 4, 5, 6)), 40)
    yield Series("original, 34 + 4", BASE.variant(schedule=Schedule("original")), 34, 4)
    yield Series("four packs, 104 + 8", BASE.variant(packs=4), 104, 8)


def over(one: Series, hands: int, seed: int, limit: float) -> str:
    """A row of the table."""
    rng = random.Random(seed)
    times, proven = [], 0
    for _ in range(hands):
        hand = one.deal(rng)
        began = time.process_time()
        answer = best(one.rules, hand, limit=limit)
        times.append(1000 * (time.process_time() - began - limit))
        verdict = check(one.rules, answer.melds)
        assert verdict.legal
        assert verdict.points == answer.points <= answer.bound
        proven += answer.proven
    middle = statistics.median(times)
    return f"| {one.name} | {limit} | {max(0, middle):.0f} | {max(0, *times):.0f} | {proven} of {hands} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limits", type=float, nargs="+", default=[0, 0.1, 1])
    parser.add_argument("--only", default="", help="the kinds of hand whose names begin so")
    given = parser.parse_args()
    time.perf_counter = time.process_time
    best(BASE, Series("", BASE, 12, 2, FIVE_RANKS).deal(random.Random(0)))
    print("| hands | limit | median over | most over | proven |\n| --- | --- | --- | --- | --- |")
    for one in series():
        for limit in given.limits if one.name.startswith(given.only) else ():
            print(over(one, given.hands, given.seed, limit), flush=True)


if __name__ == "__main__":
    main()
