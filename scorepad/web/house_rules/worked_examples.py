"""Worked examples for pages: those of standard rules are there; of others they are found in a worker process,
once for each set of house rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from scorepad.core.errors import ScorepadError
from scorepad.core.options import Value
from scorepad.examples import example_job
from scorepad.examples.example_job import WorkedExample
from scorepad.games import Game, find_game
from scorepad.jobs import client
from scorepad.web import visitors

WAIT_SECONDS = 0.2  # that a page waits; the worker goes on, and has them when the page asks again
SEARCH_SECONDS = 8.0
CACHED_SETS = 512  # sets of house rules


def examples(game: Game, options: Mapping[str, object]) -> dict[str, WorkedExample] | None:
    """For each option the case that shows it; none where they make no rules, None while they are being found.

    Pages do without: they say what every option means all the same.
    """
    try:
        option_values = game.option_values(options)
        game.rules(options)
    except ScorepadError:
        return {}
    if option_values == game.option_values({}):
        return example_job.standard_examples().get(game.id, {})
    try:
        return _find_examples(game.id, tuple(sorted(option_values.items())))
    except (ScorepadError, client.JobFailed):
        return None


@lru_cache(maxsize=CACHED_SETS)
def _find_examples(game_id: str, rule_items: tuple[tuple[str, Value], ...]) -> dict[str, WorkedExample]:
    request = example_job.job_question(find_game(game_id), dict(rule_items))
    answer = visitors.ask(example_job.EXAMPLE_JOB, request, WAIT_SECONDS, limit=SEARCH_SECONDS)
    return example_job.read_examples(answer)
