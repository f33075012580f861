"""The examples of docstrings print what they say; those of documents are in `test_docs_examples.py`."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest

import scorepad
from scorepad.rulebook import games

TOP = Path(__file__).parents[1]
PROMPT = ">>> "
MODULES = [
    ".".join(path.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((TOP / "scorepad").rglob("*.py"))
    if PROMPT in path.read_text()
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name):
    failed, tried = doctest.testmod(import_module(name))
    assert (failed, tried > 0) == (0, True)


def test_every_public_name_is_there():
    """Each by the name that it has at home."""
    assert sorted(scorepad.__all__) == scorepad.__all__
    assert dir(scorepad) == sorted(["__version__", *scorepad.__all__])
    named = {name: getattr(scorepad, name) for name in scorepad.__all__ if name != "Meld"}
    assert [name for name, value in named.items() if value.__name__ != name] == []
    assert scorepad.games is games
    with pytest.raises(AttributeError, match="bets"):
        _ = scorepad.bets  # type: ignore[attr-defined]


def test_i8_what_scored_as_partners_went_out_is_told_to_the_library_too():
    """It does not score again; a game in which no melds interlock in turns takes none."""
    partners = {"partners": "3C 4H 5C 6H", "partners_out": "3C 4H 5C 6H | 4C 5H 6C 7H", "any_turn": True}
    game, own = "chattahoochee-interlocking", "4C 5H 6C 7H"
    assert scorepad.best(game, "8C", table=own, **partners).points == 10
    laid = scorepad.check(game, own, **partners)
    assert (laid.legal, laid.points, laid.missed) == (True, 6, 0)
    with pytest.raises(scorepad.ScorepadError, match="No melds interlock in turns"):
        scorepad.best("chattahoochee", "8C", partners_out=partners["partners_out"])


def test_the_face_loads_what_is_used_alone():
    """So that a command starts as fast as before."""
    code = "import sys, scorepad; print(*(name for name in sys.modules if name.startswith('scorepad')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["scorepad"]


PUBLIC = [value for name in scorepad.__all__ if isinstance(value := getattr(scorepad, name), type)]


@pytest.mark.parametrize("public", PUBLIC, ids=lambda public: public.__name__)
def test_the_text_of_a_public_class_names_each_of_its_fields(public):
    """So that whoever reads it knows what the field holds; a game’s name needs no words."""
    fields = {*getattr(public, "__struct_fields__", ()), *getattr(public, "__dataclass_fields__", ())}
    unsaid = {
        field
        for field in fields - {"game"}
        if field[0] != "_" and not re.search(rf"\b{field}\b", public.__doc__)
    }
    assert unsaid == set()


ASKED = [value for name in scorepad.__all__ if isfunction(value := getattr(scorepad, name))]


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.__name__)
def test_the_text_of_a_public_function_says_what_it_raises_and_has_an_example(asked):
    """The list of games takes nothing that could be wrong; no package has a photo for an example."""
    assert asked is games or "Raises " in asked.__doc__
    assert asked in (games, scorepad.read) or PROMPT in asked.__doc__
