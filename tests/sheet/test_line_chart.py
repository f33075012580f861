"""The chart of totals: where its axes end, and what they say."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scorepad.sheet.line_chart import BOTTOM, MOST_LABELS, TOP, Totals, line_chart


def chart(*lines, across=("1", "2")):
    totals = [Totals(place, "Ann", values) for place, values in enumerate(lines)]
    places = [number / (len(lines[0]) - 1) for number in range(len(lines[0]))]
    marks = [(number / len(across), name) for number, name in enumerate(across, 1)]
    return line_chart(totals, places, marks, str, "")


@pytest.mark.parametrize(
    "values", [(0, 7_717), (0, 545), (0, 101), (-320, 40), (0, 0), (0, -95), (60, 60), (0, 1_000_000)]
)
def test_the_axis_ends_near_the_totals(values):
    """At most a tenth of the height is above the highest or below the lowest; a few lines lead there."""
    drawn = chart(values)
    heights = [y for line in drawn.lines for _, y in line.points]
    room = drawn.height - TOP - BOTTOM
    if max(values) > min(values):
        assert min(heights) - TOP <= room / 10
        assert drawn.height - BOTTOM - max(heights) <= room / 10
    assert 2 <= len(drawn.up) <= 6
    assert all(TOP <= tick.at <= drawn.height - BOTTOM for tick in drawn.up)


def test_no_label_of_an_axis_says_what_another_says():
    """Five tables of one evening have the day beneath them once."""
    days = ["27 Nov", "27 Nov", *["28 Nov"] * 8, "5 Dec"]
    drawn = chart([0, 4], across=days)
    assert [tick.name for tick in drawn.across if tick.labelled] == ["27 Nov", "28 Nov", "5 Dec"]


@pytest.mark.parametrize("deals", [1, 5, 6, 7, 23, 60])
def test_labels_of_deals_stand_at_even_steps(deals):
    """The newest has one; `1, 3, 4, 6, 7` would look like a fault."""
    drawn = chart([0, 4], across=[str(number) for number in range(1, deals + 1)])
    numbers = [int(tick.name) for tick in drawn.across if tick.labelled]
    assert numbers[-1] == deals
    assert len(numbers) <= MOST_LABELS
    assert len({later - earlier for earlier, later in pairwise(numbers)}) <= 1
