"""Hands of a circle compared with their best melds, some at a time, by the processes that search."""

from __future__ import annotations

from msgspec import convert

from scorepad.answers.answer_types import BestOfEach
from scorepad.answers.verbs import VERBS
from scorepad.circles.circle_play import CirclePlay, hands_to_compare
from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import from_data, say
from scorepad.jobs.client import JobFailed
from scorepad.web import visitors
from scorepad.web.requests import store

HANDS_AT_ONCE = 25
SEARCH_SECONDS, PATIENCE = 6.0, 15.0  # for all of them: to search, and to wait in all


def compare_hands(play: CirclePlay) -> int:
    """Find what the best melds of some hands are worth, and keep it; how many hands that were. Raises the
    search's own ScorepadErrors."""
    hands = hands_to_compare(store(), play, HANDS_AT_ONCE)
    if not hands:
        return 0
    visitors.spend("LIMIT_SEARCH")
    question = {
        "game": hands[0].game,
        "options": dict(hands[0].options),
        "hands": [" ".join(hand.cards) for hand in hands],
        "limit": SEARCH_SECONDS,
    }
    try:
        answer = visitors.ask(
            VERBS["best"].job, question, PATIENCE, limit=SEARCH_SECONDS + visitors.BESIDE_SEARCH
        )
    except JobFailed as error:
        raise ScorepadError(say("The search broke off. Try again in a moment."), code="broken") from error
    for hand, best in zip(hands, convert(answer, BestOfEach, dec_hook=from_data).answers, strict=True):
        store().keep_best_points(hand.digest, best.points if best.proven else None)
    return len(hands)
