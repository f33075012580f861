"""What contributors find: hooks that run the linters of CI, templates that read."""

from __future__ import annotations

import re
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
    "form", sorted((TOP / ".github" / "ISSUE_TEMPLATE").glob("*.yaml")), ids=lambda form: form.stem
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
