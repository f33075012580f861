"""How fast hands are answered beside melds on the table, and in leap-rummy: medians and 95th percentiles.

    python bench/context.py [--hands N] [--seed S]

In process and warm; milliseconds of the processor. `unproven` counts hands that the limit of 2 s cut off.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.rules import Rules
from scorepad.games.alternate import GAME as ALTERNATE
from scorepad.games.leap_rummy import GAME as LEAP_RUMMY
from scorepad.optimize import best

Series = tuple[str, Rules, int, int, int]  # name, rules, cards in hand, wilds among them, melds on the table


def series() -> Iterator[Series]:
    """Leap-rummy under each rule of tokens and suits, then the alternate version."""
    for tokens in ("same", "different", "free"):
        for wilds in (0, 2, 4):
            yield f"leaps {tokens}", LEAP_RUMMY.rules({"tokens": tokens, "jokers": wilds}), 20, wilds, 0
    for suits in ("colour", "any"):
        yield f"leaps same, {suits} suits", LEAP_RUMMY.rules({"run_suits": suits}), 20, 0, 0
    for melds in ("single", "both"):
        for wilds in (0, 2):
            rules = ALTERNATE.rules({"melds": melds, "jokers": wilds})
            yield f"alternate {melds}, 4 melds on the table", rules, 12, wilds, 4


def dealt(
    rng: random.Random, rules: Rules, cards: int, wilds: int, melds: int
) -> tuple[list[Card], list[Meld]]:
    """A hand off the top of a shuffle, and some melds of twenty cards more."""
    deck = list(rules.pack.cards) * rules.packs
    rng.shuffle(deck)
    there = best(rules, deck[cards : cards + 20]).melds if melds else ()
    return [*deck[: cards - wilds], *[WILD] * wilds], sorted(there, key=len)[-melds:] if melds else []


def measured(one: Series, hands: int, seed: int) -> Sequence[str]:
    """The row of one series."""
    name, rules, cards, wilds, melds = one
    rng = random.Random(f"{name} {wilds} {seed}")
    answers, times = [], []
    for _ in range(hands):
        hand, table = dealt(rng, rules, cards, wilds, melds)
        began = time.process_time()
        answers.append(best(rules, hand, table=table))
        times.append((time.process_time() - began) * 1000)
    times.sort()
    figures = (statistics.median(times), times[int(len(times) * 0.95)], times[-1])
    unproven = sum(not answer.proven for answer in answers)
    return (
        f"{name}, {cards - wilds} + {wilds} wilds",
        *(f"{figure:.1f}" for figure in figures),
        str(unproven),
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| hands | median | p95 | most | unproven |\n| --- | --- | --- | --- | --- |")
    for one in series():
        print("|", " | ".join(measured(one, given.hands, given.seed)), "|", flush=True)


if __name__ == "__main__":
    main()
