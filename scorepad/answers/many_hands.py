"""Answers many hands under the same rules. If only cards left count, the first hand of each size is answered
in full; answers to others differ from it only in their melds and cards left."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from msgspec import structs

from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.answer_types import Best, MeldAnswer
from scorepad.answers.judged_answers import meld_answers
from scorepad.answers.terms import Terms
from scorepad.core.card_text import show_card, write_card
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.hand_ends import may_end
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.deadwood.hand_problem import HandLayout


def best_of_many(rules: Rules, hands: Iterable[Sequence[Card]], terms: Terms) -> Iterator[Best]:
    """The best of each hand, in order: what `hand_answers.best` answers, in plain text and faster.

    Raises what that raises, once it reaches the hand at fault.
    """
    layout_of = optimize.distinct_layouts(rules) if _asks_for_hands_alone(rules, terms) else None
    alike = _AlikeHands(rules)
    first_answers: dict[int, Best] = {}
    for hand in hands:
        began = time.perf_counter()
        layout = layout_of(hand) if layout_of else None
        if layout and len(hand) in first_answers:
            yield alike.answer(first_answers[len(hand)], layout, len(hand), began)
            continue
        answer = hand_answers.best(rules, hand, terms).in_plain_text()
        # What came too late to be proven may be proven of another hand.
        if layout and answer.proven:
            first_answers[len(hand)] = answer
        yield answer


def _asks_for_hands_alone(rules: Rules, terms: Terms) -> bool:
    """Whether the question is about the hands alone, with nothing beside them, and all cards are in play."""
    is_more = terms.lying_cards or terms.partners.out or terms.taken or terms.check_proof or terms.turn
    return not is_more and rules.pack.is_whole


class _AlikeHands:
    """Makes answers to hands from the answer to another hand of the same size.

    The text of each card and meld is made once.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.meld_answers: dict[Meld, MeldAnswer] = {}

    @cached_property
    def texts(self) -> dict[Card, tuple[str, str]]:
        """The canonical text and the text for people of each card."""
        pack = self.rules.pack
        return {card: (write_card(card, pack), str(show_card(card, pack))) for card in pack.cards}

    def meld_answer(self, meld: Meld) -> MeldAnswer:
        """The referee's answer on a meld, cached."""
        answer = self.meld_answers.get(meld)
        if answer is None:
            (judged,) = meld_answers(self.rules, [check_meld(self.rules, meld)])
            answer = self.meld_answers[meld] = judged.in_plain_text()
        return answer

    def answer(self, first: Best, layout: HandLayout, card_count: int, began: float) -> Best:
        """The answer to a hand with that layout, from the answer to the first of its size."""
        melds, left, texts = tuple(map(self.meld_answer, layout.melds)), layout.left, self.texts
        points = sum([meld.points for meld in melds])
        told: dict[str, object] = {}
        if first.goes_out is not None:
            told["goes_out"] = may_end(self.rules, left, opened=True, extra=False)
        if first.throw is not None or layout.thrown:
            told["throw"], told["throw_shown"] = texts[layout.thrown] if layout.thrown else (None, None)
        return structs.replace(
            first,
            points=points,
            score=points * first.multiplier,
            bound=points,
            melds=melds,
            left=tuple([texts[card][0] for card in left]),
            left_value=left_value(self.rules, left),
            left_shown=" ".join([texts[card][1] for card in left]),
            placed=card_count - len(left),
            seconds=round(time.perf_counter() - began, 6),
            **told,
        )
