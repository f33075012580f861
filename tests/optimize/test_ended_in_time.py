"""Work that does not stop is ended, what it told before counts, and no process is left behind."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

from scorepad.optimize import milp
from scorepad.optimize.ended_in_time import last_told

NEVER = 60.0  # seconds
SOON = 5.0


def test_what_is_told_last_counts():
    """Of work that ends by itself."""

    def work(tell):
        tell("first")
        tell(["last", os.getpid()])

    word, process = last_told(work, NEVER)
    assert word == "last"
    assert process != os.getpid()


def test_work_that_hangs_is_ended_and_leaves_what_it_had_told():
    """Also where it takes no signal of its own and tells more than a pipe holds."""

    def work(tell):
        tell(bytes(1_000_000))
        tell(os.getpid())
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        time.sleep(NEVER)

    began = time.perf_counter()
    process = last_told(work, 0.2)
    assert time.perf_counter() - began < SOON
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize("seconds", [-1.0, 0.0, 1e-9])
def test_no_time_is_not_for_ever(seconds):
    """As it is to the timer of the kernel."""
    began = time.perf_counter()
    assert last_told(lambda _tell: time.sleep(NEVER), seconds) is None
    assert time.perf_counter() - began < SOON


@pytest.mark.parametrize(
    "breaks", [lambda _tell: 1 / 0, lambda _tell: os.kill(os.getpid(), signal.SIGKILL), lambda _tell: None]
)
def test_work_that_breaks_has_told_nothing(breaks, capfd):
    """And says nothing where it broke off."""
    assert last_told(breaks, NEVER) is None
    assert capfd.readouterr() == ("", "")


@pytest.mark.nightly
def test_two_threads_do_not_wait_for_each_other():
    """A copy that lives on holds no pipe of another one."""
    slow = threading.Thread(target=last_told, args=(lambda _tell: time.sleep(NEVER), 3.0))
    slow.start()
    began = time.perf_counter()
    assert [last_told(lambda tell: tell(1), NEVER) for _ in range(5)] == [1] * 5
    assert time.perf_counter() - began < 2.5
    slow.join(30)


def large_program():
    """Each of many things at most once, and of two neighbours one: as simple as a large program can be."""
    count = 2 * milp._LARGE
    pairs = [[(number, 1.0), (number + 1, 1.0)] for number in range(count - 1)]
    return milp.MilpModel(
        np.ones(count),
        (np.zeros(count), np.ones(count)),
        (np.zeros(len(pairs)), np.ones(len(pairs))),
        milp.SparseMatrix.of_lines(pairs, by_row=True),
        [True] * count,
    )


def test_a_large_program_is_solved_where_it_can_be_ended():
    """With time it is solved to its end; where the solver does not come back there is no solution."""
    solution = milp.solve_whole(large_program(), NEVER, presolve=True)
    assert solution.optimal
    assert round(solution.objective) == milp._LARGE == solution.column_values.sum()


def test_a_program_whose_solver_does_not_look_at_the_clock_keeps_the_limit(monkeypatch):
    """As HiGHS does not in presolve and at its first relaxation, for seconds."""
    monkeypatch.setattr(milp, "_solved_whole", lambda *_: time.sleep(NEVER))
    began = time.perf_counter()
    solution = milp.solve_whole(large_program(), 0.2)
    assert time.perf_counter() - began < SOON
    assert (solution.status, solution.column_values) == (milp.SolverStatus.CUT_OFF, None)
    assert solution.bound == milp.INFINITY


@pytest.mark.nightly
def test_a_solution_found_on_the_way_is_kept(monkeypatch):
    """The best one that the solver had told when it was ended."""

    def found_then_hanging(solver, model, start_values):
        solved_whole(solver, model, start_values)
        time.sleep(NEVER)

    solved_whole = milp._solved_whole
    monkeypatch.setattr(milp, "_solved_whole", found_then_hanging)
    every_second = np.arange(2 * milp._LARGE) % 2
    solution = milp.solve_whole(large_program(), 3.0, start_values=every_second)
    assert solution.status is milp.SolverStatus.CUT_OFF
    assert solution.column_values.sum() == round(solution.objective) == milp._LARGE
    assert solution.bound >= milp._LARGE
