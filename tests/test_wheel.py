"""The app runs alike from a wheel and from a checkout: pages, static files, the API."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from importlib.metadata import version
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from packaging.metadata import Metadata
from readme_renderer import markdown
from trove_classifiers import classifiers

from scorepad.rulebook import games
from scorepad.web.help_pages import GAMES, PAGES
from tests.serving import running

pytestmark = pytest.mark.process

CHECKOUT = Path(__file__).parents[1]
TRANSLATED = sorted(page.parent.name for page in (CHECKOUT / "docs").glob("translated/*/first-evening.md"))


def run(*command, cwd=None):
    """Its output; fails with it when the command fails."""
    done = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of an sdist and of the wheel that is built from it, as `bin/release` makes them."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), cwd=CHECKOUT)
    return folder


@pytest.fixture(scope="module")
def metadata(built):
    """What the wheel tells a package index of itself; read strictly."""
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return Metadata.from_email(files.read(name))


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """The `scorepad` command of a fresh virtual environment into which only the wheel was installed.

    The libraries it needs are those that the tests run with, so that no network is needed.
    """
    folder = tmp_path_factory.mktemp("wheel")
    (wheel,) = built.glob("*.whl")
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
        return {
            "home": home.replace(server.url, ""),
            "style": fetch(server.url + style),
            "games": games,
            "help": fetch(server.url + "/help/hosting"),
        }


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
    short_rules = {game.short_rules for game in games()}
    assert {name for name in short_rules if not (package / "rulebook" / name).is_file()} == set()
    helps = {path.relative_to(package / "docs") for path in (package / "docs").rglob("*") if path.is_file()}
    named = {f"{name}.md" for name in PAGES if name != GAMES}
    assert named | {f"translated/{language}/first-evening.md" for language in TRANSLATED} <= {
        str(path) for path in helps
    }
    folders = ("pictures", "translated")
    files = {
        path.relative_to(CHECKOUT / "docs")
        for name in folders
        for path in (CHECKOUT / "docs" / name).rglob("*.*")
    }
    assert files <= helps
    assert (package / "py.typed").is_file()
    assert not (package.parent / "tests").exists()


@pytest.mark.nightly
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


def test_the_wheel_says_what_a_package_index_shows(metadata):
    """Its kinds are ones that the index knows; no link is made up."""
    assert set(metadata.classifiers) <= classifiers
    assert "Typing :: Typed" in metadata.classifiers
    assert not [kind for kind in metadata.classifiers if kind.startswith("License")], "the expression says it"
    assert metadata.requires_python == ">=3.11"
    assert metadata.keywords
    assert not metadata.project_urls


def test_the_wheel_takes_no_other_name(built):
    """Nothing lies beside `scorepad` and what describes it, so nobody else's package is hidden."""
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as files:
        tops = {name.partition("/")[0] for name in files.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scorepad"}


def test_each_extra_brings_what_its_page_promises(metadata):
    """What plays and keeps tables comes without any."""
    brought = {
        extra: {wanted.name for wanted in metadata.requires_dist if _only_with(wanted, extra)}
        for extra in ("photos", "pdf", "postgresql")
    }
    assert {"opencv-python-headless", "pillow"} <= brought["photos"]
    assert {"fpdf2", "pypdfium2"} <= brought["pdf"]
    assert {"psycopg", "redis"} <= brought["postgresql"]
    always = {wanted.name for wanted in metadata.requires_dist if wanted.marker is None}
    assert always.isdisjoint(set().union(*brought.values()) - {"pillow"})


def _only_with(wanted, extra):
    return wanted.marker is not None and wanted.marker.evaluate({"extra": extra})


def test_the_long_description_renders(metadata):
    """As a page of an index shows it, whose links lead to no file beside it."""
    assert metadata.description_content_type == "text/markdown"
    page = markdown.render(metadata.description)
    assert page is not None
    assert "<h2" in page
    assert re.findall(r'(?:href|src)="(?!https?:|#)[^"]*"', page) == []
    assert "](" not in re.sub(r"<pre.*?</pre>|<code>.*?</code>", "", page, flags=re.S)


def test_every_file_that_ships_has_its_licence(built, metadata):
    """One for all: the wheel and the sdist hold its text, and no file names other terms."""
    assert metadata.license_expression == "MIT"
    assert metadata.license_files == ["LICENSE"]
    text = (CHECKOUT / "LICENSE").read_bytes()
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith("licenses/LICENSE"))
        assert files.read(name) == text
        others = [
            name
            for name in files.namelist()
            if not name.endswith("licenses/LICENSE")
            and re.search(rb"(?i)copyright \(c\)|SPDX-", files.read(name))
        ]
        assert others == []
    with tarfile.open(sdist) as files:
        assert files.extractfile(f"{sdist.name.removesuffix('.tar.gz')}/LICENSE").read() == text


