"""The app runs alike from a wheel and from a checkout: pages, static files, the API."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.serving import running

pytestmark = pytest.mark.process

CHECKOUT = Path(__file__).parents[1]


def run(*command, cwd=None):
    """Its output; fails with it when the command fails."""
    done = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The `scorepad` command of a fresh virtual environment into which only the wheel was installed.

    The libraries it needs are those that the tests run with, so that no network is needed.
    """
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), cwd=CHECKOUT)
    (wheel,) = folder.glob("*.whl")
    python = folder / "venv" / "bin" / "python"
    venv.create(folder / "venv", symlinks=True)
    pip = (sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel))
    (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (site / "libraries.pth").write_text(libraries_without_the_checkout(folder))
    return python.with_name("scorepad")


def libraries_without_the_checkout(folder):
    """A folder that links to every installed library but ours."""
    links = folder / "libraries"
    links.mkdir()
    for kind in ("purelib", "platlib"):
        for library in Path(sysconfig.get_path(kind)).iterdir():
            link = links / library.name
            if "scorepad" not in library.name and library.suffix != ".pth" and not link.exists():
                link.symlink_to(library)
    return f"{links}\n"


def looked_at(command, tmp_path):
    """What a phone gets from the app started by that command, in a folder that is no checkout."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path / "instance")]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with running([*command, *arguments], cwd=elsewhere, env=environment) as server:
        home = fetch(server.url + "/")
        style = re.search(r'href="(/styles/[^"]+\.css[^"]*)"', home)[1]
        games = json.loads(fetch(server.url + "/api/v1/games"))
        return {"home": home, "style": fetch(server.url + style), "games": games}


def fetch(url):
    """The body."""
    with urlopen(url, timeout=10) as answer:
        return answer.read().decode()


def test_the_wheel_holds_all_that_the_app_shows(installed):
    """Every template and static file of the checkout, the mark that it is typed, and no test."""
    (package,) = installed.parents[1].glob("lib/python*/site-packages/scorepad")
    for name in ("templates", "static"):
        there = {path.relative_to(CHECKOUT / name) for path in (CHECKOUT / name).rglob("*") if path.is_file()}
        assert there == {
            path.relative_to(package / name) for path in (package / name).rglob("*") if path.is_file()
        }
    assert (package / "py.typed").is_file()
    assert not (package.parent / "tests").exists()


def test_wheel_and_checkout_run_alike(installed, tmp_path):
    """The same pages, files and games, from whatever folder it is started."""
    (tmp_path / "wheel").mkdir()
    (tmp_path / "checkout").mkdir()
    from_wheel = looked_at([str(installed)], tmp_path / "wheel")
    from_checkout = looked_at([sys.executable, "-m", "scorepad"], tmp_path / "checkout")
    assert from_wheel["games"]["games"]
    without_tokens = re.compile(r'name="csrf_token" value="[^"]*"')
    assert without_tokens.sub("", from_wheel.pop("home")) == without_tokens.sub("", from_checkout.pop("home"))
    assert from_wheel == from_checkout


def test_the_wheel_keeps_its_tables_in_the_users_folder(installed, tmp_path):
    """Beside installed code nothing is written."""
    code = "from scorepad.machine.folders import instance_folder; print(instance_folder())"
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "PATH": os.environ["PATH"]}
    python = str(installed.with_name("python"))
    done = subprocess.run(
        [python, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()).is_relative_to(tmp_path)
