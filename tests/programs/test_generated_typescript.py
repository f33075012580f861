"""A client in TypeScript that tools make of `/api/v1/openapi.json`: it type checks, and asks every route."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.photos.photo_files import file_of, picture
from tests.serving import CHECKOUT

pytestmark = [pytest.mark.process, pytest.mark.nightly]
HERE = Path(__file__).parent
MATCH = CHECKOUT / "examples" / "whole-match" / "match.ts"
CHECKED = ("--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext")


def run(folder, *command):
    """What the command prints, in the folder; its own words where it fails."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def compiled(pad):
    """The folder of the programs and of `pad.ts`, which openapi-typescript makes; tsc compiles them without a
    word."""
    folder = pad.description.parent / "typescript"
    folder.mkdir()
    (folder / "node_modules").symlink_to(HERE / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    for program in (MATCH, HERE / "every_route.ts"):
        shutil.copy(program, folder)
    tools = folder / "node_modules" / ".bin"
    run(folder, tools / "openapi-typescript", pad.description, "-o", "pad.ts")
    # What others ship is not ours to check.
    run(folder, tools / "tsc", *CHECKED, "--skipLibCheck", "match.ts", "every_route.ts")
    return folder


def test_a_made_client_plays_a_whole_match(compiled, pad):
    """The example, to its end."""
    _, first, *_, last = run(compiled, "node", "match.js", pad.url).splitlines()
    assert first.startswith("Deal 1: { Ann: ")
    assert last in ("The winner is Ann", "The winner is Ben")


def test_a_made_client_asks_every_route(compiled, pad):
    """Each with what it takes, as its types say."""
    (compiled / "photo.jpg").write_bytes(file_of(picture()))
    asked = json.loads(run(compiled, "node", "every_route.js", pad.url, pad.circle, "photo.jpg"))
    paths = json.loads(pad.description.read_text())["paths"]
    assert {*asked} == {f"{method.upper()} {path}" for path, item in paths.items() for method in item}
