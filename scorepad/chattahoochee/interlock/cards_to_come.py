"""Rates the cards that could come to a hand whose melds interlock: those of a rank by one search.

The formula is that of the hand with all of these cards, with a literal for the presence of each, of which at
most one is true. The first result is proven for the most valuable card. That card is removed, and the search
continues with its cores, which also hold for fewer cards. Once nothing left weighs more than the hand without
them, that is the weight with each other card.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import combinations, count

from pysat.solvers import Minisat22

from scorepad.chattahoochee.interlock.best_interlocks import (
    layers_hold,
    lone_value,
    quartet_points,
    score_laid,
    search_interlocks,
)
from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    Run,
    has_simple_wilds,
    interlock_problem,
    run_of_meld,
)
from scorepad.chattahoochee.interlock.layered_formula import (
    LayeredFormula,
    clauses_of_too_many,
    encode_layers,
    ways_to_lie,
)
from scorepad.chattahoochee.interlock.legal_runs import melds_of_runs
from scorepad.chattahoochee.interlock.maxsat import Formula, Model
from scorepad.chattahoochee.interlock.solved_layers import runs_of_model
from scorepad.chattahoochee.interlock.switch_tree import Branch, SwitchSearch
from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer, TimedOut


@dataclass(frozen=True, slots=True)
class HeaviestModel:
    """The highest weight of a hand with a card, and a model of it; None if the card adds nothing."""

    weight: int
    model: Model | None

    def laid_out(self, formula: Formula) -> HeaviestModel:
        """The model extended to all variables of the formula; later ones are false."""
        if self.model is None:
            return self
        later_variables = range(len(self.model) + 1, formula.top_variable + 1)
        return HeaviestModel(self.weight, [*self.model, *(-variable for variable in later_variables)])


def heaviest_with_each(
    problem: InterlockProblem, cards: Sequence[Card], known_weight: int, deadline: float
) -> Iterator[tuple[Card, LayeredFormula, HeaviestModel]]:
    """For each card the formula, and the proven highest weight of the hand with it. Cards that time does not
    reach are left out. Some model without any of them weighs `known_weight`."""
    if not cards:
        return
    with suppress(TimedOut):
        layers, card_lits = encode_with_one_of(problem, cards, deadline)
        with Minisat22() as solver:
            search = OneMoreSearch(solver, layers.formula, deadline, known_weight)
            search.begin_with(card_lits)
            # What is settled before the time is over is proven all the same.
            with suppress(TimedOut):
                search.run()
        for card, heaviest in search.settled.items():
            yield card, layers, heaviest.laid_out(layers.formula)


def encode_with_one_of(
    problem: InterlockProblem, cards: Sequence[Card], deadline: float
) -> tuple[LayeredFormula, Mapping[Card, int]]:
    """The formula of the hand with at most one of the cards added, and the literal for the presence of each.

    Raises TimedOut.
    """
    # The layers have room for every card: clauses below leave one of them there at most.
    richer = replace(problem, natural_counts=problem.natural_counts + Counter(cards))
    layers = encode_layers(richer, deadline)
    formula = layers.formula
    card_lits = {card: formula.new_variable() for card in cards}
    formula.clauses += [[-one, -other] for one, other in combinations(card_lits.values(), 2)]
    ways_by_card = ways_to_lie(richer, layers.own_layers)
    for card, lit in card_lits.items():
        too_many = clauses_of_too_many(ways_by_card.get(card, ()), problem.natural_counts[card], deadline)
        # Unless this card is there, no more copies lie than the hand has.
        formula.clauses += [[*clause, lit] for clause in too_many]
    return layers, card_lits


class OneMoreSearch(SwitchSearch):
    """A search for the heaviest model of a hand with each card that may come.

    `open_cards`: the cards not proven yet, each with its best model so far; `lower_bound`: the lowest weight
    among these. `settled`: the proven cards, each with its heaviest model.
    """

    def __init__(self, solver: Minisat22, formula: Formula, deadline: float, known_weight: int) -> None:
        super().__init__(solver, formula, deadline, known_weight)
        self.card_lits: Mapping[Card, int] = {}
        self.open_cards: dict[Card, HeaviestModel] = {}
        self.settled: dict[Card, HeaviestModel] = {}

    def begin_with(self, card_lits: Mapping[Card, int]) -> None:
        """Set the cards, with the literals for their presence."""
        self.card_lits = card_lits
        # Whatever card comes, the other cards can lie as they do without it.
        self.open_cards = dict.fromkeys(card_lits, HeaviestModel(self.lower_bound, None))

    def run(self) -> None:
        """Branch until nothing left could weigh more than what is known. Raises TimedOut."""
        weight = self._bound_without_switches()
        numbers = count()
        root = Branch((), 0, weight, dict(self.weight_left), True)
        branches = [(-weight - self._gains_to_come(root), next(numbers), 0, root)]
        while branches and self.open_cards:
            bound, _, settled_before, branch = heappop(branches)
            # Branches come best first, so no model that is left weighs more than this one’s bound.
            self._settle_from(-bound)
            for further in self._grow(branch, settled_before):
                further_bound = further.weight + self._gains_to_come(further)
                if further_bound > self.lower_bound:
                    heappush(branches, (-further_bound, next(numbers), len(self.settled), further))
        self._settle_from(self.lower_bound)

    def _grow(self, branch: Branch, settled_before: int) -> list[Branch]:
        """The successors of a branch, or the branch without the cards settled meanwhile."""
        if not self.open_cards:
            return []
        if not branch.entered:
            return self._enter(branch)
        # Cards settled since may have held its bound up, so it is bounded anew before it is split.
        if settled_before == len(self.settled):
            return self._split(branch)
        self.weight_left = dict(branch.weight_left)
        to_come = self._gains_from(branch.next_rank, self.max_on - len(branch.on))
        weight = self._descend(branch.on, branch.weight, to_come)
        return [replace(branch, weight=weight, weight_left=self.weight_left)]

    def _settle_from(self, bound: int) -> None:
        """Settle the cards that already weigh as much as anything left could."""
        for card, heaviest in list(self.open_cards.items()):
            if heaviest.weight >= bound:
                self.settled[card] = self.open_cards.pop(card)
                # The solver keeps its cores: what can’t hold with more cards can’t hold with fewer.
                self.solver.add_clause([-self.card_lits[card]])
        self._raise_lower_bound()

    def _raise_lower_bound(self) -> None:
        self.lower_bound = min(
            [heaviest.weight for heaviest in self.open_cards.values()], default=self.lower_bound
        )

    def keep_better_model(self) -> None:
        """Keep the model just found for the card in it, or for all cards if it has none."""
        self.best_model = model = self.solver.get_model()
        weight = self.weight_of(model)
        if weight <= self.lower_bound:
            return
        # A model without any of the cards is one of the hand with each of them.
        there = [card for card in self.open_cards if model[self.card_lits[card] - 1] > 0]
        for card in there or self.open_cards:
            if weight > self.open_cards[card].weight:
                self.open_cards[card] = HeaviestModel(weight, model)
        self._raise_lower_bound()


_MOST_CARDS = 30  # of a hand; larger ones are cut off, and then each card has a bound of its own
_SHARE = 0.5  # of the time of the cards of a rank, for all of them together


def search_with_next(
    rules: Rules, cards: Sequence[Card], deadline: float, known: Answer | None = None
) -> Callable[[Card, float], Answer] | None:
    """A function for the best of a hand with one more card, within a number of seconds.

    None if cards cannot be rated together. The table must be empty; `known` is the answer to the hand.
    """
    if len(cards) > _MOST_CARDS or not has_simple_wilds(rules, cards):
        return None
    found = known or search_interlocks(rules, cards, limit=max(0.0, deadline - time.perf_counter()))
    problem = interlock_problem(rules, cards, ())
    runs = [run for meld in found.melds if len(meld) > 1 and (run := run_of_meld(rules, meld))]
    return _NextCardSearch(problem, tuple(cards), runs, score_laid(problem, runs)).best_with


@dataclass(slots=True)
class _NextCardSearch:
    """A hand, its best known runs and their points, and its answers with cards rated so far."""

    problem: InterlockProblem
    cards: tuple[Card, ...]
    runs: list[Run]
    points: int
    answers: dict[Card, Answer] = field(default_factory=dict)
    ranks_rated: set[str] = field(default_factory=set)

    def best_with(self, card: Card, limit: float) -> Answer:
        """The best with that card, within `limit` seconds."""
        began = time.perf_counter()
        if card.rank not in self.ranks_rated:
            # A rank is rated once, even in part: what was not in time is searched card by card.
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
            # A card can’t come if the hand has all its copies.
            and problem.natural_counts[card] < rules.packs
            and has_simple_wilds(rules, (card,))
        ]
        # All together may close a track that no card closes alone. One at most is there in any model.
        if not layers_hold(_with_cards(problem, cards)):
            cards = [card for card in cards if layers_hold(_with_cards(problem, [card]))]
        deadline = time.perf_counter() + _SHARE * limit * len(cards)
        # The formula doesn’t count what each card is worth alone.
        known_weight = self.points - lone_value(problem) * problem.natural_counts.total()
        for card, layers, heaviest in heaviest_with_each(problem, cards, known_weight, deadline):
            if answer := self._answer(card, layers, heaviest):
                self.answers[card] = answer

    def _answer(self, card: Card, layers: LayeredFormula, heaviest: HeaviestModel) -> Answer | None:
        """The melds of a model of the hand with a card; None if they are worth less than the model weighs."""
        problem = _with_cards(self.problem, [card])
        if heaviest.model is None:
            runs, points = self.runs, self.points + lone_value(problem)
        else:
            runs = runs_of_model(replace(layers, problem=problem), heaviest.model)
            points = score_laid(problem, runs)
        # Layers that can’t be laid weigh more than their melds. Such a card gets a search of its own.
        if points != heaviest.weight + lone_value(problem) * problem.natural_counts.total():
            return None
        points += quartet_points(problem)
        return Answer(melds_of_runs(problem, runs), points, points, 0.0, method="cores")


def _with_cards(problem: InterlockProblem, cards: Sequence[Card]) -> InterlockProblem:
    return replace(problem, natural_counts=problem.natural_counts + Counter(cards))
