"""Imports point inward: web, cli -> services -> store, games, optimize -> core (`The house`)."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "scorepad"
STORE = ("scorepad.store", "scorepad.engine", "scorepad.sqlite_file", "scorepad.migrations")
COMMANDS = tuple(
    f"scorepad.{name}" for name in ("cli", "cli_answers", "cli_host", "cli_photos", "cli_questions")
)
OUTSIDE = ("scorepad.web", *COMMANDS, "scorepad.serve", "scorepad.gevent_worker")
STANDARD_LIBRARY = tuple(sys.stdlib_module_names)

# The innermost first: what modules of that name and beneath may import at all.
ALLOWED = {
    "scorepad.core": ("scorepad.core", *STANDARD_LIBRARY),
    "scorepad.games": ("scorepad.games", "scorepad.core", *STANDARD_LIBRARY),
    "scorepad.optimize": (
        "scorepad.optimize",
        "scorepad.core",
        "numpy",
        "highspy",
        "pysat",
        *STANDARD_LIBRARY,
    ),
    **dict.fromkeys(STORE, (*STORE, "scorepad.core", "sqlite_utils", *STANDARD_LIBRARY)),
}
# Beside the modules above: what the others may not import.
FORBIDDEN = {
    "scorepad.web": (
        *OUTSIDE[1:],
        "scorepad.job_server",
        "scorepad.job_child",
        "scorepad.photo_server",
        "scorepad.optimize",
        "scorepad.sqlite_file",
        "scorepad.migrations",
    ),
    "scorepad.cli": ("scorepad.web",),
    "scorepad.cli_host": ("scorepad.web",),
    "scorepad.cli_photos": ("scorepad.web",),
    "scorepad.cli_questions": ("scorepad.web",),
    "scorepad.serve": COMMANDS,
}
# Who alone may name a library.
ONLY = {
    "flask": ("scorepad.web",),
    "flask_wtf": ("scorepad.web",),
    "flask_limiter": ("scorepad.web",),
    "werkzeug": ("scorepad.web",),
    "wtforms": ("scorepad.web",),
    "gevent": ("scorepad.gevent_worker",),
    "gunicorn": ("scorepad.gevent_worker", "scorepad.serve"),
    "sqlite_utils": STORE,
    "highspy": ("scorepad.optimize",),
    "pysat": ("scorepad.optimize.interlock",),
}
MAY_SPEAK_SQL = ("scorepad.store", "scorepad.migrations", "scorepad.sqlite_file")
SQL = re.compile(
    r"\b(select\b.+\bfrom|insert\s+into|update\b.+\bset|delete\s+from|create\s+table|pragma|begin\s+immediate)\b",
    re.IGNORECASE | re.DOTALL,
)


def name_of(path):
    """`scorepad/web/__init__.py` -> `scorepad.web`."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(tree):
    """Every module that the code imports, `from a import b` as `a.b` where b is a module of ours."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys()
            yield from inner or {node.module}


def beneath(name, tops):
    """Whether the module is one of those or lies in one of them."""
    return any(
        name == top or name.startswith(top.removesuffix(".") + ".") for top in tops if name != top[:-1]
    )


@pytest.fixture(params=MODULES, scope="module")
def module(request):
    """Each module of the package: (name, its syntax tree)."""
    return request.param, ast.parse(MODULES[request.param].read_text())


def test_imports_point_inward(module):
    """Nothing imports what lies further out than itself."""
    name, tree = module
    top = next((top for top in ALLOWED if beneath(name, (top,))), None)
    if top is not None:
        wrong = [found for found in imported(tree) if not beneath(found, ALLOWED[top])]
    else:
        outer = next((FORBIDDEN[top] for top in FORBIDDEN if beneath(name, (top,))), OUTSIDE)
        wrong = [found for found in imported(tree) if beneath(found, outer)]
    assert wrong == []


def test_each_library_stays_where_it_belongs(module):
    """No Flask outside the web, no gevent but in its worker, no solver but in the search."""
    name, tree = module
    found = {library.partition(".")[0] for library in imported(tree)}
    assert [library for library in found & ONLY.keys() if not beneath(name, ONLY[library])] == []


def test_sql_is_spoken_in_the_store_alone(module):
    """All SQL and all table names are in the store and its migrations."""
    name, tree = module
    if name not in MAY_SPEAK_SQL:
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        assert [text for text in texts if isinstance(text, str) and SQL.search(text)] == []
