"""Imports point inward: a layer may import those beneath it, and `core` the standard library alone."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

from tests import module_trees
from tests.module_trees import module_name

PACKAGE = Path(__file__).parents[1] / "scorepad"
STANDARD_LIBRARY = tuple(sys.stdlib_module_names)

# The outermost first. What stands in one row does not import its neighbours.
LAYERS = (
    ("__main__",),
    ("cli",),
    ("host", "in_browser"),
    ("web",),
    ("library", "examples", "webhooks"),
    ("sheet", "photos", "answers", "bridges"),
    ("circles",),
    ("tables",),
    ("chattahoochee",),
    ("rulebook", "optimize"),
    ("proofs",),
    ("store",),
    ("jobs", "machine", "client", "answer_base"),
    ("core",),
)
DEPTH = 17  # modules in the longest chain of imports

# What a module or layer may import at all, where that is less than all that lies beneath it.
LIBRARIES = {
    "scorepad.core": ("scorepad.core", *STANDARD_LIBRARY),
    "scorepad.rulebook": ("scorepad.rulebook", "scorepad.core", *STANDARD_LIBRARY),
    "scorepad.chattahoochee": (
        "scorepad.chattahoochee",
        "scorepad.optimize",
        "scorepad.proofs.certificates",
        "scorepad.core",
        "pysat",
        *STANDARD_LIBRARY,
    ),
    "scorepad.optimize": (
        "scorepad.optimize",
        "scorepad.core",
        "numpy",
        "highspy",
        "pysat",
        *STANDARD_LIBRARY,
    ),
    "scorepad.proofs": ("scorepad.proofs", "scorepad.core", "pysat", *STANDARD_LIBRARY),
    "scorepad.store": (
        "scorepad.store",
        "scorepad.machine",
        "scorepad.core",
        "limits",
        "sqlite_utils",
        "psycopg",
        "psycopg_pool",
        *STANDARD_LIBRARY,
    ),
}
# Who alone may name a library.
ONLY = {
    "flask": ("scorepad.web", "scorepad.in_browser"),
    "flask_compress": ("scorepad.web",),
    "flask_wtf": ("scorepad.web", "scorepad.in_browser"),
    "flask_limiter": ("scorepad.web",),
    "werkzeug": ("scorepad.web",),
    "wtforms": ("scorepad.web",),
    "gevent": ("scorepad.host.gevent_worker",),
    "gunicorn": ("scorepad.host",),
    "sqlite_utils": ("scorepad.store",),
    "psycopg": ("scorepad.store",),
    "psycopg_pool": ("scorepad.store",),
    "highspy": ("scorepad.optimize.milp",),
    "pysat": ("scorepad.chattahoochee.interlock", "scorepad.proofs"),
}
# The web asks for work, it does none: processes, the search and the files of the store are not its own.
NOT_FOR_THE_WEB = (
    "scorepad.jobs.server",
    "scorepad.chattahoochee",
    "scorepad.optimize",
    "scorepad.store.sqlite",
    "scorepad.store.migrations",
)
MAY_SPEAK_SQL = ("scorepad.store",)
SQL = re.compile(
    r"\b(select\b.+\bfrom|insert\s+into|update\b.+\bset|delete\s+from|create\s+table|pragma|begin\s+immediate)\b",
    re.IGNORECASE | re.DOTALL,
)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
PICTURES = {module_name(path): path for path in sorted((PACKAGE.parent / "vision").rglob("*.py"))}
HOUSE = MODULES | PICTURES


def tree_of(name):
    """The module's syntax tree."""
    return module_trees.tree_of(HOUSE[name])


@cache
def imported(tree, unseen=frozenset()):
    """Every module that the code imports, `from a import b` as `a.b` where b is a module of ours.

    `unseen`: ids of nodes that are left out.
    """
    return tuple(_imported(tree, unseen))


def _imported(tree, unseen):
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & HOUSE.keys()
            yield from inner or {node.module}


def loaded(tree):
    """What the module imports when it runs: all but what is named for the type checker alone. A module that
    is named for it and imported in a function too is loaded."""
    guards = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    typed = {id(node) for one in guards if "TYPE_CHECKING" in ast.dump(one.test) for node in ast.walk(one)}
    return set(imported(tree, frozenset(typed)))


