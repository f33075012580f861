"""What an answer of the JSON interface costs beyond its search, and where that goes.

    python bench/http_answers.py [--hands N] [--seed S]

Milliseconds of processor time, medians, warm, each hand a new one: to read the question, to search, to judge
what was found, and all but the search: the answer, JSON and Flask too. Last all but the search where a job
server answers, its process counted with the one that asks.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.field_reader import FieldReader, hand_field
from scorepad.answers.question_types import BestQuestion
from scorepad.core.cards import WILD
from scorepad.games import find_game
from scorepad.jobs.client import ADDRESS_VARIABLE
from scorepad.web import create_app

T = TypeVar("T")
Question = dict[str, Any]
WARMING = 3  # questions before those that count
BOTH = {"melds": "both"}
SERIES: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    *(("chattahoochee", cards, 0, options) for cards in (10, 20, 34, 52) for options in ({}, BOTH)),
    ("chattahoochee", 32, 2, BOTH | {"jokers": 4}),
    ("chattahoochee-alternate", 20, 0, {}),
    *(("chattahoochee-interlocking", cards, 0, {}) for cards in (10, 20, 34)),
    ("leap-rummy", 20, 0, {}),
    ("basic-rummy", 10, 0, {}),
    ("basic-rummy", 20, 0, {"packs": 2}),
    ("rummy-500", 13, 0, {}),
    ("rummikub", 14, 0, {}),
    ("shanghai", 14, 0, {}),
)


@dataclass(frozen=True)
class RequestCost:
    """Seconds of processor time of one request."""

    reading: float
    search: float
    judging: float
    rest: float  # all but the search


def questions(
    game: str, cards: int, wilds: int, options: dict[str, Any], rng: random.Random
) -> Iterator[Question]:
    """Bodies of `POST /api/v1/best` without end."""
    rules = find_game(game).rules(options)
    deck = list(rules.pack.cards) * rules.packs
    while True:
        hand = [*rng.sample(deck, cards), *[WILD] * wilds]
        yield {"game": game, "cards": " ".join(map(str, hand)), "options": options}


def timed(act: Callable[[], T]) -> tuple[float, T]:
    """Seconds of processor time, and what comes of them."""
    began = time.process_time()
    outcome = act()
    return time.process_time() - began, outcome


@contextmanager
def times_of(module: Any, name: str) -> Iterator[list[float]]:
    """The seconds of every call of a function meanwhile."""
    seconds, function = list[float](), getattr(module, name)

    def timed_function(*values: Any, **named_values: Any) -> Any:
        spent, outcome = timed(lambda: function(*values, **named_values))
        seconds.append(spent)
        return outcome

    setattr(module, name, timed_function)
    try:
        yield seconds
    finally:
        setattr(module, name, function)


def read_question(question: Question) -> None:
    """What is done to a question before its search."""
    reader = FieldReader(question, BestQuestion)
    rules = reader.read_rules()
    reader.read_of_pack("cards", hand_field, rules)
    reader.read_terms(rules)


def post(app: Flask, question: Question) -> Question:
    """The answer, asked for as a WSGI server asks."""
    body = json.dumps(question).encode()
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/api/v1/best",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
    }
    statuses: list[str] = []
    reply = b"".join(app.wsgi_app(environ, lambda status, *_: statuses.append(status)))  # type: ignore[arg-type]
    assert statuses[0].startswith("200"), reply
    answer: Question = json.loads(reply)
    return answer


def request_cost(app: Flask, question: Question) -> RequestCost:
    with times_of(optimize, "best") as search, times_of(hand_answers, "verified") as judging:
        whole, _ = timed(lambda: post(app, question))
    reading, _ = timed(lambda: read_question(question))
    return RequestCost(reading, search[0], judging[0], whole - search[0])


@contextmanager
def job_server(folder: Path) -> Iterator[Callable[[], float]]:
    """A job server that is asked meanwhile; tells the processor seconds that it has taken."""
    address = folder / "jobs"
    command = [sys.executable, "-m", "gunicorn", "-b", f"unix:{address}", "scorepad.jobs.server:application"]
    with subprocess.Popen([*command, "--log-level", "warning"]) as process:
        while not address.exists():
            time.sleep(0.1)
        time.sleep(1)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.environ[ADDRESS_VARIABLE] = str(address)
        try:
            yield (
                lambda: (
                    sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in children) / 1e9
                )
            )
        finally:
            del os.environ[ADDRESS_VARIABLE]
            process.terminate()


def costs_with_server(app: Flask, served: list[Question], server_seconds: Callable[[], float]) -> list[float]:
    """By question what both processes take."""
    costs = []
    for question in served:
        before = server_seconds()
        own_seconds, _ = timed(lambda question=question: post(app, question))  # type: ignore[misc]
        costs.append(own_seconds + server_seconds() - before)
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("| hand | reading | search | judging | all but the search | with a job server |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, job_server(Path(folder)) as server_seconds:
        app = create_app({"INSTANCE": folder})
        for game, cards, wilds, options in SERIES:
            asked = questions(game, cards, wilds, options, random.Random(arguments.seed))
            dealt = [next(asked) for _ in range(2 * (arguments.hands + WARMING))]
            with_server = costs_with_server(app, dealt[::2], server_seconds)[WARMING:]
            address = os.environ.pop(ADDRESS_VARIABLE)
            costs = [request_cost(app, question) for question in dealt[1::2]][WARMING:]
            os.environ[ADDRESS_VARIABLE] = address
            medians = [
                statistics.median(getattr(cost, part) for cost in costs)
                for part in ("reading", "search", "judging", "rest")
            ]
            name = f"{game}{', both' * ('melds' in options)}, {cards}{f' + {wilds}' * bool(wilds)}"
            figures = [*medians, statistics.median(with_server) - medians[1]]
            print(f"| {name} | {' | '.join(f'{1000 * figure:.2f}' for figure in figures)} |", flush=True)


if __name__ == "__main__":
    main()
