"""A process that does jobs, one after the other, for the job server that forked it."""

from __future__ import annotations

import gc
import json
import logging
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from ctypes import CDLL
from pkgutil import resolve_name
from typing import IO, Any, NoReturn

import msgspec

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import plain_english
from scorepad.jobs.extras import naming_extras
from scorepad.jobs.messages import ANSWERED, BROKEN, REFUSED

NICENESS = 5  # web workers come first
GRACE = 1.0  # seconds that a job has beyond its limit, so that whoever asked gives up first
Settings = Mapping[str, Any]
log = logging.getLogger("scorepad.jobs")


def work(connection: socket.socket, memory: int | None, given: Mapping[str, Settings]) -> NoReturn:
    """Do what comes over the connection until it ends, and then end this process, which was just forked.

    `memory` is how many bytes of data it may hold; `given` what jobs have beside their requests. Nothing of
    the job server's is touched: the frames that led here are never returned to, and its files are closed
    without a word to anybody.
    """
    try:
        gc.freeze()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _close_all_but(connection.fileno())
        os.nice(NICENESS)
        if memory is not None:
            limit_data(memory)
        with connection.makefile("rb") as jobs, connection.makefile("wb") as answers:
            while order := jobs.readline():
                _do_job(json.loads(order), given, jobs, answers)
    except OSError:  # the job server has ended
        pass
    except BaseException:
        log.exception("a process that does jobs broke")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _close_all_but(kept: int) -> None:
    """Close every file but that one and the standard ones: connections of others end with the job server."""
    os.closerange(3, kept)
    os.closerange(kept + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def limit_data(data_bytes: int) -> None:
    """Let this process hold so many bytes of data, or fewer where the system says so."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_DATA)
    limit = data_bytes if hard_limit == resource.RLIM_INFINITY else min(data_bytes, hard_limit)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _do_job(
    order: dict[str, Any], given: Mapping[str, Settings], jobs: IO[bytes], answers: IO[bytes]
) -> None:
    """One job: its name, its limit and the length of its request, which follows."""
    request = jobs.read(order["length"])
    end_process_after(order["limit"] + GRACE if order["limit"] else 0)
    job = order["job"]
    status, reply = _job_outcome(job, msgspec.json.decode(request), given.get(job, {}))
    end_process_after(0)
    answer = msgspec.json.encode(reply, enc_hook=plain_english)
    answers.write(json.dumps({"status": status, "length": len(answer)}).encode() + b"\n" + answer)
    answers.flush()
    _give_memory_back()


def _give_memory_back() -> None:
    """To the system, which glibc does not by itself: a photo leaves a hundred megabytes."""
    with suppress(AttributeError):  # of another C library
        CDLL(None).malloc_trim(0)


def end_process_after(seconds: float) -> None:
    """Let the kernel end this process then, whatever it does; never for 0."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _job_outcome(job: str, request: Any, given: Settings) -> tuple[int, object]:
    """The status and what is sent back, as msgspec writes it."""
    started_at = time.monotonic()
    try:
        with naming_extras():
            return ANSWERED, resolve_name(job)(request, **given)
    except ScorepadError as error:
        return REFUSED, error.as_data()
    except Exception as error:
        log.exception("%s failed after %.1f s", job, time.monotonic() - started_at)
        return BROKEN, repr(error)
