"""What an answer comes to, in the words of the game: a headline, a reason, the table as it will lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorepad.answers.answer_types import Best, MeldAnswer
from scorepad.answers.board_changes import NewSet, changed_sets
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, in_a_row, say, say_number
from scorepad.web.faces import points
from scorepad.web.hand.pad_words import piece_words
from scorepad.web.hand.question import Question


@dataclass(frozen=True, slots=True)
class Headline:
    """What an answer comes to: `Place 3 tiles`, `18 left in hand`, `34 points`; `result` is short: `34`."""

    kind: Literal["placed", "left", "points"]
    number: int
    words: Sentence
    result: str

    @property
    def short(self) -> Sentence:
        """`best 34`."""
        return say("best {result}", result=self.result)


def headline(answer: Best, rules: Rules) -> Headline:
    """The number that a player plays for: cards placed on a board, the value left in hand, else points."""
    if rules.board.shared:
        pieces = piece_words(rules).count(answer.placed)
        return Headline("placed", answer.placed, say("Place {pieces}", pieces=pieces), pieces)
    if rules.scoring.leftover_decides:
        left = answer.left_value
        words = say("{number} left in hand", number=points(left))
        return Headline("left", left, words, say("{number} left", number=left))
    score, times = points(answer.score), answer.multiplier
    words = say_number("{points} point", "{points} points", answer.score, points=score)
    product = score if times == 1 else f"{points(answer.points)} × {times} = {score}"
    return Headline("points", answer.score, words, product)


def new_table(question: Question, best: Best) -> list[NewSet]:
    """The table as the best play leaves it, what changed first; none where no own melds lie there."""
    before = question.table_melds.melds if question.table_melds else ()
    if question.table_use == "partners" or not (before or question.rules.board.shared):
        return []
    return changed_sets(before, [meld.meld for meld in best.melds])


def reason(best: Best, rules: Rules) -> Sentence:
    """One line that says why the arrangement is the best, or how far that is known."""
    melds, card_count = best.melds, sum(len(meld.cards) for meld in best.melds)
    if rules.board.shared or not rules.scoring.must_meld_all:
        return _proof_of_play(best, headline(best, rules))
    if card_count == 1:
        return say("One card can be laid in one way only.")
    return in_a_row((_what_carries(best, melds), _proof_of_hand(best, card_count)))


def _what_carries(best: Best, melds: Sequence[MeldAnswer]) -> Sentence:
    """What carries the total."""
    top_meld = max(melds, key=lambda meld: (meld.points, len(meld.cards)))
    bonus = sum(bonus.points for bonus in best.bonuses)
    if bonus:
        return say("Bonuses bring {points} of the {all}.", points=points(bonus), all=points(best.points))
    if len(melds) == 1:
        return say("Every card fits into one run.")
    if len(top_meld.cards) == 1:
        return say("No two of these cards lie side by side, so each is laid alone.")
    return say(
        "The run {cards} brings {points} of the {all}.",
        cards=top_meld.shown,
        points=points(top_meld.points),
        all=points(best.points),
    )


def _proof_of_play(best: Best, head: Headline) -> Sentence:
    """What is known of a play that need not lay every card."""
    if not best.proven:
        return say(
            "There was no time to rule out a better one; the search stopped at {result}.", result=head.result
        )
    if head.kind == "placed":
        return say("No other play places more.") if head.number else say("Nothing can be placed.")
    return say("No other melds leave less.") if head.kind == "left" else say("No other melds bring more.")


def _proof_of_hand(best: Best, card_count: int) -> Sentence:
    if best.proven:
        return say("No other way to lay the {number} cards brings more.", number=card_count)
    if best.told_bound is None:
        return say("There was no time to rule out a better one.")
    return say(
        "There was no time to rule out a better one; none can bring more than {points}.",
        points=points(best.told_bound),
    )
