"""How fast the best melds are found and proven: medians and 95th percentiles over random hands.

    python bench/optimizer.py [--beside] [--hands N] [--seed S]

In process and warm; milliseconds of processor time, so that other work on the machine counts little.
`unproven` counts hands that the time limit of 2 s cut off. `--beside` asks hands beside melds on the table,
and those of leap-rummy.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.packs import FRENCH
from scorepad.core.rules import Rules
from scorepad.core.schedules import Schedule
from scorepad.optimize import best
from scorepad.rulebook import find_game

BASE = Rules("chattahoochee", packs=2, jokers=8)
Deal = Callable[[random.Random, int], list[Card]]


@dataclass(frozen=True)
class Series:
    """Hands of one kind."""

    name: str
    rules: Rules
    cards: int
    wilds: int
    deal: Deal
    melds: int = 0  # on the table, of twenty other cards


def shuffled(rng: random.Random, cards: int, packs: int = 2) -> list[Card]:
    """Cards off the top of a shuffle."""
    deck = list(FRENCH.cards) * packs
    rng.shuffle(deck)
    return deck[:cards]


def one_pack(rng: random.Random, cards: int) -> list[Card]:
    """Cards off the top of a single pack."""
    return shuffled(rng, cards, packs=1)


def dense(rng: random.Random, cards: int) -> list[Card]:
    """Cards of five neighbouring ranks only."""
    deck = [card for card in FRENCH.cards if card.rank in "56789"] * 2
    rng.shuffle(deck)
    return deck[:cards]


def series() -> Iterator[Series]:
    """Every kind of meld with no, two and four wilds; then schedules, three packs, dense and huge hands."""
    for melds in ("single", "both", "alternating"):
        rules = BASE.variant(suit_pattern=melds)
        for cards in (20, 40):
            for wilds in (0, 2, 4):
                yield Series(f"{melds}, {cards} + {wilds} wilds", rules, cards, wilds, shuffled)
    both = BASE.variant(suit_pattern="both")
    for wilds in (0, 2, 4):
        every = BASE.variant(leaps=(1, 2, 3, 4, 5, 6))
        yield Series(f"single, all six leaps, 20 + {wilds} wilds", every, 20, wilds, shuffled)
    for name in ("one-zero", "two-zeroes", "square", "fibonacci"):
        rules = both.variant(schedule=Schedule(name))
        yield Series(f"both, {name}, 40 + 2", rules, 40, 2, shuffled)
    falling = both.variant(schedule=Schedule("table", (5, 3, 9, 4, 20, 21)))
    yield Series("both, table 5 3 9 4 20 21, 40 + 2", falling, 40, 2, shuffled)
    apart = both.variant(wilds_apart=True, adjacent_naturals=False)
    yield Series("both, wilds apart, 40 + 4", apart, 40, 4, shuffled)
    three = both.variant(packs=3)
    yield Series("both, three packs, 40 + 2", three, 40, 2, lambda rng, n: shuffled(rng, n, 3))
    yield Series("both, five ranks, 26 + 0", both, 26, 0, dense)
    yield Series("both, five ranks, 26 + 2", both, 26, 2, dense)
    yield Series("single, 104 + 4", BASE, 104, 4, shuffled)
    yield Series("both, 52 + 0", both, 52, 0, shuffled)
    yield Series("both, 104 + 0", both, 104, 0, shuffled)
    yield Series("both, 104 + 4", both, 104, 4, shuffled)


def series_beside_melds() -> Iterator[Series]:
    """Leap-rummy under each rule of tokens and suits, then the alternate version."""
    leap_rummy, alternate = find_game("leap-rummy"), find_game("chattahoochee-alternate")
    for tokens in ("same", "different", "free"):
        for wilds in (0, 2, 4):
            rules = leap_rummy.rules({"tokens": tokens, "jokers": wilds})
            yield Series(f"leaps {tokens}, {20 - wilds} + {wilds}", rules, 20 - wilds, wilds, one_pack)
    for suits in ("colour", "any"):
        rules = leap_rummy.rules({"run_suits": suits})
        yield Series(f"leaps same, {suits} suits, 20 + 0", rules, 20, 0, one_pack)
    for melds in ("single", "both"):
        for wilds in (0, 2):
            rules = alternate.rules({"melds": melds, "jokers": wilds})
            name = f"alternate {melds}, 4 melds on the table, {12 - wilds} + {wilds}"
            yield Series(name, rules, 12 - wilds, wilds, shuffled, melds=4)


def melds_on_table(one: Series, others: list[Card]) -> list[Meld]:
    """The longest melds of some other cards."""
    return sorted(best(one.rules, others).melds, key=len)[-one.melds :] if one.melds else []


def measure(one: Series, hands: int, seed: int) -> str:
    """A row of the table."""
    rng = random.Random(seed)
    times, unproven = [], 0
    for _ in range(hands):
        cards = one.deal(rng, one.cards + (20 if one.melds else 0))
        table = melds_on_table(one, cards[one.cards :])
        hand = cards[: one.cards] + [WILD] * one.wilds
        began = time.process_time()
        answer = best(one.rules, hand, table=table)
        times.append(1000 * (time.process_time() - began))
        verified(one.rules, hand, answer, table)
        unproven += not answer.proven
    times.sort()
    at = min(len(times) - 1, int(0.95 * len(times)))
    return f"| {one.name} | {statistics.median(times):.1f} | {times[at]:.1f} | {times[-1]:.1f} | {unproven} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--beside", action="store_true", help="melds on the table, and leap-rummy")
    given = parser.parse_args()
    best(BASE, shuffled(random.Random(0), 20))
    print("| hands | median | p95 | most | unproven |\n| --- | --- | --- | --- | --- |")
    for one in series_beside_melds() if given.beside else series():
        hands = given.hands if one.cards < 52 else max(1, given.hands // 10)
        print(measure(one, hands, given.seed), flush=True)
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
