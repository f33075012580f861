"""Cases of games of canastas: melds of one rank, first melds, and what a side scores.

A deal is written with its name, `out / x`, so that nothing reads it as cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.worked_examples.case import CannotBe, ExampleCase, points_text, refusal_of
from scorepad.core.check import check
from scorepad.core.errors import ScorepadError
from scorepad.core.hand_ends import opening_missing
from scorepad.core.notation import read_melds
from scorepad.core.rank_melds import cards_value
from scorepad.core.rules import Rules
from scorepad.core.scoring.ended_deal import NamedDeal, PlayerShare
from scorepad.core.scoring.player_counts import RED_THREES
from scorepad.core.sentence import say
from scorepad.core.settle import settle_deal
from scorepad.core.values import left_value

_MELDS = (
    "K K K K K K K",
    "Q Q Q Q Q w w",
    "7 7 7 7 7 7 7",
    "w w 2 2 2 2 2",
    "K K K w 2 2 w",
    "7 7 7 w",
    "8 8 8 / 9 9 9",
    "K K K K K K K K K",
    "K K K K K K K / K K",
    "K K K K K K K / K K K K K K K / K K K K K K K",
)
_PLENTY = dict.fromkeys(("clean", "dirty", "wild", "sevens"), 4)
_MANY_POINTS = 1500
"""What the cards of so many books may count."""
_OUT = {
    "one-canasta": (say("Going out with one natural canasta and 85 points in cards"), {"natural": 1}),
    "three-clean": (say("Going out with three clean books and many others"), {**_PLENTY, "clean": 3}),
    "two-dirty": (say("Going out with two dirty books and many others"), {**_PLENTY, "dirty": 2}),
    "no-wild": (say("Going out with no wild book, but many others"), {**_PLENTY, "wild": 0}),
    "no-sevens": (say("Going out with no book of sevens, but many others"), {**_PLENTY, "sevens": 0}),
}
_SAMBA_OUT = {
    "two-natural": (say("Going out with two natural canastas and 1500 points in cards"), {"natural": 2}),
    "one-samba": (say("Going out with a samba and 1500 points in cards"), {"samba": 1}),
}
_THREES = {
    "two": (say("Two red threes and 100 points in cards"), 2, 100),
    "four": (say("Four red threes and 100 points in cards"), 4, 100),
    "unmelded": (say("Four red threes without a meld"), 4, 0),
}


def canasta_cases(rules: Rules) -> Iterator[ExampleCase]:
    """The cases of a game whose melds are of one rank."""
    yield from (ExampleCase("", text, judged_text) for text in _MELDS)
    yield ExampleCase(say("{first} laid first"), "6♣ 6♠ 6♥ A♣ A♠ A♥", _opens)
    yield from (ExampleCase(say("{first} left in hand"), text, left_text) for text in ("♥3", "♠3"))
    kinds = rules.scoring.canasta_kinds
    for name, (words, canastas) in _OUT.items():
        if {"natural", "clean"} & kinds.keys() & canastas.keys():
            yield ExampleCase(words, f"{name} / x", _out)
    words = say("Going out concealed with one natural canasta and 85 points in cards")
    yield ExampleCase(words, "one-canasta / concealed", _out)
    yield from (ExampleCase(words, f"{name} / x", _threes) for name, (words, *_) in _THREES.items())
    if "samba" in kinds:
        yield from (ExampleCase("", text, judged_text) for text in ("♣56789TJ", " ".join("K" * 13)))
        yield ExampleCase(say("{first} laid first"), "A♣ A♠ 5♣ 5♠ w w", _opens)
        for name, (words, canastas) in _SAMBA_OUT.items():
            yield ExampleCase(words, f"{name} / x", partial(_samba_out, canastas=canastas))
        words = say("Six red threes, two natural canastas and 1500 points in cards")
        yield ExampleCase(words, "six / x", _six_threes)
    if "clean" in kinds:
        yield ExampleCase(say("An exact cut and 100 points in cards"), "cut / x", _cut)


def judged_text(rules: Rules, text: str) -> str:
    """The points of melds, or why they are not legal."""
    verdict = check(rules, read_melds(text, rules.pack))
    return points_text(verdict.points) if verdict.legal else refusal_of(verdict.all_findings)


def _opens(rules: Rules, text: str) -> str:
    melds = read_melds(text, rules.pack)
    points = sum(cards_value(rules, meld) for meld in melds)
    faults = tuple(opening_missing(rules, (), points))
    return refusal_of(faults) if faults else points_text(points)


def left_text(rules: Rules, text: str) -> str:
    """What cards left in hand count."""
    return points_text(left_value(rules, [laid.card for laid in read_melds(text, rules.pack)[0]]))


def _out(rules: Rules, text: str) -> str:
    name, ending = text.split(" / ")
    kinds = rules.scoring.canasta_kinds
    canastas = {word: count for word, count in _OUT[name][1].items() if word in kinds}
    share = PlayerShare(melded=85 if name == "one-canasta" else _MANY_POINTS, counts=canastas)
    return score_text(rules, NamedDeal({"": share}, "", ending="concealed" if ending == "concealed" else ""))


def _samba_out(rules: Rules, _: str, *, canastas: dict[str, int]) -> str:
    return score_text(rules, NamedDeal({"": PlayerShare(melded=_MANY_POINTS, counts=canastas)}, ""))


def _six_threes(rules: Rules, _: str) -> str:
    share = PlayerShare(melded=_MANY_POINTS, counts={"natural": 2, RED_THREES: 6})
    return score_text(rules, NamedDeal({"": share}))


def _threes(rules: Rules, text: str) -> str:
    _, count, melded = _THREES[text.split(" / ")[0]]
    return score_text(rules, NamedDeal({"": PlayerShare(melded=melded, counts={RED_THREES: count})}))


def _cut(rules: Rules, _: str) -> str:
    return score_text(rules, NamedDeal({"": PlayerShare(melded=100)}, notes={"": ["cut"]}))


def score_text(rules: Rules, deal: NamedDeal) -> str:
    """The score of the one side of a deal, or that it cannot be."""
    try:
        return points_text(settle_deal(rules, deal)[""])
    except ScorepadError:
        return CannotBe(say("not allowed"))
