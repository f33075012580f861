"""What is wrong in a catalogue, told to whoever writes it: the line, the message, and how to put it right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from gettext import c2py
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from catalogues.sources import english_of, said_by

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|<[^>]*>|&\w+;")
"""What a translation keeps as it is: values, marks of pages, signs of HTML."""
_BROKEN = re.compile(r"%\(\w+\)(?![sd])|%(?![%(])|[{}]")
_TAG_PAIR = re.compile(r"<(\w+)(?: [^<>]*)?>[^<>]*</\1>|<br>")
_LINE = re.compile(r'(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?"(?:[^"\\]|\\.)*"')
_SHOWN = 60  # letters of a message
_NUMBERS = 200  # in which every plural form occurs


@dataclass(frozen=True)
class Fault:
    """`line` is where the message begins in the file; `message` its English text."""

    line: int
    message: str
    says: str

    def __str__(self) -> str:
        shown = self.message if len(self.message) <= _SHOWN else f"{self.message[:_SHOWN]}…"
        return f"line {self.line}: {f'“{shown}”: ' if shown else ''}{self.says}"


def faults_of(file: Path) -> list[Fault]:
    """Every fault of a catalogue. One that doesn't read as a file has those of its lines alone."""
    text = file.read_bytes()
    return list(_faults_of_lines(text)) or list(_faults_of_messages(read_catalogue(text)))


def read_catalogue(text: bytes) -> Catalog:
    """A catalogue from the text of its file."""
    language = re.search(rb'^"Language: (\w+)', text, re.MULTILINE)
    return read_po(BytesIO(text), locale=language[1].decode() if language else None)


def _faults_of_lines(text: bytes) -> Iterator[Fault]:
    try:
        lines = text.decode().splitlines()
    except UnicodeDecodeError as fault:
        yield Fault(text[: fault.start].count(b"\n") + 1, "", "Save the file as UTF-8.")
        return
    if '"Language: ' not in text.decode():
        yield Fault(1, "", "The line “Language” is missing at the top. Copy it from the file as you got it.")
    plurals = re.search(r"nplurals=(\d+)", text.decode())
    for number, line in enumerate(map(str.strip, lines), 1):
        form = re.match(r"msgstr\[(\d+)\]", line)
        if line and not line.startswith("#") and not _LINE.fullmatch(line):
            yield Fault(number, "", _fault_of_line(line))
        elif form and plurals and int(form[1]) >= int(plurals[1]):
            yield Fault(number, "", f"Your language has {plurals[1]} plural forms. Remove {form[0]}.")


def _fault_of_line(line: str) -> str:
    if not re.match(r'(?:msg(?:ctxt|id|id_plural|str)(?:\[\d+\])?\s*)?"', line):
        return "This is no part of a message. Remove it, or begin it with msgstr and a quote mark."
    if len(re.findall(r'(?<!\\)"', line)) < 2:
        return 'The quote mark " at the end is missing.'
    return 'A straight quote mark within a text ends it. Type the quote marks of your language, or \\".'


def _faults_of_messages(words: Catalog) -> Iterator[Fault]:
    numbers = _numbers_of_forms(words)
    for message in words:
        if not message.id:
            continue
        english, said = english_of(message), said_by(message)
        empty = [f"msgstr[{form}]" for form, text in enumerate(said) if not text]
        faults = list(_faults_of_texts(english, said, numbers)) if not empty else []
        if 0 < len(empty) < len(said):
            faults.append(f"Fill in every plural form: {' and '.join(empty)}.")
        if message.fuzzy and any(said):
            faults.append("It is marked as fuzzy. Check it, then remove the mark.")
        for says in dict.fromkeys(faults):
            yield Fault(line_of(message), english[0], says)


def line_of(message: Message) -> int:
    """Where its English text stands in the file."""
    return (message.lineno or 0) + (1 if message.context else 0)


def _numbers_of_forms(words: Catalog) -> Counter[int]:
    """How many numbers each plural form is said of."""
    form_of: Callable[[int], int] = c2py(words.plural_expr)
    return Counter(form_of(number) for number in range(_NUMBERS))


def _faults_of_texts(english: tuple[str, ...], said: tuple[str, ...], numbers: Counter[int]) -> Iterator[str]:
    fullest = Counter(PLACEHOLDER.findall(english[-1]))
    for form, text in enumerate(said):
        found = Counter(PLACEHOLDER.findall(text))
        is_of_one = len(said) > 1 and numbers[form] == 1  # as in one card
        more, less = found - fullest, Counter[str]() if is_of_one else fullest - found
        yield from _faults_of_placeholders(more, less, fullest)
        yield from _broken(text, english[-1])
        yield from _faults_of_tags(text)
        yield from _faults_of_ends(text, english[min(form, len(english) - 1)])


def _faults_of_placeholders(more: Counter[str], less: Counter[str], known: Counter[str]) -> Iterator[str]:
    for placeholder in more:
        if placeholder in known:
            yield f"{placeholder} is there too often. The English text has it once."
            continue
        meant = get_close_matches(placeholder, [*(less or known)], 1, 0.4)
        advice = f" Type {meant[0]}." if meant else " Remove it."
        less = less - Counter(meant)
        yield f"{placeholder} isn’t in the English text.{advice}"
    for placeholder in less:
        yield f"{placeholder} is missing. Copy it from the English text."


def _broken(text: str, english: str) -> Iterator[str]:
    """Placeholders that were cut, as `{name` and `%(name)` are."""
    found = _BROKEN.search(PLACEHOLDER.sub("", text))
    if found and not _BROKEN.search(PLACEHOLDER.sub("", english)):
        yield f"A {found[0]} belongs to no placeholder. Copy the placeholder as it is in English."


def _faults_of_tags(text: str) -> Iterator[str]:
    left = _TAG_PAIR.sub("", text)
    while left != (left := _TAG_PAIR.sub("", left)):
        pass
    if "<" in left:
        yield "What stands in < > comes in pairs, the one that opens first. Keep the English order."


def _faults_of_ends(text: str, english: str) -> Iterator[str]:
    """A space at an end joins the text with what stands beside it."""
    for place, own, theirs in (("begins", text[:1], english[:1]), ("ends", text[-1:], english[-1:])):
        if (own == " ") != (theirs == " "):
            does = "Remove the space." if own == " " else "Add the space."
            yield f"The English text {place} {'with' if theirs == ' ' else 'without'} a space. {does}"
