"""Long work in other processes: answers come back, faults stay where they happened."""

from __future__ import annotations

import ast
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from pathlib import Path
from pkgutil import resolve_name

import pytest

from scorepad.answers.verbs import VERBS
from scorepad.core.errors import ScorepadError
from scorepad.host.serve import JOBS, JOBS_OF_STORE
from scorepad.jobs import client
from scorepad.jobs.client import JobFailed, ServerDied, TookTooLong, ask
from scorepad.jobs.turns import Busy
from scorepad.photos.queue import DECODE, READ_WAITING
from scorepad.store.backups import BACK_UP
from scorepad.web import create_app
from scorepad.webhooks import SEND
from tests.jobs.job_server_under_test import OWN_STORE
from tests.serving import serving_jobs, wait_until

OWN_JOBS = (DECODE, READ_WAITING, BACK_UP, SEND)
CHECKOUT = Path(__file__).parents[2]


def job(name):
    """The name of a job that misbehaves."""
    return f"tests.jobs.job_server_under_test:{name}"


def job_server(monkeypatch, children=2, queue=16):
    """A job server of misbehaving jobs, in a process of its own; gives that process."""
    module, numbers = "tests.jobs.job_server_under_test", (str(children), str(queue))
    return serving_jobs(monkeypatch, module, *numbers, jobs=[job("echo")])


def test_without_a_job_server_the_job_is_done_in_process(monkeypatch):
    """Tests and plain Flask need no further processes."""
    monkeypatch.delenv(client.SERVER_VARIABLE, raising=False)
    assert client.takes_jobs(VERBS["best"].job)
    answer = ask(VERBS["best"].job, {"game": "chattahoochee", "cards": "4C 5C"}, 10)
    assert answer["points"] == 3


@pytest.mark.parametrize("verb", VERBS)
def test_the_job_of_a_verb_is_there(verb):
    """Its name leads to the function that answers."""
    assert resolve_name(VERBS[verb].job).__name__.startswith(verb)


def test_the_answer_comes_from_another_process(monkeypatch):
    """Any text travels there and back unchanged."""
    with job_server(monkeypatch) as process:
        answer = ask(job("echo"), {"text": "♥Q ♠T ·\n\u2028"}, 10)
        assert answer["echo"] == "♥Q ♠T ·\n\u2028"
        assert answer["process"] not in (process.pid, None)
        assert client.takes_jobs(job("echo"))


def test_no_request_says_which_store_a_job_works_on(monkeypatch):
    """The server's own settings do, whoever reaches its socket and whatever is written there."""
    elsewhere = {"database": "/another/store", "given": {"database": "/another/store"}}
    with job_server(monkeypatch):
        answer = ask(job("look_up"), elsewhere, 10, given={"database": "the asker's own"})
    assert answer == {"asked": elsewhere, "database": OWN_STORE}
    assert all("database" in signature(resolve_name(name)).parameters for name in JOBS_OF_STORE)


def test_a_players_fault_comes_back_whole(monkeypatch):
    """Code, place and every single fault survive the way back."""
    with job_server(monkeypatch), pytest.raises(ScorepadError) as caught:
        ask(job("refuse"), {}, 10)
    assert caught.value.code == "both"
    assert [(part.code, part.at, part.message) for part in caught.value.parts] == [
        ("a", "cards:1", "First."),
        ("b", "cards:2", "Second."),
    ]


@pytest.mark.parametrize("fault", ["break_down", "crash"])
def test_a_job_that_breaks_takes_nothing_down(monkeypatch, tmp_path, fault):
    """A bug or a crash fails that one job; the next ones are answered by as many processes as before."""
    with job_server(monkeypatch, children=1):
        for _ in range(3):
            with pytest.raises(JobFailed):
                ask(job(fault), {"mark": str(tmp_path / "marks"), "times": 100}, 10)
            assert ask(job("echo"), {"text": "still here"}, 10)["echo"] == "still here"


def test_what_a_process_that_died_has_begun_is_done_again(monkeypatch, tmp_path, caplog):
    """Once: nobody notices but the log. Whoever kills every process that takes it hears so."""
    with job_server(monkeypatch, children=1):
        assert ask(job("crash"), {"mark": str(tmp_path / "one"), "times": 1}, 10)["process"]
        assert [record.levelname for record in caplog.records] == ["ERROR"]
        with pytest.raises(ServerDied) as caught:
            ask(job("crash"), {"mark": str(tmp_path / "all"), "times": 100}, 10)
    assert (tmp_path / "all").read_text().split() == ["died", "died"]
    assert (caught.value.code, caught.value.message) == (
        "broken",
        "That stopped halfway. Try again in a moment.",
    )


@pytest.mark.parametrize(
    "name", ["subprocess:getoutput", "os:getcwd", "builtins:dict", job("not_listed"), ""]
)
def test_a_job_that_the_server_was_not_given_is_refused(monkeypatch, name):
    """Whoever asks, and whatever can be imported; it goes on with its own."""
    with job_server(monkeypatch, children=1):
        with pytest.raises(JobFailed) as caught:
            ask(name, {}, 10)
        assert "no such job" in caught.value.reason
        assert ask(job("echo"), {"text": "still here"}, 10)["echo"] == "still here"


