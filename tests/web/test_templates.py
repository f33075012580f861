"""Templates read like code: short lines, and every macro says what it takes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from scorepad.machine.folders import PACKAGE, resource_folder
from tests.web.template_files import TEMPLATES

LONGEST_LINE = 140
MACRO = re.compile(
    r"(?:\{#-(?P<told>(?:(?!#\}).)*)#\}\s*)?\{%-? macro (?P<name>\w+)\((?P<takes>[^)]*)\)", re.DOTALL
)
PARAMETER = re.compile(r"(\w+)(?:=[^,]+)?(?:,|\s*$)")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_line_of_a_template_is_too_long_and_every_macro_is_documented(path):
    """Each parameter stands in backticks in the comment at the head of its macro."""
    text = path.read_text()
    assert max(map(len, text.splitlines()), default=0) <= LONGEST_LINE
    for macro in MACRO.finditer(text):
        told = macro["told"] or ""
        missing = [name for name in PARAMETER.findall(macro["takes"]) if f"`{name}`" not in told]
        assert told, macro["name"]
        assert not missing, (macro["name"], missing)


PARSER = Environment(extensions=["jinja2.ext.i18n"])
GIVEN_TO_TRANSLATORS = {"_", "gettext", "ngettext", "pgettext"}
NO_TEXT = re.compile(r"<(script|style|code)\b.*?</\1>|<meta[^>]*>", re.DOTALL)
SAID = re.compile(r"\b(?:aria-label|title|placeholder|alt)=\"([^\"]*)\"")
WORD = re.compile(r"[A-Za-z]{3,}")
SENTENCE = re.compile(r"[A-Z][a-z]{2,}\b|[a-z]+( [a-z]+){2}")
SAME_EVERYWHERE = {"scorepad", "PDF"}


def printed(node):
    """What a template prints by itself, a blank where it prints a value, without the classes of its page."""
    if isinstance(node, nodes.Block) and node.name == "page_class":
        return ""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Expr):
        return "\0"
    return "".join(map(printed, node.iter_child_nodes()))


def spoken(node):
    """The texts in a template's expressions that no translator is given."""
    if isinstance(node, nodes.Call) and getattr(node.node, "name", "") in GIVEN_TO_TRANSLATORS:
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str) and SENTENCE.match(node.value):
        yield node.value
    for child in node.iter_child_nodes():
        yield from spoken(child)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-2:]))
def test_every_word_of_a_template_is_given_to_translators(path):
    """What is seen and what is said by a label."""
    template = PARSER.parse(path.read_text())
    text = NO_TEXT.sub("", printed(template))
    seen = WORD.findall(re.sub(r"<[^>]*>|[a-z-]+=\"[^\"]*\"", " ", text))
    said = [word for label in SAID.findall(text) for word in WORD.findall(label)]
    assert not {*seen, *said} - SAME_EVERYWHERE
    assert not list(spoken(template))


SHE = re.compile(r"\b(she|her|hers|herself|he|him|his|himself)\b", re.IGNORECASE)


def test_no_page_calls_a_player_she():
    """Nor does a script."""
    pages = [*TEMPLATES, *resource_folder("static").glob("*.js")]
    assert {str(page): words for page in pages if (words := SHE.findall(page.read_text()))} == {}


def test_no_sentence_of_a_module_calls_a_player_she():
    """Strings of code are shown to people; docstrings are not, nor is a word alone."""
    found = {path.name: list(filter(SHE.search, _sentences(path))) for path in PACKAGE.rglob("*.py")}
    assert {name: sentences for name, sentences in found.items() if sentences} == {}


def _sentences(module: Path) -> Iterator[str]:
    return (text for text in _strings(ast.parse(module.read_text())) if " " in text)


def _strings(tree: ast.Module) -> Iterator[str]:
    nodes = list(ast.walk(tree))
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            yield node.value
