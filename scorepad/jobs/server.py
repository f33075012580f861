"""The other end of `client.ask`: a WSGI application, run by gunicorn, that does one job a request.

It does the jobs that it was given and no other, whoever asks.
"""

from __future__ import annotations

import logging
import signal
import socket
import time
from collections.abc import Callable, Collection, Iterable
from functools import partial
from pkgutil import resolve_name
from typing import Any

import msgspec

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import plain_english
from scorepad.jobs.client import ANSWERED, BROKEN, LIMIT, REFUSED
from scorepad.jobs.job_addresses import TOKEN, is_token

GRACE = 1.0  # seconds that a job has beyond its limit, so that the asker gives up first

StartResponse = Callable[[str, list[tuple[str, str]]], object]
WsgiApplication = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]
log = logging.getLogger("scorepad.jobs")


def application(jobs: Collection[str]) -> WsgiApplication:
    """What does these jobs, each named by where its function stands."""
    logging.basicConfig(format="%(message)s")  # a pad keeps a log: what fails is there with its trace
    return partial(_answer_request, frozenset(jobs))


def _answer_request(
    jobs: Collection[str], environ: dict[str, Any], start_response: StartResponse
) -> Iterable[bytes]:
    """Do the job that the path names, unless whoever asked has given up while it waited."""
    body = environ["wsgi.input"].read()
    job = environ["PATH_INFO"].removeprefix("/")
    if not is_token(environ.get(f"HTTP_{TOKEN.upper()}", "")):
        start_response(f"{BROKEN} Not for you", [])
        return (b'"from another pad"',)
    if job not in jobs:
        log.warning("%r is no job of this server", job)
        start_response(f"{BROKEN} No such job", [])
        return (b'"no such job"',)
    if _has_hung_up(environ["gunicorn.socket"]):
        start_response(f"{BROKEN} Nobody waits", [])
        return ()
    end_process_after(float(environ[f"HTTP_{LIMIT.upper()}"]) + GRACE)
    status, reply = _job_outcome(job, msgspec.json.decode(body))
    end_process_after(0)
    start_response(f"{status} .", [("Content-Type", "application/json")])
    return (msgspec.json.encode(reply, enc_hook=plain_english),)


def end_process_after(seconds: float) -> None:
    """Let the kernel end this process then, whatever it does; never for 0."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _has_hung_up(connection: socket.socket) -> bool:
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False


def _job_outcome(job: str, request: Any) -> tuple[int, object]:
    """The status and what is sent back, as msgspec writes it."""
    started_at = time.monotonic()
    try:
        return ANSWERED, resolve_name(job)(request)
    except ScorepadError as error:
        return REFUSED, error.as_data()
    except Exception as error:
        log.exception("%s failed after %.1f s", job, time.monotonic() - started_at)
        return BROKEN, repr(error)