def test_a_pad_does_the_jobs_that_are_asked_for_and_no_other():
    """Each string of the tree that names a job is in its list, or of a kind of its own; those that load the
    language of games as files name no job."""
    named = {
        text.value
        for file in (CHECKOUT / "scorepad").rglob("*.py")
        if file.name != "serve.py"
        for text in ast.walk(ast.parse(file.read_text()))
        if isinstance(text, ast.Constant) and re.fullmatch(r"scorepad\.[\w.]+:\w+", str(text.value))
        if not re.search(r"\.(own_game|game_file_answer)\b", str(text.value))
    }
    assert named | {verb.job for verb in VERBS.values()} == {*JOBS, *JOBS_OF_STORE, *OWN_JOBS}
    assert all(callable(resolve_name(name)) for name in (*JOBS, *JOBS_OF_STORE))
    assert not {*OWN_JOBS} & {*JOBS, *JOBS_OF_STORE}


@pytest.mark.nightly
def test_a_job_that_hangs_is_ended(monkeypatch, tmp_path):
    """Whoever asked hears in time, and the only process is free again, even when it hangs in C code."""
    with job_server(monkeypatch, children=1):
        with pytest.raises(TookTooLong):
            ask(job("hang"), {"seconds": 60, "mark": str(tmp_path / "mark")}, 0.5)
        assert (tmp_path / "mark").exists()
        assert ask(job("echo"), {"text": "free"}, 10)["echo"] == "free"


def test_a_job_that_is_ended_at_its_limit_took_too_long(monkeypatch, tmp_path):
    """Also where whoever asked had more patience: nothing broke, and it hears how long that was."""
    with job_server(monkeypatch, children=1):
        began = time.monotonic()
        with pytest.raises(TookTooLong) as caught:
            ask(job("hang"), {"seconds": 60, "mark": str(tmp_path / "mark")}, 20, limit=0.5)
        waited = time.monotonic() - began
    told = float(
        caught.value.message.removeprefix("No answer within ").removesuffix(
            " seconds. Try again in a moment."
        )
    )
    assert 0.5 < told < waited + 0.1 < 10


@pytest.mark.nightly
def test_a_full_queue_is_said_at_once(monkeypatch, tmp_path):
    """Beyond the limit nobody waits in vain, and those in the queue are all served."""
    with job_server(monkeypatch, children=1, queue=2), ThreadPoolExecutor(12) as pool:
        request = {"seconds": 0.5, "mark": str(tmp_path / "mark")}
        waiting = [pool.submit(ask, job("nap"), request, 20) for _ in range(12)]
        refused = [error for asked in waiting if (error := asked.exception())]
        assert refused
        assert all(isinstance(error, Busy) for error in refused)
        assert len((tmp_path / "mark").read_text().split()) == 12 - len(refused)


def test_a_request_nobody_waits_for_any_more_is_not_worked_on(monkeypatch, tmp_path):
    """What was given up while it waited costs no time."""
    mark = tmp_path / "mark"
    with job_server(monkeypatch, children=1), ThreadPoolExecutor(1) as pool:
        first = pool.submit(ask, job("nap"), {"seconds": 1, "mark": str(mark)}, 10)
        time.sleep(0.2)
        with pytest.raises(TookTooLong):
            ask(job("nap"), {"seconds": 1, "mark": str(mark)}, 0.2)
        first.result(30)
        ask(job("echo"), {"text": ""}, 10)
        assert mark.read_text().split() == ["done"]


def test_everything_ends_with_whoever_started_it(monkeypatch, tmp_path):
    """Also when that process is killed and a job is running: not even the socket's folder is left."""
    with job_server(monkeypatch, children=1) as process, ThreadPoolExecutor(1) as pool:
        folder = Path(os.environ[client.SERVER_VARIABLE]).parent
        hanging = pool.submit(ask, job("hang"), {"seconds": 60, "mark": str(tmp_path / "mark")}, 30)
        assert wait_until((tmp_path / "mark").exists, 5)
        process.kill()
        assert isinstance(hanging.exception(timeout=5), JobFailed)
        assert wait_until(lambda: not folder.exists(), 5)
        assert not client.takes_jobs(job("echo"))


def test_json_that_no_other_process_reads_is_refused_before_one_is_asked(monkeypatch, tmp_path):
    """Halves of characters and numbers beyond all bounds are no failure of the process that would search."""
    app = create_app({"INSTANCE": tmp_path})
    with job_server(monkeypatch):
        for piece in (r'"\ud800"', "NaN", "1e999", "9" * 30):
            body = f'{{"game": "chattahoochee", "cards": "4C 5C", "multiplier": {piece}}}'
            answer = app.test_client().post("/api/v1/best", data=body)
            assert (answer.status_code, answer.json["error"]["at"]) == (400, "multiplier")
