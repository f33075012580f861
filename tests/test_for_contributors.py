"""What contributors find: hooks that run the linters of CI, templates that read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

TOP = Path(__file__).parents[1]
HOOKS = yaml.safe_load((TOP / ".pre-commit-config.yaml").read_text())["repos"]


def test_the_hooks_before_a_commit_are_the_linters_of_ci():
    """From the pad's own environment, so that none is of another version."""
    assert [repository["repo"] for repository in HOOKS] == ["local"]
    entries = {hook["entry"] for hook in HOOKS[0]["hooks"]}
    assert all(hook["language"] == "system" for hook in HOOKS[0]["hooks"])
    linters = re.findall(r"^(?:lint|types)\(\) \{ (.*); \}", (TOP / ".ci" / "run").read_text(), re.M)
    asked = {command.removesuffix(" .") for line in linters for command in line.split(" && ")}
    assert asked
    assert asked <= entries
    assert all(entry.startswith(".venv/bin/") for entry in entries)


@pytest.mark.parametrize(
    "form", sorted((TOP / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda form: form.stem
)
def test_a_form_for_issues_reads(form):
    """Each question has an id of its own and a label."""
    asked = yaml.safe_load(form.read_text())
    assert {"name", "description", "body"} <= asked.keys()
    questions = [part for part in asked["body"] if part["type"] != "markdown"]
    assert all(
        {"type", "id", "attributes"} <= part.keys() and part["attributes"]["label"] for part in questions
    )
    assert len({part["id"] for part in questions}) == len(questions)


WORKFLOW = TOP / ".github" / "workflows" / "release.yml"


def test_a_release_is_published_only_where_the_owner_has_switched_that_on():
    """By trusted publishing: no job but that one may ask for an identity, and none is given a password."""
    jobs = yaml.safe_load(WORKFLOW.read_text())["jobs"]
    assert jobs["publish"]["if"] == "vars.PUBLISH == 'yes'"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert "permissions" not in jobs["build"]
    assert "secrets." not in WORKFLOW.read_text()
    assert (TOP / "bin" / "home").stat().st_mode & 0o111


def test_every_action_of_a_release_is_named_by_its_commit():
    """A tag may be moved to other code; the version stands beside it."""
    used = re.findall(r"uses: (.*)", WORKFLOW.read_text())
    assert len(used) == len(re.findall("uses:", WORKFLOW.read_text())) > 4
    assert [line for line in used if not re.fullmatch(r"[\w/.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


FORMS = sorted((TOP / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


@pytest.mark.nightly
@pytest.mark.process
@pytest.mark.parametrize(
    ("schema", "files"), [("vendor.github-workflows", [WORKFLOW]), ("vendor.github-issue-forms", FORMS)]
)
def test_what_the_host_of_the_repository_reads_is_well_formed(schema, files):
    checker = Path(sys.executable).with_name("check-jsonschema")
    done = subprocess.run(
        [checker, "--builtin-schema", schema, *files], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
