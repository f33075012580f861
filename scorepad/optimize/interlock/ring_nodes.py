"""What layers cover side by side at one rank, as arrays: nodes, and which lie before and after each.

Glossary
    element  a place and a layer: a natural or a wild lies there, or nothing
    node     the elements of a ring at one rank, or one element by itself: covered where all of them are.
             Nodes follow each other from rank to rank; covered ones in a row are a run, or an interlock.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
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
MOST_WINDOWS = 60
MOST_NODES = 60_000


class TooManyNodes(Exception):
    """There is no room for the arrays."""


@dataclass(frozen=True)
class RingNodes:
    """All by node; the last node is never covered, and stands for what lies out of reach.

    `elements` has them in rows, filled up with an element that is always covered; `first_places` one place of
    each; `sizes` the suits of the ring; `wilds_needed` how many wilds one takes if all cards lie in it.
    """

    elements: Ints
    next_node: Ints
    previous_node: Ints
    first_places: Ints
    sizes: Ints
    wilds_needed: Ints


def reachable_nodes(problem: InterlockProblem, layer_count: int) -> RingNodes:
    """The nodes that the cards of a hand could cover. Raises TooManyNodes."""
    elements, next_node, first_places, sizes = _all_nodes(problem.rules, layer_count)
    copies = np.array([problem.natural_counts[card] for card in problem.places.cards])
    wilds_needed = np.append(np.maximum(0, np.arange(1, layer_count + 1) - copies[:, None]).ravel(), 0)
    needed = wilds_needed[elements].sum(axis=1)
    reachable = needed <= len(problem.wilds)
    # The last node is kept apart: nothing ever covers it.
    reachable[-1], needed[-1] = False, len(problem.wilds) + 1
    kept = np.flatnonzero(reachable)
    last = len(kept)
    new_number = np.full(len(reachable), last)
    new_number[kept] = np.arange(last)
    kept = np.append(kept, len(reachable) - 1)
    following, preceding = new_number[next_node[kept]], np.full(last + 1, last)
    preceding[following] = np.arange(last + 1)
    preceding[last] = last
    return RingNodes(elements[kept], following, preceding, first_places[kept], sizes[kept], needed[kept])


def longest_windows(problem: InterlockProblem, nodes: RingNodes, points: Scores) -> list[Ints]:
    """Nodes in a row that the cards could cover if they covered nothing else, those of most points first."""
    lap_ranks, track_length = (
        np.array(problem.places.lap_ranks),
        np.array(problem.places.track_length),
    )
    # Wilds at its ends add nothing, so a window leads from naturals to naturals.
    starts = np.flatnonzero(nodes.wilds_needed == 0)
    here, needed, best_points = starts, np.zeros_like(starts), np.zeros(len(starts))
    best_lengths, layer_count = np.zeros_like(starts), max(problem.natural_counts.values(), default=1)
    # Farther on, suits change places: the same cards would be needed twice.
    places = nodes.first_places[starts]
    longest = np.where(nodes.sizes[starts] > 1, lap_ranks[places], track_length[places] - 1)
    # The layers below are covered with it.
    elements = nodes.elements[starts]
    is_place = elements < len(lap_ranks) * layer_count
    layers = np.where(is_place, elements % layer_count + 1, 1).prod(axis=1)
    for length in range(2, int(track_length.max(initial=1)) + 1):
        here = nodes.next_node[here]
        needed = needed + nodes.wilds_needed[here]
        ends = (needed <= len(problem.wilds)) & (length <= longest) & (nodes.wilds_needed[here] == 0)
        gained = points[nodes.sizes[starts], np.maximum(0, length - needed)] * layers
        better = ends & (gained > best_points)
        best_points[better], best_lengths[better] = gained[better], length
    windows = []
    for row in np.argsort(-best_points, kind="stable")[: np.count_nonzero(best_points)][:MOST_WINDOWS]:
        window = [starts[row]]
        while len(window) < best_lengths[row]:
            window.append(nodes.next_node[window[-1]])
        windows.append(np.array(window))
    return windows


@lru_cache(maxsize=16)
def _all_nodes(rules: Rules, layer_count: int) -> tuple[Ints, Ints, Ints, Ints]:
    """The elements of each node of a table's rules, the node that follows, a place and the suits of its ring.

    Raises TooManyNodes.
    """
    places = all_places(rules)
    rings: list[Ring] = [(place,) for place in range(len(places.cards))]
    # Many suits have very many rings. Each is a node or more, so these alone exceed the room below.
    rings += islice(place_rings(places, set(range(len(places.cards)))), MOST_NODES)
    starts = [0]
    for ring in rings:
        starts.append(starts[-1] + int(layer_count ** len(ring)))
    if starts[-1] > MOST_NODES:
        raise TooManyNodes
    sizes = np.repeat([*map(len, rings), 1], [*np.diff(starts), 1])
    first_places = np.repeat([*(ring[0] for ring in rings), 0], [*np.diff(starts), 1])
    return *_link_rings(places, rings, starts, layer_count), first_places, sizes


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
        # The next ring may be written from another suit on, so the layers are put in its order.
        reordered = layers[:, [next_places.index(place) for place in rings[next_ring]]]
        # Nodes of a ring come as `product` lists layers: layers are the digits of the node’s number.
        digits = layer_count ** np.arange(len(ring) - 1, -1, -1)
        next_node[rows] = starts[next_ring] + reordered @ digits
    return elements, next_node


def points_by_length(problem: InterlockProblem, most_suits: int) -> Scores:
    """Points, rows by the suits of a ring and columns by net length: row 1 is a run, later ones interlocks
    of so many suits."""
    rules = problem.rules
    # A node can join what is covered before and after it, a whole track each at most.
    lengths = range(problem.hand_size + 2 * max(problem.places.track_length, default=0))
    by_suits = [[0] * len(lengths), [rules.values.schedule.value(length) for length in lengths]]
    by_suits += [
        [factorial(suits) // 2 * rules.interlock_value(length) for length in lengths]
        for suits in range(2, most_suits + 1)
    ]
    return np.array(by_suits, dtype=np.float64)
