"""The versions that hosts install: every library that the pad names, with hashes; what is known of them."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bench import audit

TOP = Path(__file__).parents[1]
LOCKS = {name: (TOP / name).read_text() for name in ("requirements.lock", "requirements-test.lock")}
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())
DEPENDENCIES = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
RUN = [*DEPENDENCIES, *EXTRAS["photos"], *EXTRAS["pdf"], *EXTRAS["postgresql"]]
RUN_AND_BUILT_BY = [*RUN, *PROJECT["build-system"]["requires"]]


def pinned(*names):
    """Each library of these locks and its version; some twice, for older and newer Pythons."""
    return [pin for name in names for pin in re.findall(r"^([a-z0-9-]+)==([^ ]+)", LOCKS[name], re.MULTILINE)]


@pytest.mark.parametrize(
    ("dependency", "locks"),
    [(dependency, ["requirements.lock"]) for dependency in RUN_AND_BUILT_BY]
    + [(dependency, [*LOCKS]) for dependency in EXTRAS["test"] if "scorepad" not in dependency],
)
def test_every_library_is_locked(dependency, locks):
    """At a version that the project allows; bin/lock writes them anew."""
    requirement = Requirement(dependency)
    versions = [version for name, version in pinned(*locks) if name == requirement.name]
    assert versions, "run bin/lock"
    assert all(requirement.specifier.contains(version, prereleases=True) for version in versions)


@pytest.mark.parametrize("name", LOCKS)
def test_every_version_has_its_hashes(name):
    """And nothing says from where they come."""
    blocks = re.split(r"\n(?=[a-z0-9-]+==)", LOCKS[name])[1:]
    assert len(blocks) == len(pinned(name))
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
    assert "://" not in LOCKS[name]


def test_no_library_is_in_both_locks():
    """So that the tests run with what hosts install."""
    assert not {name for name, _ in pinned("requirements.lock")} & {
        name for name, _ in pinned("requirements-test.lock")
    }


@pytest.mark.parametrize("dependency", RUN_AND_BUILT_BY)
def test_who_installs_the_wheel_gets_no_version_that_nobody_could_try(dependency):
    """Each library has an upper bound."""
    assert any(specifier.operator == "<" for specifier in Requirement(dependency).specifier)


@pytest.fixture
def set_up(tmp_path):
    """Runs bin/setup in a checkout of little else, whose Python notes what it is asked to install."""
    for name in ("bin/setup", "pyproject.toml", *LOCKS):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\n[ "$1" = -c ] || echo "$@" >>{tmp_path}/asked\n')
    python.chmod(0o755)

    def run():
        (tmp_path / "asked").write_text("")
        subprocess.run([tmp_path / "bin" / "setup"], check=True, capture_output=True)
        return (tmp_path / "asked").read_text().replace(f"{tmp_path}/", "").splitlines()

    return run


def test_what_is_tested_is_what_is_installed(set_up):
    """By the hashes of the lock; the pad itself brings nothing along, nor does what builds it."""
    libraries, pad, compiled = set_up()
    assert "--require-hashes --requirement requirements.lock" in libraries
    assert "--no-deps --no-build-isolation --editable" in pad
    assert "compileall" in compiled


@pytest.mark.parametrize("name", ["pyproject.toml", *LOCKS])
def test_nothing_is_asked_of_a_network_until_a_file_changes(set_up, tmp_path, name):
    """Then all is installed anew."""
    assert set_up()
    assert not set_up()
    with (tmp_path / name).open("a") as file:
        file.write("# changed\n")
    assert set_up()
    assert not set_up()


def test_the_container_takes_the_lock_too():
    """And nothing that is not in it."""
    commands = re.findall(r"pip (?:install|wheel) .*", (TOP / "deploy" / "Containerfile").read_text())
    assert sum("--require-hashes" in command for command in commands) == 1
    assert all("--require-hashes" in command or "--no-deps" in command for command in commands)
    assert all("--no-build-isolation" in command for command in commands if "/source" in command)


KNOWN = {"name": "x", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": ["1.1"]}]}
WELL = {"name": "y", "version": "2.0", "vulns": []}
SKIPPED = {"name": "z", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("libraries", "status", "words"),
    [
        (None, 3, "NOT AUDITED: nobody answered"),
        ([], 3, "NOT AUDITED: nobody answered"),
        ([SKIPPED, WELL], 3, "NOT AUDITED: nobody answered about 1 of 2"),
        ([WELL], 0, "No vulnerability is known in 1"),
        ([KNOWN, SKIPPED], 1, "x 1.0: CVE-1, mended in 1.1"),
    ],
)
def test_an_audit_passes_where_everything_was_answered_and_nothing_is_known(libraries, status, words):
    """What nobody answered is told apart from what is known."""
    ended, said = audit.report(libraries)
    assert ended == status
    assert words in said
