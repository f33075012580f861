"""Which jobs a job server does, and how."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorepad.jobs.turns import MOST_WAITING

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class JobKind:
    """A kind of jobs, run by workers of their own.

    jobs    names of the jobs
    places  number of jobs that run at the same time
    memory  bytes of data that a worker may hold
    idle    seconds after which an unused worker is ended
    queue   requests that may wait
    every   seconds after which a regular job runs unasked; a request for one is only told that it will run,
            and the job may answer with the seconds until it is to run `again`
    again   seconds until a refused regular job is run again
    given   by job: the settings of this server that it receives beside the request; its store never comes
            from a request
    """

    jobs: Collection[str]
    places: int
    memory: int | None = None
    idle: float = 60.0
    queue: int = MOST_WAITING
    every: float | None = None
    again: float = 2.0
    given: Mapping[str, Settings] = field(default_factory=dict)
