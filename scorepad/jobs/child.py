"""A child of a job server: takes requests from the socket one after another and does the jobs."""

from __future__ import annotations

import json
import logging
import select
import signal
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from scorepad.core.errors import ScorepadError
from scorepad.jobs.client import Job

LONGEST_JOB = 120.0  # seconds
GRACE = 1.0  # seconds that a job has beyond its limit, so that the asker gives up first
LONGEST_REQUEST = 32 * 1024 * 1024  # bytes
REQUEST_WITHIN = 10.0  # seconds in which a whole request must have come

Jobs = Mapping[str, Job]
Life = Callable[[socket.socket, int, Jobs], None]
log = logging.getLogger("scorepad.jobs")


def work(listener: socket.socket, lifeline: int, jobs: Jobs) -> None:
    """A child's life: one request after another, until the lifeline closes."""
    while True:
        ready, _, _ = select.select([lifeline, listener.fileno()], [], [])
        if lifeline in ready:
            return
        with suppress(BlockingIOError):  # another child was faster
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                _serve(connection, jobs)


def _serve(connection: socket.socket, jobs: Jobs) -> None:
    connection.settimeout(REQUEST_WITHIN)
    with connection.makefile("rb") as stream:
        line = stream.readline(LONGEST_REQUEST)
    if not line.endswith(b"\n") or _gone(connection):
        return
    asked = json.loads(line)
    # The alarm's default action ends this process, whatever it is doing.
    signal.setitimer(signal.ITIMER_REAL, min(asked["limit"], LONGEST_JOB) + GRACE)
    reply = _reply(jobs[asked["job"]], asked["request"])
    signal.setitimer(signal.ITIMER_REAL, 0)
    connection.sendall(msgspec.json.encode(reply) + b"\n")


def _gone(connection: socket.socket) -> bool:
    """Whether the asker has given up while the request waited."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    finally:
        connection.settimeout(REQUEST_WITHIN)


def _reply(job: Job, request: Mapping[str, object]) -> dict[str, object]:
    started = time.monotonic()
    try:
        return {"answer": job(request)}
    except ScorepadError as error:
        return {"error": error.as_dict()}
    except Exception as error:
        log.exception("%s failed after %.1f s", job, time.monotonic() - started)
        return {"failed": repr(error)}
