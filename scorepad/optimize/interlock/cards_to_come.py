"""What each card that could come makes of a hand whose melds interlock: the cards of a rank by one search."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.interlock.best_interlocks import (
    layers_hold,
    lone_value,
    quartet_points,
    score_laid,
    search_interlocks,
)
from scorepad.optimize.interlock.card_choice import HeaviestModel, heaviest_with_each
from scorepad.optimize.interlock.interlock_problem import (
    InterlockProblem,
    Run,
    has_simple_wilds,
    interlock_problem,
    run_of_meld,
)
from scorepad.optimize.interlock.layered_formula import LayeredFormula
from scorepad.optimize.interlock.legal_runs import melds_of_runs
from scorepad.optimize.interlock.solved_layers import runs_of_model

_MOST_CARDS = 30  # of a hand; larger ones are cut off, and then each card has a bound of its own
_SHARE = 0.5  # of the time of the cards of a rank, for all of them together


def search_with_next(
    rules: Rules, cards: Sequence[Card], deadline: float, known: Answer | None = None
) -> Callable[[Card, float], Answer] | None:
    """A function that answers with the best of a hand and one card more, within so many seconds.

    None where no cards are rated together. Nothing lies on the table; `known` is the answer to the hand.
    """
    if len(cards) > _MOST_CARDS or not has_simple_wilds(rules, cards):
        return None
    found = known or search_interlocks(rules, cards, limit=max(0.0, deadline - time.perf_counter()))
    problem = interlock_problem(rules, cards, ())
    runs = [run for meld in found.melds if len(meld) > 1 and (run := run_of_meld(rules, meld))]
    return _NextCardSearch(problem, tuple(cards), runs, score_laid(problem, runs)).best_with


@dataclass(slots=True)
class _NextCardSearch:
    """A hand, the best runs known of it, their points, and its best with the cards that have been rated."""

    problem: InterlockProblem
    cards: tuple[Card, ...]
    runs: list[Run]
    points: int
    answers: dict[Card, Answer] = field(default_factory=dict)
    ranks_rated: set[str] = field(default_factory=set)

    def best_with(self, card: Card, limit: float) -> Answer:
        """The best with that card, in so many seconds."""
        began = time.perf_counter()
        if card.rank not in self.ranks_rated:
            self.ranks_rated.add(card.rank)
            self._rate_rank(card.rank, limit)
        seconds = time.perf_counter() - began
        if card in self.answers:
            return replace(self.answers[card], seconds=seconds)
        return search_interlocks(self.problem.rules, (*self.cards, card), limit=max(0.0, limit - seconds))

    def _rate_rank(self, rank: str, limit: float) -> None:
        """Rate the naturals of a rank that could come, within `limit` seconds for each."""
        rules, problem = self.problem.rules, self.problem
        naturals = melding_of(rules).naturals
        cards = [
            card
            for card in rules.pack.cards
            if card.rank == rank
            and card in naturals
            and problem.natural_counts[card] < rules.packs
            and has_simple_wilds(rules, (card,))
        ]
        if not layers_hold(_with_cards(problem, cards)):
            cards = [card for card in cards if layers_hold(_with_cards(problem, [card]))]
        deadline = time.perf_counter() + _SHARE * limit * len(cards)
        known_weight = self.points - lone_value(problem) * problem.natural_counts.total()
        for card, layers, heaviest in heaviest_with_each(problem, cards, known_weight, deadline):
            if answer := self._answer(card, layers, heaviest):
                self.answers[card] = answer

    def _answer(self, card: Card, layers: LayeredFormula, heaviest: HeaviestModel) -> Answer | None:
        """The melds of a model of the hand with a card; None where they are not worth what it weighs."""
        problem = _with_cards(self.problem, [card])
        if heaviest.model is None:
            runs, points = self.runs, self.points + lone_value(problem)
        else:
            runs = runs_of_model(replace(layers, problem=problem), heaviest.model)
            points = score_laid(problem, runs)
        if points != heaviest.weight + lone_value(problem) * problem.natural_counts.total():
            return None
        points += quartet_points(problem)
        return Answer(melds_of_runs(problem, runs), points, points, 0.0, method="cores")


def _with_cards(problem: InterlockProblem, cards: Sequence[Card]) -> InterlockProblem:
    return replace(problem, natural_counts=problem.natural_counts + Counter(cards))