def beneath(name, tops):
    """Whether the module is one of those or lies in one of them."""
    return any(name == top or name.startswith(top + ".") for top in tops)


def layer_of(name):
    """(row, folder) of a module of ours; the package's own face lies outside of all."""
    folder = name.split(".")[1] if "." in name else ""
    return next((row, folder) for row, folders in enumerate((("",), *LAYERS)) if folder in folders)


def faults(judge):
    """What `judge(name, tree)` finds wrong in each module of ours, of those where it finds anything."""
    found = {name: sorted(judge(name, tree_of(name))) for name in MODULES}
    return {name: wrong for name, wrong in found.items() if wrong}


def test_imports_point_inward():
    """Nothing imports what lies further out than itself, nor what lies beside it."""

    def outward(name, tree):
        row, folder = layer_of(name)
        ours = {found for found in imported(tree) if beneath(found, ("scorepad",)) and found != "scorepad"}
        return [found for found in ours if layer_of(found)[1] != folder and layer_of(found)[0] <= row]

    assert faults(outward) == {}


def test_inner_layers_name_few_libraries():
    """The core is the standard library alone, games are the core alone."""

    def others(name, tree):
        tops = [top for top in LIBRARIES if beneath(name, (top,))]
        return [found for top in tops for found in imported(tree) if not beneath(found, LIBRARIES[top])]

    assert faults(others) == {}


def test_each_library_stays_where_it_belongs():
    """No Flask outside the web, no gevent but in its worker, no solver but in the search."""

    def strangers(name, tree):
        found = {library.partition(".")[0] for library in imported(tree)}
        return [library for library in found & ONLY.keys() if not beneath(name, ONLY[library])]

    assert faults(strangers) == {}


def test_the_web_does_no_work_itself():
    """What takes long is asked of another process."""

    def work(name, tree):
        in_web = beneath(name, ("scorepad.web",))
        return [found for found in imported(tree) if in_web and beneath(found, NOT_FOR_THE_WEB)]

    assert faults(work) == {}


def test_sql_is_spoken_in_the_store_alone():
    """All SQL and all table names are in the store and its migrations."""

    def statements(name, tree):
        if beneath(name, MAY_SPEAK_SQL):
            return []
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        return [text for text in texts if isinstance(text, str) and SQL.search(text)]

    assert faults(statements) == {}


def test_readers_of_pictures_know_no_rule_and_no_training():
    """`vision` imports nothing of ours but itself, so that the wheel holds all it needs."""
    beyond = ("scorepad", "training", "bench")
    found = {name: [top for top in imported(tree_of(name)) if beneath(top, beyond)] for name in PICTURES}
    assert {name: tops for name, tops in found.items() if tops} == {}


def test_no_module_name_stands_twice():
    """A name that is looked for is found once."""
    names = [name.rpartition(".")[2] for name, path in MODULES.items() if path.stem != "__init__"]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_two_public_classes_share_a_name():
    """A class that is looked for is found once, in the whole house."""
    nodes = (node for name in HOUSE for node in ast.walk(tree_of(name)))
    public = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef) and node.name[0] != "_")
    assert [name for name, count in public.items() if count > 1] == []


def floors(imports):
    """How many floors each module stands above the ground; `imports(tree)` names what it stands on. Fails if
    imports close a circle."""
    graph = {name: set(imports(tree_of(name))) & HOUSE.keys() - {name} for name in HOUSE}
    found = {}

    def floor(name, above=()):
        assert name not in above, f"a circle of imports: {' -> '.join((*above, name))}"
        if name not in found:
            found[name] = 1 + max((floor(inner, (*above, name)) for inner in graph[name]), default=0)
        return found[name]

    return {name: floor(name) for name in HOUSE}


def test_no_chain_of_imports_is_long():
    """From any module down to one that imports none of ours there are few floors."""
    assert max(floors(loaded).values()) <= DEPTH


def test_no_circle_of_imports_is_closed_for_the_type_checker_either():
    """What a module names in its types lies beneath it too."""
    assert floors(imported)
