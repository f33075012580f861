"""How fast the best interlocking melds are found and proven, and whether a change loses any of it.

    python bench/interlocking.py [--share S] [--seed S] [--limit SECONDS] [--only WORDS]
                                 [--keep FILE] [--beside FILE]

Random hands of two packs, in process and warm; milliseconds of processor time, which is also what the search
is shown for a clock, so that a busy machine does not count. `--keep` writes what came out for each hand,
`--beside` compares with what was kept of the same hands: `before` has their proven, median and p95, `lost`
those that were proven and are not, `fewer points` those of fewer points, with the least share of them that
was found, `differ` those whose points differ though both are proven, which is a fault.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from scorepad.core.cards import WILD, Card
from scorepad.core.check import check
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps, Rules
from scorepad.optimize import best
from scorepad.rulebook.chattahoochee_interlocking import GAME

BASE = GAME.rules({"jokers": 8})
FIVE_RANKS = "56789"
SIZES, WILDS = (14, 20, 26, 34, 44), (0, 1, 2, 4)
FAMILIES = {
    "one-zero": BASE,
    "two-zeroes": BASE.variant(schedule=Schedule("two-zeroes")),
    "original": BASE.variant(schedule=Schedule("original")),
    "leaps 1 2 3": BASE.variant(leaps=Leaps((1, 2, 3))),
    "five ranks": BASE,
}
MOST_HANDS = 60
SECONDS_OF_HANDS = 3.0  # of one kind, where fewer than the most are asked

Outcome = tuple[int, int, float]  # points, bound, milliseconds


@dataclass(frozen=True)
class Series:
    """Hands of one kind."""

    name: str
    rules: Rules
    cards: int
    wilds: int
    ranks: str = ""

    def deal(self, rng: random.Random) -> list[Card]:
        deck = [card for card in self.rules.pack.cards if not self.ranks or card.rank in self.ranks]
        deck *= self.rules.packs
        rng.shuffle(deck)
        return deck[: self.cards] + [WILD] * self.wilds


def series() -> Iterator[Series]:
    """Hands of 14 to 44 cards with no, one, two and four wilds, under each family of rules."""
    for (family, rules), cards, wilds in product(FAMILIES.items(), SIZES, WILDS):
        ranks = FIVE_RANKS if family == "five ranks" else ""
        if not ranks or cards <= 34:
            yield Series(f"{family}, {cards} + {wilds}", rules, cards, wilds, ranks)


def outcomes(kind: Series, seed: int, limit: float, share: float, hands: int | None) -> list[Outcome]:
    """Each hand of a kind: as many as are given, else as there is time for."""
    rng = random.Random(f"{seed} {kind.name}")
    found: list[Outcome] = []
    spent = 0.0
    while len(found) < hands if hands is not None else len(found) < 3 or _goes_on(len(found), spent, share):
        hand = kind.deal(rng)
        began = time.process_time()
        answer = best(kind.rules, hand, limit=limit)
        seconds = time.process_time() - began
        verdict = check(kind.rules, answer.melds)
        assert verdict.legal
        assert verdict.points == answer.points
        found.append((answer.points, answer.bound, round(1000 * seconds, 1)))
        spent += seconds
    return found


def _goes_on(count: int, spent: float, share: float) -> bool:
    return count < share * MOST_HANDS and spent < share * SECONDS_OF_HANDS


def told(found: Sequence[Outcome]) -> str:
    """How many are proven, the median and the 95th percentile."""
    times = sorted(milliseconds for _, _, milliseconds in found)
    proven = sum(points == bound for points, bound, _ in found)
    slow = times[min(len(times) - 1, int(0.95 * len(times)))]
    return f"{proven} | {statistics.median(times):.1f} / {slow:.1f}"


def compared(found: Sequence[Outcome], before: Sequence[Outcome]) -> str:
    """What was, and what of it is lost."""
    pairs = list(zip(found, before, strict=True))
    lost = sum(was[0] == was[1] and now[0] < now[1] for now, was in pairs)
    fewer = [now[0] / was[0] for now, was in pairs if now[0] < was[0]]
    differ = sum(was[0] == was[1] and now[0] == now[1] and was[0] != now[0] for now, was in pairs)
    least = f"{len(fewer)} ({min(fewer):.3f})" if fewer else "0"
    return f" {told(before)} | {lost} | {least} | {differ} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0, help="of the hands that are asked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--only", default="", help="the kinds of hand whose names begin so")
    parser.add_argument("--keep", type=Path, help="what came out for each hand")
    parser.add_argument("--beside", type=Path, help="what was kept, to compare with")
    given = parser.parse_args()
    time.perf_counter = time.process_time
    best(BASE, Series("", BASE, 44, 2).deal(random.Random(0)), limit=0.2)  # which loads all that is used
    kept = json.loads(given.beside.read_text()) if given.beside else {}
    print(
        "| hands | number | proven | median / p95 |"
        + (" before | | lost | fewer points | differ |" * bool(kept))
    )
    print("| --- " * (9 if kept else 4) + "|")
    all_found: dict[str, list[Outcome]] = {}
    for kind in series():
        if not kind.name.startswith(given.only) or (kept and kind.name not in kept):
            continue
        before = kept.get(kind.name)
        hands = len(before) if before else None
        found = all_found[kind.name] = outcomes(kind, given.seed, given.limit, given.share, hands)
        row = f"| {kind.name} | {len(found)} | {told(found)} |"
        print(row + (compared(found, before) if before else ""), flush=True)
        if given.keep:
            given.keep.write_text(json.dumps(all_found))


if __name__ == "__main__":
    main()
