"""Random game files with long hands, against a plain referee that knows the language only, for a night.

    python bench/own_games.py [--hands N] [--seed S] [--checkpoint FILE]

Two to six keys are changed, and a hand has ten to fourteen cards, jokers among them. What is called best is
left with no more points than the best of all ways, or the file is refused by the name of a key. Prints
progress, with how many were compared and refused; stops at the first that differs and prints it.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import nightly
from tests.rulebook.test_own_game_answers import LONG_HANDS, compare_file


def compare_seed(seed: int) -> list[str] | None:
    """What came of the file of this seed."""
    outcome = compare_file(seed, LONG_HANDS)
    return None if outcome == "differing" else [outcome]


if __name__ == "__main__":
    sys.exit(nightly.run(compare_seed, __doc__, usual_hands=20_000))
