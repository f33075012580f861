"""A bound for large hands without wilds: what each rank could earn at most, rank by rank.

As steps never fall, a run earns no more a card than the longest run that its nodes could lie in. So each node
has a rate, and a rank earns no more than the best way to lay its cards covers. Interlocks longer than an odd
circle cover ranks both ways round, with other cards of them: all that they earn beyond the rate of one circle
is counted at those ranks.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from scorepad.optimize.deadline import check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem
from scorepad.optimize.interlock.objective import second_differences
from scorepad.optimize.interlock.rank_choices import CardGroup, LeapPart, RankChoices
from scorepad.optimize.interlock.ring_nodes import Ints, Scores, points_by_length


def rank_bound(problem: InterlockProblem, choices: RankChoices, deadline: float) -> int | None:
    """Points beyond those of single cards; None where a rank has too many ways to lay its cards.

    Holds where the layers do (docs/optimizer.md). Raises TimedOut.
    """
    if problem.wilds or problem.table_runs or len(choices.groups) > len(choices.ranks):
        return None
    rates = _NodeRates(problem, choices, deadline)
    total = 0.0
    for group in choices.groups:
        check_deadline(deadline)
        total += rates.most_of_rank(group)
    return int(total) + 1


class _NodeRates:
    """`rates` are by node; `excess` is what a node and the one after a circle of ranks add together."""

    def __init__(self, problem: InterlockProblem, choices: RankChoices, deadline: float) -> None:
        self.problem, self.choices, self.nodes = problem, choices, choices.nodes
        points = points_by_length(problem, self.nodes.elements.shape[1])
        points[1] -= np.arange(points.shape[1]) * problem.rules.values.schedule.value(1)
        self.points = [[int(value) for value in by_length] for by_length in points]
        self.steps_up_to = [
            list(accumulate(second_differences(tuple(by_length)))) for by_length in self.points
        ]
        count = len(self.nodes.sizes) - 1
        self.longest = self._longest_runs()
        self.other_way = np.arange(count + 1)
        self.rates, self.excess = np.zeros(count), np.zeros(count)
        circle_ranks = np.array(problem.places.circle_ranks)[self.nodes.first_places]
        for ranks in set(circle_ranks[:-1].tolist()):
            here = circle_ranks == ranks
            self.other_way[here] = self._after(ranks)[here]
        for node in range(count):
            check_deadline(deadline)
            self._rate(node, int(circle_ranks[node]))

    def most_of_rank(self, group: CardGroup) -> float:
        """The most that a way to lay the cards of a rank could earn there."""
        earned: Scores = np.sum([self._earned(part)[part.of_choice] for part in group.parts], axis=0)
        return float(earned.max())

    def _earned(self, part: LeapPart) -> Scores:
        covered = self.choices.covered_alone(part)
        columns = np.full(len(self.nodes.sizes), -1)
        columns[covered.nodes] = np.arange(len(covered.nodes))
        earned = covered.by_choice.astype(np.float64) @ self.rates[covered.nodes]
        for node in covered.nodes:
            other = self.other_way[node]
            if node < other and columns[other] >= 0 and self.excess[node]:
                both = covered.by_choice[:, columns[node]] * covered.by_choice[:, columns[other]]
                earned += both * self.excess[node]
        return earned

    def _after(self, steps: int) -> Ints:
        here: Ints = np.arange(len(self.nodes.sizes))
        for _ in range(steps):
            here = self.nodes.next_node[here]
        return here

    def _longest_runs(self) -> Ints:
        """By node: of the longest run in which it could lie; its cycle where that could be closed."""
        count = len(self.nodes.sizes) - 1
        lengths: Ints = np.ones(count + 1, dtype=np.int64)
        for step in (self.nodes.next_node, self.nodes.previous_node):
            here = step[np.arange(count + 1)]
            for _ in range(int(self.nodes.cycles.max(initial=1)) - 1):
                lengths += here < count
                here = step[here]
        return np.minimum(lengths, self.nodes.cycles)

    def _rate(self, node: int, circle_ranks: int) -> None:
        size, cycle = int(self.nodes.sizes[node]), int(self.nodes.cycles[node])
        longest, points = int(self.longest[node]), self.points[size]
        if size > 1 and cycle == 2 * circle_ranks and longest > circle_ranks:
            rate = points[circle_ranks] / circle_ranks
            further = [
                (points[circle_ranks + ranks] - rate * (circle_ranks + ranks)) / ranks
                for ranks in range(1, min(longest, cycle - 1) - circle_ranks + 1)
            ]
            if longest == cycle:
                further.append(self._closed_points(node) / circle_ranks - 2 * rate)
            self.rates[node], self.excess[node] = rate, max(further)
        elif longest < cycle:
            self.rates[node] = points[longest] / longest
        else:
            limit = self.problem.places.circle_length[int(self.nodes.first_places[node])]
            self.rates[node] = max(points[cycle - 1] / max(1, cycle - 1), self.steps_up_to[size][limit - 1])

    def _closed_points(self, node: int) -> int:
        """What a ring that is covered both ways round at all ranks earns at most."""
        cycle, size = int(self.nodes.cycles[node]), int(self.nodes.sizes[node])
        if size > 2 and self.choices.layer_count <= 2:
            return self.points[size][cycle]  # one card a place: the melds of each two suits end somewhere
        return cycle * self.steps_up_to[size][cycle - 1]
