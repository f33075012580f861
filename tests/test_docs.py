"""What the documentation says is so: its examples run, and every command and setting is in it."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

import scorepad
from scorepad.cli.main import _parser, main
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
