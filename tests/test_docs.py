"""What the documentation says is so: its examples run, and every command and setting is in it."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

import scorepad
from scorepad.cli.main import _parser, main
from scorepad.rulebook import games
from scorepad.web import DEFAULTS

TOP = Path(__file__).parents[1]
README = (TOP / "README.md").read_text()
SETTINGS = (TOP / "docs" / "settings.md").read_text()
FOLDERS = (
    "scorepad",
    "vision",
    "training",
    "catalogues",
    "tests",
    "bench",
    "docs",
    "templates",
    "static",
    "deploy",
)
PAGES = [page for page in (TOP / "docs").rglob("*.md") if page.parent.name != "games"]
INTERNAL = {"MAX_FORM_MEMORY_SIZE", "MAX_FORM_PARTS", "MIGRATE", "HOST", "PORT", "VERSION"}


def examples():
    """Each `$ scorepad …` of the README with the lines that it prints."""
    for block in re.findall(r"```console\n(.*?)```", README, flags=re.S):
        for example in block.strip().split("$ ")[1:]:
            command, _, printed = example.partition("\n")
            yield command, printed.strip()


@pytest.mark.parametrize(("command", "printed"), list(examples()))
def test_an_example_of_the_readme_prints_what_it_says(command, printed, capsys):
    """Line for line."""
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.strip() == printed


def test_every_command_is_in_the_readme():
    """As `name` in the table of commands."""
    actions = [action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction)]
    table = README[README.index("| command |") :]
    missing = [name for name in actions[0].choices if not re.search(rf"`{name}[ `]", table)]
    assert missing == []


def test_every_setting_is_on_its_page():
    """With its default."""
    ours = [name for name in DEFAULTS if not name.startswith(("SESSION", "PERMANENT", "WTF"))]
    assert [name for name in ours if f"`{name}`" not in SETTINGS and name not in INTERNAL] == []


def test_every_link_of_the_documentation_leads_somewhere():
    """Pages and pictures beside it exist."""
    for page in (TOP / "README.md", TOP / "CONTRIBUTING.md", TOP / "SECURITY.md", *PAGES):
        for target in re.findall(r'\]\(([^)#:]+)\)|src="([^":]+)"', page.read_text()):
            assert (page.parent / (target[0] or target[1])).exists(), (page.name, target)


def test_every_file_that_the_walk_of_a_hand_names_is_there():
    """Paths are written from `scorepad/` on."""
    walk = (TOP / "CONTRIBUTING.md").read_text().partition("## The walk of a hand")[2].partition("\n## ")[0]
    paths = re.findall(r"`(\w+/[\w/]+(?:\.py|/))`", walk)
    assert len(paths) > 10
    assert [path for path in paths if not (TOP / "scorepad" / path).exists()] == []


def test_every_file_that_the_documentation_names_is_there():
    """By its path or the end of it."""
    files = [f"/{path.relative_to(TOP)}" for folder in FOLDERS for path in (TOP / folder).rglob("*.*")]
    for page in (TOP / "README.md", TOP / "CONTRIBUTING.md", *(TOP / "docs").glob("*.md")):
        named = set(re.findall(r"`([a-z_/]+\.(?:py|html|js))`", page.read_text()))
        missing = [name for name in named if not any(file.endswith(f"/{name}") for file in files)]
        assert missing == [], page.name


SITE = "https://pad.example/docs/"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, built for that address."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-n", "--keep-going", TOP / "docs", folder]
    environment = os.environ | {"SITE": SITE}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


@pytest.mark.process
def test_every_page_of_the_site_says_what_it_is(site):
    """A title, a description, its address, a picture and its language: what searches and chats ask for."""
    pages = {path.relative_to(site).as_posix(): path.read_text() for path in site.rglob("*.html")}
    assert len(pages) > 60
    for name, page in pages.items():
        (description,) = re.findall(r'<meta name="description" content="([^"]+)">', page)
        assert len(unescape(description)) <= 160, name
        properties = dict(re.findall(r'<meta property="(og:[a-z_:]+)" content="([^"]+)">', page))
        assert {"og:type", "og:title", "og:description", "og:image:alt"} <= properties.keys(), name
        assert properties["og:image"] == f"{SITE}_static/home.webp"
        assert properties["og:url"] == f"{SITE}{name}"
        assert re.findall(r'<link rel="canonical" href="([^"]+)">', page) == [f"{SITE}{name}"]
        language = name.split("/")[1] if name.startswith("translated/") else "en"
        assert re.search(r'<html [^>]*lang="([^"]+)"', page)[1] == language, name
        assert len(re.findall("<title>[^<]+</title>", page.partition("</head>")[0])) == 1, name
        assert '<meta name="viewport"' in page
    assert (site / "_static" / "home.webp").is_file()


@pytest.mark.process
def test_every_page_of_the_site_can_be_read_aloud(site):
    """One heading of the page, none skipped below it, and words for each picture."""
    for path in site.rglob("*.html"):
        page = path.read_text()
        assert [image for image in re.findall("<img [^>]*>", page) if 'alt="' not in image] == [], path.name
        levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", page)]
        assert levels.count(1) == 1 or path.stem == "search", path.name  # a script writes that page
        assert all(after - before <= 1 for before, after in pairwise(levels)), path.name
        assert not re.search(r">\s*(?:here|click here|this|more|link)\s*</a>", page, re.I), path.name


@pytest.mark.process
def test_the_map_of_the_site_has_every_page(site):
    addresses = re.findall("<loc>([^<]+)</loc>", (site / "sitemap.xml").read_text())
    pages = {f"{SITE}{path.relative_to(TOP / 'docs').with_suffix('.html')}" for path in PAGES}
    assert pages <= set(addresses)
    assert all((site / address.removeprefix(SITE)).is_file() for address in addresses)
    assert f"Sitemap: {SITE}sitemap.xml" in (site / "robots.txt").read_text()


@pytest.mark.process
def test_the_page_of_each_game_solves_a_hand_and_opens_it(site):
    """In every game with melds."""
    for game in (game for game in games() if game.rules({}).scoring.lays_melds):
        page = (site / "games" / f"{game.id}.html").read_text()
        assert f"http://localhost:8000/solve?game={game.id}&amp;cards=" in page, game.id
        assert "proven." in page, game.id


@pytest.mark.process
def test_the_documentation_site_is_built_without_a_warning(site):
    """No link leads nowhere; pages load nothing from elsewhere, can be searched, and have a dark face."""
    pages = {page.stem: page.read_text() for page in site.glob("*.html")}
    documents = {page.stem for page in (TOP / "docs").glob("*.md")}
    assert documents <= pages.keys()
    for name, page in pages.items():
        assert re.findall(r'<(?:script|img|iframe)[^>]*src="(?:https?:)?//', page) == [], name
        assert re.findall(r'<link[^>]*rel="stylesheet"[^>]*href="(?:https?:)?//', page) == [], name
        assert "prefers-color-scheme: dark" in page, name
    assert (site / "searchindex.js").exists()


def test_the_page_of_the_library_has_every_public_name():
    """And every function says what it raises and returns."""
    page = (TOP / "docs" / "library.md").read_text()
    names = [name for name in scorepad.__all__ if not re.search(rf"\b{name}\b", page)]
    assert names == []
    functions = [getattr(scorepad, name) for name in scorepad.__all__ if name.islower() and name != "games"]
    assert [function.__name__ for function in functions if "Raises" not in (function.__doc__ or "")] == []


def test_no_page_advises_a_name_on_an_index_that_is_not_ours_yet():
    """Anybody could take it. Until it is published, the file of the wheel is named."""
    by_name = re.compile(r"(?:pipx?|uv tool) (?:install|run) (?:-\S+ )*['\"]?scorepad(?!\S* @)")
    pages = [*PAGES, TOP / "README.md", TOP / "CONTRIBUTING.md", TOP / "SECURITY.md"]
    assert [page.name for page in pages if by_name.search(page.read_text())] == []
