"""The job server: one process that takes all requests for work, gives each its turn, and has a worker do it.

It does only jobs on its list, whoever asks. Each kind of job has workers of its own, forked when needed,
which share what this process has loaded. Idle ones are ended after a while. A worker that fails affects only
its one job.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorepad.jobs.messages import (
    ANSWERED,
    BROKEN,
    BUSY,
    HEAD_END,
    REFUSED,
    TURN,
    JobWish,
    is_token,
    response_head,
)
from scorepad.jobs.turns import JobKind, Line, Ticket
from scorepad.jobs.workers import Outcome, Workers

LOOK_EVERY = 0.5  # seconds
PAUSE = 0.1  # seconds until a regular job that broke is done again
READ_ON = 10.0  # seconds
OVER = "What could not be done is done again."
SMALL = 64 * 1024  # bytes of a request that waits here; the rest of a larger one stays with whoever asks
BACKLOG = 1024
log = logging.getLogger("scorepad.jobs")


class RefusedWish(Exception):
    """A wish that is answered at once, with `status`."""

    def __init__(self, status: int, words: str = "") -> None:
        super().__init__(words)
        self.outcome: Outcome = status, words.encode()


class RegularJob:
    """A job that runs at intervals, and soon after somebody asks for it."""

    def __init__(self, workers: Workers) -> None:
        (self._job,) = workers.kind.jobs
        self._workers, self._wanted, self._fault = workers, asyncio.Event(), b""
        self._is_done_now = False

    @property
    def is_free(self) -> bool:
        """Whether the job neither runs nor is about to."""
        return not (self._is_done_now or self._wanted.is_set())

    def want(self) -> None:
        """Ask for the job to run; once more if it is running."""
        self._wanted.set()

    async def keep_doing(self, every: float | None) -> None:
        """Run the job at once, then whenever it is wanted or `every` seconds have passed. A failed run is
        repeated."""
        while True:
            self._wanted.clear()
            self._is_done_now = True
            status, reply = await self._workers.outcome(self._job, 0, b"{}")
            self._is_done_now = False
            self._tell_fault(reply if status == REFUSED else b"")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), self._pause(status, reply, every))

    def _pause(self, status: int, reply: bytes, every: float | None) -> float | None:
        """Seconds until the job runs unasked."""
        if status == ANSWERED:
            return json.loads(reply).get("again", every)  # type: ignore[no-any-return]
        return self._workers.kind.again if status == REFUSED else PAUSE

    def _tell_fault(self, fault: bytes) -> None:
        """Log the fault, once for as long as it lasts."""
        if fault != self._fault:
            log.warning("%s", json.loads(fault)["message"] if fault else OVER)
        self._fault = fault


@dataclass
class JobServer:
    """Serves until its parent process has ended, or until SIGTERM.

    address   of a Unix socket, in a folder with only the pad's sockets; or a listening socket
    kinds     of jobs that this server runs
    machines  number of jobs that other machines run for this one at the same time; each takes a turn here
    load      loads modules that workers share, before the first of them is forked
    """

    address: Path | socket.socket
    kinds: Collection[JobKind]
    machines: int = 0
    load: Callable[[], object] = lambda: None
    _workers: list[Workers] = field(default_factory=list)
    _regular: dict[str, list[RegularJob]] = field(default_factory=dict)
    _turns: Line = field(init=False)

    def run(self, starter: int) -> None:
        """Serve in this process, until its parent is no longer the process `starter`."""
        logging.basicConfig(format="%(message)s")  # a pad keeps a log: what fails is there with its trace
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C, of which every process hears
        listener = _bound_socket(self.address) if isinstance(self.address, Path) else self.address
        self.load()
        asyncio.run(self._serve(listener, starter))
        if isinstance(self.address, Path):
            with suppress(OSError):  # on a disk that is read-only by now
                self.address.unlink(missing_ok=True)
                self.address.parent.rmdir()  # whoever goes last does

    async def _serve(self, listener: socket.socket, starter: int) -> None:
        over = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
        self._turns = Line(max(1, self.machines))
        self._workers = [Workers(kind) for kind in self.kinds]
        tasks = [*map(asyncio.create_task, self._regular_tasks())]
        start = asyncio.start_unix_server if listener.family == socket.AF_UNIX else asyncio.start_server
        await start(self._answer, sock=listener, limit=SMALL, backlog=BACKLOG)
        while not over.is_set() and os.getppid() == starter:
            for workers in self._workers:
                workers.end_idle()
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), LOOK_EVERY)
        for task in tasks:
            task.cancel()
        for workers in self._workers:
            workers.end_all()

    async def _answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve one connection. Nothing happens if the client has gone, or sends nonsense."""
        with suppress(OSError, EOFError, ValueError, TypeError, asyncio.LimitOverrunError):
            wish = JobWish.of_head(await reader.readuntil(HEAD_END))
            try:
                status, reply = await self._outcome(wish, reader, writer)
            except RefusedWish as refused:
                status, reply = refused.outcome
            writer.write(response_head(status, len(reply)) + reply)
            await writer.drain()
            async with asyncio.timeout(READ_ON):  # of what was refused, so that whoever sends it hears why
                while await reader.read(SMALL):
                    pass
        writer.close()

    async def _outcome(self, wish: JobWish, reader: StreamReader, writer: StreamWriter) -> Outcome:
        """The outcome of a wish. Raises RefusedWish, and EOFError if the client has gone."""
        if not is_token(wish.token):
            raise RefusedWish(BROKEN, "from another pad")
        if wish.job == TURN:
            async with _turn(self._turns, wish, reader):
                writer.write(response_head(ANSWERED))
                await reader.read()  # the turn is over when whoever asked hangs up
                raise EOFError
        workers = next((each for each in self._workers if wish.job in each.kind.jobs), None)
        if workers is None:
            log.warning("%r is no job of this server", wish.job)
            raise RefusedWish(BROKEN, "no such job")
        if not wish.wanted:
            return ANSWERED if workers.line.has_room(wish.asker) else BUSY, b""
        if regular := self._regular.get(wish.job):
            next((each for each in regular if each.is_free), regular[0]).want()
            return ANSWERED, b"{}"
        body = await reader.readexactly(wish.length) if wish.length <= SMALL else None
        async with _turn(workers.line, wish, reader, hears=body is not None):
            if body is None:
                body = await reader.readexactly(wish.length)
            return await workers.outcome(wish.job, wish.limit, body)

    def _regular_tasks(self) -> Iterator[Coroutine[Any, Any, None]]:
        """The tasks of regular jobs: as many of each kind as may run at the same time. The first also runs
        unasked."""
        for workers in self._workers:
            if (every := workers.kind.every) is not None:
                jobs = [RegularJob(workers) for _ in range(workers.kind.places)]
                self._regular.update(dict.fromkeys(workers.kind.jobs, jobs))
                for number, job in enumerate(jobs):
                    yield job.keep_doing(None if number else every)


def _bound_socket(address: Path) -> socket.socket:
    address.unlink(missing_ok=True)  # of one that was killed
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(address))
    listener.listen(BACKLOG)
    return listener


@asynccontextmanager
async def _turn(
    line: Line, wish: JobWish, reader: StreamReader, *, hears: bool = True
) -> AsyncIterator[None]:
    """Wait for a turn in the line, and hold it within the context.

    Raises RefusedWish if the line is full, and EOFError if the client hangs up meanwhile. That is noticed
    only with `hears`, when nothing more is sent.
    """
    came = asyncio.get_running_loop().create_future()
    ticket = Ticket(wish.asker, wish.limit, lambda: came.set_result(None))
    hung_up = asyncio.ensure_future(reader.read(1)) if hears else None
    try:
        if not line.join(ticket):
            raise RefusedWish(BUSY)
        await asyncio.wait([came, *([hung_up] if hung_up else [])], return_when=asyncio.FIRST_COMPLETED)
        if not came.done():
            raise EOFError
        if hung_up:
            hung_up.cancel()
            await asyncio.wait([hung_up])
        yield
    finally:
        if hung_up:
            hung_up.cancel()
        line.leave(ticket)
