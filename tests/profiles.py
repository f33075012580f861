"""How much a run of the tests tries: `quick` every day, `thorough` by night.

`--hypothesis-profile=thorough` picks the other one. Both draw the same examples every time, so that a red
test is red again; bench/ draws new ones, as many as one likes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

T = TypeVar("T")

QUICK, THOROUGH = "quick", "thorough"
PART = 8  # of what is thorough, a quick run tries one in so many


def register() -> None:
    """Make both profiles known, and `quick` the one that is used unless another is asked for."""
    for name, examples in ((QUICK, 100 // PART), (THOROUGH, 100)):
        settings.register_profile(
            name,
            max_examples=examples,
            deadline=None,
            print_blob=True,
            derandomize=True,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        )
    settings.load_profile(QUICK)


def thorough() -> bool:
    """Whether everything is to be tried."""
    return settings.get_current_profile_name() == THOROUGH


def examples(count: int) -> int:
    """So many examples of a property where the run is thorough, a part of them every day."""
    return count if thorough() else max(1, count // PART)


def depends_on_profile(item: pytest.Item) -> bool:
    """Whether a thorough run may try more of this test: a property, or in a module that asks here."""
    module = vars(getattr(item, "module", None) or object)
    return is_hypothesis_test(getattr(item, "obj", None)) or any(
        module.get(way.__name__) is way for way in (thorough, examples, sampled)
    )


def sampled(everything: Iterable[T]) -> Iterator[T]:
    """All of it where the run is thorough, each eighth every day."""
    return islice(everything, 0, None, 1 if thorough() else PART)
