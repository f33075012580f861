"""Searches the hands of a table for its review, one by one.

A request searches for a moment and returns what is found; the next one continues. Results are cached.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

from flask import Flask, current_app
from msgspec import convert

from scorepad.answers.answer_types import Best
from scorepad.answers.hand_reviews import EnteredHand, ReviewAnswer, entered_hands, review_answer
from scorepad.answers.verbs import WHOLE_ANSWER
from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import from_data
from scorepad.jobs.turns import Busy
from scorepad.machine.kept import Kept
from scorepad.web import visitors

HAND_SECONDS = 2.0  # for the search of one hand
BEGIN_SECONDS = 1.0  # after which a request begins no other search
MOST_KEPT = 4_000  # hands whose best a process keeps, some 3 kB each
Found = dict[str, Best | None]
KeptHands = Kept[str, tuple[Best | None]]


def init_app(app: Flask) -> None:
    """Give each process a cache of results."""
    app.extensions["reviewed-hands"] = KeptHands(MOST_KEPT)


def review_of(table: Table) -> ReviewAnswer:
    """The review of the table as far as its hands are searched. Each call searches more of them."""
    hands = {hand.asked: hand for hand in entered_hands(table) if hand.asked}
    answers: Found = {asked: kept[0] for asked in hands if (kept := _kept().find(asked))}
    with suppress(Busy, visitors.Overspent):  # then it goes on with the next request
        for asked, best in _searched(hand for asked, hand in hands.items() if asked not in answers):
            answers[asked] = best
    return review_answer(table, answers)


def _kept() -> KeptHands:
    kept: KeptHands = current_app.extensions["reviewed-hands"]
    return kept


def _searched(hands: Iterator[EnteredHand]) -> Iterator[tuple[str, Best | None]]:
    """Search the first hand, and further ones for a moment. Yields None for a search that was given up.
    Raises Busy, Overspent."""
    begin_until = time.monotonic() + BEGIN_SECONDS
    for hand in hands:
        visitors.spend("LIMIT_SEARCH")
        yield hand.asked, _kept().keep(hand.asked, (_best_of(hand),))[0]
        if time.monotonic() > begin_until:
            return


def _best_of(hand: EnteredHand) -> Best | None:
    """The best melds of a hand; None if such a hand cannot exist, or the search ran out of time. Raises
    Busy."""
    seconds = visitors.search_seconds(HAND_SECONDS)
    question = {"verb": "best", "fields": {**(hand.question or {}), "limit": seconds}}
    patience = seconds + visitors.BESIDE_SEARCH
    try:
        answer = visitors.ask(WHOLE_ANSWER, question, patience, limit=patience)
    except Busy:
        raise
    except ScorepadError:
        return None
    return convert(answer, Best, dec_hook=from_data)
