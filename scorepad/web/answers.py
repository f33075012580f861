"""What a page says about a hand: the best melds, her own melds judged, and why in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorepad import workers
from scorepad.core.errors import ScorepadError
from scorepad.web.faces import points
from scorepad.web.laying import Laying
from scorepad.web.question import Question

Answer = dict[str, Any]

SEARCH = 4.0
WITHIN = 12.0


@dataclass(frozen=True)
class Solved:
    """The answer to a question, or what stands in its way; both are None without cards."""

    best: Answer | None = None
    verdict: Answer | None = None
    trouble: ScorepadError | None = None

    @property
    def why(self) -> str:
        return why(self.best) if self.best else ""


def solve(question: Question, own: Laying) -> Solved:
    """Ask the referee for the best melds of the hand and, when she laid her own, to judge them."""
    if question.faults or question.entry.error:
        return Solved()
    try:
        best = _ask("best", question, cards=question.entry.text) if question.entry.cards else None
        judged = bool(own.melds) and not own.error
        verdict = _ask("check", question, melds=_written(own)) if judged else None
    except ScorepadError as error:
        return Solved(trouble=error)
    return Solved(best, verdict)


def _ask(name: str, question: Question, **more: object) -> Answer:
    return workers.ask(name, {**question.asked(), "limit": SEARCH, **more}, WITHIN)


def _written(own: Laying) -> list[str]:
    return [" ".join(str(one) for one in meld) for meld in own.melds]


def why(best: Answer) -> str:
    """One line that says why the arrangement is the best, or how far that is known."""
    melds, number = best["melds"], sum(len(meld["cards"]) for meld in best["melds"])
    if number == 1:
        return "One card can be laid in one way only."
    return f"{_shape(best, melds)} {_proof(best, number)}"


def _shape(best: Answer, melds: list[Answer]) -> str:
    """What carries the total."""
    longest = max(melds, key=lambda meld: (meld["points"], len(meld["cards"])))
    bonus = sum(one["points"] for one in best["bonuses"])
    if bonus:
        return f"Bonuses bring {points(bonus)} of the {points(best['points'])}."
    if len(melds) == 1:
        return "Every card fits into one run."
    if len(longest["cards"]) == 1:
        return "No two of these cards lie side by side, so each is laid alone."
    return f"The run {longest['shown']} brings {points(longest['points'])} of the {points(best['points'])}."


def _proof(best: Answer, number: int) -> str:
    if best["proven"]:
        return f"No other way to lay the {number} cards brings more."
    return f"There was no time to rule out a better one; none can bring more than {points(best['bound'])}."
