"""Asks for long work, which is done in another process.

A job is a function from JSON to JSON, named by its place: `"scorepad.sheet.pdf:draw_job"`. `ask` posts its
request over a Unix socket to the job server, `scorepad.jobs.server`, and waits for the answer, so that other
requests go on meanwhile. Without a job server it does the job itself. With work machines, one of them does it
once the job server gives the turn. A server refuses jobs that are not on its list.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pkgutil import resolve_name
from typing import Any

import msgspec

from scorepad.core.errors import ScorepadError
from scorepad.core.extras import naming_extras
from scorepad.core.sentence import plain_english, say
from scorepad.jobs import messages
from scorepad.jobs.messages import TURN, JobWish, connected, each_address, is_elsewhere
from scorepad.jobs.turns import BUSY_WORDS, Asker, Busy

Request = Mapping[str, Any]
Answer = dict[str, Any]

ADDRESS_VARIABLE = "SCOREPAD_JOBS"
"""Names the work machines, where there are some, that do the jobs of this one."""
SERVER_VARIABLE = "SCOREPAD_JOB_SERVER"
"""Names the socket of this machine's job server."""
LOOK_WITHIN = 2.0  # seconds
THE_MACHINE = Asker()
NOTHING: Request = {}
Around = Callable[[], AbstractContextManager[object]]
around_own_jobs: ContextVar[Around] = ContextVar("around_own_jobs", default=nullcontext)
"""What a job is done within where this process does it itself."""
log = logging.getLogger("scorepad.jobs")


class TookTooLong(ScorepadError):
    """No answer within the given time."""

    code = "timeout"


class JobFailed(ScorepadError):
    """The job broke, or was refused. It is never the player's fault; `reason` is for the log."""

    code = "failed"
    words = say(
        "Something went wrong here. Everything recorded is safe. Try again, or ask the host to look in "
        "the log."
    )

    def __init__(self, reason: str) -> None:
        super().__init__(self.words)
        self.reason = reason
        log.error("%s", reason)


class ServerDied(JobFailed):
    """The process that did the job, or its machine, has ended."""

    code = "broken"
    words = say("That stopped halfway. Try again in a moment.")


def ask(job: str, request: Request, timeout: float, **how: Any) -> Answer:
    """The answer of the job as plain data; `how` and errors as for `ask_json`."""
    answer: Answer = json.loads(ask_json(job, request, timeout, **how))
    return answer


def ask_json(
    job: str,
    request: Request,
    timeout: float,
    *,
    limit: float | None = None,
    asker: Asker = THE_MACHINE,
    on_this_machine: bool = False,
    given: Request = NOTHING,
) -> bytes:
    """The answer of the job to the request as JSON, within `timeout` seconds.

    `limit` are the seconds that the job itself may take. `given` are settings for a job done in this process;
    a job server has its own. Raises the job's own ScorepadError, Busy, TookTooLong, or JobFailed.
    """
    if addresses := _addresses(on_this_machine):
        return _answer(addresses, job, request, timeout, limit, asker)
    with naming_extras(), around_own_jobs.get()():
        return msgspec.json.encode(resolve_name(job)(request, **given), enc_hook=plain_english)


def want(job: str) -> bool:
    """Ask for a regular job to run soon. False if there is no job server. A server that is away does it once
    it is back."""
    addresses = _addresses()
    with suppress(ScorepadError, TimeoutError):
        _reply_of_first(addresses, JobWish(job, THE_MACHINE, 0.0), b"{}", LOOK_WITHIN)
    return bool(addresses)


def takes_jobs(job: str, *, on_this_machine: bool = False) -> bool:
    """Whether the job can be asked for: a job server accepts one more, or none is needed."""
    wish = JobWish(job, THE_MACHINE, 0.0, wanted=False)
    addresses = _addresses(on_this_machine)
    with suppress(ScorepadError, TimeoutError):
        return not addresses or _reply_of_first(addresses, wish, b"", LOOK_WITHIN) == b""
    return False


