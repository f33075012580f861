"""The answer of a search, the deadline that every long loop checks, and what was found so far if a fault ends
the search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal, get_args

from scorepad.core.cards import Card, Meld

# From the plainest proof to the one that rests on the most code: `weakest` counts on the order.
Method = Literal["dynamic program", "prices", "branch and bound", "cores", "trivial bound", "HiGHS"]
"""What shows that nothing is better; the last is the word of the solver for integer programs alone."""


def weakest(methods: Iterable[Method]) -> Method:
    """The weakest of the methods, on which a bound rests that needs all of them: the last in the order of
    `Method`."""
    return max(methods, key=get_args(Method).index)


@dataclass(frozen=True, slots=True)
class Answer:
    """The best melds found.

    `points` are before the multiplier, including bonuses, minus the value of the cards `left` where that
    counts. If the table may be rebuilt, `melds` are the whole new table. No arrangement is worth more than
    `bound` points, by `method`. `seconds` is the time of the search. If the hand had a card too many,
    `thrown` is the one whose loss costs least. `ends`: this hand can end the deal. `nearest` has the most
    melds of a contract that can’t be laid.
    """

    melds: tuple[Meld, ...]
    points: int
    bound: int
    seconds: float
    left: tuple[Card, ...] = ()
    method: Method = "HiGHS"
    thrown: Card | None = None
    ends: bool = False
    nearest: tuple[Meld, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether the points equal the bound."""
        return self.points == self.bound

    @property
    def proven_by(self) -> Method | None:
        """The method of the proof; None if it is not proven."""
        return self.method if self.proven else None


def bound_of(points: int, most: Callable[[], int], *, best: bool) -> int:
    """The bound of an answer: its own points if nothing is better, else the most that is known to be
    possible."""
    return points if best else max(points, most())


class TimedOut(Exception):
    """The time is over."""


def check_deadline(deadline: float) -> None:
    """Raise TimedOut once `time.perf_counter` is past the deadline."""
    if time.perf_counter() > deadline:
        raise TimedOut


Found = tuple[Sequence[Meld], Sequence[Card]]
"""Melds, and the cards that are left."""

Lay = Callable[[], Found]
_noted: ContextVar[list[Lay] | None] = ContextVar("noted", default=None)


class noting:  # noqa: N801 (it is used like a function)
    """Collects the arrangements that searches note within the context, the latest last."""

    def __enter__(self) -> list[Lay]:
        noted: list[Lay] = []
        self._token = _noted.set(noted)
        return noted

    def __exit__(self, *_: object) -> None:
        _noted.reset(self._token)


def note(lay: Lay) -> None:
    """Note a way to lay the hand; `lay` is called only if the search fails."""
    noted = _noted.get()
    if noted is not None:
        noted.append(lay)
