"""The game of `examples/kitchen-rummy` is installed as its page tells, and played; faulty words stop none."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.rulebook.test_outside_games import TOP, install, python

EXAMPLE = TOP / "examples" / "kitchen-rummy"
CASES = json.loads((EXAMPLE / "cases.json").read_text())
PLAYED = """
import json, sys
from scorepad.web import create_app
client = create_app({"TESTING": True, "INSTANCE": sys.argv[1]}).test_client()
for case in json.load(open(sys.argv[2])):
    told = client.post(f"/api/v1/{case['do']}", json={n: v for n, v in case.items() if n != "expect"}).json
    assert {name: told.get(name) for name in case["expect"]} == case["expect"], (case["id"], told)
opened = client.post("/api/v1/tables", json={"game": "kitchen-rummy", "players": ["Ann", "Ben"]}).json
deal = {"winner": "Ann", "left": {"Ben": 30}}
key = {"Authorization": f"Bearer {opened['key']}"}
told = client.post(f"/api/v1/tables/{opened['table']}/deals", json=deal, headers=key).json
assert told["totals"] == {"Ann": 40, "Ben": 0}, told
page = client.get("/rules/kitchen-rummy", headers={"Accept-Language": "de"}).text
assert "Küchenrommé" in page and "Küchenzuschlag" in page, page
from scorepad.sheet.wording import catalogue_of
assert catalogue_of("de").gettext("Kitchen Rummy") == "Küchenrommé", "printed sheets"
print("played")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The example, installed by pip into a folder of its own."""
    source, folder = (tmp_path_factory.mktemp(name) for name in ("source", "installed"))
    shutil.copytree(EXAMPLE, source / "game")
    apart = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "-q")
    command = [sys.executable, "-m", "pip", "install", *apart, "--target", str(folder), str(source / "game")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_example_is_installed_and_played(installed, tmp_path):
    """Its cases, a table, and its page in German."""
    done = python(installed, "-c", PLAYED, str(tmp_path), str(EXAMPLE / "cases.json"))
    assert (done.stdout, done.returncode) == ("played\n", 0), done.stderr[-3000:]


def test_faulty_words_leave_the_game_out(installed, tmp_path):
    """A translation with a value that its message has not; the doctor names it, and other games are there."""
    shutil.copytree(installed, tmp_path / "copy")
    file = tmp_path / "copy/kitchen_rummy/translations/de/LC_MESSAGES/messages.mo"
    words = Catalog(locale="de")
    words.add("Kitchen Rummy", "Küche {nmae}")
    with open(file, "wb") as stream:
        write_mo(stream, words)
    doctor = python(tmp_path / "copy", "-m", "scorepad", "doctor", "--instance", str(tmp_path / "instance"))
    assert (doctor.returncode, "kitchen-rummy = kitchen_rummy:GAME" in doctor.stdout) == (1, True)
    assert "nmae" in doctor.stdout
    games = python(tmp_path / "copy", "-m", "scorepad", "games")
    assert (games.returncode, "kitchen-rummy" in games.stdout) == (0, False)


def test_one_that_ends_the_process_as_it_loads_is_left_out(tmp_path):
    """Whatever a module raises."""
    (tmp_path / "bad_game.py").write_text("raise RuntimeError('no game today')\n")
    install(tmp_path, "bad-game", bad="bad_game:GAME")
    doctor = python(tmp_path, "-m", "scorepad", "doctor", "--instance", str(tmp_path / "instance"))
    assert (doctor.returncode, "no game today" in doctor.stdout) == (1, True)
