"""Style sheets hold what pages use, and say each colour and each size of text once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from scorepad.machine.folders import PACKAGE, resource_folder
from scorepad.sheet.score_sheet import PAPERS
from tests.web.template_files import TEMPLATES

STYLES = sorted(resource_folder("static").glob("*.css"))
SELECTOR = re.compile(r"([^{};]+)\{")
BLOCK = re.compile(r"\{([^{}]*)\}")
DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;]+)")
CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
COLOUR = re.compile(
    r"#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?<![\w-])(white|black|red|green|blue)\b"
)
TEXT_SIZES = ("--tiny", "--smaller", "--small", "--large", "--larger")
COMMENT = re.compile(r"/\*.*?\*/|\{#.*?#\}|^\s*//.*?$", re.DOTALL | re.MULTILINE)
JINJA = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
CLASSES = re.compile(r'class="((?:\{[{%].*?[%}]\}|[^"{])*)"|block page_class %\}(.*?)\{% endblock', re.DOTALL)
QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'|`([^`]*)`")


def _text(path: Path) -> str:
    """A file without its comments."""
    return COMMENT.sub("", path.read_text())


def _quoted(text: str) -> str:
    return " ".join(chain.from_iterable(QUOTED.findall(text)))


def _class_texts() -> Iterator[str]:
    """Every text that a class may come from: class attributes of templates, strings in their expressions, in
    scripts and in the modules behind pages. What composes classes leaves their beginning, `side-`."""
    for template in TEMPLATES:
        text = _text(template)
        for attribute in CLASSES.findall(text):
            yield JINJA.sub(" ", "".join(attribute))
        yield from map(_quoted, JINJA.findall(text))
    for script in resource_folder("static").glob("*.js"):
        yield _quoted(_text(script))
    for module in (PACKAGE / "web").rglob("*.py"):
        nodes = list(ast.walk(ast.parse(module.read_text())))
        docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
                yield node.value
    yield from (f"{paper}-" for paper in PAPERS)


def test_every_class_of_the_style_sheets_is_used():
    """By a template, a script or a module behind a page."""
    words = set(re.findall(r"[\w-]+", " ".join(_class_texts())))
    beginnings = tuple(word for word in words if word.endswith("-") and word != "-")
    selectors = [selector for path in STYLES for selector in SELECTOR.findall(_text(path))]
    unused = set(CLASS.findall(" ".join(selectors))) - words
    assert {name for name in unused if not name.startswith(beginnings)} == set()


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_colours_and_named_sizes_of_text_are_custom_properties(path):
    """Neither is written out in any other declaration."""
    sizes = dict(DECLARATION.findall(_text(resource_folder("static") / "app.css")))
    named = {sizes[name] for name in TEXT_SIZES}
    for block in BLOCK.findall(_text(path)):
        for name, value in DECLARATION.findall(block):
            assert name.startswith("--") or not COLOUR.search(value), f"{name}: {value}"
            assert name != "font-size" or value not in named, f"{name}: {value}"


def test_a_custom_property_of_every_page_means_one_thing():
    """Other style sheets do not bind it anew."""
    common = {
        name
        for name, _ in DECLARATION.findall(_text(resource_folder("static") / "app.css"))
        if name[:2] == "--"
    }
    for path in STYLES:
        bound = {name for name, _ in DECLARATION.findall(_text(path)) if name[:2] == "--"}
        assert path.name == "app.css" or not bound & common
