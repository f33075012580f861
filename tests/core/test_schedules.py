"""Section S: what n naturals are worth."""

from __future__ import annotations

import pytest

from scorepad.core.rule_parts import Schedule


@pytest.mark.parametrize("name", ["original", "one-zero", "two-zeroes", "square", "fibonacci"])
def test_s_no_cards_are_worth_nothing(name):
    """A meld without naturals is worth 0 by every schedule."""
    assert Schedule(name).value(0) == 0


def test_s_a_table_of_its_own_grows_by_its_last_difference():
    """Past the end of the list each card more adds what the last one added; a list of one adds itself."""
    table = Schedule("table", (2, 5, 5, 9))
    assert [table.value(n) for n in range(8)] == [0, 2, 5, 5, 9, 13, 17, 21]
    assert [Schedule("table", (3,)).value(n) for n in range(4)] == [0, 3, 6, 9]


def test_s_a_schedule_that_does_not_exist_is_refused():
    """A misspelt name, or a list of values with a named schedule, is an error when built."""
    with pytest.raises(ValueError, match="fibbonacci"):
        Schedule("fibbonacci")
    with pytest.raises(ValueError, match="table"):
        Schedule("square", (1, 2))
    with pytest.raises(ValueError, match="table"):
        Schedule("table")
