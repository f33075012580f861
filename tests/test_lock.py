"""The versions that hosts install: every library that the pad names, with hashes; what is known of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bench import audit

TOP = Path(__file__).parents[1]
LOCK = (TOP / "requirements.lock").read_text()
PINNED = re.findall(r"^([a-z0-9-]+)==([^ ]+)", LOCK, re.MULTILINE)  # some twice: for older and newer Pythons
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]


@pytest.mark.parametrize("dependency", PROJECT["dependencies"])
def test_every_library_is_locked(dependency):
    """At a version that the project allows; bin/lock writes them anew."""
    requirement = Requirement(dependency)
    versions = [version for name, version in PINNED if name == requirement.name]
    assert versions, "run bin/lock"
    assert all(requirement.specifier.contains(version, prereleases=True) for version in versions)


def test_every_version_has_its_hashes():
    """And nothing says from where they come."""
    blocks = re.split(r"\n(?=[a-z0-9-]+==)", LOCK)[1:]
    assert len(blocks) == len(PINNED)
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
    assert "://" not in LOCK


KNOWN = {"name": "x", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": ["1.1"]}]}
WELL = {"name": "y", "version": "2.0", "vulns": []}
SKIPPED = {"name": "z", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("libraries", "status", "words"),
    [
        (None, 0, "COULD NOT ASK"),
        ([SKIPPED, WELL], 0, "COULD NOT ASK about 1 of 2"),
        ([WELL], 0, "No vulnerability is known in 1"),
        ([KNOWN, SKIPPED], 1, "x 1.0: CVE-1, mended in 1.1"),
    ],
)
def test_an_audit_fails_for_what_is_known_alone(libraries, status, words):
    """That nobody answered is said, and is no fault."""
    ended, said = audit.report(libraries)
    assert ended == status
    assert words in said
