"""No test can hold up a run: each has a deadline, and so has taking down what it started.

The deadline of `pyproject.toml` interrupts a test, says where each of its threads is, and what was set up is
taken down. Where nothing interrupts it its worker ends a little later, and another goes on with what is left.
A test that is given more time than that has a later end of its worker, too.
"""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Generator

import pytest
from pytest_timeout import Settings

TAKEN_DOWN_WITHIN = 120.0  # seconds


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """A test that failed has no deadline any more."""
    hooks = item.config.hook
    hooks.pytest_timeout_cancel_timer(item=item)
    hooks.pytest_timeout_set_timer(item=item, settings=Settings(TAKEN_DOWN_WITHIN, "signal", False, False))
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The end of the worker is after the test's own deadline."""
    mark = item.get_closest_marker("timeout")
    ends_within = float(item.config.getini("faulthandler_timeout"))
    if mark and mark.args[0] + TAKEN_DOWN_WITHIN > ends_within:
        later = mark.args[0] + 2 * TAKEN_DOWN_WITHIN
        faulthandler.dump_traceback_later(later, exit=True, file=sys.__stderr__)
