"""The runs beside a node are as long as one finds by walking along."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scorepad.core.packs import FRENCH_48
from scorepad.optimize.interlock.chains import Chains
from scorepad.optimize.interlock.interlock_problem import interlock_problem
from scorepad.optimize.interlock.rank_choices import RankChoices
from scorepad.optimize.interlock.ring_nodes import points_by_length
from tests.optimize.interlock.hands import RULES, deal

CHAINS = 3
KINDS = {
    "no wilds": (RULES, 40, 0),
    "three wilds": (RULES, 40, 3),
    "an even circle": (RULES.variant(pack=FRENCH_48), 36, 2),
    "a leap of two": (RULES.variant(leaps=(2,)), 36, 1),
    "three leaps": (RULES.variant(leaps=(1, 2, 3)), 30, 1),
}


@pytest.mark.parametrize("kind", KINDS)
def test_lengths_by_bits_are_those_of_walking_along(kind):
    """In every chain, whatever way the cards and wilds of each are laid."""
    chains = lay_at_random(*KINDS[kind])
    naturals_at, wilds_at = chains.state.naturals_at, chains.state.wilds_at
    every_node = np.arange(len(chains.nodes.sizes) - 1)
    before, after = chains.covered_runs.lengths_beside(chains.nodes.beside(every_node), slice(None))
    for chain in range(CHAINS):
        net = [net_length(chains, naturals_at[chain], wilds_at[chain], node) for node in every_node] + [None]
        walked_before = [walk(chains, net, node, chains.nodes.previous_node) for node in every_node]
        assert before[chain].tolist() == walked_before
        assert after[chain].tolist() == [
            walk(chains, net, node, chains.nodes.next_node) for node in every_node
        ]
        assert chains.covered_runs.covered()[chain].tolist() == [length is not None for length in net]
    assert before.max() > 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_choice_adds_what_its_score_says(kind):
    """Beside all other cards and wilds, also where a choice is scored leap by leap."""
    rng = np.random.default_rng(1)
    chains = lay_at_random(*KINDS[kind])
    for number, group in enumerate(chains.choices.groups):
        scores, now, worth = chains.score_choices(number), chains.state.choice_of[:, number], chains.worth()
        chosen, rows = rng.integers(len(group.choices), size=CHAINS), np.arange(CHAINS)
        added = scores[rows, chosen] - scores[rows, now]
        chains.choose(number, chosen)
        assert (chains.worth() - worth).tolist() == added.tolist()


def lay_at_random(rules, size: int, wild_count: int) -> Chains:
    """Chains of one hand, the choices of each and the places of its wilds drawn by chance."""
    problem = interlock_problem(rules, deal(random.Random(size), rules, size, wild_count, ""), ())
    choices, rng = RankChoices(problem), np.random.default_rng(size)
    points = points_by_length(problem, choices.nodes.elements.shape[1])
    chains = Chains(problem, choices, points, CHAINS)
    for number, group in enumerate(choices.groups):
        chains.choose(number, rng.integers(len(group.choices), size=CHAINS))
    for chain in range(CHAINS):
        for place in rng.integers(choices.place_count, size=wild_count):
            chains.move_wild(chain, int(place), 1)
    return chains


def net_length(chains: Chains, naturals_at, wilds_at, node: int) -> int | None:
    """One less for each wild in a node; None where it is not covered."""
    layer_count, wilds = chains.choices.layer_count, 0
    for element in chains.nodes.elements[node]:
        place, layer = divmod(int(element), layer_count)
        if place == chains.choices.place_count:
            continue
        if naturals_at[place] + wilds_at[place] <= layer:
            return None
        wilds += naturals_at[place] <= layer
    return 1 - int(wilds)


def walk(chains: Chains, net: list[int | None], node: int, step) -> int:
    """The net length of the run that begins beside a node, which is never part of it."""
    length, here = 0, step[node]
    for _ in range(int(chains.nodes.cycles[node]) - 1):
        if net[here] is None:
            break
        length, here = length + net[here], step[here]
    return max(0, length)
