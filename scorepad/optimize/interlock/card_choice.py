"""The heaviest model of a hand with each of several cards more, by one search for all of them.

The formula is that of the hand with all of these cards, and a literal for each says that it is there: one of
them at most is. What the search finds first is proven for the card that is worth most; then that card is
taken away, and the search goes on with the cores that it has, as they hold for fewer cards too. Where nothing
that is left weighs more than the hand does without any of them, that is what all others weigh.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import combinations, count

from pysat.solvers import Minisat22

from scorepad.core.cards import Card
from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.interlock.interlock_problem import InterlockProblem
from scorepad.optimize.interlock.layered_formula import (
    LayeredFormula,
    clauses_of_too_many,
    encode_layers,
    ways_to_lie,
)
from scorepad.optimize.interlock.maxsat import Formula, Model
from scorepad.optimize.interlock.switch_tree import Branch, SwitchSearch


@dataclass(frozen=True, slots=True)
class HeaviestModel:
    """The most that a hand weighs with a card, and a model of that; None where the card adds nothing."""

    weight: int
    model: Model | None

    def laid_out(self, formula: Formula) -> HeaviestModel:
        """With all variables of the formula in its model: what came in after it was found is false."""
        if self.model is None:
            return self
        later_variables = range(len(self.model) + 1, formula.top_variable + 1)
        return HeaviestModel(self.weight, [*self.model, *(-variable for variable in later_variables)])


def heaviest_with_each(
    problem: InterlockProblem, cards: Sequence[Card], known_weight: int, deadline: float
) -> Iterator[tuple[Card, LayeredFormula, HeaviestModel]]:
    """Each of the cards that the time suffices for with the most that the hand weighs with it, proven.

    Some model without any of them weighs `known_weight`.
    """
    if not cards:
        return
    with suppress(TimedOut):
        layers, card_lits = encode_with_one_of(problem, cards, deadline)
        with Minisat22() as solver:
            search = OneMoreSearch(solver, layers.formula, deadline, known_weight)
            search.begin_with(card_lits)
            with suppress(TimedOut):
                search.run()
        for card, heaviest in search.settled.items():
            yield card, layers, heaviest.laid_out(layers.formula)


def encode_with_one_of(
    problem: InterlockProblem, cards: Sequence[Card], deadline: float
) -> tuple[LayeredFormula, Mapping[Card, int]]:
    """The formula of the hand with one of the cards more at most, and the literal that each is there.

    Raises TimedOut.
    """
    richer = replace(problem, natural_counts=problem.natural_counts + Counter(cards))
    layers = encode_layers(richer, deadline)
    formula = layers.formula
    card_lits = {card: formula.new_variable() for card in cards}
    formula.clauses += [[-one, -other] for one, other in combinations(card_lits.values(), 2)]
    ways_by_card = ways_to_lie(richer, layers.own_layers)
    for card, lit in card_lits.items():
        too_many = clauses_of_too_many(ways_by_card.get(card, ()), problem.natural_counts[card], deadline)
        formula.clauses += [[*clause, lit] for clause in too_many]
    return layers, card_lits


class OneMoreSearch(SwitchSearch):
    """`open_cards` are those of which more may be known yet, each with the best model that it has so far.

    `lower_bound` is what any of them weighs at least; `settled` are those that no model exceeds.
    """

    def __init__(self, solver: Minisat22, formula: Formula, deadline: float, known_weight: int) -> None:
        super().__init__(solver, formula, deadline, known_weight)
        self.card_lits: Mapping[Card, int] = {}
        self.open_cards: dict[Card, HeaviestModel] = {}
        self.settled: dict[Card, HeaviestModel] = {}

    def begin_with(self, card_lits: Mapping[Card, int]) -> None:
        """The cards, by the literals that they are there."""
        self.card_lits = card_lits
        self.open_cards = dict.fromkeys(card_lits, HeaviestModel(self.lower_bound, None))

    def run(self) -> None:
        """Branch until nothing that is left could weigh more than what is known. Raises TimedOut."""
        weight = self._bound_without_switches()
        numbers = count()
        root = Branch((), 0, weight, dict(self.weight_left), True)
        branches = [(-weight - self._gains_to_come(root), next(numbers), 0, root)]
        while branches and self.open_cards:
            bound, _, settled_before, branch = heappop(branches)
            self._settle_from(-bound)
            for further in self._grow(branch, settled_before):
                further_bound = further.weight + self._gains_to_come(further)
                if further_bound > self.lower_bound:
                    heappush(branches, (-further_bound, next(numbers), len(self.settled), further))
        self._settle_from(self.lower_bound)

    def _grow(self, branch: Branch, settled_before: int) -> list[Branch]:
        """What a branch leads to, or the branch as it is without the cards that have been settled since."""
        if not self.open_cards:
            return []
        if not branch.entered:
            return self._enter(branch)
        if settled_before == len(self.settled):
            return self._split(branch)
        self.weight_left = dict(branch.weight_left)
        to_come = self._gains_from(branch.next_rank, self.max_on - len(branch.on))
        weight = self._descend(branch.on, branch.weight, to_come)
        return [replace(branch, weight=weight, weight_left=self.weight_left)]

    def _settle_from(self, bound: int) -> None:
        """Take away the cards that weigh as much already as anything that is left could."""
        for card, heaviest in list(self.open_cards.items()):
            if heaviest.weight >= bound:
                self.settled[card] = self.open_cards.pop(card)
                self.solver.add_clause([-self.card_lits[card]])
        self._raise_lower_bound()

    def _raise_lower_bound(self) -> None:
        self.lower_bound = min(
            [heaviest.weight for heaviest in self.open_cards.values()], default=self.lower_bound
        )

    def keep_better_model(self) -> None:
        """Keep the model just found for the card that is there, or for all cards if none is."""
        self.best_model = model = self.solver.get_model()
        weight = self.weight_of(model)
        if weight <= self.lower_bound:
            return
        there = [card for card in self.open_cards if model[self.card_lits[card] - 1] > 0]
        for card in there or self.open_cards:
            if weight > self.open_cards[card].weight:
                self.open_cards[card] = HeaviestModel(weight, model)
        self._raise_lower_bound()
