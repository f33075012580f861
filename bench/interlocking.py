"""How fast the best interlocking melds are found and proven, beside what was aimed at.

    python bench/interlocking.py [--hands N] [--seed S] [--limit SECONDS] [--only WORDS]

Random hands of two packs, in process and warm; milliseconds of processor time, which is also what the search
is shown for a clock, so that a busy machine does not count. A ratio below 1 is faster than the goal.
`unproven` counts hands that the limit cut off.

    python bench/interlocking.py --anytime [--hands N] [--seed S] [--limit SECONDS] [--only WORDS]

How good answers are that are cut off after 0.2 and after two seconds of processor time: the least and the
mean share of the best points known, which are those of any of the three limits.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.cards import WILD, Card
from scorepad.core.check import check
from scorepad.core.rules import Rules
from scorepad.core.schedules import Schedule
from scorepad.games.interlocking import GAME
from scorepad.optimize import best

BASE = GAME.rules({"jokers": 8})
FIVE_RANKS = "56789"
# Median and 95th percentile in milliseconds, by cards and wilds.
GOALS = {
    (20, 0): (0.55, 0.85),
    (26, 0): (1, 1.6),
    (34, 0): (2, 4.3),
    (44, 0): (5.5, 19),
    (52, 0): (17, 155),
    (44, 2): (100, 400),
    (52, 2): (300, 1500),
    (34, 4): (300, 1500),
}
DENSE_GOALS = {0: (5, 37), 2: (200, 1000)}
CUT_OFF_AFTER = (0.2, 2.0)  # seconds


@dataclass(frozen=True)
class Series:
    """Hands of one kind; the goal is a median and a 95th percentile, nothing where there is none."""

    name: str
    rules: Rules
    cards: int
    wilds: int = 0
    ranks: str = ""
    goal: tuple[float, float] | None = None

    def deal(self, rng: random.Random) -> list[Card]:
        deck = [card for card in self.rules.pack.cards if not self.ranks or card.rank in self.ranks]
        deck *= self.rules.packs
        rng.shuffle(deck)
        return deck[: self.cards] + [WILD] * self.wilds


def series() -> Iterator[Series]:
    """Hands of two packs with no, one, two and four wilds, then of five ranks, and under other rules."""
    for wilds, sizes in ((0, (20, 26, 34, 44, 52)), (1, (44, 52)), (2, (20, 26, 34, 44, 52)), (4, (34,))):
        for cards in sizes:
            yield Series(f"{cards} + {wilds}", BASE, cards, wilds, goal=GOALS.get((cards, wilds)))
    for wilds, goal in DENSE_GOALS.items():
        yield Series(f"five ranks, 26 + {wilds}", BASE, 26, wilds, FIVE_RANKS, goal)
    yield Series("20 + 4", BASE, 20, 4)
    yield Series("two-zeroes, 34 + 0", BASE.variant(schedule=Schedule("two-zeroes")), 34)
    for cards in (16, 20, 26, 34):
        yield Series(f"original, {cards} + 0", BASE.variant(schedule=Schedule("original")), cards)
    yield Series("original, 16 + 2", BASE.variant(schedule=Schedule("original")), 16, 2)
    for cards in (26, 34):
        yield Series(f"leaps 1 2 3, {cards} + 0", BASE.variant(leaps=(1, 2, 3)), cards)
    yield Series("three packs, 44 + 0", BASE.variant(packs=3), 44)
    yield Series("104 + 0", BASE, 104)


def measure(one: Series, hands: int, seed: int, limit: float) -> str:
    """A row of the table."""
    rng = random.Random(seed)
    times, gaps = [], []
    for _ in range(hands):
        hand = one.deal(rng)
        began = time.process_time()
        answer = best(one.rules, hand, limit=limit)
        times.append(1000 * (time.process_time() - began))
        verdict = check(one.rules, answer.melds)
        assert verdict.legal
        assert verdict.points == answer.points
        if not answer.proven:
            gaps.append(f"{answer.points}–{answer.bound}")
    times.sort()
    found = statistics.median(times), times[min(hands - 1, int(0.95 * hands))]
    ratios = " / ".join(f"{got / goal:.2f}" for got, goal in zip(found, one.goal or (), strict=False))
    told = f"{len(gaps)} {' '.join(gaps[:3])}".strip()
    return f"| {one.name} | {found[0]:.1f} | {found[1]:.1f} | {times[-1]:.1f} | {ratios} | {told} |"


def anytime_series() -> Iterator[Series]:
    """Hands that take long to prove."""
    yield Series("52 + 2", BASE, 52, 2)
    yield Series("44 + 2", BASE, 44, 2)
    yield Series("five ranks, 26 + 2", BASE, 26, 2, FIVE_RANKS)
    yield Series("34 + 4", BASE, 34, 4)
    yield Series("original, 34 + 0", BASE.variant(schedule=Schedule("original")), 34)
    yield Series("leaps 1 2 3, 34 + 0", BASE.variant(leaps=(1, 2, 3)), 34)
    yield Series("104 + 0", BASE, 104)


def measure_shares(one: Series, hands: int, seed: int, longest: float) -> str:
    """A row of the table of answers that are cut off."""
    rng = random.Random(seed)
    points = [
        [best(one.rules, hand, limit=limit).points for limit in (*CUT_OFF_AFTER, longest)]
        for hand in (one.deal(rng) for _ in range(hands))
    ]
    shares = [[hand[cut] / max(hand) for hand in points] for cut in range(len(CUT_OFF_AFTER))]
    return (
        f"| {one.name} | "
        + " | ".join(f"{min(row):.3f} / {statistics.mean(row):.3f}" for row in shares)
        + " |"
    )


def print_shares(given: argparse.Namespace) -> None:
    """The table of answers that are cut off."""
    print("| hands | after 0.2 s, least / mean | after 2 s |\n| --- | --- | --- |")
    for one in anytime_series():
        if one.name.startswith(given.only):
            hands = given.hands if one.cards < 104 else 1
            print(measure_shares(one, hands, given.seed, given.limit), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--only", default="", help="the kinds of hand whose names begin so")
    parser.add_argument("--anytime", action="store_true", help="how good answers are that are cut off")
    given = parser.parse_args()
    time.perf_counter = time.process_time
    best(BASE, Series("", BASE, 52, 2).deal(random.Random(0)), limit=0.2)  # which loads all that is used
    if given.anytime:
        print_shares(given)
        return
    print("| hands | median | p95 | most | to the goals | unproven |\n| --- | --- | --- | --- | --- | --- |")
    for one in series():
        if one.name.startswith(given.only):
            hands = given.hands if one.cards < 104 else 1
            print(measure(one, hands, given.seed, given.limit), flush=True)
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
