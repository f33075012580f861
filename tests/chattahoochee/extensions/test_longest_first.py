"""The rules' advice for one suit, "longest first", against the search.

Longest first is best for every schedule whose steps never fall and that starts at 0: joining or
lengthening the longer run gains at least as much (docs/exactness.md has the proof). All five named
schedules are such. A table's own need not be.
"""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.core.cards import Card
from scorepad.core.packs import FRENCH
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import MeldShapes, MeldValues, Rules
from scorepad.optimize import best
from tests.profiles import examples

NAMED = ["original", "one-zero", "two-zeroes", "square", "fibonacci"]
RANKS = FRENCH.ranks


def longest_first(counts, schedule):
    """Points of laying the longest run that is left, again and again, round the corner too."""
    left = Counter({rank: count for rank, count in counts.items() if count})
    points = 0
    while left:
        run = max((longest_from(left, start) for start in range(13)), key=len)
        points += schedule.value(len(run))
        left = left - Counter(run)
    return points


def longest_from(left, start):
    run, held = [], Counter(left)
    while held[RANKS[(start + len(run)) % 13]]:
        rank = RANKS[(start + len(run)) % 13]
        held[rank] -= 1
        run.append(rank)
    return run


@pytest.mark.parametrize("name", NAMED)
@settings(max_examples=examples(120))
@given(counts=st.lists(st.integers(0, 3), min_size=13, max_size=13), full=st.booleans())
def test_h3_longest_first_is_best_for_every_named_schedule(name, counts, full):
    """One suit, no wilds, up to three packs, whole circles included."""
    held = {rank: max(count, int(full)) for rank, count in zip(RANKS, counts, strict=True)}
    hand = [Card(rank, "C") for rank, count in held.items() for _ in range(count)]
    rules = Rules("chattahoochee", packs=3, values=MeldValues(schedule=Schedule(name)))
    answer = best(rules, hand, limit=30)
    assert answer.proven
    assert answer.points == longest_first(held, rules.values.schedule)


@pytest.mark.parametrize("name", NAMED)
def test_h3_the_steps_of_every_named_schedule_never_fall(name):
    """The condition under which longest first is proven."""
    values = [Schedule(name).value(n) for n in range(60)]
    steps = [after - before for before, after in itertools.pairwise(values)]
    assert steps == sorted(steps)


def test_s_under_a_table_whose_steps_fall_longest_first_is_not_best():
    """With 5 6 7 … three lone cards are worth 15, their run 7."""
    rules = Rules("chattahoochee", values=MeldValues(schedule=Schedule("table", (5, 6, 7))))
    hand = [Card(rank, "C") for rank in "345"]
    assert best(rules, hand).points == 15
    assert longest_first(dict.fromkeys("345", 1), rules.values.schedule) == 7


def test_h23_longest_first_is_not_best_where_runs_compete_for_a_card():
    """When suits may alternate, ♥5678 first leaves ♠34 and ♠67: 16 points. ♠4♥5♠6♥7, ♥6♠7♥8 and ♠3 are 17."""
    hand = [Card(rank, suit) for suit, ranks in (("H", "5678"), ("S", "3467")) for rank in ranks]
    assert best(Rules("chattahoochee", shapes=MeldShapes(suit_pattern="both")), hand).points == 17
