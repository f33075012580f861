"""All ways to lay cards of one rank at their places, and which nodes each way covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from scorepad.core.cards import Card
from scorepad.optimize.interlock.interlock_problem import InterlockProblem
from scorepad.optimize.interlock.ring_nodes import Ints, RingNodes, ring_nodes

_MOST_CHOICES = 1_500  # of a group


@dataclass(frozen=True)
class CardGroup:
    """Cards of one rank that are laid together: all of it, or some suits where there are too many ways.

    `choices` has for each way to lay them how many naturals of theirs lie at each place of the rank.
    """

    rank: int
    choices: Ints


@dataclass(frozen=True)
class CoveredNodes:
    """Nodes that some choices cover with so many wilds; `by_choice` has which, a row for each choice."""

    wilds: int
    nodes: Ints
    by_choice: NDArray[np.float32]


class RankChoices:
    """By rank: its places and its nodes; the groups of cards that are laid anew one at a time.

    Raises TooManyNodes.
    """

    def __init__(self, problem: InterlockProblem) -> None:
        places = problem.places
        self.problem = problem
        self.layer_count = max(problem.natural_counts.values(), default=1)
        self.place_count = len(places.cards)
        self.copies = np.array([problem.natural_counts[card] for card in places.cards])
        all_nodes = ring_nodes(problem.rules, self.layer_count)
        copies_missing = np.maximum(0, np.arange(1, self.layer_count + 1) - self.copies[:, None])
        wilds_needed = np.append(copies_missing.ravel(), 0)[all_nodes.elements].sum(axis=1)
        wilds_needed[-1] = len(problem.wilds) + 1
        self.nodes: RingNodes = all_nodes.limited_to(wilds_needed <= len(problem.wilds))
        self.wilds_needed = np.append(wilds_needed[wilds_needed <= len(problem.wilds)], wilds_needed[-1])
        rank_numbers = {rank: number for number, rank in enumerate(problem.rules.pack.ranks)}
        self.rank_of_place = np.array([rank_numbers[card.rank] for card in places.cards])
        self.rank_of_node = np.append(self.rank_of_place[self.nodes.first_places[:-1]], -1)
        self.ranks = sorted({rank_numbers[card.rank] for card in places.cards})
        self.places = {rank: np.flatnonzero(self.rank_of_place == rank) for rank in self.ranks}
        self.nodes_here = {rank: np.flatnonzero(self.rank_of_node == rank) for rank in self.ranks}
        self.groups = [group for rank in self.ranks for group in self._groups_of_rank(rank)]
        self._covered: dict[tuple[int, tuple[int, ...]], list[CoveredNodes]] = {}

    def elements_at(self, rank: int) -> Ints:
        """The elements of a rank, a row for each place."""
        layers: Ints = np.arange(self.layer_count)
        return self.places[rank][:, None] * self.layer_count + layers

    def _groups_of_rank(self, rank: int) -> Iterator[CardGroup]:
        places = self.problem.places
        columns_of_card: dict[Card, list[int]] = {}
        for column, place in enumerate(self.places[rank]):
            columns_of_card.setdefault(places.cards[place], []).append(column)
        choices: Ints = np.zeros((1, len(self.places[rank])), dtype=np.int64)
        for card, columns in columns_of_card.items():
            laid = [
                np.bincount(chosen, minlength=choices.shape[1])
                for chosen in combinations_with_replacement(columns, self.problem.natural_counts[card])
            ]
            if len(choices) * len(laid) > _MOST_CHOICES:
                yield CardGroup(rank, choices)
                choices = choices[:1] * 0
            choices = (choices[:, None] + np.array(laid, dtype=np.int64)).reshape(-1, choices.shape[1])
        yield CardGroup(rank, choices)

    def covered_nodes(self, group: CardGroup, others_at: Ints, wilds_at: Ints) -> list[CoveredNodes]:
        """The nodes that each choice covers, beside other groups and wilds at the rank."""
        if others_at.any():
            return self._find_covered(group.rank, group.choices + others_at, wilds_at)
        key = id(group), tuple(wilds_at.tolist())
        if key not in self._covered:
            self._covered[key] = self._find_covered(group.rank, group.choices, wilds_at)
        return self._covered[key]

    def _find_covered(self, rank: int, naturals_at: Ints, wilds_at: Ints) -> list[CoveredNodes]:
        nodes, layers = self.nodes_here[rank], np.arange(1, self.layer_count + 1)
        element_count = naturals_at.shape[1] * self.layer_count
        local = np.full(self.place_count * self.layer_count + 1, element_count)
        local[self.elements_at(rank).ravel()] = np.arange(element_count)
        elements = local[self.nodes.elements[nodes]]
        natural = (naturals_at[:, :, None] >= layers).reshape(-1, element_count)
        covered = ((naturals_at + wilds_at)[:, :, None] >= layers).reshape(-1, element_count)
        always_covered = np.ones((len(naturals_at), 1), dtype=bool)
        node_covered: NDArray[np.bool_] = np.hstack([covered, always_covered])[:, elements].min(axis=2)
        if not wilds_at.any():
            return [_only_covered(0, nodes, node_covered)]
        wild = np.hstack([covered & ~natural, ~always_covered])
        wild_counts = wild[:, elements].sum(axis=2)
        return [
            _only_covered(count, nodes, node_covered & (wild_counts == count))
            for count in range(int(wild_counts.max(initial=0)) + 1)
        ]


def _only_covered(wilds: int, nodes: Ints, covered: NDArray[np.bool_]) -> CoveredNodes:
    some = covered.any(axis=0)
    return CoveredNodes(wilds, nodes[some], covered[:, some].astype(np.float32))
