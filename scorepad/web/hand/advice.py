"""Advice on a hand: what each card that could still come would bring, and which card costs least to throw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorepad.answers.answer_types import Best, Discard, DiscardAnswer, NextAnswer, NextCard
from scorepad.core.errors import ScorepadError
from scorepad.web.faces import points
from scorepad.web.hand.question import Question
from scorepad.web.hand.solved import ask_search

ADVICE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class EqualCards:
    """Cards that come to the same: `number` as it stands on their keys, whether it is a `good` one, the cards
    as text."""

    number: str
    good: bool
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Advice:
    """What one more card brings and what throwing one costs, the best first; empty with `trouble`.

    `throws` is empty in games in which nothing is thrown with cards left in hand. `proven` says that all
    numbers are.
    """

    gains: tuple[EqualCards, ...] = ()
    throws: tuple[EqualCards, ...] = ()
    proven: bool = True
    trouble: ScorepadError | None = None

    @property
    def keys(self) -> dict[str, tuple[str, bool]]:
        """The number on the key of each card that could come, and whether it is a good one."""
        return _numbers(self.gains)

    @property
    def chips(self) -> dict[str, tuple[str, bool]]:
        """The number on each card of the hand."""
        return _numbers(self.throws)


def is_advised(question: Question) -> bool:
    """Whether one more card means something: there is a hand, and nobody shares its table."""
    return bool(question.hand.cards) and not question.hand.error and not question.rules.board.shared


def advise(question: Question) -> Advice:
    """The advice for the hand of a question, within `ADVICE_SECONDS` for each of its answers."""
    if not is_advised(question) or question.faults or (question.table_melds and question.table_melds.error):
        return Advice()
    rules, cards = question.rules, question.hand.text
    try:
        gains = ask_search(NextAnswer, "next", question, ADVICE_SECONDS, cards=cards)
        if rules.scoring.must_meld_all:
            return Advice(_gains(gains), (), _all_proven(gains.next))
        throwing = {"cards": cards, **question.taken_field}
        throws = ask_search(DiscardAnswer, "discard", question, ADVICE_SECONDS, **throwing)
        left = ask_search(Best, "best", question, ADVICE_SECONDS, cards=cards).left_value
    except ScorepadError as error:
        return Advice(trouble=error)
    proven = _all_proven(gains.next) and _all_proven(throws.discard)
    if not rules.scoring.leftover_decides:
        return Advice(_gains(gains), _throws(throws), proven)
    return Advice(_left_with(gains, left), _left_without(throws), proven)


def _gains(answer: NextAnswer) -> tuple[EqualCards, ...]:
    """Cards by the points that they bring; good are those that bring more than a card that fits nowhere."""
    least = min((card.gain for card in answer.next), default=0)
    return _equal((_signed(card.gain), card.gain > least, card.card) for card in answer.next)


def _left_with(answer: NextAnswer, left: int) -> tuple[EqualCards, ...]:
    """Cards by what is left in hand with them; good are those that leave less than is left now."""
    cards = sorted(answer.next, key=lambda card: card.left_value)
    return _equal((points(card.left_value), card.left_value < left, card.card) for card in cards)


def _throws(answer: DiscardAnswer) -> tuple[EqualCards, ...]:
    most = max((card.points for card in answer.discard), default=0)
    return _equal((points(card.points), card.points == most, card.card) for card in answer.discard)


def _left_without(answer: DiscardAnswer) -> tuple[EqualCards, ...]:
    least = min((card.left_value for card in answer.discard), default=0)
    return _equal((points(card.left_value), card.left_value == least, card.card) for card in answer.discard)


def _signed(gain: int) -> str:
    return f"+{points(gain)}" if gain > 0 else points(gain)


def _equal(numbered: Iterable[tuple[str, bool, str]]) -> tuple[EqualCards, ...]:
    groups = groupby(numbered, key=lambda each: (each[0], each[1]))
    return tuple(
        EqualCards(number, good, tuple(card for _, _, card in group)) for (number, good), group in groups
    )


def _numbers(groups: Iterable[EqualCards]) -> dict[str, tuple[str, bool]]:
    return {card: (group.number, group.good) for group in groups for card in group.cards}


def _all_proven(cards: Sequence[NextCard] | Sequence[Discard]) -> bool:
    return all(card.proven for card in cards)
