"""Questions about melds that lie on the table (H8, L3)."""

from __future__ import annotations

from scorepad import referee
from scorepad.games import find
from scorepad.questions import fields
from scorepad.questions.reader import Answer, Question, Reader


def merge(question: Question) -> Answer:
    """`game`, `melds` (two), `between`, `options` -> whether they make one meld, and its points (H8, L3)."""
    reader = Reader(question, ("game", "melds", "between", "options"))
    rules = reader.rules()
    melds = reader.cards("melds", fields.melds, rules)
    between = reader.cards("between", fields.melds, rules) if "between" in question else None
    if rules is not None and find(rules.game).table != "own":
        reader.fault("game", "one in which melds lie on the table before going out")
    reader.raise_faults()
    assert rules is not None
    assert melds is not None
    return referee.merge(rules, melds, tuple(laid for meld in between or () for laid in meld))
