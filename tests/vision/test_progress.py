"""What a reader has found is told to whoever listens, parts of it a few times a second at most."""

from collections.abc import Sequence

import pytest

from vision import progress
from vision.progress import PART_EVERY, FoundIndex, listening, tell_found, tell_part

HERE, THERE = FoundIndex((0, 0, 20, 30)), FoundIndex((40, 0, 20, 30), "QH")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, as the one item of a list."""
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    return now


def test_a_part_is_told_a_while_after_the_last_report_only(clock: list[float]) -> None:
    told: list[Sequence[FoundIndex]] = []
    with listening(told.append):
        tell_found([HERE])
        tell_part(lambda: [HERE, THERE])
        clock[0] += PART_EVERY
        tell_part(lambda: [THERE])
        tell_part(lambda: [THERE, THERE])
    assert told == [[HERE], [THERE]]


@pytest.mark.usefixtures("clock")
def test_the_whole_is_told_at_once() -> None:
    told: list[Sequence[FoundIndex]] = []
    with listening(told.append):
        tell_found([HERE])
        tell_found([THERE])
    assert told == [[HERE], [THERE]]


def test_nobody_need_listen_and_then_no_part_is_made() -> None:
    tell_found([HERE])
    tell_part(lambda: pytest.fail("made for nobody"))
