"""Full hands of 20 cards of each game, under every house rule: which are not proven in two seconds.

    python bench/house_rules.py [--seed S] [--pairs N] [--limit SECONDS] [--only WORDS]

Every value of every option by itself, then random pairs of them, each with no, two and four jokers, asked of
the library. Seconds are those of the processor. Prints each question that is not proven, fails or is late;
then what there were of each game. Exit status 1 where one failed or was late.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import scorepad
from bench.rule_questions import GAMES_OF_MELDS, draw_value
from scorepad.core.cards import WILD
from scorepad.core.errors import ScorepadError
from scorepad.core.options import Option
from scorepad.core.rules import Rules
from scorepad.rulebook import Game

JOKERS = (0, 2, 4)
FULL = 20  # cards: as many as a hand may grow to
LATE = 0.3  # seconds beyond the limit
DECK_OPTIONS = {"jokers", "suits", "ranks"}  # drawn with the hand, or without meaning by themselves


def values_of(option: Option, rng: random.Random) -> list[Any]:
    """All of a choice, the other one of a yes or no, some of what has many."""
    if option.type == "choice":
        return [value for value in option.choices if value not in ("custom", "table")]
    if option.type == "bool":
        return [not option.default]
    return [draw_value(rng, option, {}) for _ in range(2)]


def questions(game: Game, pairs: int, rng: random.Random) -> Iterator[Mapping[str, Any]]:
    """Options of a game: none, one at a time, and random pairs."""
    single = [
        {option.name: value}
        for option in game.options
        if option.name not in DECK_OPTIONS
        for value in values_of(option, rng)
    ]
    yield {}
    yield from single
    for _ in range(pairs if len(single) > 1 else 0):
        one, other = rng.sample(single, 2)
        yield one | other


def deal(rules: Rules, jokers: int, rng: random.Random) -> list[Any]:
    """A full hand of the packs with so many jokers among its cards."""
    deck = list(rules.pack.cards) * rules.packs
    rng.shuffle(deck)
    return deck[: FULL - jokers] + [WILD] * jokers


class Failures(logging.Handler):
    """What the log of searches says: of those that failed."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=20, help="of options, of each game")
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--only", default="", help="the games whose names begin so")
    given = parser.parse_args()
    time.perf_counter = time.process_time
    failures = Failures()
    logging.getLogger("scorepad.search").addHandler(failures)
    counts: Counter[str] = Counter()
    for game in GAMES_OF_MELDS:
        rng = random.Random(f"{given.seed} {game.id}")
        for options in questions(game, given.pairs, rng) if game.id.startswith(given.only) else ():
            for jokers in JOKERS:
                try:
                    rules = game.rules(options).variant(jokers=jokers)
                    hand = deal(rules, jokers, rng)
                    began, failed_before = time.process_time(), len(failures.told)
                    answer = scorepad.best(rules, hand, limit=given.limit)
                except ScorepadError:
                    continue  # options that do not go together, or cards that the game does not have
                late = time.process_time() - began > given.limit + LATE
                failed = len(failures.told) > failed_before
                counts[f"{game.id}, asked"] += 1
                for kind, happened in (
                    ("unproven", not answer.proven),
                    ("late", late),
                    ("failed", failed),
                ):
                    if happened:
                        counts[f"{game.id}, {kind}"] += 1
                        counts[kind] += 1
                        print(
                            kind,
                            game.id,
                            dict(options),
                            len(hand),
                            jokers,
                            answer.points,
                            answer.bound,
                            flush=True,
                        )
    for kind, count in sorted(counts.items()):
        print(kind, count)
    return 1 if counts["late"] or counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
