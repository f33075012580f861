"""Work that takes the processor for long is asked for here and done in another process.

`ask` sends one line of JSON to the job server (`scorepad.jobs.server`) and waits for one line back, on
a plain socket, so that other requests go on meanwhile. Where no job server runs it does the job itself.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import to_builtins

from scorepad.core.errors import ScorepadError

Request = Mapping[str, Any]
Answer = dict[str, Any]
Job = Callable[[Request], object]

ADDRESS_VARIABLE = "SCOREPAD_JOBS"


def jobs() -> dict[str, Job]:
    """Every job by name."""
    # Only where work is done: the process that starts the others must stay free of numpy's threads.
    from scorepad.answers.questions import VERBS
    from scorepad.examples import example_job as examples
    from scorepad.photos import photo_jobs
    from scorepad.sheet import sheet_job

    return {**VERBS, "sheet": sheet_job.draw, "examples": examples.work, "upright": photo_jobs.upright}


class Busy(ScorepadError):
    """The queue for work is full."""

    code = "busy"


class TookTooLong(ScorepadError):
    """No answer within the time that was given."""

    code = "timeout"


class JobFailed(RuntimeError):
    """The job broke or its process died. Never the player's fault; the log says why."""


def ask(
    name: str,
    request: Request,
    timeout: float,
    *,
    limit: float | None = None,
    variable: str = ADDRESS_VARIABLE,
) -> Answer:
    """The answer of the job `name` to `request` as plain data, ready for JSON, within `timeout` seconds.

    `limit` is how much of that the job itself may take; `variable` names the job server that does it.
    Raises the job's own ScorepadError, Busy, TookTooLong, or JobFailed.
    """
    address = os.environ.get(variable)
    if not address:
        answer: Answer = to_builtins(jobs()[name](request))
        return answer
    line = json.dumps({"job": name, "request": request, "limit": limit or timeout}).encode() + b"\n"
    return _read(name, _exchange(address, line, timeout))


def answering(variable: str = ADDRESS_VARIABLE) -> bool:
    """Whether work can be asked for: the job server takes another request, or none is needed."""
    address = os.environ.get(variable)
    if not address:
        return True
    try:
        _connect(address).close()
    except Busy:
        return False
    return True


def _connect(address: str) -> socket.socket:
    """A connection to the job server. Raises Busy when its queue is full or it is gone."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(0)  # a full queue is refused at once, not waited for
    try:
        connection.connect(address)
    except OSError as error:
        connection.close()
        raise Busy("The pad is busy with other hands. Try again in a moment.") from error
    return connection


def _exchange(address: str, line: bytes, timeout: float) -> bytes:
    with _connect(address) as connection:
        connection.settimeout(timeout)
        try:
            connection.sendall(line)
            with connection.makefile("rb") as answer:
                return answer.readline()
        except TimeoutError as error:
            raise TookTooLong(f"No answer within {timeout:g} seconds.") from error
        except ConnectionError:
            return b""


def _read(name: str, line: bytes) -> Answer:
    if not line.endswith(b"\n"):
        raise JobFailed(f"the process doing {name!r} died")
    reply = json.loads(line)
    if "error" in reply:
        raise ScorepadError.from_dict(reply["error"])
    if "failed" in reply:
        raise JobFailed(f"{name!r} failed: {reply['failed']}")
    answer: Answer = reply["answer"]
    return answer
