"""Deals with contracts: out all at once, an exact cut, phases that are made (X4, P3, P5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.scoring import WENT_OUT, CountedDeal, DropWords, EndingWords
from scorepad.core.scoring.own_left import LeftEnding, OwnLeft
from scorepad.core.sentence import say, say_number

BLIND = EndingWords(
    id="blind",
    label=say("Out at once"),
    question=say("Who went out all at once?"),
    ended=say("{name} went out all at once"),
    mark=say("at once"),
    mark_meaning=say("at once: contract and all other cards in one turn"),
)
BLIND_NATURAL = replace(
    BLIND,
    id="blind-natural",
    label=say("Out at once without a joker"),
    ended=say("{name} went out all at once without a joker"),
    mark=say("no joker"),
    mark_meaning=say("no joker: all at once and without a joker"),
)
EXACT_CUT = DropWords(
    "cut",
    say("Exact cut"),
    say_number(
        "{name} cut exactly the cards to be dealt.",
        "{name} cut exactly the cards to be dealt.",
        1,
        name="{name}",
    ),
    say("exact cut"),
    0,
    stays=True,
)


@dataclass(frozen=True, slots=True, repr=False)
class LeftWithCut(OwnLeft):
    """What is left counts, less `cut` for who cut exactly the cards that are dealt (X4)."""

    cut: int = 0

    @property
    def drops(self) -> tuple[DropWords, ...]:  # type: ignore[override]
        return (EXACT_CUT,) if self.cut else ()

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = OwnLeft.scores(self, deal)
        return {name: score - self.cut * (name in deal.dropped) for name, score in scores.items()}


def blind_endings(at_once: int, natural: int) -> tuple[LeftEnding, ...]:
    """Going out, and what comes off for going out at once and for that without a joker; 0 for neither."""
    special = ((BLIND, at_once), (BLIND_NATURAL, natural))
    return (LeftEnding(WENT_OUT), *(LeftEnding(words, own=-less) for words, less in special if less))


@dataclass(frozen=True, slots=True, repr=False)
class LeftWithPhases(OwnLeft):
    """What is left counts, and who made a phase; whoever ends a deal did (P3, P5)."""

    counts_phases: ClassVar[bool] = True
