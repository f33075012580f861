"""How many hands of gin a second `best_of_many` answers, in turns with the utilities of rlcard.

    python -m venv /tmp/rlcard && /tmp/rlcard/bin/pip install rlcard
    PYTHONPATH=$(echo /tmp/rlcard/lib/python3*/site-packages) .venv/bin/python -m bench.many_hands

Both say what ten cards leave at least, and must agree. rlcard finds every choice of melds and counts what is
left; ours reads text, and has the melds, what is left, whether the hand can knock, and the proof. Processor
time: the median of the rounds, each of which asks both.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import scorepad

HANDS, ROUNDS = 3_000, 9
NAMES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


def rlcard_utilities() -> tuple[Any, Any, Any]:
    """Its card, and the modules that find melds and count."""
    from rlcard.games.base import Card
    from rlcard.games.gin_rummy.utils import melding, utils

    return Card, melding, utils


def least_left_by_rlcard(hands: Sequence[Sequence[Any]]) -> list[int]:
    """Of each hand, its cards as values of rlcard, the least that is left."""
    _, melding, utils = rlcard_utilities()
    left = []
    for hand in hands:
        clusters = melding.get_best_meld_clusters(hand)
        left.append(utils.get_deadwood_count(hand, clusters[0] if clusters else []))
    return left


def least_left_by_scorepad(hands: Sequence[str]) -> list[int]:
    """Of each hand, as text, the least that is left."""
    return [answer.left_value for answer in scorepad.best_of_many("gin-rummy", hands)]


def seconds_of(ask: Callable[[Any], list[int]], hands: Sequence[Any]) -> tuple[float, list[int]]:
    """Processor time, and what was answered."""
    began = time.process_time()
    answers = ask(hands)
    return time.process_time() - began, answers


def main() -> None:
    """Print hands a second of both, and how many times as long ours takes."""
    card_class, *_ = rlcard_utilities()
    rng, times = random.Random(1), []
    least_left_by_scorepad(["4C 5C 6C"])  # what is loaded once is not counted
    for _ in range(ROUNDS):
        names = [rng.sample(NAMES, 10) for _ in range(HANDS)]
        theirs, their_answers = seconds_of(
            least_left_by_rlcard, [[card_class(name[1], name[0]) for name in hand] for hand in names]
        )
        ours, our_answers = seconds_of(least_left_by_scorepad, [" ".join(hand) for hand in names])
        assert our_answers == their_answers
        times.append((theirs, ours))
    theirs, ours = (median(each) for each in zip(*times, strict=True))
    print(f"rlcard    {HANDS / theirs:7,.0f} hands a second")
    longer = median(mine / other for other, mine in times)
    print(f"scorepad  {HANDS / ours:7,.0f} hands a second, {longer:.1f} times as long")


if __name__ == "__main__":
    main()
