"""Random hands of every game and many house rules, against laying them in every way and asking the referee.

    python bench/every_game.py [--hands N] [--seed S]

For a night. Prints progress every thousand hands; stops at the first hand that differs and prints it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorepad import optimize
from scorepad.core.notation import read_cards
from scorepad.games import find
from scorepad.verification import verified
from tests.optimize.decks import DECKS
from tests.optimize.every_arrangement import most_points


def compare(seed: int) -> bool:
    """Whether search and referee agree on the hand of this seed: one more card than the decks' own tests."""
    rng = random.Random(seed)
    game, options, deck, size = rng.choice(DECKS)
    rules = find(game).rules(options)
    cards = [laid.card for laid in read_cards(deck, rules.pack)]
    hand = rng.sample(cards, min(len(cards), rng.randint(1, size + 1)))
    found = optimize.best(rules, hand, limit=60)
    verified(rules, hand, found)
    agreed = found.proven and found.points == most_points(rules, hand)
    if not agreed:
        print(f"seed {seed} differs: {rules!r} {hand!r} {found!r}")
    return agreed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    began = time.time()
    for done in range(1, given.hands + 1):
        if not compare(given.seed + done):
            return 1
        if done % 1000 == 0:
            print(f"{done} hands agree, {time.time() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
