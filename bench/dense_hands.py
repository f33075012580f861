"""Dense interlocking hands against the program of the tests that shares nothing with the search, for a night.

    python bench/dense_hands.py [--hands N] [--seed S]

Prints progress every thousand hands; stops at the first hand that differs and prints it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import nightly
from scorepad.core.check import check
from scorepad.optimize.interlock import search_interlocks
from tests.optimize.interlock.hands import any_schedules
from tests.optimize.interlock.meld_tuples import most_points
from tests.optimize.interlock.test_dense_hands import KINDS, any_hand


def compare(seed: int) -> bool:
    """Whether both agree on the hand of this seed, and the referee with both."""
    rng = random.Random(seed)
    rules, hand = any_hand(rng, rng.choice([*KINDS]))
    if rng.random() < 0.3:
        rules, hand = any_schedules(rng, rules), hand[-9:]
    answer = search_interlocks(rules, hand, limit=60)
    most, melds = most_points(rules, hand)
    judged = [check(rules, answer.melds), check(rules, melds)]
    legal = all(verdict.legal for verdict in judged)
    agreed = legal and answer.points == judged[0].points and most == judged[1].points
    if not (agreed and answer.proven and answer.points == most):
        print(f"seed {seed} differs: {rules!r} {hand!r} {answer!r} {most}")
        return False
    return True


if __name__ == "__main__":
    sys.exit(nightly.run(compare, __doc__))
