"""The longest interlocks and runs that the cards of a hand could make by themselves."""

from __future__ import annotations

import numpy as np

from scorepad.optimize.interlock.interlock_problem import InterlockProblem
from scorepad.optimize.interlock.rank_choices import RankChoices
from scorepad.optimize.interlock.ring_nodes import Scores


def longest_windows(
    problem: InterlockProblem, choices: RankChoices, points_by_length: Scores
) -> list[tuple[int, int]]:
    """By first node and length, dearest first: what the cards could cover in a row, by itself."""
    nodes, most_wilds = choices.nodes, len(problem.wilds)
    starts = np.flatnonzero(choices.wilds_needed == 0)
    here, needed = starts, np.zeros(len(starts), dtype=np.int64)
    best_points, best_lengths = np.zeros(len(starts)), np.zeros(len(starts), dtype=np.int64)
    # Farther on, suits change places: the same cards would be needed twice.
    circle_ranks = np.array(problem.places.circle_ranks)[nodes.first_places[starts]]
    longest = np.where(nodes.sizes[starts] > 1, circle_ranks, nodes.cycles[starts] - 1)
    # The layers below are covered with it.
    layers = np.where(
        nodes.elements < choices.place_count * choices.layer_count,
        nodes.elements % choices.layer_count + 1,
        1,
    ).prod(axis=1)
    for length in range(2, int(nodes.cycles.max(initial=0))):
        here = nodes.next_node[here]
        needed = needed + choices.wilds_needed[here]
        fits = (needed <= most_wilds) & (length <= longest)
        ends = fits & (choices.wilds_needed[here] == 0)
        points = points_by_length[nodes.sizes[starts], np.maximum(0, length - needed)] * layers[starts]
        better = ends & (points > best_points)
        best_points[better], best_lengths[better] = points[better], length
    order = np.argsort(-best_points, kind="stable")
    return [(int(starts[row]), int(best_lengths[row])) for row in order if best_points[row]]
