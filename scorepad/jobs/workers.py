"""The workers of a job server: forked processes that do one job after another."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import resource
import signal
import socket
import sys
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Mapping
from contextlib import suppress
from ctypes import CDLL
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import IO, Any, NoReturn

import msgspec

from scorepad.core.errors import ScorepadError
from scorepad.core.extras import naming_extras
from scorepad.core.lasting_faults import shortage_of
from scorepad.core.sentence import plain_english
from scorepad.jobs.messages import ANSWERED, BROKEN, DIED, REFUSED, TOO_LONG
from scorepad.jobs.own_process import end_process_after
from scorepad.jobs.turns import JobKind, Line, Settings

NICENESS = 5  # web workers come first
GRACE = 1.0  # seconds that a job has beyond its limit, so that whoever asked gives up first
Outcome = tuple[int, bytes]
log = logging.getLogger("scorepad.jobs")


@dataclass(eq=False)
class JobProcess:
    """A worker process, and the connection to it."""

    process: int
    reader: StreamReader
    writer: StreamWriter
    idle_since: float = 0.0

    async def do(self, job: str, limit: float, body: bytes) -> Outcome:
        """Do a job. Raises EOFError or OSError if the process ended."""
        order = {"job": job, "limit": limit, "length": len(body)}
        self.writer.write(json.dumps(order).encode() + b"\n" + body)
        await self.writer.drain()
        outcome = json.loads(await self.reader.readuntil(b"\n"))
        return outcome["status"], await self.reader.readexactly(outcome["length"])

    def end(self) -> int:
        """End the process if it still runs. Returns the signal that ended it, 0 for none."""
        self.writer.close()
        if not self.reader.at_eof():
            os.kill(self.process, signal.SIGKILL)
        return os.WTERMSIG(os.waitpid(self.process, 0)[1])


async def _forked_worker(kind: JobKind) -> JobProcess:
    ours, theirs = socket.socketpair()
    process = os.fork()
    if process == 0:
        _work(theirs, kind.memory, kind.given)
    theirs.close()
    return JobProcess(process, *await asyncio.open_unix_connection(sock=ours))


class Workers:
    """The workers of one kind of job, and the line for them."""

    def __init__(self, kind: JobKind) -> None:
        self.kind = kind
        self.line = Line(kind.places, kind.queue)
        self._idle: list[JobProcess] = []
        self._busy: list[JobProcess] = []

    async def outcome(self, job: str, limit: float, body: bytes) -> Outcome:
        """Have a worker do the job: the one used last, which has loaded what jobs need. A worker whose job
        broke is not used again."""
        worker = self._idle.pop() if self._idle else await _forked_worker(self.kind)
        self._busy.append(worker)
        try:
            status, reply = await worker.do(job, limit, body)
        except (EOFError, OSError):
            if worker.end() == signal.SIGALRM:
                return TOO_LONG, b""
            return DIED, f"the process doing {job!r} died".encode()
        finally:
            self._busy.remove(worker)
        if status == BROKEN:
            worker.end()
        else:
            worker.idle_since = time.monotonic()
            self._idle.append(worker)
        return status, reply

    def end_idle(self) -> None:
        """End workers idle for too long, and reap those that were killed."""
        for worker in [*self._idle]:
            if worker.reader.at_eof() or time.monotonic() - worker.idle_since > self.kind.idle:
                self._idle.remove(worker)
                worker.end()

    def end_all(self) -> None:
        for worker in (*self._idle, *self._busy):
            worker.end()


def _work(connection: socket.socket, memory: int | None, given: Mapping[str, Settings]) -> NoReturn:
    """Do the jobs that come over the connection until it closes, then end this process, which was just
    forked.

    `memory` bounds its bytes of data; `given` are the settings of jobs. The job server's frames are never
    returned to, and its files are closed without flushing.
    """
    try:
        # What was loaded before the fork stays shared: no collection writes into its pages.
        gc.freeze()
        # The job server’s event loop must not hear of this process’ signals.
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
    """Close all files except that one and the standard ones, so that connections of others end with the job
    server."""
    os.closerange(3, kept)
    os.closerange(kept + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def limit_data(data_bytes: int) -> None:
    """Limit the data of this process to so many bytes, or to the system's hard limit."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_DATA)
    limit = data_bytes if hard_limit == resource.RLIM_INFINITY else min(data_bytes, hard_limit)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _do_job(
    order: dict[str, Any], given: Mapping[str, Settings], jobs: IO[bytes], answers: IO[bytes]
) -> None:
    """Do one job; `order` has its name, its limit and the length of the request that follows."""
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
    """Return free memory to the system. glibc does not do that by itself, and a photo leaves a hundred
    megabytes."""
    with suppress(AttributeError):  # of another C library
        CDLL(None).malloc_trim(0)


def _job_outcome(job: str, request: Any, given: Settings) -> tuple[int, object]:
    """The status and the reply of the job, encoded by msgspec."""
    started_at = time.monotonic()
    try:
        with naming_extras():
            return ANSWERED, resolve_name(job)(request, **given)
    except ScorepadError as error:
        return REFUSED, error.as_data()
    except Exception as error:
        if shortage := shortage_of(error):
            return REFUSED, shortage.as_data()
        log.exception("%s failed after %.1f s", job, time.monotonic() - started_at)
        return BROKEN, repr(error)
