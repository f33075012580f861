"""Every example of the documentation is run, or the line before it says why not.

`<!-- not run: why -->` stands before a block that no test can run, `<!-- run by FILE -->` before one that has
a test of its own.
"""

from __future__ import annotations

import argparse
import doctest
import re
import shlex
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from scorepad.cli.main import _parser, main

TOP = Path(__file__).parents[1]
DOCUMENTS = [
    *(TOP / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((TOP / "docs").glob("*.md")),
    *sorted((TOP / "docs").glob("translated/*/*.md")),
]
MARK = re.compile(r"<!-- (?:not run: (?P<why>.+)|run by (?P<file>\S+)) -->")
OF_SPHINX = "{"


@cache
def tokens_of(page):
    return MarkdownIt("commonmark").enable("table").parse(page.read_text())


def blocks(kinds):
    """Each block of these kinds: its document, what marks it, its lines."""
    for page in DOCUMENTS:
        before = ""
        for token in tokens_of(page):
            kind = token.info.partition(" ")[0]
            is_block = token.type in ("fence", "code_block") and not kind.startswith(OF_SPHINX)
            if is_block and (kinds is None or kind in kinds):
                yield page, MARK.fullmatch(before.strip()), kind, token.content
            before = token.content if token.type == "html_block" else ""


def commands():
    """Each line of a block of shell commands that is not marked, with the name of its document."""
    for page, mark, _, text in blocks(("sh",)):
        if not mark:
            yield from ((page.name, line) for line in text.strip().splitlines())


def test_every_block_is_run_or_says_why_not():
    """What is run is of a kind that a test here or beside it reads."""
    for page, mark, kind, text in blocks(None):
        where = f"{page.name}: {text.splitlines()[0]}"
        if mark:
            assert not mark["file"] or (TOP / mark["file"]).is_file(), where
        elif kind == "console":
            asked = "scorepad " if page.name == "README.md" else "curl "
            shown = re.findall(r"^\$ (.*)$", text, re.M)
            assert shown, where
            assert all(command.startswith(asked) for command in shown), where
            assert page.name in ("README.md", "programs.md"), where
        else:
            assert kind in ("pycon", "sh"), where


@pytest.mark.parametrize(
    "page", sorted({page for page, *_ in blocks(("pycon",))}), ids=lambda page: page.stem
)
def test_the_examples_in_python_print_what_they_say(page, monkeypatch):
    monkeypatch.chdir(TOP)  # where the photo of one is
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize(("name", "line"), [*commands()], ids=lambda value: str(value)[:40])
def test_a_command_without_an_answer_works(name, line, client, tmp_path, monkeypatch):
    """Asked of the pad of this test; `scores.csv` is the text of the same page."""
    words = shlex.split(line)
    if words[0] == "curl":
        (address,) = (word for word in words if word.startswith("localhost:8000"))
        options = dict(pairwise(words))
        body = {"data": options["-d"]} if "-d" in options else {}
        if "-F" in options:
            field, _, _ = options["-F"].partition("=@")
            body = {"data": {field: (TOP / "bench" / "hand.jpg").open("rb")}}
        answer = client.post(address.removeprefix("localhost:8000"), **body)
        assert answer.status_code == 200, answer.text
    else:
        assert words[0] == "scorepad"
        monkeypatch.chdir(tmp_path)
        for page, *_, text in blocks(("text",)):
            if page.name == name:
                (tmp_path / "scores.csv").write_text(text)
        assert main([*words[1:], "--instance", str(tmp_path / "pad")]) == 0


def named_commands():
    """Every `scorepad …` within a sentence."""
    for page in DOCUMENTS:
        prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
        for text in re.findall(r"`scorepad ([a-z][^`]*)`", prose):
            yield page.name, text


def test_every_command_that_a_sentence_names_is_there():
    """With the options that it is named with."""
    actions = [action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction)]
    known = actions[0].choices
    asked = [*named_commands()]
    assert len(asked) > 20
    for page, text in asked:
        words = text.replace("[", " ").replace("]", " ").split()
        assert words[0] in known, (page, text)
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert options <= known[words[0]]._option_string_actions.keys(), (page, text)
