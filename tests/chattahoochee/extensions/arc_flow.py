"""The best arrangement of a large hand by another road: melds as flows along the tracks.

Nodes are places of a track with the naturals laid so far; every natural of the hand must be used once.
Shares the tracks and the solver with the app, and neither its columns nor its prices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import highspy
import numpy as np

from scorepad.core.cards import WILD, Card, Track
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules

Arc = tuple[float, dict[object, int]]


def most_points(rules: Rules, hand: Sequence[Card]) -> int:
    """The highest score of any arrangement, without quartets and with wilds alone worth nothing."""
    held = Counter(hand)
    wilds = held.pop(WILD, 0)
    arcs = [
        arc
        for number, track in enumerate(melding_of(rules).tracks)
        for arc in _arcs(rules, number, track, held, wilds)
    ]
    return _solve(arcs, held, wilds)


def _arcs(rules: Rules, number: int, track: Track, held: Counter[Card], wilds: int) -> list[Arc]:
    """Begin with a natural, go on with a natural or a wild, end after a natural."""
    size, most = len(track.cards), sum(held[card] for card in track.cards)
    arcs: list[Arc] = []
    begun = [(place, 1, True, False, False) for place in range(size) if held[track.cards[place]]]
    arcs += [(0.0, {track.cards[node[0]]: 1, (number, node): 1}) for node in begun]
    seen = set(begun)
    while begun:
        node = begun.pop()
        place, naturals, natural_last, together, wild = node
        if natural_last and (together or not wild or not rules.wilds.adjacent_naturals):
            arcs.append((float(rules.values.schedule.value(naturals)), {(number, node): -1}))
        after = (place + 1) % size
        steps: list[tuple[object, tuple[int, int, bool, bool, bool]]] = []
        if held[track.cards[after]] and naturals < most:
            steps.append((track.cards[after], (after, naturals + 1, True, together or natural_last, wild)))
        if wilds and (natural_last or not rules.wilds.wilds_apart):
            steps.append((WILD, (after, naturals, False, together, True)))
        for card, step in steps:
            arcs.append((0.0, {(number, node): -1, (number, step): 1, card: 1}))
            if step not in seen:
                seen.add(step)
                begun.append(step)
    return arcs


def _solve(arcs: list[Arc], held: Counter[Card], wilds: int) -> int:
    rows = {key: row for row, key in enumerate(dict.fromkeys(key for _, uses in arcs for key in uses))}
    solver = highspy.Highs()
    for option, value in (("output_flag", False), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5), ("threads", 1)):
        solver.setOptionValue(option, value)
    model = highspy.HighsLp()
    model.sense_ = highspy.ObjSense.kMaximize
    model.num_col_, model.num_row_ = len(arcs), len(rows)
    model.col_cost_ = np.array([worth for worth, _ in arcs])
    model.col_lower_ = np.zeros(len(arcs))
    model.col_upper_ = np.full(len(arcs), float(sum(held.values()) + wilds))
    most = [held.get(key, wilds if key == WILD else 0) for key in rows]
    model.row_upper_ = np.array(most, dtype=float)
    model.row_lower_ = np.array(
        [0 if key == WILD else count for key, count in zip(rows, most, strict=True)], float
    )
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.cumsum([0] + [len(uses) for _, uses in arcs])
    model.a_matrix_.index_ = np.array([rows[key] for _, uses in arcs for key in uses])
    model.a_matrix_.value_ = np.array([float(count) for _, uses in arcs for count in uses.values()])
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(arcs)
    solver.passModel(model)
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return round(solver.getInfo().objective_function_value)
