"""Processes are killed and answers lost: what was acknowledged is stored once (`bench/chaos.py`)."""

from __future__ import annotations

import pytest

from bench import chaos


@pytest.mark.process
def test_nothing_is_lost_and_nothing_doubled(database):
    """On both engines; every total is that of an independent count of the log."""
    figures = chaos.run(str(database), operations=240, writers=3)
    assert figures.wrong == []
    assert figures.acknowledged == 240
    assert figures.replayed
    assert figures.kills
