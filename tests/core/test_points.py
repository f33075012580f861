"""Points that may end in a half: read, written and added up without loss."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.phrasing import show_number
from scorepad.core.points import in_data, read_points

halves = st.integers(-200_000, 200_000).map(lambda number: number / 2)


@given(halves)
def test_points_read_as_they_are_written(points):
    assert read_points(show_number(points).replace(",", "")) == points
    assert read_points(str(points)) == points
    assert read_points(str(points).replace(".", ","), ",") == points


@given(st.lists(halves, max_size=40))
def test_halves_add_up_without_loss_and_whole_sums_have_no_fraction(numbers):
    total = in_data(sum(numbers))
    assert total * 2 == sum(int(number * 2) for number in numbers)
    assert ("." in json.dumps(total)) == (total % 1 != 0)


@pytest.mark.parametrize("text", ["", "½½", "3.4", "3,5", "1½2", "3.55", ".5", "1/2", "−", "3½½", "1.500"])
def test_what_is_no_number_of_points_does_not_read(text):
    assert read_points(text) is None


@pytest.mark.parametrize(
    ("text", "points"),
    [("½", 0.5), ("−½", -0.5), ("3½+2", 5.5), ("12.0", 12), ("3.50", 3.5), ("−3 ½", -3.5), ("½+½", 1)],
)
def test_a_half_is_read(text, points):
    assert read_points(text) == points


def test_thousands_are_marked_before_a_half():
    assert show_number(-12500.5) == "−12,500½"
