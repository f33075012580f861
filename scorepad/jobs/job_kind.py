"""Which jobs a job server does, and how."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorepad.jobs.turns import MOST_WAITING

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class JobKind:
    """Jobs that are done alike, by workers that do nothing else.

    jobs    their names
    places  how many are done at the same time
    memory  bytes of data that a worker may hold
    idle    seconds after which a worker that nobody wants is ended
    queue   requests that may wait
    every   seconds after which a regular job is done unasked. Whoever asks for one hears that it will be
            done, and no more; one may answer in how many seconds it is to be done `again`
    again   seconds until a regular job that was refused is done again
    given   what jobs, by their names, have of this server's own settings beside what is asked: the store that
            they work on is never what a request says
    """

    jobs: Collection[str]
    places: int
    memory: int | None = None
    idle: float = 60.0
    queue: int = MOST_WAITING
    every: float | None = None
    again: float = 2.0
    given: Mapping[str, Settings] = field(default_factory=dict)
