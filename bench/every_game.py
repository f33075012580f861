"""Random hands of every game and many house rules, against laying them in every way and asking the referee.

    python bench/every_game.py [--hands N] [--seed S] [--checkpoint FILE]

For a night. Prints progress with the hands of each game; stops at the first hand that differs and prints it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import nightly
from scorepad import optimize
from scorepad.answers.verification import verified
from scorepad.core.notation import read_cards
from scorepad.rulebook import find_game
from tests.optimize.decks import DECKS
from tests.optimize.every_arrangement import most_points


def compare(seed: int) -> list[str] | None:
    """Whether search and referee agree on the hand of this seed: one more card than the decks' own tests."""
    rng = random.Random(seed)
    game, options, deck, size = rng.choice(DECKS)
    rules = find_game(game).rules(options)
    cards = [laid.card for laid in read_cards(deck, rules.pack)]
    hand = rng.sample(cards, min(len(cards), rng.randint(1, size + 1)))
    found = optimize.best(rules, hand, limit=60)
    verified(rules, hand, found)
    agreed = found.proven and found.points == most_points(rules, hand)
    if not agreed:
        print(f"seed {seed} differs: {rules!r} {hand!r} {found!r}")
        return None
    return [f"of {game}"]


if __name__ == "__main__":
    sys.exit(nightly.run(compare, __doc__))
