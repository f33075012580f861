"""How the sequences of one suit may go on from rank to rank, those of the table among them.

A sequence is known by as little as matters for what may still become of it, so that many are alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import inf
from typing import NamedTuple

from scorepad.core.rank_melds import SMALLEST_MELD

HAND = -1  # the place of a sequence of cards of the hand alone


class Growing(NamedTuple):
    """A sequence that may go on: its cards, the rank up to which it lies on the table, and its place."""

    length: int
    until: int = -1
    place: int = HAND


class Lying(NamedTuple):
    """A sequence of the table: its place, and the numbers of its lowest and highest rank."""

    place: int
    low: int
    high: int


class Move(NamedTuple):
    """What becomes of one sequence at a rank: before and after (None: it begins, or it has ended), whether
    it takes a card, and the place of the sequence of the table that it reaches (`HAND`: none)."""

    before: Growing | None
    after: Growing | None
    takes: bool
    reaches: int = HAND


class RankStep(NamedTuple):
    """A way to go on at a rank: the sequences that go on, cards that they take, how many are full now, and
    how many begin."""

    after: tuple[Growing, ...]
    taken: int
    full: int
    begun: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class SuitRow:
    """The cards of one suit by rank, and the sequences of the table in that suit; `full` cards end one."""

    counts: tuple[int, ...]
    lying: tuple[Lying, ...]
    full: int

    @cached_property
    def _ahead(self) -> tuple[float, ...]:
        """By rank for how many ranks cards follow without a gap; without end where a sequence of the table
        follows them."""
        open_lows = {one.low for one in self.lying if one.high - one.low + 1 < self.full}
        ahead: list[float] = [0]
        for rank in range(len(self.counts) - 1, 0, -1):
            follows = ahead[0] + 1 if self.counts[rank] else 0
            ahead.insert(0, inf if rank in open_lows else follows)
        return tuple(ahead)

    def steps(self, rank: int, state: Sequence[Growing]) -> Iterator[RankStep]:
        """Every way to go on at that rank."""
        arriving = [one for one in self.lying if one.low == rank and one.high - one.low + 1 < self.full]
        for begins, full, reached in self._reached(tuple(state), arriving):
            yield from self._grown(rank, begins, full, reached)

    def _reached(
        self, state: tuple[Growing, ...], arriving: Sequence[Lying]
    ) -> Iterator[tuple[tuple[Growing, ...], int, tuple[Move, ...]]]:
        """The ways in which sequences that end before sequences of the table become one with them."""
        if not arriving:
            yield state, 0, ()
            return
        one, *others = arriving
        own = one.high - one.low + 1
        alone = Growing(own, one.high, one.place)
        for after, full, moves in self._reached(state, others):
            yield (*after, alone), full, (*moves, Move(None, alone, takes=False, reaches=one.place))
            for before in dict.fromkeys(after):
                if before.place != HAND or before.length + own > self.full:
                    continue
                rest = list(after)
                rest.remove(before)
                is_full = before.length + own == self.full
                joined = None if is_full else Growing(before.length + own, one.high, one.place)
                reached = Move(before, joined, takes=False, reaches=one.place)
                yield (*rest, *([joined] if joined else [])), full + is_full, (*moves, reached)

    def _grown(
        self, rank: int, state: tuple[Growing, ...], full: int, reached: tuple[Move, ...]
    ) -> Iterator[RankStep]:
        held = self.counts[rank]
        lies_on = [one for one in state if one.until > rank]
        # One of the table whose highest rank this is goes on from the next.
        wakes = [Move(one, self._told(rank, one), takes=False) for one in state if one.until == rank]
        awake = [one for one in state if one.until < rank]
        kinds = sorted(set(awake))
        for grows in product(*(range(min(awake.count(kind), held) + 1) for kind in kinds)):
            taken = sum(grows)
            if taken > held:
                continue
            moves: list[Move] = []
            for kind, times in zip(kinds, grows, strict=True):
                stays = awake.count(kind) - times
                if stays and kind.length < SMALLEST_MELD:
                    break
                longer = kind.length + 1
                after = None if longer == self.full else self._told(rank, kind._replace(length=longer))
                moves += [Move(kind, after, takes=True)] * times + [Move(kind, None, takes=False)] * stays
                if after is None and longer < SMALLEST_MELD and times:
                    break
            else:
                ended = sum(
                    move.takes and move.before.length + 1 == self.full for move in moves if move.before
                )
                for begun in range(held - taken + 1):
                    first = self._told(rank, Growing(1))
                    if begun and first is None:
                        break
                    new = [Move(None, first, takes=True)] * begun
                    further = [move.after for move in (*wakes, *moves, *new) if move.after]
                    yield RankStep(
                        tuple(sorted((*lies_on, *further))),
                        taken + begun,
                        full + ended,
                        begun,
                        (*reached, *wakes, *moves, *new),
                    )

    def _told(self, rank: int, one: Growing) -> Growing | None:
        """The sequence by what matters of it after that rank; None where it can't go on."""
        ahead = self._ahead[rank]
        if one.length < SMALLEST_MELD:
            return one if one.length + ahead >= SMALLEST_MELD else None
        if not ahead:
            return None
        # One that can't be full any more may be of any length.
        is_short = one.length + ahead < self.full
        return Growing(SMALLEST_MELD if is_short else one.length, -1, one.place)
