"""The modules of the house as syntax trees, for tests that ask what each imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

TOP = Path(__file__).parents[1]


def module_name(path: Path) -> str:
    """`scorepad/web/__init__.py` -> `scorepad.web`."""
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@cache
def tree_of(path: Path) -> ast.Module:
    """The module's syntax tree. `vision`, which lies within ours in a wheel, names its own modules by their
    places; here they have their whole names."""
    tree = ast.parse(path.read_text())
    above = path.relative_to(TOP).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            assert above[0] == "vision", "imports are absolute"
            names = [*above[: len(above) - node.level + 1], *([node.module] if node.module else [])]
            node.module, node.level = ".".join(names), 0
    return tree
