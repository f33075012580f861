"""By how much each search runs over its limit, on hands that it cannot finish in time.

    python bench/over_run.py [--hands N] [--seed S] [--limits SECONDS …] [--only WORDS]

Milliseconds of processor time beyond the limit: the median and the most. The search is shown processor time
for a clock, that of the processes that it starts too, so that a busy machine does not count. Every answer is
judged. `bench/every_rule.py` measures the same on questions of any game, rules and verb.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.hard_hands import HandKind, HardHand, hand_kinds
from scorepad.answers.verification import verified
from scorepad.core.rules import Rules
from scorepad.optimize import best


def over(kind: HandKind, hands: int, seed: int, limit: float) -> str:
    """A row of the table."""
    rng = random.Random(f"{kind.name} {seed}")
    times, proven_count = [], 0
    for _ in range(hands):
        seconds, proven = answer_within(kind.rules, kind.deal(rng), limit)
        times.append(1000 * (seconds - limit))
        proven_count += proven
    middle = statistics.median(times)
    return (
        f"| {kind.name} | {limit} | {max(0, middle):.0f} | {max(0, *times):.0f} | {proven_count} of {hands} |"
    )


def processor_time() -> float:
    """Seconds that this process and those that it waited for have worked."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def answer_within(rules: Rules, hand: HardHand, limit: float) -> tuple[float, bool]:
    """The processor time of an answer, and whether it is proven; the referee judges it."""
    began = processor_time()
    answer = best(rules, hand.cards, table=hand.table, partners=hand.partners, limit=limit)
    seconds = processor_time() - began
    verdict = verified(rules, hand.cards, answer, hand.table, hand.partners)
    assert verdict.legal
    assert answer.points <= answer.bound
    return seconds, answer.proven


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=18, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limits", type=float, nargs="+", default=[0, 0.05, 0.5, 2])
    parser.add_argument("--only", default="", help="the kinds of hand whose names begin so")
    given = parser.parse_args()
    time.perf_counter = processor_time
    kinds = [kind for kind in hand_kinds() if kind.name.startswith(given.only)]
    for kind in kinds:  # what is loaded once does not count
        answer_within(kind.rules, kind.deal(random.Random(0)), 0.02)
    print("| hands | limit | median over | most over | proven |\n| --- | --- | --- | --- | --- |")
    for kind in kinds:
        for limit in given.limits:
            print(over(kind, given.hands, given.seed, limit), flush=True)


if __name__ == "__main__":
    main()
