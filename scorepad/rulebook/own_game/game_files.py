"""Reads and writes a game as a file: TOML to the options of `own-game`, and back.

Every fault is found at once, each with its line, its key, what stands there and what was expected.

    name = "Oma-Rommé"
    like = "romme"
    [run]
    least = 4
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.options import Option, OptionFault, Value, read_options
from scorepad.core.phrasing import nearest_names, say_nearest
from scorepad.core.sentence import say
from scorepad.rulebook.game import LONGEST_FILE
from scorepad.rulebook.own_game import GAME, OwnGame
from scorepad.rulebook.own_game.parts import PARTS
from scorepad.rulebook.own_game.toml_places import nested_too_deep, places

VERSION = 1
"""Of the language. A file that names none is of the first one."""
LONGEST_NAME = 60
LONGEST_SENTENCE = 300
BASES = Path(__file__).parent / "bases"
_LINE = re.compile(r"\(at line (\d+)")
_MOST_FAULTS = 20  # that are said of one file

Options = Mapping[str, Value]


class BadGameFile(ScorepadError):
    """A fault in a game file. `at`: its line and key."""

    code = "bad-game-file"

    def __init__(self, line: int, key: str, fault: str) -> None:
        sentence = say("Line {line}: {fault}", line=line, fault=fault)
        super().__init__(sentence, at=f"line {line}: {key}" if key else f"line {line}")


@dataclass(frozen=True, slots=True)
class GameFile:
    """The contents of a game file: the game's name, a sentence about it, and the options that differ from the
    defaults."""

    name: str
    says: str
    options: Options


def key_of(option_name: str) -> str:
    """Return the key of an option in files: `run.least` for `run_least`."""
    return "name" if option_name == "title" else option_name.replace("_", ".", 1)


@cache
def keys() -> Mapping[str, Option]:
    """Return the options of the eleven parts by their keys."""
    of_parts = (option for option in GAME.options if option.name != "title")
    return {key_of(option.name): replace(option, name=key_of(option.name)) for option in of_parts}


@cache
def bases() -> tuple[str, ...]:
    """Return the ids of the games that a file may be `like`."""
    return tuple(sorted(file.stem for file in BASES.glob("*.toml")))


@cache
def base_file(game_id: str) -> GameFile:
    """Return the file of a built-in game that the language fully describes."""
    return read_game_file((BASES / f"{game_id}.toml").read_text("utf-8"))


def read_game_file(text: str) -> GameFile:
    """Read a game file. Raises BadGameFile, or one error that holds several."""
    return _Reader(text).read()


def write_game_file(options: Mapping[str, object], says: str = "") -> str:
    """Write the file of a game with these options, leaving out defaults.

    Raises OptionErrors.
    """
    values = GAME.option_values(options)
    lines = [f"version = {VERSION}", f"name = {_written(str(values['title']))}"]
    lines += [f"says = {_written(says)}"] if says else []
    for part in PARTS:
        chosen = [option for option in GAME.options if option.name.startswith(f"{part}_")]
        changed = [option for option in chosen if values[option.name] != option.default]
        if changed:
            lines += ["", f"[{part}]"]
            lines += [
                f"{key_of(one.name).partition('.')[2]} = {_written(values[one.name])}" for one in changed
            ]
    return "\n".join(lines) + "\n"


def _written(value: Value) -> str:
    """Return a value in TOML, whose strings, numbers and lists of numbers are written as in JSON."""
    listed = list(value) if isinstance(value, tuple) else value
    return json.dumps(listed, ensure_ascii=False).replace("\x7f", "\\u007f")


class _Reader:
    """Reads one file and collects its faults."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines: dict[tuple[str, ...], int] = {}
        self._faults: list[BadGameFile] = []

    def read(self) -> GameFile:
        record = self._parsed()
        self._lines = places(self._text)
        base = self._base(record)
        name, says = (
            self._top_text(record, "name", LONGEST_NAME),
            self._top_text(record, "says", LONGEST_SENTENCE),
        )
        self._check_version(record)
        self._check_tops(record)
        given = self._given(record)
        options: dict[str, Value] = {**(base.options if base else {}), **given}
        if name:
            options["title"] = name
        self._check_agreement(options)
        if self._faults:
            in_order = sorted(self._faults, key=lambda fault: int(fault.at.partition(":")[0].split()[1]))
            raise join_errors(in_order[:_MOST_FAULTS])
        return GameFile(name, says or (base.says if base else ""), options)

    def _parsed(self) -> Mapping[str, Any]:
        """Parse the TOML text. Raises BadGameFile if it is no TOML."""
        text = self._text
        if len(text) > LONGEST_FILE:
            line = text[:LONGEST_FILE].count("\n") + 1
            raise BadGameFile(
                line, "", say("a game’s file has at most {most} characters.", most=LONGEST_FILE)
            )
        if line := nested_too_deep(text):
            raise BadGameFile(line, "", say("this is nested too deep. Take brackets out of brackets."))
        try:
            return tomllib.loads(text)
        # Numbers of thousands of digits are another ValueError, and dots without end a RecursionError.
        except (ValueError, RecursionError) as error:
            found = _LINE.search(str(error))
            line = int(found[1]) if found else text.rstrip("\n").count("\n") + 1
            fault = say("this doesn’t read as TOML. Write key = value, with text in quotation marks.")
            raise BadGameFile(line, "", fault) from None

    def _line(self, *path: str) -> int:
        """Return the line of a key, else of its table, else 1."""
        return next(
            (self._lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self._lines), 1
        )

    def _refuse(self, path: tuple[str, ...], fault: str) -> None:
        self._faults.append(BadGameFile(self._line(*path), ".".join(path)[:60], fault))

    def _refuse_value(self, path: tuple[str, ...], value: object, expected: str) -> None:
        self._refuse(path, OptionFault(".".join(path), value, expected).message)

    def _top_text(self, record: Mapping[str, Any], key: str, longest: int) -> str:
        value = record.get(key, "")
        if isinstance(value, str) and len(value) <= longest and value.isprintable():
            return value.strip()
        self._refuse_value((key,), value, say("text of at most {most} characters", most=longest))
        return ""

    def _check_version(self, record: Mapping[str, Any]) -> None:
        version = record.get("version", VERSION)
        if version != VERSION or isinstance(version, bool):
            expected = say("a whole number from {low} to {high}", low=VERSION, high=VERSION)
            self._refuse_value(("version",), version, expected)

    def _base(self, record: Mapping[str, Any]) -> GameFile | None:
        like = record.get("like")
        if like is None or (isinstance(like, str) and like in bases()):
            return base_file(like) if like else None
        self._refuse_value(("like",), like, say("one of {names}", names=", ".join(bases())))
        return None

    def _check_tops(self, record: Mapping[str, Any]) -> None:
        for name, value in record.items():
            if name in PARTS and not isinstance(value, dict):
                self._refuse_value((name,), value, say("a part, such as [{part}]", part=name))
            elif name not in (*PARTS, "version", "name", "says", "like"):
                self._refuse_key((name,), (*PARTS, "name", "says", "like"))

    def _refuse_key(self, path: tuple[str, ...], known: tuple[str, ...]) -> None:
        nearest = say_nearest(nearest_names(path[-1][:40], known))
        advice = nearest or say("type one of {names}", names=", ".join(known))
        self._refuse(
            path, say("no key is called {name}: {advice}.", name=repr(".".join(path)[:40]), advice=advice)
        )

    def _given(self, record: Mapping[str, Any]) -> dict[str, Value]:
        """Return the valid values of all parts, by option name."""
        given: dict[str, Value] = {}
        for part, key, value in _entries(record):
            name = f"{part}.{key}"
            if name not in keys():
                self._refuse_key((part, key), _keys_of(part))
                continue
            # One number of cards is a list of one, as people write it.
            listed = [value] if keys()[name].type == "list" and type(value) is int else value
            try:
                given[f"{part}_{key}"] = keys()[name].read(listed)
            except OptionFault as fault:
                self._refuse((part, key), fault.message)
        return given

    def _check_agreement(self, options: Options) -> None:
        """Collect the contradictions among the valid values."""
        wrong = {fault.at.partition(": ")[2] for fault in self._faults}
        if wrong & {key_of(name) for name in OwnGame.deciding_pack}:
            return
        values, _ = read_options(GAME.options, options)
        record = OwnGame(**values)  # type: ignore[arg-type]
        for fault in record.faults():
            # A key that did not read stands at its default, which is not to blame.
            if (key := key_of(fault.name)) not in wrong:
                value = fault.piece or getattr(record, fault.name)
                self._refuse_value(tuple(key.split(".")), value, fault.on_page)


def _entries(record: Mapping[str, Any]) -> Iterator[tuple[str, str, object]]:
    for part in PARTS:
        table = record.get(part)
        yield from ((part, key, value) for key, value in table.items()) if isinstance(table, dict) else ()


def _keys_of(part: str) -> tuple[str, ...]:
    return tuple(key.partition(".")[2] for key in keys() if key.startswith(f"{part}."))
