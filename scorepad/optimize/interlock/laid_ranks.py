"""The cards of a hand laid rank by rank, and what each way to lay those of one rank would be worth.

All of them are counted together, as arrays: which nodes a way covers does not depend on other ranks, and what
a covered node adds is known from the runs that end beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import prod

import numpy as np
from numpy.typing import NDArray

from scorepad.core.cards import Card
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Run
from scorepad.optimize.interlock.legal_runs import legal_runs
from scorepad.optimize.interlock.ring_nodes import Ints, Scores, points_by_length, reachable_nodes

_MOST_WAYS = 1_500  # to lay the cards of a rank together; of more each suit is laid by itself
_MOST_KEPT = 4_000_000  # numbers, of what the ways of groups cover

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class CardGroup:
    """Cards of one rank that are laid together, all of it or one suit.

    `ways` has for each way to lay them how many of them lie at each place of the rank.
    """

    rank: int
    ways: Ints


class LaidRanks:
    """How the cards lie now, of each group the number of its way. Raises TooManyNodes."""

    def __init__(self, problem: InterlockProblem) -> None:
        cards = problem.places.cards
        self.problem = problem
        self.copies = np.array([problem.natural_counts[card] for card in cards])
        self.layer_count = max(problem.natural_counts.values(), default=1)
        self.nodes = reachable_nodes(problem, self.layer_count)
        self.points = points_by_length(problem, self.nodes.elements.shape[1])
        rank_numbers = {
            rank: number for number, rank in enumerate(dict.fromkeys(card.rank for card in cards))
        }
        self.rank_of_place = np.array([rank_numbers[card.rank] for card in cards])
        # The last node stands for what is out of reach, so it is of no rank.
        rank_of_node = np.append(self.rank_of_place[self.nodes.first_places[:-1]], -1)
        self.places = [np.flatnonzero(self.rank_of_place == rank) for rank in rank_numbers.values()]
        self.nodes_here = [np.flatnonzero(rank_of_node == rank) for rank in rank_numbers.values()]
        self.elements_here = list(map(self._elements_here, range(len(self.places))))
        all_groups = [group for rank in range(len(self.places)) for group in self._groups_of(rank)]
        self.groups = [group for group in all_groups if len(group.ways) > 1]
        self.naturals_at: Ints = np.zeros(len(cards), dtype=np.int64)
        self.wilds_at = self.naturals_at.copy()
        self.way_of = [0] * len(self.groups)
        self.covered: Bools = np.zeros(len(rank_of_node), dtype=bool)
        self.net: Ints = np.zeros(len(rank_of_node), dtype=np.int64)
        # What a way covers follows from what else lies at its rank, so that is all of the key.
        self._kept: dict[tuple[int, bytes, bytes], list[tuple[int, Ints, Scores]]] = {}
        self._kept_size = 0
        # Cards with one way to lie are never laid anew, so they lie there from the start.
        for group in all_groups:
            self.naturals_at[self.places[group.rank]] += group.ways[0]
        self.cover_all()

    def _elements_here(self, rank: int) -> Ints:
        """Of each node of a rank its elements, counted along the places of that rank."""
        element_count = len(self.places[rank]) * self.layer_count
        local = np.full(len(self.rank_of_place) * self.layer_count + 1, element_count)
        elements = self.places[rank][:, None] * self.layer_count + np.arange(self.layer_count)
        local[elements.ravel()] = np.arange(element_count)
        here: Ints = local[self.nodes.elements[self.nodes_here[rank]]]
        return here

    def _groups_of(self, rank: int) -> list[CardGroup]:
        columns_of_card: dict[Card, list[int]] = {}
        for column, place in enumerate(self.places[rank]):
            columns_of_card.setdefault(self.problem.places.cards[place], []).append(column)
        # Where nothing can be joined a card is as good as alone: fewer ways are left to count.
        useful = self._useful_places(rank)
        ways_of_cards = [
            self._ways_to_lie(self.problem.natural_counts[card], columns, useful)
            for card, columns in columns_of_card.items()
        ]
        if prod(map(len, ways_of_cards)) > _MOST_WAYS:
            return [CardGroup(rank, ways) for ways in ways_of_cards]
        together = ways_of_cards[0]
        for ways in ways_of_cards[1:]:
            together = (together[:, None] + ways).reshape(-1, together.shape[1])
        return [CardGroup(rank, together)]

    def _useful_places(self, rank: int) -> Bools:
        """The places of a rank where some node can be covered beside another; all where one rank counts."""
        rules, here = self.problem.rules, self.nodes_here[rank]
        useful = np.zeros(len(self.rank_of_place), dtype=bool)
        single = here[self.nodes.sizes[here] == 1]
        last = len(self.nodes.sizes) - 1
        joined = (self.nodes.previous_node[single] < last) | (self.nodes.next_node[single] < last)
        useful[self.nodes.first_places[single[joined]]] = True
        if rules.interlock_value(1) or rules.values.schedule.value(1):
            useful[:] = True
        of_rank: Bools = useful[self.places[rank]]
        return of_rank

    def _ways_to_lie(self, copies: int, columns: Sequence[int], useful: Bools) -> Ints:
        """All ways to lay copies of a card at its useful places of a rank; nowhere where it has none."""
        chosen = [column for column in columns if useful[column]]
        ways = [
            np.bincount(np.array(way, dtype=np.int64), minlength=len(useful))
            for way in combinations_with_replacement(chosen, copies if chosen else 0)
        ]
        all_ways: Ints = np.array(ways, dtype=np.int64)
        return all_ways

    def cover_all(self) -> None:
        """What all cards cover as they lie."""
        for rank in range(len(self.places)):
            self._cover(rank)

    def _cover(self, rank: int) -> None:
        here = self.places[rank]
        covered, wilds = self._covered_by(rank, self.naturals_at[here][None], self.wilds_at[here])
        self.covered[self.nodes_here[rank]] = covered[0]
        self.net[self.nodes_here[rank]] = 1 - wilds[0]

    def _covered_by(self, rank: int, ways: Ints, wilds: Ints) -> tuple[Bools, Ints]:
        """By way and node of the rank: whether it is covered, and how many wilds are in it."""
        elements = self.elements_here[rank]
        laid = self._laid(ways + wilds)
        covered: Bools = np.logical_and.reduce(laid[:, elements], axis=2)
        if not wilds.any():
            return covered, np.zeros(covered.shape, dtype=np.int64)
        # Naturals lie in the first layers, so what is laid only together with wilds is a wild.
        return covered, (laid ^ self._laid(ways))[:, elements].sum(axis=2)

    def scores(self, number: int) -> Scores:
        """What each way to lay the cards of a group is worth beside all others."""
        group = self.groups[number]
        scores = np.zeros(len(group.ways))
        for wilds, nodes, covered in self._covered_with_wilds(number, group):
            scores += covered @ self._gains(nodes, wilds)
        return scores

    def _covered_with_wilds(self, number: int, group: CardGroup) -> list[tuple[int, Ints, Scores]]:
        """By number of wilds the nodes that some way covers with so many, and which ways do, in rows."""
        here = self.places[group.rank]
        wilds, others = self.wilds_at[here], self.naturals_at[here] - group.ways[self.way_of[number]]
        key = number, wilds.tobytes(), others.tobytes()
        if key not in self._kept:
            covered, wild_counts = self._covered_by(group.rank, group.ways + others, wilds)
            if (kept := self._kept_size + covered.size) > _MOST_KEPT:
                self._kept.clear()
                kept = covered.size
            self._kept_size = kept
            self._kept[key] = [
                # Floats, as numpy multiplies matrices of whole numbers without BLAS.
                (count, self.nodes_here[group.rank][some], of_count[:, some].astype(np.float64))
                for count in range(int(wild_counts[covered].max(initial=0)) + 1)
                for of_count in [covered & (wild_counts == count)]
                for some in [of_count.any(axis=0)]
            ]
        return self._kept[key]

    def _gains(self, nodes: Ints, wilds: int | Ints) -> Scores:
        """What each node adds where it is covered, with so many wilds in it."""
        before, after = (
            self._net_lengths(nodes, step) for step in (self.nodes.previous_node, self.nodes.next_node)
        )
        # A net length below zero counts as zero (I3).
        sizes, joined = self.nodes.sizes[nodes], np.maximum(before + after + 1 - wilds, 0)
        gains: Scores = self.points[sizes, joined] - self.points[sizes, before] - self.points[sizes, after]
        return gains

    def _net_lengths(self, nodes: Ints, step: Ints) -> Ints:
        """The net lengths of the runs that begin beside nodes, once round the track at most."""
        lengths: Ints = np.zeros(len(nodes), dtype=np.int64)
        rows, here = np.arange(len(nodes)), step[nodes]
        # A track that is covered whole leads back to the node: there the walk ends.
        while (goes_on := self.covered[here] & (here != nodes[rows])).any():
            rows, here = rows[goes_on], here[goes_on]
            lengths[rows] += self.net[here]
            here = step[here]
        return np.maximum(lengths, 0, out=lengths)

    def lay(self, number: int, way: int) -> None:
        """Lay a group in another way."""
        group = self.groups[number]
        self.naturals_at[self.places[group.rank]] += group.ways[way] - group.ways[self.way_of[number]]
        self.way_of[number] = way
        self._cover(group.rank)

    def move_wild(self, place: int, change: int) -> None:
        """Lay a wild at a place, or take one up."""
        self.wilds_at[place] += change
        self._cover(int(self.rank_of_place[place]))

    def gains_of_wild(self) -> Scores:
        """What one more wild would add, by place."""
        # A wild at the end of a run adds nothing, so both neighbours must be covered.
        inside = self.covered[self.nodes.previous_node] & self.covered[self.nodes.next_node]
        nodes = np.flatnonzero(~self.covered & inside)
        elements = self.nodes.elements[nodes]
        lacking = ~self._laid((self.naturals_at + self.wilds_at)[None])[0, elements]
        # One wild covers only what lacks one card.
        lacks_one = lacking.sum(axis=1) == 1
        nodes, elements, lacking = nodes[lacks_one], elements[lacks_one], lacking[lacks_one]
        wilds = (~self._laid(self.naturals_at[None])[0, elements]).sum(axis=1)
        places = elements[lacking] // self.layer_count
        return np.bincount(places, self._gains(nodes, wilds), len(self.rank_of_place)).astype(np.float64)

    def _laid(self, laid_at: Ints) -> Bools:
        """By row and element: whether so many lie there; in the end what is always covered."""
        layers = np.arange(1, self.layer_count + 1)
        laid = np.ones((len(laid_at), laid_at.shape[1] * self.layer_count + 1), dtype=bool)
        laid[:, :-1] = (laid_at[:, :, None] >= layers).reshape(len(laid_at), -1)
        return laid

    def runs(self) -> list[Run]:
        """The melds that lie here and are legal, as runs."""
        both = self.naturals_at + self.wilds_at
        covered = [
            (
                set(np.flatnonzero(self.naturals_at >= layer).tolist()),
                set(np.flatnonzero((both >= layer) & (self.naturals_at < layer)).tolist()),
            )
            for layer in range(1, self.layer_count + 1)
        ]
        return legal_runs(self.problem, covered)

    def lay_runs(self, runs: Sequence[Run]) -> None:
        """Lay an arrangement that was found elsewhere, and what wilds it leaves."""
        naturals, wilds = np.zeros((2, len(self.rank_of_place)), dtype=np.int64)
        for run in runs:
            for place, natural in zip(run.places, run.natural, strict=True):
                (naturals if natural else wilds)[place] += 1
        self._lay_wanted(naturals, wilds)

    def lay_window(self, window: Ints) -> None:
        """Lay what covers these nodes, if they can all be."""
        elements = self.nodes.elements[window].ravel()
        # Rows are filled up with an element that stands for no place.
        elements = elements[elements < len(self.rank_of_place) * self.layer_count]
        layers: Ints = np.zeros(len(self.rank_of_place), dtype=np.int64)
        np.maximum.at(layers, elements // self.layer_count, elements % self.layer_count + 1)
        wilds = np.maximum(layers - self.copies, 0)
        if wilds.sum() <= len(self.problem.wilds):
            self._lay_wanted(layers - wilds, wilds)

    def _lay_wanted(self, naturals: Ints, wilds: Ints) -> None:
        """Lay so many at each place and more, as far as each group can."""
        self.wilds_at = wilds
        for number, group in enumerate(self.groups):
            wanted = np.minimum(naturals[self.places[group.rank]], group.ways.max(axis=0))
            # Where no way has so many, `argmax` is 0: the first way is as good as any.
            self.lay(number, int((group.ways >= wanted).all(axis=1).argmax()))
        # `lay` covers the ranks of groups only, but wilds have changed at others too.
        self.cover_all()
