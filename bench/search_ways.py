"""What each way of searching is worth, on hands of any size under all options: the answers as lines of JSON.

    python bench/search_ways.py ANSWERS [--seed S] [--pairs N] [--limit SECONDS] [--sizes N …] [--only WORDS]
    python bench/search_ways.py ANSWERS --compare OTHER

Every value of every option by itself, then random pairs, each with a number of jokers that the seed draws.
Questions that the file answers already are not asked again, so a run that was ended goes on where it was.
`--compare` prints the questions that two files answer differently. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))


from bench.house_rules import questions
from bench.rule_questions import GAMES_OF_MELDS
from scorepad.core.cards import WILD
from scorepad.core.errors import ScorepadError
from scorepad.optimize import best

SIZES = (7, 10, 13, 16, 20, 26)
MOST_JOKERS = 4


def drawn_questions(given: argparse.Namespace) -> Iterator[tuple[str, Any, Any, list[Any]]]:
    """The name of each question, its game, its rules and a hand."""
    for game in GAMES_OF_MELDS:
        rng = random.Random(f"{given.seed} {game.id}")
        for number, options in enumerate(questions(game, given.pairs, rng)):
            size, jokers = rng.choice(given.sizes), rng.choice(range(MOST_JOKERS + 1))
            try:
                rules = game.rules(options).variant(jokers=jokers)
            except ScorepadError:
                continue  # options that do not go together
            deck = list(rules.pack.cards) * rules.packs
            rng.shuffle(deck)
            if game.id.startswith(given.only):
                name = f"{game.id} {number} {json.dumps(options)} of seed {given.seed}"
                yield name, game, rules, deck[: size - jokers] + [WILD] * jokers


def asked(rules: Any, hand: list[Any], limit: float) -> dict[str, Any]:
    """The answer, and the processor time that it took."""
    began = time.process_time()
    answer = best(rules, hand, limit=limit)
    return {
        "points": answer.points,
        "bound": answer.bound,
        "method": answer.method,
        "seconds": round(time.process_time() - began, 3),
    }


def compare(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Print the questions whose points or bounds differ, and the shares that are proven."""
    both = [name for name in before if name in after]
    for name in both:
        one, other = before[name], after[name]
        if (one["points"], one["bound"]) != (other["points"], other["bound"]):
            print(name, one["cards"], one, other, sep="\n  ")
    for title, answers in (("before", before), ("after", after)):
        seconds = sorted(answers[name]["seconds"] for name in both)
        proven = sum(answers[name]["points"] == answers[name]["bound"] for name in both)
        print(title, len(both), "asked,", proven, "proven; median", seconds[len(seconds) // 2], end=" ")
        print("s, most", seconds[-1], "s, together", round(sum(seconds), 1), "s")


def read(path: Path) -> dict[str, Any]:
    lines = path.read_text().splitlines() if path.exists() else []
    return {answer["question"]: answer for answer in map(json.loads, lines)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("answers", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--pairs", type=int, default=20, help="of options, of each game")
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--only", default="", help="the games whose names begin so")
    given = parser.parse_args()
    known = read(given.answers)
    if given.compare:
        compare(known, read(given.compare))
        return
    time.perf_counter = time.process_time
    methods: Counter[str] = Counter()
    with given.answers.open("a") as file:
        for name, _, rules, hand in drawn_questions(given):
            if name in known:
                continue
            try:
                answer = asked(rules, hand, given.limit)
            except ScorepadError:
                continue  # cards that the game does not have
            methods[answer["method"]] += 1
            cards = " ".join(map(str, hand))
            print(json.dumps({"question": name, "cards": cards, **answer}), file=file, flush=True)
    print(dict(methods))


if __name__ == "__main__":
    main()
