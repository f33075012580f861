"""A game of another package is there everywhere, by its entry point alone; a faulty one stops nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.request import urlopen

import pytest

import scorepad
from scorepad import rulebook
from scorepad.answers import hand_answers
from scorepad.cli.main import main
from tests.by_night import each_nth
from tests.serving import running
from tests.web.phone import Phone

TOP = Path(__file__).parents[2]
OUTSIDE = Path(__file__).parent / "outside"


def install(folder, name, **entry_points):
    """A distribution of that name, which brings these entry points."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = (f"{point} = {value}" for point, value in entry_points.items())
    (info / "entry_points.txt").write_text("\n".join(["[scorepad.games]", *lines, ""]))


def path_with(folder):
    """The path of a Python that has those distributions and the modules of this folder."""
    return os.pathsep.join(map(str, (folder, OUTSIDE, TOP)))


def python(folder, *arguments):
    """Another Python with those distributions on its path, and the modules of this folder."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=TOP,
        env={**os.environ, "PYTHONPATH": path_with(folder)},
        timeout=300,
        check=False,
    )


def test_a_game_from_outside_works_everywhere(tmp_path):
    """Asked on the command line and over HTTP, played at a table, on its pages and its sheet."""
    install(tmp_path, "small-gin", gin="small_gin:GAME")
    apart = ("-q", "-n", "0", "-p", "no:cacheprovider", f"--basetemp={tmp_path / 'inner'}")
    done = python(tmp_path, "-m", "pytest", *apart, OUTSIDE / "gin_checks.py")
    assert done.returncode == 0, done.stdout[-6000:]


FAULTY = {
    "missing": "no_such_module:GAME",
    "nameless": "small_gin:NOTHING",
    "a_list": "small_gin:SmallGin",
    "twice": "scorepad.rulebook.shanghai:GAME",
}


@pytest.mark.parametrize("point", each_nth(FAULTY, 4))
def test_a_faulty_game_is_left_out_and_said(tmp_path, point):
    """All other games are there, one from outside too, and the doctor names the one that is not."""
    install(tmp_path, "small-gin", gin="small_gin:GAME")
    install(tmp_path, "faulty", **{point: FAULTY[point]})
    games = python(tmp_path, "-m", "scorepad", "games")
    assert (games.returncode, "small-gin: Small gin" in games.stdout) == (0, True)
    assert games.stdout.count("shanghai:") == 1
    doctor = python(tmp_path, "-m", "scorepad", "doctor", "--instance", str(tmp_path / "instance"))
    assert (doctor.returncode, f"{point} = {FAULTY[point]}" in doctor.stdout) == (1, True)


RAISING = {
    "quits": ("raise SystemExit(0)", "SystemExit: 0"),
    "exits": ("import sys; sys.exit('bye')", "SystemExit: bye"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "odd": ("class Odd(BaseException): pass\nraise Odd('at once')", "odd.Odd: at once"),
    "mute": ("class Mute(BaseException):\n def __str__(self): raise self\nraise Mute", "mute.Mute: <"),
    "needs": ("import helper", "SystemExit: helper"),
    "by_hundreds": (
        "from dataclasses import replace\nfrom small_gin import GAME\nGAME = replace(GAME, id='x', place='')",
        "TypeError: expected int, not ''",
    ),
    "lazy": (
        "import small_gin\nclass Lazy(small_gin.Game):\n @property\n def options(self): raise SystemExit(3)\n"
        "GAME = Lazy('lazy', 'Lazy', 'A game.', small_gin.SmallGin)",
        "SystemExit: 3",
    ),
}
"""Modules of games that cannot be loaded, and what is said of each."""


@pytest.fixture
def raising(tmp_path):
    """The folder with all of them and a game that can be loaded."""
    install(tmp_path, "small-gin", gin="small_gin:GAME")
    install(tmp_path, "raising", **{name: f"{name}:GAME" for name in RAISING})
    (tmp_path / "helper.py").write_text("raise SystemExit('helper')")
    for name, (program, _) in RAISING.items():
        (tmp_path / f"{name}.py").write_text(program)
    return tmp_path


def test_whatever_a_game_raises_as_it_is_loaded_is_said_and_the_others_are_there(raising):
    """By the list of games on stderr, and by the doctor."""
    games = python(raising, "-m", "scorepad", "games")
    assert (games.returncode, "small-gin: Small gin" in games.stdout) == (0, True), games.stderr
    doctor = python(raising, "-m", "scorepad", "doctor", "--instance", str(raising / "instance"))
    assert doctor.returncode == 1, doctor.stderr
    for name, (_, said) in RAISING.items():
        for told in (games.stderr, doctor.stdout):
            assert f"{name} = {name}:GAME: {said}" in told
    assert "Traceback" not in games.stderr + doctor.stderr


@pytest.mark.nightly
@pytest.mark.process
def test_a_pad_serves_beside_a_game_that_raises(raising, monkeypatch):
    """What keeps a command from its end keeps no phone from the table, and the pad's log names the game."""
    monkeypatch.setenv("PYTHONPATH", path_with(raising))
    command = [sys.executable, "-m", "scorepad", "serve", "--host", "127.0.0.1", "--port", "0"]
    with running([*command, "--instance", str(raising / "instance")]) as server:
        with urlopen(f"{server.url}/api/v1/games", timeout=30) as answer:
            assert "small-gin" in answer.read().decode()
        said = "quits = quits:GAME: SystemExit: 0"
        assert said in server.printed or any(said in line for line in server.process.stdout)


