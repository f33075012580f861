"""Lines of rules, search and store, each made wrong by itself: does a quick test notice?

    python bench/mutations.py [--seed S] [--number N] [--only WORDS]

Changes one comparison, sum, condition or number at a time, in the file itself, runs the tests that import
its module, then examples, cases and mistakes of the whole pad, and puts the file back. Start it in a checkout
of its own: what runs beside it would read wrong files. Prints every change and whether it was noticed.
Exit status 1 where one was not.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parents[1]
FOLDERS = ("core", "rulebook", "optimize", "tables", "store")
WHOLE = ["tests/test_doctests.py", "tests/cases/test_cases.py", "tests/test_mistakes.py"]
MOST_FILES = 6  # of tests, those first that are named like the module
SECONDS = 600.0  # for the tests of a change; what takes longer hangs, and is noticed
NOT_QUICK = "not (browser or process or nightly)"
PASSED, NO_TESTS = 0, 5  # exit statuses of pytest

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}


class Change(NamedTuple):
    """A file with one place made wrong."""

    file: Path
    line: int
    was: str
    now: str
    text: str


def wrong(node: ast.AST) -> ast.AST | None:
    """The same with the opposite meaning, or a little off; None where nothing is to be turned about."""
    match node:
        case ast.Compare(left, [operator], others):
            return ast.Compare(left, [COMPARED[type(operator)]()], others)
        case ast.BoolOp(operator, values):
            return ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.BinOp(left, operator, right) if type(operator) in COUNTED and not _is_text(left, right):
            return ast.BinOp(left, COUNTED[type(operator)](), right)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
    return None


def _is_text(*nodes: ast.AST) -> bool:
    return any(isinstance(node, ast.JoinedStr | ast.Constant | ast.Tuple | ast.List) for node in nodes)


def changes(file: Path) -> Iterator[Change]:
    """Every place of the file in which a function's line can be made wrong."""
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    for node in (
        inner for function in functions for statement in function.body for inner in ast.walk(statement)
    ):
        made = wrong(node)
        if made is None or not isinstance(node, ast.expr) or node.lineno != node.end_lineno:
            continue
        line = lines[node.lineno - 1].encode()
        start, end = node.col_offset, node.end_col_offset or 0
        was, now = line[start:end].decode(), ast.unparse(ast.fix_missing_locations(made))
        changed = (line[:start] + f"({now})".encode() + line[end:]).decode()
        whole = "".join([*lines[: node.lineno - 1], changed, *lines[node.lineno :]])
        yield Change(file, node.lineno, was, now, whole)


def tests_of(file: Path) -> list[str]:
    """The test files that import the module, or those of its folder where none does."""
    module = ".".join(file.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")
    package, _, name = module.rpartition(".")
    asks = re.compile(rf"from {re.escape(module)} import|from {re.escape(package)} import .*\b{name}\b")
    files = [test for test in sorted((TOP / "tests").rglob("test_*.py")) if asks.search(test.read_text())]
    folder = TOP / "tests" / file.relative_to(TOP / "scorepad").parent
    files = files or sorted(folder.glob("test_*.py"))
    files.sort(key=lambda test: (name not in test.stem, test.stat().st_size))
    return [str(test.relative_to(TOP)) for test in files[:MOST_FILES]]


def is_noticed(change: Change) -> bool:
    """Whether a test fails of the file made wrong; the file is as it was afterwards."""
    before = change.file.read_text()
    change.file.write_text(change.text)
    try:
        return any(tests and _fails(tests) for tests in (tests_of(change.file), WHOLE))
    finally:
        change.file.write_text(before)


def _fails(tests: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", NOT_QUICK]
    try:
        ran = subprocess.run([*command, *tests], cwd=TOP, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return True
    return ran.returncode not in (PASSED, NO_TESTS)


def main() -> int:
    """Print every change and what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=50)
    parser.add_argument("--only", default="", help="files with this in their path")
    given = parser.parse_args()
    rng = random.Random(given.seed)
    files = [file for folder in FOLDERS for file in sorted((TOP / "scorepad" / folder).rglob("*.py"))]
    places = {file: list(changes(file)) for file in files if given.only in str(file)}
    places = {file: found for file, found in places.items() if found}
    chosen = [rng.choice(places[file]) for file in rng.sample(list(places), min(given.number, len(places)))]
    missed = 0
    for change in chosen:
        noticed = is_noticed(change)
        missed += not noticed
        word, place = "noticed" if noticed else "MISSED", f"{change.file.relative_to(TOP)}:{change.line}"
        print(f"{word:8} {place}  {change.was}  ->  {change.now}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} noticed")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
