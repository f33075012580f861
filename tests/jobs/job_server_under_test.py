"""A job server with jobs that misbehave: `python -m tests.jobs.job_server_under_test CHILDREN QUEUE`.

Prints its address, then lives until it is told to end.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorepad.core.errors import ScorepadError
from scorepad.host.processes import ServerPlan, keep_running
from scorepad.jobs.server import JobServer
from scorepad.jobs.turns import JobKind

Request = Mapping[str, Any]
NAME = "tests.jobs.job_server_under_test"


def echo(request: Request) -> dict[str, Any]:
    return {"echo": request["text"], "process": os.getpid()}


def refuse(_request: Request) -> dict[str, Any]:
    faults = [
        ScorepadError("First.", at="cards:1", code="a"),
        ScorepadError("Second.", at="cards:2", code="b"),
    ]
    raise ScorepadError("Both.", at="cards:1", code="both", parts=faults)


def break_down(_request: Request) -> dict[str, Any]:
    return {"never": 1 // 0}


def crash(request: Request) -> dict[str, Any]:
    """So many times; each leaves a line in the file `mark`."""
    with Path(request["mark"]).open("a+") as marks:
        marks.seek(0)
        if len(marks.readlines()) < request["times"]:
            marks.write("died\n")
            marks.flush()
            os.kill(os.getpid(), signal.SIGSEGV)
    return {"process": os.getpid()}


def hang(request: Request) -> dict[str, Any]:
    """Stuck in C code that no Python signal handler interrupts."""
    Path(request["mark"]).touch()
    ctypes.PyDLL(None).sleep(int(request["seconds"]))
    return {}


def nap(request: Request) -> dict[str, Any]:
    time.sleep(request["seconds"])
    with Path(request["mark"]).open("a") as marks:
        marks.write("done\n")
    return {}


def look_up(request: Request, database: str) -> dict[str, Any]:
    return {"asked": request, "database": database}


JOBS = [f"{NAME}:{job.__name__}" for job in (echo, refuse, break_down, crash, hang, nap, look_up)]
OWN_STORE = "the server's own store"

if __name__ == "__main__":
    with TemporaryDirectory(prefix="scorepad-", dir="/tmp") as folder:  # short, as the address of a socket is
        address = Path(folder) / "jobs"
        print(address, flush=True)
        kind = JobKind(
            JOBS, places=int(sys.argv[1]), queue=int(sys.argv[2]), given={JOBS[-1]: {"database": OWN_STORE}}
        )
        keep_running([ServerPlan(JobServer(address, [kind]).run)])
