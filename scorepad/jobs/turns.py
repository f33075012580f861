"""Whose work comes next: one line for each kind of work, in which addresses take turns.

The job server listens; what is here decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say

LONG = 10.0  # seconds: work that may take longer leaves a place to work that may not
MOST_OF_ADDRESS = 16  # pieces of work of one address that may wait
MOST_WAITING = 1024
REMEMBERED = 120.0  # seconds that an address' last turn counts
BUSY_WORDS = say("The pad is busy with other hands. Try again in a moment.")


class Busy(ScorepadError):
    """The line for work is full, or nobody works."""

    code = "busy"


@dataclass(frozen=True, slots=True)
class Asker:
    """Who wants work done: an address, empty for the machine itself, and whether it plays at a table."""

    address: str = ""
    plays: bool = False


@dataclass(eq=False, slots=True)
class Ticket:
    """A wish for a turn. `call` is told when it has come."""

    asker: Asker
    seconds: float
    call: Callable[[], None]

    @property
    def kind(self) -> int:
        """0 for a player's work and the machine's own, 1 for that of other visitors, 2 for long work."""
        if self.seconds > LONG:
            return 2
        return 1 if self.asker.address and not self.asker.plays else 0


@dataclass
class Line:
    """Those who wait for one kind of work, of which `places` pieces are done at the same time and
    `most_waiting` may wait.

    Work of players comes before that of other visitors, and that before long work; of each kind the address
    is next whose last turn is the longest ago. Where there are places enough, work of each kind leaves one
    free for each kind before it, and any single address but the machine's own leaves one.
    """

    places: int
    most_waiting: int = MOST_WAITING
    waiting: list[Ticket] = field(default_factory=list)
    working: list[Ticket] = field(default_factory=list)
    _last_turns: dict[str, float] = field(default_factory=dict)

    def join(self, ticket: Ticket) -> bool:
        """Take the ticket, and call it when its turn comes; False where too many wait."""
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
        """Its work is done, or whoever waited has gone."""
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
        """Whether a place may be taken by that work."""
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