@pytest.mark.parametrize("swallows", [False, True])
def test_ctrl_c_ends_a_command_that_loads_a_game(tmp_path, swallows):
    """At once, and even where the game takes the interrupt for something else."""
    install(tmp_path, "slow", slow="slow:GAME")
    suppressed = "BaseException" if swallows else ""
    (tmp_path / "slow.py").write_text(
        f"import contextlib, sys, time\nwith contextlib.suppress({suppressed}):\n"
        " print('loads', file=sys.stderr, flush=True)\n time.sleep(60)"
    )
    command = [sys.executable, "-m", "scorepad", "games"]
    environment = {**os.environ, "PYTHONPATH": path_with(tmp_path)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=TOP, env=environment, text=True, **pipes) as loading:
        assert loading.stderr.readline() == "loads\n"
        loading.send_signal(signal.SIGINT)
        output, errors = loading.communicate(timeout=30)
    assert (loading.returncode, output) == (-signal.SIGINT, ""), errors


def test_no_file_of_the_package_names_it():
    """What is asked of the game is asked of its rules."""
    folders = (TOP / "scorepad", TOP / "templates", TOP / "static")
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    assert [file for file in files if b"small-gin" in file.read_bytes()] == []


@pytest.fixture
def failing(tmp_path, monkeypatch):
    """A game of another package, in this process, whose rules fail at some tables."""
    install(tmp_path, "failing-games", failing="failing_gin:GAME")
    for folder in (OUTSIDE, tmp_path):
        monkeypatch.syspath_prepend(str(folder))
    with fresh_games():
        yield


@contextmanager
def fresh_games():
    """Games are looked for anew, and afterwards again."""
    for place in ("before", "after"):
        for found in (rulebook._outside_games, rulebook._games_by_name):
            found.cache_clear()
        if place == "before":
            yield


FAILED = "The game Failing gin of the package failing-games failed: {fault}. Ask the people who made it."
RAISED = {
    1: "ZeroDivisionError: by nothing",
    2: "SystemExit: 3",
    3: "failing_gin.Odd: at once",
    4: "FileNotFoundError: [Errno 2] No such file: 'table.txt'",
    5: "RecursionError: too deep",
}
"""What its rules raise, by its option."""


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize("fault", RAISED)
def test_what_a_game_raises_in_its_rules_is_a_sentence_that_names_the_package(fault, capsys, client):
    """To a program, on the command line and over HTTP."""
    said = FAILED.format(fault=RAISED[fault])
    with pytest.raises(scorepad.ScorepadError) as raised:
        scorepad.best("failing-gin", "4S 5S 6S", fault=fault)
    assert (str(raised.value), raised.value.code) == (said, "game-failed")
    assert main(["best", "failing-gin", "4S 5S 6S", "--set", f"fault={fault}"]) == 2
    assert capsys.readouterr() == ("", f"scorepad: {said}\n")
    asked = {"game": "failing-gin", "cards": "4S 5S 6S", "options": {"fault": fault}}
    answered = client.post("/api/v1/best", json=asked)
    assert (answered.status_code, answered.json["error"]["message"]) == (503, said)


@pytest.mark.usefixtures("failing")
def test_what_a_game_raises_as_a_deal_is_scored_is_told_on_the_page_and_records_nothing(client):
    """The form waits, for the package may be put right; a deal that it can count is recorded."""
    phone = Phone(client)
    phone.open("/new?game=failing-gin").press("Open the table", name_0="Ann", name_1="Ben")
    phone.open(f"/t/{phone.table_id}/over")
    page = phone.press("Record the deal", 503, winner="0", number_0="3", number_1="13")
    assert unescape(FAILED.format(fault="KeyError: 'thirteen'")) in unescape(page.text)
    phone.open(f"/t/{phone.table_id}/over")
    phone.press("Record the deal", winner="0", number_0="3", number_1="12")
    assert "Ann leads by 9." in phone.open(f"/t/{phone.table_id}").text


@pytest.mark.usefixtures("failing")
def test_an_error_of_the_pad_beside_a_game_of_another_package_is_not_laid_at_its_door(monkeypatch):
    """Only an error that came through its code is."""
    monkeypatch.setattr(hand_answers, "best", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        scorepad.best("failing-gin", "4S 5S 6S")
