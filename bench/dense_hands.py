"""Dense interlocking hands of 14 to 22 cards with wilds, and smaller ones of many kinds, against the program
of the tests that shares nothing with the search, for a night.

    python bench/dense_hands.py [--hands N] [--seed S] [--checkpoint FILE]

Counts the hands by their wilds, those on which both lay other melds for as many points (tied), those that the
search proves only with HiGHS or not at all in two seconds, and those that are too hard for the other program.
Seconds are those of the processor.
Stops at the first hand that differs and prints it.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import nightly
from scorepad.chattahoochee.interlock.best_interlocks import search_interlocks
from scorepad.core.cards import WILD, Meld
from scorepad.core.check import check
from scorepad.optimize.answer import Answer
from tests.chattahoochee.interlock.hands import any_schedules
from tests.chattahoochee.interlock.meld_tuples import TooHard, most_points
from tests.chattahoochee.interlock.test_dense_hands import KINDS, LARGE_KINDS, any_hand

LIMIT = 2  # seconds of the search
MOST_SECONDS = 1  # of the other program


def compare(seed: int) -> list[str] | None:
    """Whether both agree on the hand of this seed, and the referee with both: what is counted of it."""
    rng = random.Random(seed)
    is_large = rng.random() < 0.9
    kind = rng.choice([*(LARGE_KINDS if is_large else KINDS)])
    if "wilds" in kind:
        kind = rng.choice([kind, *LARGE_KINDS])  # one wild costs the other program far less than two
    rules, hand = any_hand(rng, kind)
    if not is_large and rng.random() < 0.3:
        rules, hand = any_schedules(rng, rules), hand[-9:]
    answer = search_interlocks(rules, hand, limit=LIMIT)
    assert check(rules, answer.melds).points == answer.points
    traits = [f"with {hand.count(WILD)} wilds", "of 14 cards and more" if is_large else "of fewer cards"]
    try:
        most, melds = most_points(rules, hand, MOST_SECONDS)
    except TooHard:
        return [*traits, "too hard for the other program"]
    judged = check(rules, melds)
    agreed = judged.legal and judged.points == most and answer.points <= most <= answer.bound
    if not agreed or (answer.proven and answer.points != most):
        print(f"seed {seed} differs: {rules!r} {hand!r} {answer!r} {most}")
        return None
    return [*traits, *_comparison_traits(answer, melds)]


def _comparison_traits(answer: Answer, melds: Sequence[Meld]) -> Iterator[str]:
    if not answer.proven:
        yield "not proven"
    elif answer.proven_by == "HiGHS":
        yield "proven by HiGHS"
    if _cards_of_melds(answer.melds) != _cards_of_melds(melds):
        yield "tied"


def _cards_of_melds(melds: Sequence[Meld]) -> Counter[tuple[str, ...]]:
    """The melds of two cards and more, each by its cards in either order."""
    return Counter(tuple(sorted(str(laid.card) for laid in meld)) for meld in melds if len(meld) > 1)


if __name__ == "__main__":
    time.perf_counter = time.process_time
    sys.exit(nightly.run(compare, __doc__, 10_000))
