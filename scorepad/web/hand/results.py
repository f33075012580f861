"""What an answer comes to, in the words of the game: a headline, a reason, the table as it will lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.answers.answer_types import Best, MeldAnswer
from scorepad.answers.board_changes import NewSet, changed_sets
from scorepad.core.rules import Rules
from scorepad.web.faces import pieces, points
from scorepad.web.hand.question import Question


@dataclass(frozen=True, slots=True)
class Headline:
    """What an answer comes to: `Place 3 tiles`, `18 left in hand`, `34 points`."""

    before: str
    number: int
    words: str
    short: str


def headline(answer: Best, rules: Rules) -> Headline:
    """The number that a player plays for: cards placed on a board, the value left in hand, else points."""
    if rules.board.shared:
        piece = pieces(rules, answer.placed)
        return Headline("Place", answer.placed, piece, f"{answer.placed} {piece}")
    if rules.deal.scoring in ("winner-takes", "cards-left"):
        return Headline("", answer.left_value, "left in hand", f"{answer.left_value} left")
    score, times = points(answer.score), answer.multiplier
    short = score if times == 1 else f"{points(answer.points)} × {times} = {score}"
    return Headline("", answer.score, "point" if answer.score == 1 else "points", short)


def new_table(question: Question, best: Best) -> list[NewSet]:
    """The table as the best play leaves it, what changed first; none where no own melds lie there."""
    before = question.table_melds.melds if question.table_melds else ()
    if question.table_use == "partners" or not (before or question.rules.board.shared):
        return []
    return changed_sets(before, [meld.meld for meld in best.melds])


def reason(best: Best, rules: Rules) -> str:
    """One line that says why the arrangement is the best, or how far that is known."""
    melds, card_count = best.melds, sum(len(meld.cards) for meld in best.melds)
    if rules.board.shared or not rules.deal.must_meld_all:
        return _proof_of_play(best, headline(best, rules))
    if card_count == 1:
        return "One card can be laid in one way only."
    return f"{_what_carries(best, melds)} {_proof_of_hand(best, card_count)}"


def _what_carries(best: Best, melds: Sequence[MeldAnswer]) -> str:
    """What carries the total."""
    top_meld = max(melds, key=lambda meld: (meld.points, len(meld.cards)))
    bonus = sum(bonus.points for bonus in best.bonuses)
    if bonus:
        return f"Bonuses bring {points(bonus)} of the {points(best.points)}."
    if len(melds) == 1:
        return "Every card fits into one run."
    if len(top_meld.cards) == 1:
        return "No two of these cards lie side by side, so each is laid alone."
    return f"The run {top_meld.shown} brings {points(top_meld.points)} of the {points(best.points)}."


def _proof_of_play(best: Best, head: Headline) -> str:
    """What is known of a play that need not lay every card."""
    if not best.proven:
        return f"There was no time to rule out a better one; the search stopped at {head.short}."
    if head.before:
        return "No other play places more." if head.number else "Nothing can be placed."
    return "No other melds leave less." if head.words == "left in hand" else "No other melds bring more."


def _proof_of_hand(best: Best, card_count: int) -> str:
    if best.proven:
        return f"No other way to lay the {card_count} cards brings more."
    return f"There was no time to rule out a better one; none can bring more than {points(best.bound)}."
