"""Worked examples on pages are found in another process, once, and are missed by nobody when it is busy."""

from __future__ import annotations

from html import unescape

import msgspec
import pytest

from scorepad.examples import example_job
from scorepad.examples.example_search import all_examples, find_examples
from scorepad.games import find_game
from scorepad.jobs import client as jobs
from scorepad.jobs.turns import Busy
from scorepad.web.house_rules import worked_examples


@pytest.fixture
def asked(monkeypatch):
    """What the workers are asked for, with nothing kept from before."""
    worked_examples._find_examples.cache_clear()
    requests, ask = [], jobs.ask
    monkeypatch.setattr(jobs, "ask", lambda *args, **limits: (requests.append(args), ask(*args, **limits))[1])
    return requests


def test_examples_travel_as_plain_data():
    """What comes back over the socket is what was found."""
    game = find_game("basic-rummy")
    request = msgspec.json.decode(msgspec.json.encode(example_job.job_question(game, {"ace": "both"})))
    answer = msgspec.json.decode(msgspec.json.encode(find_examples(request)))
    assert example_job.read_examples(answer) == all_examples(game, {"ace": "both"})


def test_one_set_of_house_rules_is_asked_for_once(client, asked):
    """Under every name; other rules are another question."""
    for path in ("/rules/basic-rummy?ace=both", "/rules/basic-rummy?ace=both&name=Friday"):
        assert "outcomes" in client.get(path).text
    assert [(name, request["game"]) for name, request, _ in asked] == [
        (example_job.EXAMPLE_JOB, "basic-rummy")
    ]
    client.get("/rules/basic-rummy?ace=high")
    assert len(asked) == 2


def test_standard_rules_are_not_asked_for(client, asked):
    """Their examples are there beforehand, under every name that the rules are given."""
    for path in ("/games/basic-rummy", "/rules/basic-rummy", "/rules/basic-rummy?name=Friday"):
        assert "outcomes" in client.get(path).text
    assert asked == []


def test_rules_that_do_not_read_are_not_asked_for(client, asked):
    assert client.get("/rules/basic-rummy?packs=77").status_code == 200
    assert asked == []


@pytest.mark.parametrize("trouble", [Busy("full"), jobs.TookTooLong("late"), jobs.JobFailed("x")])
def test_without_a_free_worker_the_page_comes_without_examples(client, monkeypatch, trouble):
    """And with them the next time."""
    worked_examples._find_examples.cache_clear()

    def refuse(*_args, **_limits):
        raise trouble

    with monkeypatch.context() as busy:
        busy.setattr(jobs, "ask", refuse)
        page = unescape(client.get("/rules/basic-rummy?ace=both").text)
        assert "The examples take a moment." in page
        assert find_game("basic-rummy").options[0].sentence in page
        assert client.get("/games/basic-rummy").status_code == 200
    assert "The examples take a moment" not in client.get("/rules/basic-rummy?ace=both").text
