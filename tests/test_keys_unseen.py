"""What opens a table stands in no `repr`, and so in no log and no failing test of a program."""

from __future__ import annotations

import ast
from pathlib import Path

from scorepad.answers.answer_types import OpenedTableAnswer
from scorepad.answers.list_answers import KeyAnswer
from scorepad.client import TableClient
from scorepad.store.engine import JoinedLog, OpenedTable

TOP = Path(__file__).parents[1] / "scorepad"
SECRETS = {"key", "secret", "secret_key", "token"}


def shows(definition: ast.ClassDef) -> list[str]:
    """The secrets of a class that its `repr` shows."""
    if any(ast.unparse(base) == "Unshown" for base in definition.bases):
        return []
    return [
        f"{definition.name}.{part.target.id}"
        for part in definition.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and part.target.id in SECRETS
        if "str" in ast.unparse(part.annotation)
        if not (part.value and "repr=False" in ast.unparse(part.value))
    ]


def test_no_class_shows_a_secret():
    classes = [
        node
        for path in TOP.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    ]
    assert [name for definition in classes for name in shows(definition)] == []


def test_who_opens_a_table_is_shown_without_its_key():
    opened = TableClient("http://pad", "t1", "SESAME", "CODE77")
    assert repr(opened) == "TableClient(address='http://pad', id='t1')"
    shown = [
        OpenedTable("t1", "CODE77", "SESAME"),
        JoinedLog("t1", "SESAME"),
        OpenedTableAnswer("t1", "CODE77", "SESAME"),
        KeyAnswer(id="k1", name="Bot", scope="read", given_at="", key="SESAME"),
    ]
    assert [repr(each) for each in shown if "SESAME" in repr(each) or "CODE77" in repr(each)] == []
