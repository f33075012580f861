"""Standard output holds what was asked for and nothing else, whatever a library writes to its descriptor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import end_group, processes_with, wait_until

CHECKOUT = Path(__file__).parents[2]
# Every interpreter begins with this, those of other processes too: libraries that cannot be told to be quiet.
CHATTER = """
import argparse, json, os
import highspy

class Highs(highspy.Highs):
    greeted = False

    def __init__(self):
        if not Highs.greeted:
            os.write(1, b"Running HiGHS\\n")
        Highs.greeted = True
        super().__init__()

def chatty(function):
    return lambda *given, **named: (os.write(1, b"Running HiGHS\\n"), function(*given, **named))[1]

highspy.Highs = Highs
if {always}:
    argparse.ArgumentParser.parse_args = chatty(argparse.ArgumentParser.parse_args)
    json.loads = chatty(json.loads)
"""
HAND = ["4C 5C 6C 9D 9H 9S KD"]


@pytest.fixture
def environment(tmp_path):
    """That of interpreters whose HiGHS greets the first time; by `always` other libraries say it again."""

    def make(always=True):
        (tmp_path / "sitecustomize.py").write_text(CHATTER.format(always=always))
        return {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{CHECKOUT}"}

    return make


def said(command, environment, **more):
    """What a command that succeeds writes to standard output."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.process
@pytest.mark.parametrize(
    "words",
    [
        ["best", "rummikub", "4B 5B 6B w 9R 9B 9K 12K", "--table", "2B 3B 4B / 7R 7B 7K 7O"],
        ["check", "chattahoochee-interlocking", "4C 5D 6C 7D / 4D 5C 6D 7C"],
        ["next", "basic-rummy", *HAND],
        ["discard", "basic-rummy", *HAND],
    ],
)
def test_an_answer_stands_alone(environment, words):
    """As JSON and in words."""
    command = [sys.executable, "-m", "scorepad", *words]
    json.loads(said([*command, "--json"], environment()))
    assert "HiGHS" not in said(command, environment())


@pytest.mark.process
def test_the_answers_of_many_processes_stand_alone(environment):
    """A line each, for those who pipe questions in and answers out."""
    questions = "".join(
        json.dumps({"cards": "4B 5B 6B w 9R 9B 9K", "table": "7R 7B 7K"}) + "\n" for _ in range(120)
    )
    command = [sys.executable, "-m", "scorepad", "best", "rummikub", "--batch", "-"]
    lines = said(command, environment(), input=questions).splitlines()
    assert len([json.loads(line) for line in lines]) == 120


@pytest.mark.process
def test_a_program_that_asks_the_library_keeps_its_output(environment):
    """The first solver is made in silence; what the program itself writes arrives, before and after."""
    code = """
import os
os.write(1, b"before ")
import scorepad
scorepad.best("rummikub", "4B 5B 6B w 9R 9B 9K 12K", table=["2B 3B 4B", "7R 7B 7K 7O"])
os.write(1, b"after")
"""
    assert said([sys.executable, "-c", code], environment(always=False)) == "before after"


@pytest.mark.process
def test_what_the_processes_of_a_pad_write_goes_elsewhere(environment, tmp_path):
    """It prints its address; whatever libraries write goes where its log goes."""
    arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path / "pad")]
    command = [sys.executable, "-m", "scorepad", *arguments]
    with (tmp_path / "log").open("wb") as log:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": log}
        pad = subprocess.Popen(command, env=environment(), start_new_session=True, **pipes)
    try:
        printed = iter(pad.stdout.readline, b"")
        assert any(line == b"Ctrl-C stops it.\n" for line in printed)
        assert wait_until(lambda: len(members_of(pad.pid)) > 5, 60)
        assert {os.readlink(f"/proc/{member}/fd/1") for member in members_of(pad.pid)} == {
            str(tmp_path / "log")
        }
        pad.terminate()
        assert wait_until(lambda: pad.poll() is not None and not members_of(pad.pid), 60), (
            members_of(pad.pid),
            (tmp_path / "log").read_text(),
        )
        assert pad.stdout.read().strip() == b"Stopped."
    finally:
        end_group(pad)


def members_of(group):
    return [process for process, its_group in processes_with("pgid") if its_group == group]


@pytest.mark.process
@pytest.mark.parametrize("closed", ["", ">&-", "2>&-", ">&- 2>&-"])
def test_a_command_ends_well_without_a_place_to_write_to(environment, closed):
    """Without standard output there is no answer; without the other one nothing else gets into it."""
    command = f"{sys.executable} -m scorepad best shanghai '4C 5C 6C' --json {closed}"
    answer = said(["sh", "-c", command], environment())
    assert answer == "" if closed.startswith(">") else json.loads(answer)["points"]


@pytest.mark.process
@pytest.mark.parametrize("buffered", ["", "1"])
def test_an_answer_that_cannot_be_written_is_one_line(environment, buffered):
    """On a full disk; nobody hears of it where nobody reads on."""
    full = f"{sys.executable} -m scorepad games >/dev/full"
    settings = environment(always=False) | {"PYTHONUNBUFFERED": buffered}
    done = subprocess.run(["sh", "-c", full], env=settings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "scorepad: the answer: No space left on device.\n")
    pipe, unread = os.pipe()
    os.close(pipe)
    command = [sys.executable, "-m", "scorepad", "games"]
    done = subprocess.run(
        command, env=settings, stdout=unread, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(unread)
    assert (done.returncode, done.stderr) == (0, "")
