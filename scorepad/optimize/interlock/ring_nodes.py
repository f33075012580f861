"""What layers cover side by side at one rank, as arrays: nodes, and which follows which.

Glossary
    element  a place and a layer: a natural or a wild lies there, or nothing
    node     the elements of a ring at one rank, or one element by itself: covered where all of them are.
             Nodes follow each other from rank to rank; covered ones in a row are a run, or an interlock.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from scorepad.core.rules import Rules
from scorepad.optimize.interlock.interlock_problem import (
    InterlockProblem,
    Places,
    Ring,
    all_places,
    place_rings,
)

Ints = NDArray[np.int64]
Scores = NDArray[np.float64]
MOST_NODES = 60_000
MOST_BITS = 62  # of a whole number in an array, that stays positive


class TooManyNodes(Exception):
    """There is no room for the arrays."""


@dataclass(frozen=True)
class Beside:
    """Where to read in bits what lies before some nodes, and after them: two rows of each.

    A cycle has a column of bits backwards, as what is before a node is met, and one onward. Turned `down` so
    far (`up` what then comes round), it begins with the neighbour; `others` has a bit for all of the cycle
    but the node itself, `longest` how many these are, `sizes` the suits of the ring.
    """

    columns: Ints
    down: Ints
    up: Ints
    others: Ints
    longest: Ints
    sizes: Ints


@dataclass(frozen=True)
class RingNodes:
    """All by node; the last node is never covered, and stands for what lies out of reach.

    `elements` has them in rows, filled up with an element that is always covered; `first_places` one place of
    each; `sizes` the suits of the ring; `cycles` after how many ranks the same node comes again;
    `cycle_numbers` which cycle that is, and `positions` where along it the node lies.
    """

    elements: Ints
    next_node: Ints
    previous_node: Ints
    first_places: Ints
    sizes: Ints
    cycles: Ints
    cycle_numbers: Ints
    positions: Ints

    @cached_property
    def cycle_count(self) -> int:
        """How many cycles there are."""
        return int(self.cycle_numbers.max()) + 1

    @cached_property
    def backwards(self) -> Ints:
        """Where each node lies along its cycle if that is gone round the other way."""
        return self.cycles - 1 - self.positions

    def beside(self, nodes: Ints) -> Beside:
        """Where to read what lies beside nodes."""
        numbers, onward, cycles = self.cycle_numbers[nodes], self.positions[nodes], self.cycles[nodes]
        down = np.array([cycles - onward, onward + 1])
        columns, others = np.array([numbers, numbers + self.cycle_count]), (np.int64(1) << (cycles - 1)) - 1
        return Beside(columns, down, cycles - down, others, cycles - 1, self.sizes[nodes])

    def limited_to(self, reachable: NDArray[np.bool_]) -> RingNodes:
        """The nodes that can be covered at all, and the last one."""
        kept = np.flatnonzero(reachable)
        last = len(kept)
        new_number = np.full(len(reachable), last)
        new_number[kept] = np.arange(last)
        kept = np.append(kept, len(reachable) - 1)
        new_number[-1] = last
        return RingNodes(
            self.elements[kept],
            new_number[self.next_node[kept]],
            new_number[self.previous_node[kept]],
            self.first_places[kept],
            self.sizes[kept],
            self.cycles[kept],
            np.unique(self.cycle_numbers[kept], return_inverse=True)[1],
            self.positions[kept],
        )


@lru_cache(maxsize=16)
def ring_nodes(rules: Rules, layer_count: int) -> RingNodes:
    """The nodes of a table's rules. Raises TooManyNodes."""
    places = all_places(rules)
    rings: list[Ring] = [(place,) for place in range(len(places.cards))]
    rings += islice(place_rings(places, set(range(len(places.cards)))), MOST_NODES)
    starts = [0]
    for ring in rings:
        starts.append(starts[-1] + int(layer_count ** len(ring)))
    if starts[-1] > MOST_NODES:
        raise TooManyNodes
    elements, next_node = _link_rings(places, rings, starts, layer_count)
    previous_node = np.zeros_like(next_node)
    previous_node[next_node] = np.arange(len(next_node))
    sizes = np.repeat([*map(len, rings), 1], [*np.diff(starts), 1])
    first_places = np.repeat([*(ring[0] for ring in rings), 0], [*np.diff(starts), 1])
    return RingNodes(elements, next_node, previous_node, first_places, sizes, *_cycles(next_node))


def _link_rings(places: Places, rings: list[Ring], starts: list[int], layer_count: int) -> tuple[Ints, Ints]:
    """The elements of each node, and the node that follows: of the next places in the same layers."""
    most_suits = max(map(len, rings))
    elements = np.full((starts[-1] + 1, most_suits), len(places.cards) * layer_count)
    next_node = np.full(starts[-1] + 1, starts[-1])
    number_of = {frozenset(ring): number for number, ring in enumerate(rings)}
    layer_choices = [
        np.array(list(product(range(layer_count), repeat=size))).reshape(-1, size)
        for size in range(1, most_suits + 1)
    ]
    for start, ring in zip(starts, rings, strict=False):
        layers = layer_choices[len(ring) - 1]
        rows = slice(start, start + len(layers))
        elements[rows, : len(ring)] = np.array(ring) * layer_count + layers
        next_places = [places.next_place[place] for place in ring]
        next_ring = number_of[frozenset(next_places)]
        reordered = layers[:, [next_places.index(place) for place in rings[next_ring]]]
        digits = layer_count ** np.arange(len(ring) - 1, -1, -1)
        next_node[rows] = starts[next_ring] + reordered @ digits
    return elements, next_node


def _cycles(next_node: Ints) -> tuple[Ints, Ints, Ints]:
    """After how many steps each node comes again, the number of its cycle, and where it lies along that.

    Raises TooManyNodes where a cycle is too long for the bits of a number.
    """
    lengths = np.zeros_like(next_node)
    node, step = next_node.copy(), 1
    first_node, steps_to_first = np.arange(len(node)), np.zeros_like(node)
    while not lengths.all():
        if step > MOST_BITS:
            raise TooManyNodes
        lengths[(lengths == 0) & (node == np.arange(len(node)))] = step
        earlier = node < first_node
        first_node[earlier], steps_to_first[earlier] = node[earlier], step
        node, step = next_node[node], step + 1
    cycle_numbers = np.unique(first_node, return_inverse=True)[1]
    return lengths, cycle_numbers, (lengths - steps_to_first) % lengths


def points_by_length(problem: InterlockProblem, most_suits: int) -> Scores:
    """What a run, and an interlock of two suits and more, is worth by its net length."""
    rules = problem.rules
    lengths = range(problem.hand_size + 2 * max(problem.places.circle_length, default=0))
    by_suits = [[0] * len(lengths), [rules.values.schedule.value(length) for length in lengths]]
    by_suits += [
        [factorial(suits) // 2 * rules.interlock_value(length) for length in lengths]
        for suits in range(2, most_suits + 1)
    ]
    return np.array(by_suits, dtype=np.float64)
