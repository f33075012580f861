"""What all cards that could come would bring: processor time of all of them together, by kind of hand.

    python bench/next_cards.py [--hands N] [--seed S]

In process and warm; milliseconds of the processor, median / most. Each card is judged by itself; `unproven`
counts those that are not known to be the best.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from scorepad.answers.card_advice import rate_discards, rate_next_cards
from scorepad.answers.terms import Terms
from scorepad.core.cards import WILD, Card
from scorepad.core.rules import Rules
from scorepad.rulebook import find_game

LIMIT = 60.0  # seconds
KINDS: tuple[tuple[str, str, dict[str, object], int], ...] = (
    ("one suit", "chattahoochee", {}, 20),
    ("mixed", "chattahoochee", {"melds": "both"}, 20),
    ("mixed", "chattahoochee", {"melds": "both", "jokers": 2}, 18),
    ("all six leaps", "chattahoochee", {"leaps": [1, 2, 3, 4, 5, 6]}, 20),
    ("interlocking", "chattahoochee-interlocking", {}, 20),
    ("interlocking", "chattahoochee-interlocking", {"jokers": 2}, 18),
    ("leap-rummy", "leap-rummy", {}, 20),
    ("leap-rummy", "leap-rummy", {"jokers": 2}, 18),
    ("Basic Rummy", "basic-rummy", {}, 20),
    ("Rummy 500", "rummy-500", {"jokers": 2}, 18),
)


def any_hand(rng: random.Random, rules: Rules, naturals: int) -> list[Card]:
    """So many naturals of all packs, and every joker."""
    return [*rng.sample(rules.pack.cards * rules.packs, naturals), *[WILD] * rules.jokers]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=12)
    parser.add_argument("--seed", type=int, default=77)
    arguments = parser.parse_args()
    print("| hand | all next cards | all discards | unproven |\n| --- | --- | --- | --- |")
    for name, game, options, naturals in KINDS:
        rules, rng = find_game(game).rules(options), random.Random(arguments.seed)
        next_times, discard_times, unproven = [], [], 0
        for _ in range(arguments.hands + 1):
            hand = any_hand(rng, rules, naturals)
            began = time.process_time()
            answer = rate_next_cards(rules, hand, Terms(limit=LIMIT))
            between = time.process_time()
            rate_discards(rules, hand, Terms(limit=LIMIT))
            next_times.append(between - began)
            discard_times.append(time.process_time() - between)
            unproven += sum(not further.proven for further in answer.next)
        wilds = f" + {rules.jokers} wilds" if rules.jokers else ""
        times = " | ".join(map(_median_and_most, (next_times[1:], discard_times[1:])))
        print(f"| {name}, {naturals}{wilds} | {times} | {unproven} |", flush=True)


def _median_and_most(times: list[float]) -> str:
    return f"{1000 * statistics.median(times):.0f} / {1000 * max(times):.0f}"


if __name__ == "__main__":
    main()
