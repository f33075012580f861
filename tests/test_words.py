"""Pages, commands and documentation speak as people do, and a fault says the way out."""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

import scorepad
from scorepad import library
from scorepad.cli.main import _parser
from tests.catalogues import PLACEHOLDER, catalogue, extracted

TOP = Path(__file__).parents[1]
PHRASES = {
    "who(?:so)?ever": "name who it is",
    "expected": "say what to type",
    "brings?(?! back)": "adds",
    "(?:gone|goes) on with": "continues",
    "parted by": "separated by",
    "put in place of": "replaces",
    "told": "shown, said",
    "as some play": "name who plays so",
    "(?:do|does|did|is|are|was|were|can|could|will|would|has|have|must) not": "a contraction",
    "cannot": "can’t",
    "(?<!there )(?:is|are|was|were) no (?:card|meld|run|set|picture|number|name|file|whole)s?": "isn’t a",
    "nobody’s|nobody of": "choose whose",
    "(?:I am|you are|we are)": "a contraction",
    "at the moment": "right now",
    "takes no such": "isn’t available",
    "of th(?:at|ose) who": "name who it is",
    "shall|thereof|therein|whereof|likewise|upon": "plain words",
    "way out": "how to fix it",
}
FORMAL = {phrase for phrase, better in PHRASES.items() if better in ("a contraction", "can’t")}
"""What documents may say in full."""
MOST_WORDS = 22
HELD = [
    "bridges",
    "exactness",
    "backups",
    "hosting",
    "house",
    "library",
    "load",
    "measurements",
    "one-machine",
    "optimizer",
    "photos",
    "programs",
    "proofs",
    "security",
    "settings",
    "several-machines",
    "translating",
    "upgrades",
]
DOCUMENTS = [
    TOP / "README.md",
    TOP / "CHANGELOG.md",
    TOP / "CONTRIBUTING.md",
    *(TOP / "docs" / f"{name}.md" for name in HELD),
]
"""What players, hosts and contributors read."""
TYPED_APOSTROPHE = re.compile(r"(?<=[A-Za-z])'(?:s|t|re|ve|ll|d|m)\b")


@cache
def messages() -> list[str]:
    """Every English message of the product, without its placeholders."""
    ids = (message.id for message in extracted() if message.id)
    texts = chain.from_iterable(id if isinstance(id, tuple) else (id,) for id in ids)
    return [PLACEHOLDER.sub("…", text) for text in texts]


@cache
def helps() -> list[str]:
    """What the help of every command says of it and of its arguments."""
    whole = _parser()
    commands = next(each for each in whole._actions if isinstance(each, argparse._SubParsersAction))
    words = [whole.description or "", *(action.help or "" for action in commands._choices_actions)]
    for parser in commands.choices.values():
        words += [parser.description or "", *(action.help or "" for action in parser._actions)]
    return words


@cache
def face() -> list[str]:
    """The docstrings of what programs import."""
    named = (scorepad, library, *(getattr(scorepad, name) for name in scorepad.__all__))
    return [re.sub(r"`[^`]*`", "", each.__doc__ or "") for each in named if not isinstance(each, str)]


def prose(page: Path) -> str:
    """A document without its code."""
    return re.sub(r"```.*?```|`[^`]*`", "", page.read_text(), flags=re.S)


@pytest.mark.parametrize("phrase", PHRASES)
def test_nothing_says_a_phrase_that_nobody_says_aloud(phrase):
    """Pages, the help of commands, documents, the public face."""
    texts = messages() + helps()
    if phrase not in FORMAL:
        texts = texts + face() + [line for page in DOCUMENTS for line in prose(page).splitlines()]
    found = [text for text in texts if re.search(rf"\b(?:{phrase})\b", text, re.IGNORECASE)]
    assert found == [], PHRASES[phrase]


def long_sentences(texts):
    sentences = (part for text in texts for part in re.split(r"(?<=[.?!;…:])\s+|\n", text))
    return [sentence for sentence in sentences if len(re.findall(r"[\w’'…]+", sentence)) > MOST_WORDS]


def test_no_sentence_is_longer_than_a_breath():
    assert long_sentences(messages() + helps()) == []


def paragraphs(page: Path) -> Iterator[str]:
    """Each paragraph, item or cell of a document as one line, without its code and its marks."""
    text = re.sub(r"\]\([^)]*\)|<[^>]*>|[*]", "", prose(page))
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.)\s)|\n(?=[|#])", text):
        yield from (" ".join(part.split()) for part in block.split("|"))


WRITTEN = sorted({*DOCUMENTS, *(TOP / "docs").glob("*.md"), TOP / "SECURITY.md"})


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.stem)
def test_no_sentence_of_a_document_is_longer_than_a_breath(page):
    assert long_sentences(paragraphs(page)) == []


def test_one_kind_of_apostrophe():
    """The typographic one, in whatever people read; straight ones quote what was typed."""
    strings = (text for path in (TOP / "scorepad").rglob("*.py") for text in said_in(path))
    found = [text for text in chain(messages(), helps(), strings) if TYPED_APOSTROPHE.search(text)]
    assert found == []


def said_in(path: Path) -> list[str]:
    """The strings of a module that are no docstrings."""
    tree = ast.parse(path.read_text())
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docs]
    return [node.value for node in constants if isinstance(node.value, str)]


