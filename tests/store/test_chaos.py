"""Processes are killed and answers lost: what was acknowledged is stored once (`bench/chaos.py`)."""

from __future__ import annotations

import pytest

from bench import chaos
from tests.by_night import SERVER_BY_NIGHT

OPERATIONS = 1200  # so many that a fast machine is busy when processes are killed


@pytest.mark.nightly
@pytest.mark.process
@pytest.mark.parametrize("database", SERVER_BY_NIGHT, indirect=True)
def test_nothing_is_lost_and_nothing_doubled(database):
    """On both engines; every total is that of an independent count of the log."""
    figures = chaos.run(str(database), operations=OPERATIONS, writers=3)
    assert figures.wrong == []
    assert figures.acknowledged == OPERATIONS
    assert figures.replayed
    assert figures.kills
