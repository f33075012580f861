"""Work that takes the processor for long is asked for here and done in another process.

A job is a function from JSON to JSON, named by where it stands: `"scorepad.sheet.pdf:draw_job"`. `ask`
posts its request over a Unix socket to a job server, `scorepad.jobs.server`, and waits for the answer, so
that other requests go on meanwhile. Where no job server runs it does the job itself; where work machines are
named, one of them does it. A job that the server was not given is refused.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pkgutil import resolve_name
from typing import Any

import msgspec
from msgspec import to_builtins

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import plain_english, say
from scorepad.jobs.job_addresses import TOKEN, connected, each_address, token
from scorepad.jobs.turns import BUSY_WORDS, Asker, Busy, turn

Request = Mapping[str, Any]
Answer = dict[str, Any]

ADDRESS_VARIABLE = "SCOREPAD_JOBS"
ANSWERED, REFUSED, BROKEN = 200, 422, 500  # statuses of the answer, of the job's own ScorepadError, of a bug
THE_MACHINE = Asker()
LIMIT = "Limit"  # header: seconds that the job may take
log = logging.getLogger("scorepad.jobs")


class TookTooLong(ScorepadError):
    """No answer within the time that was given."""

    code = "timeout"


class JobFailed(ScorepadError):
    """The job broke, or was refused. Never the player's fault; `reason` is for the log."""

    code = "failed"
    words = say("Something broke here, and the host's log says what. What was recorded is safe.")

    def __init__(self, reason: str) -> None:
        super().__init__(self.words)
        self.reason = reason
        log.error("%s", reason)


class ServerDied(JobFailed):
    """The process that did the job ended, or its machine did."""

    code = "broken"
    words = say("This broke off. Try again in a moment.")


def ask(
    job: str,
    request: Request,
    timeout: float,
    *,
    limit: float | None = None,
    variable: str = ADDRESS_VARIABLE,
    asker: Asker = THE_MACHINE,
) -> Answer:
    """The answer of the job to the request as plain data, within `timeout` seconds.

    `limit` is how much of that the job itself may take; `variable` names the job server that does it,
    and the line in which `asker` takes turns. Raises the job's own ScorepadError, Busy, TookTooLong, or
    JobFailed.
    """
    address = os.environ.get(variable)
    if not address:
        own_answer: Answer = to_builtins(resolve_name(job)(request), enc_hook=plain_english)
        return own_answer
    answer: Answer = json.loads(_answer_in_turn(variable, address, job, request, timeout, limit, asker))
    return answer


def ask_json(
    job: str,
    request: Request,
    timeout: float,
    *,
    limit: float | None = None,
    asker: Asker = THE_MACHINE,
) -> bytes:
    """The same answer as JSON: that of a job server is passed on as it came."""
    address = os.environ.get(ADDRESS_VARIABLE)
    if not address:
        return msgspec.json.encode(resolve_name(job)(request), enc_hook=plain_english)
    return _answer_in_turn(ADDRESS_VARIABLE, address, job, request, timeout, limit, asker)


def _answer_in_turn(
    line: str, address: str, job: str, request: Request, timeout: float, limit: float | None, asker: Asker
) -> bytes:
    """The JSON that the job server answers when the asker's turn has come. Raises the same as `ask`."""
    began = time.monotonic()
    with turn(line, asker, limit or timeout, timeout) as seconds_left:
        try:
            return _answer_of_any(address, job, request, seconds_left, limit or timeout)
        except TimeoutError:
            waited = f"{time.monotonic() - began:.1f}"
            message = say("No answer within {seconds} seconds.", seconds=waited)
            raise TookTooLong(message) from None


def _answer_of_any(addresses: str, job: str, request: Request, patience: float, limit: float) -> bytes:
    """The answer of any of the servers. A job changes nothing, so that what a process has begun that died is
    done again, once: by another machine, or by the same one where that goes on."""
    give_up_at = time.monotonic() + patience
    try:
        return _answer_of_first(addresses, job, request, give_up_at, limit)
    except ServerDied as death:
        try:
            return _answer_of_first(addresses, job, request, give_up_at, limit)
        except Busy:
            raise death from None


def _answer_of_first(addresses: str, job: str, request: Request, give_up_at: float, limit: float) -> bytes:
    """The answer of the first server that takes the job. Raises Busy when none does."""
    for address in each_address(addresses):
        with suppress(Busy):
            return _answer_of_server(address, job, request, max(0.1, give_up_at - time.monotonic()), limit)
    raise Busy(BUSY_WORDS)


def _answer_of_server(address: str, job: str, request: Request, patience: float, limit: float) -> bytes:
    """Raises TimeoutError after so many seconds of patience, or when its process was ended at its limit."""
    ends_at = time.monotonic() + limit
    with closing(_Connection(address, patience)) as connection:
        connection.connect()
        try:
            connection.request("POST", f"/{job}", json.dumps(request), {LIMIT: str(limit), TOKEN: token()})
            response = connection.getresponse()
            reply = response.read()
        except TimeoutError:
            raise
        except (ConnectionError, HTTPException):
            if time.monotonic() >= ends_at:
                raise TimeoutError from None
            raise ServerDied(f"the process doing {job!r} died") from None
    if response.status == REFUSED:
        raise ScorepadError.from_data(json.loads(reply))
    if response.status != ANSWERED:
        raise JobFailed(f"{job!r} failed: {reply.decode(errors='replace')}")
    return reply


def takes_jobs(variable: str = ADDRESS_VARIABLE) -> bool:
    """Whether work can be asked for: the job server takes another request, or none is needed."""
    address = os.environ.get(variable)
    if not address:
        return True
    return any(map(_takes_connections, each_address(address)))


def _takes_connections(address: str) -> bool:
    try:
        with closing(_Connection(address, timeout=0)) as connection:
            connection.connect()
    except Busy:
        return False
    return True


class _Connection(HTTPConnection):
    """HTTP to a job server, of this machine or of another one."""

    def __init__(self, address: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._address = address

    def connect(self) -> None:
        """Raises Busy when the queue is full or nobody listens."""
        try:
            self.sock = connected(self._address)
        except OSError as error:
            raise Busy(BUSY_WORDS) from error
        self.sock.settimeout(self.timeout)
