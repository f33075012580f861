"""A folder is all that a game needs: tests, pages, documentation and measurements find it by themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

TOP = Path(__file__).parents[2]
RELATIVE = Path(__file__).parent / "relative"
COPIED = ("scorepad", "tests", "docs", "bench")  # what finds its place by the path of a file
LINKED = ("templates", "static", "translations", "vision", "pyproject.toml", ".gitignore")
ASKED = (
    "tests/core/test_options.py",
    "tests/core/test_rules.py",
    "tests/core/test_deal_bounds.py",
    "tests/examples/test_game_pages.py",
    "tests/examples/test_presets.py",
    "tests/optimize/test_known_rules.py",
    "tests/answers/test_shown_melds.py",
    "tests/web/test_chooser.py",
    "tests/web/test_customs.py",
    "tests/web/test_every_game.py",
    "tests/web/test_help.py",
    "tests/web/test_house_rules.py",
    "tests/web/test_manners.py",
    "tests/web/test_tables_for_programs.py",
    "tests/test_mistakes.py",
)
# Of the tests above, those of this game and those that look at all games at once. Its worked examples are one
# of the two things outside of its folder: `bench/standard_examples.py` finds them.
CHOSEN = "(boathouse or every_game_has or no_two_games or are_there) and not shown_by_a_case"


@pytest.fixture
def tree(tmp_path):
    """The checkout with a relative of basic rummy in it."""
    without = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in COPIED:
        shutil.copytree(TOP / name, tmp_path / name, ignore=without)
    for name in LINKED:
        (tmp_path / name).symlink_to(TOP / name)
    shutil.copytree(RELATIVE, tmp_path / "scorepad" / "rulebook" / "boathouse_rummy", ignore=without)
    return tmp_path


def python(tree, *arguments):
    """What another Python says in that tree."""
    return subprocess.run(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        timeout=200,
        check=False,
    )


def test_an_added_folder_turns_nothing_red(tree):
    """Registry, command line, pages, form, two deals with their sheet, and the page of the documentation."""
    apart = ("-v", "-n", "0", "--assert=plain", "-p", "no:cacheprovider", f"--basetemp={tree / 'inner'}")
    done = python(tree, "-m", "pytest", *apart, "-k", CHOSEN, *ASKED)
    assert done.returncode == 0, done.stdout[-6000:]
    assert "correction_and_sheet[boathouse-rummy] PASSED" in done.stdout


def test_an_added_folder_is_measured(tree):
    """The bench of cold starts asks the hand of its example."""
    asks = "from bench.cold_start import commands; print(commands()['boathouse-rummy'][-1])"
    assert python(tree, "-c", asks).stdout == "♣456 ♥7 ♠7 ♦7 ♠QKA\n"


def test_an_added_folder_answers_on_the_command_line(tree):
    """By its id and by its alias."""
    assert "♠QKA    21" in python(tree, "-m", "scorepad", "best", "boathouse", "♠QKA ♥2").stdout