VERBS = (
    "add|allow|ask|bring|cancel|check|choose|clear|close|correct|draw|end|enter|fix|give|go|join|leave|let|list|look"
    "|make|merge|move|name|open|pick|play|press|print|put|record|redo|remove|restart|restore|run|save|say|see|send"
    "|set|show|start|stop|take|tap|try|turn|type|undo|uninstall|update|use|wait|write"
)
BOUNDS = (
    "must (?:be|stay)|at (?:most|least)|needs?|the nearest (?:is|are)|such as|is for .+ to .+ players"
    "|pip install"
)
WAY_OUT = re.compile(
    rf"(?:^|[.:;,?“] |\n)(?:then |or |and |please |so )?(?:{VERBS})\b|\b(?:{BOUNDS}|you must)\b",
    re.IGNORECASE,
)
"""What a fault says a person can do, or within what bounds."""
FILLED_BY_OTHERS = {
    "{name}: {fault}",
    "Deal {deal}: {fault}",
    "Event {event}: {fault}.",
    "{piece} at position {position}: {expected}.",
    "No game is called {name}: {advice}.",
    "No house rule of this game is called {name}: {advice}.",
    "No pack is called …: ….",
    "No backup was made: …",
    "…: ….",
    "Who lays them?",
}
"""Sentences that others fill, which say the way out; and a question."""


@cache
def fault_classes() -> frozenset[str]:
    """The errors that people read, by name: ScorepadError and all that is made of it."""
    bases: dict[str, set[str]] = {"ScorepadError": {"ScorepadError"}}
    for path in (TOP / "scorepad").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {ast.unparse(base).rpartition(".")[2] for base in node.bases} | bases.get(
                    node.name, set()
                )

    def is_fault(name: str) -> bool:
        return name == "ScorepadError" or any(is_fault(base) for base in bases.get(name, ()) if base != name)

    return frozenset(filter(is_fault, bases))


def called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def sentences_of_faults():
    """Every whole sentence that a fault is raised with: what `say` says in a call that makes one."""
    for path in sorted((TOP / "scorepad").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and (
                called(node) in fault_classes() or called(node) == "refuse_any"
            ):
                says = (each for each in ast.walk(node) if isinstance(each, ast.Call) and each is not node)
                said = [each.args for each in says if called(each) in ("say", "say_number") and each.args]
                plain = [node.args] if called(node) in fault_classes() and node.args else []
                for args in said + plain:
                    if text := written(args[0]):
                        yield text


def written(node: ast.expr) -> str:
    """A constant, or an f-string with … for its values."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
    return ""


def test_every_fault_says_the_way_out():
    """What to type, to choose or to ask for, or the bounds that it must keep."""
    said = set(sentences_of_faults())
    assert len(said) > 100
    whole = {text for text in said - FILLED_BY_OTHERS if text[:1].isupper() or text.endswith(".")}
    assert sorted(text for text in whole if not WAY_OUT.search(text)) == []


def test_every_mistake_is_answered_with_the_way_out():
    """The same for the sentences that people get for what they mistype; `but` names how many there are."""
    rows = json.loads(Path(__file__).with_name("mistakes.json").read_text())
    said = [row["says"] for row in rows]
    limits = re.compile(r", but (?:there are|this game has|the packs? holds?) ")
    assert [text for text in said if not (WAY_OUT.search(text) or limits.search(text))] == []


GERMAN = {
    "Spielkreis|sicher das Beste|Bestes:|aufgemacht|Dazunehmen|Muss nicht sein|Uhr je Zug|Tische vorn": "",
    r"Wand|(?<!Punkte)\bZettel|wilden?|Wilde|wie er steht|ist keine ganze Zahl ab 0|Partie bis 0|Jede J": "",
    "Tippe|Wähle|Nenne|korrigiert|beisammenbleiben|drin ist[:] bewiesen": "one form of each word",
    "the|and(?! Foot)|your|you|with|of|(?<!Lass )deal|deals|melds?|cards?|wild|table|player|score": "English",
    r"[♣♠♥♦]?T|[♣♠♥♦][JQ]|[JQT][CSHD]|[A-K0-9]*9T[JQKA]*": "10, B, D, K",
}


@pytest.mark.parametrize("words", GERMAN)
def test_german_has_the_words_and_letters_of_its_players(words):
    """What was put right does not come back, nothing is left in English, and cards have German letters."""
    texts = chain.from_iterable(
        each.string if isinstance(each.string, tuple) else (each.string,)
        for each in catalogue("de")
        if each.id
    )
    pattern = re.compile(rf"(?<![\w{{])(?:{words})(?![\w}}])")
    found = [text for text in texts if pattern.search(PLACEHOLDER.sub("…", text))]
    assert found == []
