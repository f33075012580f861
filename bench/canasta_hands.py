"""Compares the best of random hands of canasta, burraco and samba with every way to lay them, and times it.

    python bench/canasta_hands.py [FORM …] [--hands N] [--cards N]

Prints how many differ of each form, and the median, the 95th and the longest search of full hands in
milliseconds of processor time.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorepad.core.cards import WILD
from scorepad.optimize import best
from scorepad.rulebook import find_game
from tests.optimize import burraco_hands, samba_hands
from tests.optimize.canasta_hands import FORMS, differences

LARGEST = 26  # cards of a hand that has taken the pile


def seconds_of(preset: dict[str, object], game: str, hands: int) -> list[float]:
    """How long each of so many full hands takes, rich in wilds."""
    rules, rng = find_game(game).rules(preset), random.Random(game)
    deck = [card for card in (*rules.pack.cards, *[WILD] * 2) for _ in range(rules.packs)]
    wilds = [card for card in deck if card.is_wild or card.rank == "2"]
    taken = []
    for _ in range(hands):
        hand = [*rng.sample(wilds, 8), *rng.sample([card for card in deck if card not in wilds], LARGEST - 8)]
        began = time.process_time()
        assert best(rules, hand).proven
        taken.append(time.process_time() - began)
    return sorted(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("forms", nargs="*", default=(*FORMS, *burraco_hands.FORMS, *samba_hands.FORMS))
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--cards", type=int, default=9)
    arguments = parser.parse_args()
    for form in arguments.forms:
        others = samba_hands if form in samba_hands.FORMS else burraco_hands
        compare = differences if form in FORMS else others.differences
        different = compare(form, range(arguments.hands), arguments.cards)
        print(f"{form}: {len(different)} of {arguments.hands} hands differ", *different[:3], flush=True)
    for game, options in (
        ("canasta", {}),
        ("canasta", {"form": "modern-american"}),
        ("hand-and-foot", {}),
        ("burraco", {}),
        ("biriba", {}),
        ("samba", {}),
        ("samba", dict(find_game("samba").preset_options("bolivia"))),
    ):
        seconds = seconds_of(options, game, 100)
        shown = [seconds[50], seconds[95], seconds[-1]]
        print(f"{game} {options}: {' '.join(f'{value * 1000:.0f}' for value in shown)} ms")


if __name__ == "__main__":
    main()
