"""Find the line of each key in a TOML file; Python's TOML reader does not report it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

MOST_NESTED = 4  # brackets in brackets; more means nothing in a game's file
MOST_DOTS = 40  # of keys and numbers in a row
DEEPEST = 2  # names of a key that has a line
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[][{}\n]|[^]["\'#{}\n]+|.',
    re.DOTALL,
)
Place = tuple[str, ...]


def nested_too_deep(text: str) -> int:
    """Return the first line with brackets or keys nested too deep; 0 if there is none."""
    deep = (
        line
        for line, depth, piece in _tokens(text)
        if depth > MOST_NESTED or (piece[0] not in "\"'#" and piece.count(".") > MOST_DOTS)
    )
    return next(deep, 0)


def places(text: str) -> dict[Place, int]:
    """Return the line of each table and key. The text must be valid TOML."""
    lines: dict[Place, int] = {}
    table: Place = ()
    for line, statement in _statements(text):
        if statement.startswith("["):
            table = next(_paths(tomllib.loads(statement)), ())
            lines.setdefault(table, line)
            continue
        for path in _paths(tomllib.loads(statement)):
            lines.setdefault((*table, *path), line)
    return lines


def _tokens(text: str) -> Iterator[tuple[int, int, str]]:
    """List the tokens of the text, each with its line and the depth of its brackets."""
    line, depth = 1, 0
    for match in _TOKEN.finditer(text):
        piece = match[0]
        depth += (piece in "[{") - (piece in "]}")
        yield line, depth, piece
        line += piece.count("\n")


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """List each table header and each key with its value, and the line on which it begins."""
    pieces: list[str] = []
    begins = 1
    for line, depth, piece in _tokens(f"{text}\n"):
        if not pieces:
            begins = line
        if piece == "\n" and depth <= 0:
            if statement := "".join(pieces).strip():
                yield begins, statement
            pieces = []
        elif not piece.startswith("#") and (pieces or piece.strip()):
            pieces.append(piece)


def _paths(read: Mapping[str, Any], depth: int = DEEPEST) -> Iterator[Place]:
    """List the paths of all keys in parsed TOML, including those of nested tables."""
    for name, value in read.items():
        table = value[0] if isinstance(value, list) and value else value
        if depth > 1 and isinstance(table, dict):
            yield from ((name, *path) for path in _paths(table, depth - 1))
        yield (name,)