def _addresses(on_this_machine: bool = False) -> str:
    """The addresses of the job servers; empty if jobs are done in the process that asks."""
    own_server = os.environ.get(SERVER_VARIABLE, "")
    return own_server if on_this_machine else os.environ.get(ADDRESS_VARIABLE) or own_server


def _answer(
    addresses: str, job: str, request: Request, timeout: float, limit: float | None, asker: Asker
) -> bytes:
    """The JSON answer of a job server. Raises what `ask_json` raises."""
    began = time.monotonic()
    wish, body = JobWish(job, asker, limit or timeout), json.dumps(request).encode()
    try:
        with _turn(addresses, wish, timeout) as elsewhere:
            return _reply_of_any(addresses, elsewhere, body, began + timeout)
    except TimeoutError:
        waited = f"{time.monotonic() - began:.1f}"
        raise TookTooLong(
            say("No answer within {seconds} seconds. Try again in a moment.", seconds=waited)
        ) from None


@contextmanager
def _turn(addresses: str, wish: JobWish, patience: float) -> Iterator[JobWish]:
    """Yield the wish to send. For a job on other machines, first take a turn at this machine's server, and
    hold it until the context ends.
    """
    own_server = os.environ.get(SERVER_VARIABLE, "")
    if not is_elsewhere(addresses) or not own_server:
        yield wish
        return
    turn = JobWish(TURN, wish.asker, wish.limit)
    with _asked(own_server, turn, b"", patience) as response:
        if response.status != messages.ANSWERED:
            raise Busy(BUSY_WORDS)
        yield JobWish(wish.job, THE_MACHINE, wish.limit)  # the turn is over when the connection is closed


def _reply_of_any(addresses: str, wish: JobWish, body: bytes, give_up_at: float) -> bytes:
    """The reply of any of the servers. If a process dies during the job, the job is tried once more, as it
    changes nothing."""
    try:
        return _reply_of_first(addresses, wish, body, max(0.1, give_up_at - time.monotonic()))
    except ServerDied as death:
        try:
            return _reply_of_first(addresses, wish, body, max(0.1, give_up_at - time.monotonic()))
        except Busy:
            raise death from None


def _reply_of_first(addresses: str, wish: JobWish, body: bytes, patience: float) -> bytes:
    """The reply of the first server that takes the job. Raises Busy when none does."""
    for address in each_address(addresses):
        with suppress(Busy):
            return _reply(address, wish, body, patience)
    raise Busy(BUSY_WORDS)


def _reply(address: str, wish: JobWish, body: bytes, patience: float) -> bytes:
    """The reply of the server. Raises TimeoutError after `patience` seconds, or if the process was ended at
    its limit."""
    with _asked(address, wish, body, patience) as response:
        reply = response.read()
    match response.status:
        case messages.ANSWERED:
            return reply
        case messages.BUSY:
            raise Busy(BUSY_WORDS)
        case messages.TOO_LONG:
            raise TimeoutError
        case messages.DIED:
            raise ServerDied(reply.decode())
        case messages.REFUSED:
            raise ScorepadError.from_data(json.loads(reply))
    raise JobFailed(f"{wish.job!r} failed: {reply.decode(errors='replace')}")


@contextmanager
def _asked(address: str, wish: JobWish, body: bytes, patience: float) -> Iterator[HTTPResponse]:
    """The response of a job server while it is read. Raises Busy if its queue is full or nobody listens,
    ServerDied if the connection breaks, and TimeoutError."""
    connection = HTTPConnection("localhost")
    try:
        connection.sock = connected(address)
    except OSError as error:
        raise Busy(BUSY_WORDS) from error
    connection.sock.settimeout(patience)
    with closing(connection):
        try:
            with suppress(BrokenPipeError):  # what was refused at once is not read to its end
                connection.request("POST" if wish.wanted else "GET", f"/{wish.job}", body, wish.headers)
            with closing(connection.getresponse()) as response:
                yield response
        except TimeoutError:
            raise
        except (OSError, HTTPException):
            raise ServerDied(f"the server doing {wish.job!r} died") from None
