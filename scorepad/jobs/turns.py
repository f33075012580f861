"""The kinds of work that a job server does, and whose work comes next: one line for each kind, in which
addresses take turns.

The job server does the communication.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say

LONG = 10.0  # seconds: work that may take longer leaves a place to work that may not
MOST_OF_ADDRESS = 16  # pieces of work of one address that may wait
MOST_WAITING = 1024
REMEMBERED = 120.0  # seconds that an address' last turn counts
BUSY_WORDS = say("The pad is busy with other hands. Try again in a moment.")
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


class Busy(ScorepadError):
    """The line for work is full, or there is no worker."""

    code = "busy"


@dataclass(frozen=True, slots=True)
class Asker:
    """The client of a job: its address, empty for the machine itself, and whether it plays at a table."""

    address: str = ""
    plays: bool = False


@dataclass(eq=False, slots=True)
class Ticket:
    """A place in the line; `call` is called when its turn comes."""

    asker: Asker
    seconds: float
    call: Callable[[], None]

    @property
    def kind(self) -> int:
        """The priority: 0 for work of players and of the machine itself, 1 for other visitors, 2 for long
        work."""
        if self.seconds > LONG:
            return 2
        return 1 if self.asker.address and not self.asker.plays else 0


@dataclass
class Line:
    """The line for one kind of work: `places` pieces of work run at the same time, and `most_waiting` may
    wait.

    Work of players comes before that of other visitors, and that before long work. Within a priority, the
    address served longest ago is next. If there are enough places, each priority leaves one free for each
    before it, and each address, except the machine's own, leaves one.
    """

    places: int
    most_waiting: int = MOST_WAITING
    waiting: list[Ticket] = field(default_factory=list)
    working: list[Ticket] = field(default_factory=list)
    _last_turns: dict[str, float] = field(default_factory=dict)

    def join(self, ticket: Ticket) -> bool:
        """Add the ticket, which is called when its turn comes. False if too many wait."""
        if not self.has_room(ticket.asker):
            return False
        self.waiting.append(ticket)
        self._call_next()
        return True

    def has_room(self, asker: Asker) -> bool:
        """Whether one more piece of work of that asker may wait."""
        of_address = sum(other.asker.address == asker.address for other in self.waiting)
        is_alone = not asker.address or of_address < MOST_OF_ADDRESS
        return is_alone and len(self.waiting) < self.most_waiting

    def leave(self, ticket: Ticket) -> None:
        """Remove a ticket, since its work is done or its client has gone."""
        for tickets in (self.waiting, self.working):
            if ticket in tickets:
                tickets.remove(ticket)
        self._call_next()

    def _call_next(self) -> None:
        while len(self.working) < self.places and (ready := [*filter(self._may_work, self.waiting)]):
            ticket = min(ready, key=self._order)
            self.waiting.remove(ticket)
            self.working.append(ticket)
            self._remember_turn(ticket.asker.address)
            ticket.call()

    def _may_work(self, ticket: Ticket) -> bool:
        """Whether that work may take a free place now."""
        like_it = sum(other.kind >= ticket.kind for other in self.working)
        own_work = sum(other.asker.address == ticket.asker.address for other in self.working)
        is_own_share = not ticket.asker.address or own_work < max(1, self.places - 1)
        return is_own_share and like_it < max(1, self.places - ticket.kind)

    def _order(self, ticket: Ticket) -> tuple[int, float]:
        return ticket.kind, self._last_turns.get(ticket.asker.address, 0.0)

    def _remember_turn(self, address: str) -> None:
        now = time.monotonic()
        self._last_turns[address] = now
        if len(self._last_turns) > MOST_WAITING:
            self._last_turns = {
                name: turn for name, turn in self._last_turns.items() if turn > now - REMEMBERED
            }