def test_the_sdist_is_enough_to_build_the_wheel(built):
    """It was built from nothing else, and lacks no file of ours."""
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as files:
        names = set(files.namelist())
    ours = {str(path.relative_to(CHECKOUT)) for path in (CHECKOUT / "scorepad").rglob("*.py*")}
    pictures = {f"scorepad/{path.relative_to(CHECKOUT)}" for path in (CHECKOUT / "vision").rglob("*.*")}
    assert {name for name in ours | pictures if "__pycache__" not in name} <= names


def from_the_wheel(installed, folder, *words):
    """What a command of the wheel says in an empty folder, with no checkout in sight."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in (installed.with_name(words[0]), *words[1:])],
        cwd=folder,
        env=environment | {"HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_answers_and_reads_photos_in_an_empty_folder(installed, tmp_path):
    """Beside nothing else: the command, its version, a photo."""
    told = from_the_wheel(installed, tmp_path, "scorepad", "best", "gin-rummy", "4C 5C 6C KH", "--json")
    assert json.loads(told)["left"] == ["KH"]
    assert from_the_wheel(installed, tmp_path, "scorepad", "--version") == f"scorepad {version('scorepad')}\n"
    photo = from_the_wheel(installed, tmp_path, "scorepad", "read", CHECKOUT / "bench" / "hand.jpg", "--json")
    assert len(json.loads(photo)["photos"][0]["cards"]) == 10


def test_the_examples_of_the_library_hold_in_the_wheel(installed, tmp_path):
    """Every one of its page, run with what was installed."""
    (tmp_path / "bench").mkdir()
    shutil.copy(CHECKOUT / "bench" / "hand.jpg", tmp_path / "bench")
    code = (
        "import doctest, pathlib, scorepad\n"
        "page = pathlib.Path(scorepad.__file__).parent / 'docs' / 'library.md'\n"
        "print(page.is_file(), doctest.testfile(str(page), module_relative=False).failed)"
    )
    assert from_the_wheel(installed, tmp_path, "python", "-c", code) == "True 0\n"


def test_the_wheel_advises_what_it_came_from(installed, tmp_path):
    """Not a name on an index, which may be somebody else's."""
    code = "from scorepad.core.extras import install_command; print(install_command('pdf'))"
    told = from_the_wheel(installed, tmp_path, "python", "-c", code)
    assert re.fullmatch(r"pip install 'scorepad\[pdf\] @ file:///\S+\.whl'\n", told)


def test_the_address_of_the_repository_is_written_where_it_is_known(tmp_path):
    """Once, whatever stood there before."""
    (tmp_path / "bin").mkdir()
    for name in ("bin/home", "pyproject.toml"):
        shutil.copy(CHECKOUT / name, tmp_path / name)
    for home in ("https://example.org/old", "https://example.org/pad/"):
        run(str(tmp_path / "bin" / "home"), home)
    urls = tomllib.loads((tmp_path / "pyproject.toml").read_text())["project"]["urls"]
    assert urls == {
        "Homepage": "https://example.org/pad",
        "Source": "https://example.org/pad",
        "Issues": "https://example.org/pad/issues",
        "Changelog": "https://example.org/pad/releases",
    }
    refused = subprocess.run([tmp_path / "bin" / "home", "pad"], capture_output=True, text=True, check=False)
    assert (refused.returncode, "isn't an address" in refused.stderr) == (2, True)
