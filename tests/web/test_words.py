"""What players read calls nobody "she" or "he": it says the name, "the player" or "you"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from scorepad.machine.folders import PACKAGE, resource_folder

SHE = re.compile(r"\b(she|her|hers|herself|he|him|his|himself)\b", re.IGNORECASE)


def test_no_page_calls_a_player_she():
    """Nor does a script."""
    pages = [*resource_folder("templates").rglob("*.html"), *resource_folder("static").glob("*.js")]
    assert {page.name: words for page in pages if (words := SHE.findall(page.read_text()))} == {}


def test_no_sentence_of_a_module_calls_a_player_she():
    """Strings of code are shown to people; docstrings are not."""
    modules = PACKAGE.rglob("*.py")
    found = {path.name: list(filter(SHE.search, _strings(ast.parse(path.read_text())))) for path in modules}
    assert {name: sentences for name, sentences in found.items() if sentences} == {}


def _strings(tree: ast.Module) -> Iterator[str]:
    nodes = list(ast.walk(tree))
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            yield node.value
