"""Templates read like code: short lines, and every macro says what it takes."""

from __future__ import annotations

import re

import pytest

from scorepad.machine.folders import resource_folder

TEMPLATES = sorted(resource_folder("templates").rglob("*.html"))
LONGEST_LINE = 140
MACRO = re.compile(
    r"(?:\{#-(?P<told>(?:(?!#\}).)*)#\}\s*)?\{%-? macro (?P<name>\w+)\((?P<takes>[^)]*)\)", re.DOTALL
)
PARAMETER = re.compile(r"(\w+)(?:=[^,]+)?(?:,|\s*$)")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_line_of_a_template_is_too_long_and_every_macro_is_documented(path):
    """Each parameter stands in backticks in the comment at the head of its macro."""
    text = path.read_text()
    assert max(map(len, text.splitlines()), default=0) <= LONGEST_LINE
    for macro in MACRO.finditer(text):
        told = macro["told"] or ""
        missing = [name for name in PARAMETER.findall(macro["takes"]) if f"`{name}`" not in told]
        assert told, macro["name"]
        assert not missing, (macro["name"], missing)
