"""Cases of Burraco and Biriba: long melds, first melds, and what a side scores.

A deal is written with its name, `out / x`, so that nothing reads it as cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.worked_examples.canasta_cases import judged_text, left_text, score_text
from bench.worked_examples.case import ExampleCase, points_text, refusal_of
from scorepad.core.check import check
from scorepad.core.hand_ends import opening_missing
from scorepad.core.notation import read_melds
from scorepad.core.rules import Rules
from scorepad.core.scoring import note_of
from scorepad.core.scoring.ended_deal import NamedDeal, PlayerShare
from scorepad.core.sentence import say

_MELDS = (
    "♥3456789",
    "♠89TJQK w",
    "♣3456789 2H",
    "♠A23456789TJQK",
    "♠A23456789TJQKA",
    "♠KKK",
)
_FIRST_MELDS = "♥345 / ♣678 / ♠3 ♥3 ♦3"
_OUT = {
    "dirty": (say("Going out with one dirty burraco and 85 points in cards"), {"dirty": 1}),
    "clean": (say("Going out with one clean burraco and 85 points in cards"), {"clean": 1}),
}


_BIRIBA_OUT = {
    "dirty": (say("Going out with one dirty biriba and 85 points in cards"), {"dirty": 1}),
    "clean": (say("Going out with one clean biriba and 85 points in cards"), {"clean": 1}),
}
_BIRIBA_MELDS = ("9♥ 9♥ 9♠ 9♠ 9♣ 9♣ 9♦", "♠A23456 w ♠89TJQK")
_TWO_WAS_WILD = "AS 2S=2S 3S 4S 5S 6S 7S"


def burraco_cases(rules: Rules) -> Iterator[ExampleCase]:
    """The cases of a game in which long sets and runs count."""
    yield from (ExampleCase("", text, judged_text) for text in _MELDS)
    if note_of(rules.scoring.notes, "no-biribaki"):
        yield from _biriba_cases()
        return
    yield ExampleCase(say("{first}, {second} and {third} laid first"), _FIRST_MELDS, _opens)
    yield from (ExampleCase(say("{first} left in hand"), text, left_text) for text in ("w", "♠2"))
    yield from (ExampleCase(words, f"{name} / x", _out) for name, (words, _) in _OUT.items())
    yield ExampleCase(say("85 points in cards and the pozzetto not taken"), "pozzetto / x", _no_pozzetto)


def _biriba_cases() -> Iterator[ExampleCase]:
    yield from (ExampleCase("", text, judged_text) for text in _BIRIBA_MELDS)
    yield ExampleCase(say("♠A to 7, whose two was a wild before the three came"), _TWO_WAS_WILD, judged_text)
    yield from (ExampleCase(say("{first} left in hand"), text, left_text) for text in ("w", "♠2", "♠A"))
    yield from (ExampleCase(words, f"{name} / x", _out) for name, (words, _) in _BIRIBA_OUT.items())
    yield ExampleCase(say("85 points in cards and the biribaki not taken"), "biribaki / x", _no_biribaki)


def _opens(rules: Rules, text: str) -> str:
    points = check(rules, read_melds(text, rules.pack)).points
    faults = tuple(opening_missing(rules, (), points))
    return refusal_of(faults) if faults else points_text(points)


def _out(rules: Rules, text: str) -> str:
    _, canastas = _OUT[text.split(" / ")[0]]
    return score_text(rules, NamedDeal({"": PlayerShare(melded=85, counts=canastas)}, ""))


def _no_pozzetto(rules: Rules, text: str) -> str:  # noqa: ARG001 (a case has its text)
    return score_text(rules, NamedDeal({"": PlayerShare(melded=85)}, notes={"": ["no-pozzetto"]}))


def _no_biribaki(rules: Rules, text: str) -> str:  # noqa: ARG001 (a case has its text)
    return score_text(rules, NamedDeal({"": PlayerShare(melded=85)}, notes={"": ["no-biribaki"]}))
