"""A test that hangs fails, whatever it waits for, and the run goes on to its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
HANGING = """
import os, select, time
from concurrent.futures import ThreadPoolExecutor
import pytest

@pytest.fixture
def never_taken_down():
    yield
    time.sleep(60)

def test_waits():
    select.select([os.pipe()[0]], [], [])

def test_in_c():
    sum(range(10**11))

def test_leaves_a_thread():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(time.sleep, 60)

def test_fails_and_waits(never_taken_down):
    assert False

def test_is_well():
    pass
"""


@pytest.mark.process
@pytest.mark.nightly
def test_no_test_holds_up_a_run(tmp_path):
    """Neither one that nothing interrupts nor what a failed one leaves."""
    (tmp_path / "test_hanging.py").write_text(HANGING)
    (tmp_path / "conftest.py").write_text(
        "from tests import deadlines\n"
        "from tests.deadlines import pytest_runtest_teardown\n"
        "deadlines.TAKEN_DOWN_WITHIN = 1.0\n"
    )
    settings = ["timeout=1", "faulthandler_timeout=3", "addopts=-p no:schemathesis"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "1",
        "-c",
        str(TOP / "pyproject.toml"),
        str(tmp_path),
    ]
    for setting in settings:
        command += ["-o", setting]
    ended = subprocess.run(
        command, cwd=TOP, capture_output=True, text=True, check=False, timeout=100, stdin=subprocess.DEVNULL
    )
    assert ended.returncode == 1
    lines = ended.stdout.splitlines()
    named = sorted({line.split("::")[1].split()[0] for line in lines if line.startswith(("FAILED", "ERROR"))})
    assert named == ["test_fails_and_waits", "test_in_c", "test_leaves_a_thread", "test_waits"]
    assert "1 passed" in lines[-1]
    assert "in test_in_c" in ended.stderr
