"""A game of another package is there everywhere, by its entry point alone; a faulty one stops nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
OUTSIDE = Path(__file__).parent / "outside"


def install(folder, name, **entry_points):
    """A distribution of that name, which brings these entry points."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = (f"{point} = {value}" for point, value in entry_points.items())
    (info / "entry_points.txt").write_text("\n".join(["[scorepad.games]", *lines, ""]))


def python(folder, *arguments):
    """Another Python with those distributions on its path, and the modules of this folder."""
    path = os.pathsep.join(map(str, (folder, OUTSIDE, TOP)))
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=TOP,
        env={**os.environ, "PYTHONPATH": path},
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


@pytest.mark.parametrize("point", FAULTY)
def test_a_faulty_game_is_left_out_and_said(tmp_path, point):
    """All other games are there, one from outside too, and the doctor names the one that is not."""
    install(tmp_path, "small-gin", gin="small_gin:GAME")
    install(tmp_path, "faulty", **{point: FAULTY[point]})
    games = python(tmp_path, "-m", "scorepad", "games")
    assert (games.returncode, "small-gin: Small gin" in games.stdout) == (0, True)
    assert games.stdout.count("shanghai:") == 1
    doctor = python(tmp_path, "-m", "scorepad", "doctor", "--instance", str(tmp_path / "instance"))
    assert (doctor.returncode, f"{point} = {FAULTY[point]}" in doctor.stdout) == (1, True)


def test_no_file_of_the_package_names_it():
    """What is asked of the game is asked of its rules."""
    folders = (TOP / "scorepad", TOP / "templates", TOP / "static")
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    assert [file for file in files if b"small-gin" in file.read_bytes()] == []
