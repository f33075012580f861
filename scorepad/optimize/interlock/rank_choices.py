"""All ways to lay cards of one rank at their places, and which nodes each way covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from scorepad.core.cards import Card
from scorepad.optimize.interlock.interlock_problem import InterlockProblem
from scorepad.optimize.interlock.ring_nodes import Beside, Ints, RingNodes, ring_nodes

_MOST_CHOICES = 1_500  # of a group
_MOST_CHOICES_IN_PARTS = 7_000


@dataclass(frozen=True)
class LeapPart:
    """What choices lay under one leap, each such way once; `of_choice` has which of them each choice is.

    `nodes_here` are the nodes of the leap, counted along those of the rank.
    """

    rank: int
    choices: Ints
    nodes_here: Ints
    of_choice: Ints


@dataclass(frozen=True)
class CardGroup:
    """Cards of one rank that are laid together: all of it, or some suits where there are too many ways.

    `choices` has for each way to lay them how many naturals of theirs lie at each place of the rank. No meld
    follows two leaps, so that each choice covers what its `parts` do, leap by leap.
    """

    rank: int
    choices: Ints
    parts: tuple[LeapPart, ...]


@dataclass(frozen=True)
class CoveredNodes:
    """Nodes that some choices cover; `by_choice` has which, a row for each choice.

    A node that choices cover with different numbers of `wilds` is there once for each.
    """

    wilds: Ints
    nodes: Ints
    beside: Beside
    by_choice: NDArray[np.float32]


class RankChoices:
    """By rank: its places and its nodes; the groups of cards that are laid anew one at a time.

    Raises TooManyNodes.
    """

    def __init__(self, problem: InterlockProblem) -> None:
        places = problem.places
        self.problem = problem
        self.layer_count = max(problem.natural_counts.values(), default=1)
        self._layers = np.arange(1, self.layer_count + 1)
        self.place_count = len(places.cards)
        self.copies = np.array([problem.natural_counts[card] for card in places.cards])
        all_nodes = ring_nodes(problem.rules, self.layer_count)
        copies_missing = np.maximum(0, np.arange(1, self.layer_count + 1) - self.copies[:, None])
        wilds_needed = np.append(copies_missing.ravel(), 0)[all_nodes.elements].sum(axis=1)
        wilds_needed[-1] = len(problem.wilds) + 1
        self.nodes: RingNodes = all_nodes.limited_to(wilds_needed <= len(problem.wilds))
        self.wilds_needed = np.append(wilds_needed[wilds_needed <= len(problem.wilds)], wilds_needed[-1])
        # Some suits have ranks of their own, and an order with ends has some that no suit has.
        every_rank = dict.fromkeys((*problem.rules.pack.every_rank, *(card.rank for card in places.cards)))
        rank_numbers = {rank: number for number, rank in enumerate(every_rank)}
        self.rank_of_place = np.array([rank_numbers[card.rank] for card in places.cards])
        self.rank_of_node = np.append(self.rank_of_place[self.nodes.first_places[:-1]], -1)
        self.ranks = sorted({rank_numbers[card.rank] for card in places.cards})
        self.places = {rank: np.flatnonzero(self.rank_of_place == rank) for rank in self.ranks}
        self.nodes_here = {rank: np.flatnonzero(self.rank_of_node == rank) for rank in self.ranks}
        self.useful_layers = self._useful_layers()
        self.local_elements = {rank: self._local_elements(rank) for rank in self.ranks}
        self.groups = [group for rank in self.ranks for group in self._groups_of_rank(rank)]
        groups_at = Counter(group.rank for group in self.groups)
        self.alone_at_rank = [groups_at[group.rank] == 1 for group in self.groups]
        self._covered: dict[tuple[int, bytes], CoveredNodes] = {}
        self._covered_alone: dict[int, CoveredNodes] = {}

    def _local_elements(self, rank: int) -> Ints:
        """Of each node of a rank its elements, counted along the places of that rank."""
        element_count = len(self.places[rank]) * self.layer_count
        local: Ints = np.full(self.place_count * self.layer_count + 1, element_count)
        elements = self.places[rank][:, None] * self.layer_count + np.arange(self.layer_count)
        local[elements.ravel()] = np.arange(element_count)
        return local[self.nodes.elements[self.nodes_here[rank]]]

    def _useful_layers(self) -> Ints:
        """By place: in how many layers a natural there could be part of a run, as the hand's cards are.

        Where one card is worth something by itself it may lie anywhere.
        """
        rules, places = self.problem.rules, self.problem.places
        if rules.interlock_value(1) or rules.values.schedule.value(1):
            return self.copies
        useful: Ints = np.zeros(self.place_count, dtype=np.int64)
        for layer in self._layers:
            lies, near = self.copies >= layer, np.zeros(self.place_count, dtype=bool)
            for neighbours in (np.array(places.next_place), np.array(places.previous_place)):
                here, missing = neighbours, np.zeros(self.place_count, dtype=np.int64)
                for _ in range(max(places.circle_length) - 1):
                    near |= lies[here] & (missing <= len(self.problem.wilds))
                    missing, here = missing + ~lies[here], neighbours[here]
                    if (near | (missing > len(self.problem.wilds))).all():
                        break
            useful[lies & near] = layer
        return useful

    def _groups_of_rank(self, rank: int) -> Iterator[CardGroup]:
        places, here = self.problem.places, self.places[rank]
        columns_of_card: dict[Card, list[int]] = {}
        for column, place in enumerate(here):
            columns_of_card.setdefault(places.cards[place], []).append(column)
        several_leaps = len(self.problem.rules.shapes.leaps) > 1
        most_choices = _MOST_CHOICES_IN_PARTS if several_leaps else _MOST_CHOICES
        choices: Ints = np.zeros((1, len(here)), dtype=np.int64)
        for card, columns in columns_of_card.items():
            laid = self._ways_to_lie(self.problem.natural_counts[card], columns, self.useful_layers[here])
            if len(choices) * len(laid) > most_choices:
                yield self._group(rank, choices)
                choices = choices[:1] * 0
            choices = (choices[:, None] + laid).reshape(-1, choices.shape[1])
        yield self._group(rank, choices)

    def _ways_to_lie(self, copies: int, columns: Sequence[int], useful: Ints) -> Ints:
        """All ways to lay copies of a card at its places of a rank, those left out that nothing can join."""
        copies = min(copies, int(useful[columns].sum()))
        ways = [
            np.bincount(np.array(chosen, dtype=np.int64), minlength=len(useful))
            for chosen in combinations_with_replacement(columns, copies)
        ]
        all_ways: Ints = np.array(ways, dtype=np.int64)
        return all_ways[(all_ways <= useful).all(axis=1)]

    def _group(self, rank: int, choices: Ints) -> CardGroup:
        leaps_here = np.array(self.problem.places.leaps)[self.places[rank]]
        node_leaps = np.array(self.problem.places.leaps)[self.nodes.first_places[self.nodes_here[rank]]]
        if len(self.problem.rules.shapes.leaps) == 1:
            whole = LeapPart(rank, choices, np.arange(len(node_leaps)), np.arange(len(choices)))
            return CardGroup(rank, choices, (whole,))
        parts = []
        for leap in np.unique(leaps_here):
            under_leap = choices * (leaps_here == leap)
            number_of_way = under_leap @ (self.layer_count + 1) ** np.cumsum(leaps_here == leap)
            _, first, of_choice = np.unique(number_of_way, return_index=True, return_inverse=True)
            parts.append(LeapPart(rank, under_leap[first], np.flatnonzero(node_leaps == leap), of_choice))
        return CardGroup(rank, choices, tuple(parts))

    def covered_nodes(self, part: LeapPart, others_at: Ints, wilds_at: Ints) -> CoveredNodes:
        """The nodes that each choice covers, beside other groups and wilds at the rank."""
        if others_at.any():
            return self._find_covered(part, part.choices + others_at, wilds_at)
        key = id(part), wilds_at.tobytes()
        if key not in self._covered:
            self._covered[key] = self._find_covered(part, part.choices, wilds_at)
        return self._covered[key]

    def covered_alone(self, part: LeapPart) -> CoveredNodes:
        """The nodes that each choice covers with nothing beside it."""
        if id(part) not in self._covered_alone:
            nothing = np.zeros(part.choices.shape[1], dtype=np.int64)
            self._covered_alone[id(part)] = self.covered_nodes(part, nothing, nothing)
        return self._covered_alone[id(part)]

    def covered_by_choice(self, part: LeapPart) -> NDArray[np.bool_]:
        """By choice and node of the rank: what the group's cards cover by themselves."""
        covered = self.covered_alone(part)
        by_choice = np.zeros((len(part.choices), len(self.nodes_here[part.rank])), dtype=bool)
        by_choice[:, np.isin(self.nodes_here[part.rank], covered.nodes)] = covered.by_choice > 0
        return by_choice

    def covered_with_wilds(
        self, rank: int, naturals_at: Ints, wilds_at: Ints
    ) -> tuple[NDArray[np.bool_], Ints]:
        """Of the nodes at a rank: which are covered by what lies there, and how many wilds are in each."""
        local, laid_at = self.local_elements[rank], naturals_at + wilds_at
        covered = np.asarray(self._layers_at(laid_at, True)[local].all(axis=1))
        if not wilds_at.any():
            return covered, np.zeros(len(local), dtype=np.int64)
        wild = self._layers_at(laid_at, False) & ~self._layers_at(naturals_at, False)
        return covered, wild[local].sum(axis=1)

    def _layers_at(self, laid_at: Ints, beyond: bool) -> NDArray[np.bool_]:
        """By element of a rank: whether its layer is covered; in the end what is said of all others."""
        layers = np.full(laid_at.size * self.layer_count + 1, beyond)
        layers[:-1] = (laid_at[:, None] >= self._layers).ravel()
        return layers

    def _find_covered(self, part: LeapPart, naturals_at: Ints, wilds_at: Ints) -> CoveredNodes:
        nodes, layers = self.nodes_here[part.rank][part.nodes_here], self._layers
        elements = self.local_elements[part.rank][part.nodes_here]
        element_count = naturals_at.shape[1] * self.layer_count
        natural = (naturals_at[:, :, None] >= layers).reshape(-1, element_count)
        covered = ((naturals_at + wilds_at)[:, :, None] >= layers).reshape(-1, element_count)
        always_covered = np.ones((len(naturals_at), 1), dtype=bool)
        node_covered: NDArray[np.bool_] = np.hstack([covered, always_covered])[:, elements].min(axis=2)
        if not wilds_at.any():
            return self._with_wilds([(0, node_covered)], nodes)
        wild = np.hstack([covered & ~natural, ~always_covered])
        wild_counts = wild[:, elements].sum(axis=2)
        by_wilds = range(int(wild_counts.max(initial=0)) + 1)
        return self._with_wilds([(count, node_covered & (wild_counts == count)) for count in by_wilds], nodes)

    def _with_wilds(self, covered: list[tuple[int, NDArray[np.bool_]]], nodes: Ints) -> CoveredNodes:
        """All that some choice covers, with each number of wilds."""
        by_wilds = np.hstack([by_choice for _, by_choice in covered])
        wilds = np.repeat([wild_count for wild_count, _ in covered], len(nodes))
        some = by_wilds.any(axis=0)
        nodes = np.tile(nodes, len(covered))[some]
        return CoveredNodes(
            wilds[some], nodes, self.nodes.beside(nodes), by_wilds[:, some].astype(np.float32)
        )
