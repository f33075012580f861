"""What annealing counts, rank by rank, is what one finds by walking along and by counting all anew."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scorepad.core.cards import Card
from scorepad.core.packs import FRENCH_48
from scorepad.optimize.interlock.best_interlocks import score_laid
from scorepad.optimize.interlock.interlock_problem import interlock_problem
from scorepad.optimize.interlock.laid_ranks import LaidRanks
from tests.optimize.interlock.hands import RULES, deal

KINDS = {
    "no wilds": (RULES, 40, 0),
    "three wilds": (RULES, 40, 3),
    "an even circle": (RULES.variant(pack=FRENCH_48), 36, 2),
    "a leap of two": (RULES.variant(leaps=(2,)), 36, 1),
    "three leaps": (RULES.variant(leaps=(1, 2, 3)), 30, 1),
}


@pytest.mark.parametrize("kind", KINDS)
def test_nodes_are_covered_by_what_lies_there(kind):
    """A node with all of its elements, one less for each wild in it."""
    laid = lay_at_random(*KINDS[kind])
    for node in range(len(laid.nodes.sizes) - 1):
        net = net_length(laid, node)
        assert laid.covered[node] == (net is not None)
        assert net in (None, laid.net[node])
    assert laid.covered.any()


@pytest.mark.parametrize("kind", ["no wilds", "an even circle", "a leap of two", "three leaps"])
def test_a_way_adds_what_its_score_says(kind):
    """Beside all other cards, where no wild lies."""
    rules, size, _ = KINDS[kind]
    laid, rng = lay_at_random(rules, size, 0), random.Random(1)
    for number, group in enumerate(laid.groups):
        scores, now, points = laid.scores(number), laid.way_of[number], score_laid(laid.problem, laid.runs())
        way = rng.randrange(len(group.ways))
        laid.lay(number, way)
        assert score_laid(laid.problem, laid.runs()) - points == scores[way] - scores[now]


def test_runs_that_were_found_elsewhere_lie_as_they_did():
    """Whatever else lies beside them then, wilds among them."""
    laid = lay_at_random(*KINDS["three wilds"])
    runs = laid.runs()
    naturals_at, wilds_at = laid.naturals_at.copy(), laid.wilds_at.copy()
    laid.lay_runs(runs)
    assert (laid.wilds_at <= wilds_at).all()
    assert sum(laid.naturals_at) == sum(naturals_at)
    assert score_laid(laid.problem, laid.runs()) >= score_laid(laid.problem, runs)


def test_cards_with_one_way_to_lie_do_lie():
    """♣4 ♥4 ♣5 ♥5 are two melds side by side, worth 4, and nothing else."""
    hand = [Card(rank, suit) for rank in "45" for suit in "CH"]
    laid = LaidRanks(interlock_problem(RULES, hand, ()))
    assert laid.groups == []
    assert score_laid(laid.problem, laid.runs()) == 4


@pytest.mark.parametrize("kind", ["no wilds", "an even circle", "a leap of two"])
def test_naturals_of_runs_lie_where_they_did(kind):
    """No run takes more than lay there, so that others keep their places too."""
    rules, size, _ = KINDS[kind]
    laid = lay_at_random(rules, size, 0)
    runs = laid.runs()
    laid.lay_runs(runs)
    assert (laid.naturals_at >= naturals_of(runs, len(laid.naturals_at))).all()


def naturals_of(runs, places):
    """How many of them lie at each place."""
    counts = np.zeros(places, dtype=np.int64)
    for run in runs:
        np.add.at(counts, list(run.places), 1)
    return counts


def lay_at_random(rules, size: int, wild_count: int) -> LaidRanks:
    """A hand, the ways of its cards and the places of its wilds drawn by chance."""
    laid = LaidRanks(interlock_problem(rules, deal(random.Random(size), rules, size, wild_count, ""), ()))
    rng = np.random.default_rng(size)
    for number, group in enumerate(laid.groups):
        laid.lay(number, int(rng.integers(len(group.ways))))
    for place in rng.integers(len(laid.wilds_at), size=wild_count):
        laid.move_wild(int(place), 1)
    return laid


def net_length(laid: LaidRanks, node: int) -> int | None:
    """One less for each wild in a node; None where it is not covered."""
    wilds = 0
    for element in laid.nodes.elements[node]:
        place, layer = divmod(int(element), laid.layer_count)
        if place == len(laid.wilds_at):
            continue
        if laid.naturals_at[place] + laid.wilds_at[place] <= layer:
            return None
        wilds += laid.naturals_at[place] <= layer
    return 1 - int(wilds)
