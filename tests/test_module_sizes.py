"""A module is worth a file of its own: it has two readers or sixty lines, and is read in one sitting."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.module_trees import TOP, module_name, tree_of

FOLDERS = ("scorepad", "vision")
LEAST, MOST = 60, 550  # lines
ENTRANCES = ("__main__", "__init__")  # read by Python itself


FILES = {module_name(path): path for folder in FOLDERS for path in sorted((TOP / folder).rglob("*.py"))}


def imported(path):
    """The modules of ours that a file imports."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in FILES)
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & FILES.keys()
            yield from inner or {node.module} & FILES.keys()


def lines_of(path):
    return len(path.read_text().splitlines())


def test_a_module_has_two_readers_or_sixty_lines():
    readers = defaultdict(set)
    for name, path in FILES.items():
        for found in set(imported(path)) - {name}:
            readers[found].add(name)
    small = {
        name
        for name, path in FILES.items()
        if path.stem not in ENTRANCES and len(readers[name]) < 2 and lines_of(path) < LEAST
    }
    assert sorted(small) == []


def test_no_module_is_longer_than_one_sitting():
    """One subject may take some 500 lines. Cut at fewer, it leaves its readers with two modules to open."""
    assert [name for name, path in FILES.items() if lines_of(path) > MOST] == []
