"""Random rules that no game has, in twos and threes of fields, against brute force, for a night.

    python bench/rules_of_ones_own.py [--hands N] [--seed S] [--checkpoint FILE]

Each question is one of `best`, `check` and `next`: what is called best is no worse than every way to lay the
hand, or the rules are refused by the name of a field. Prints progress, with how many were refused; stops at
the first question that is answered wrongly and prints it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import nightly
from scorepad.optimize import search_of
from tests.optimize.rules_at_random import compare, draw


def compare_seed(seed: int) -> list[str] | None:
    """What came of the question of this seed, by its search."""
    case = draw(random.Random(seed))
    outcome, fault = compare(case)
    if fault:
        print(f"seed {seed}: {fault}: {case!r}")
        return None
    return [outcome, f"{search_of(case.rules)} {outcome}"]


if __name__ == "__main__":
    sys.exit(nightly.run(compare_seed, __doc__, usual_hands=20_000))
