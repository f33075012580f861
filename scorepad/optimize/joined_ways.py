"""The ways to lay one rank of a hand, where a side has any number of melds of it and joins them at will."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

from scorepad.core.canastas import ALONE, RankMelds
from scorepad.core.rank_melds import SMALLEST_MELD, RankCount, rank_melds_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import check_deadline


class Grown(NamedTuple):
    """A meld as it lies afterwards: the places of the melds of the table that are joined to it, none for a
    new one, and how many cards of the hand go to it."""

    places: tuple[int, ...]
    naturals: int
    wilds: int


class JoinedWay(NamedTuple):
    """A way to lay a rank: how many naturals and wilds, the bonus that they bring, the canastas that they
    bring by each of the words that going out asks for, how many new melds there are, and what changes."""

    naturals: int
    wilds: int
    bonus: int
    gains: tuple[int, ...]
    new: int
    grown: tuple[Grown, ...]


@dataclass(frozen=True)
class JoinedWays:
    """What may go to the melds of one rank, or of wilds alone; `lying` are those of the table by place."""

    rules: Rules
    rank: str
    lying: tuple[tuple[int, RankCount], ...]
    deadline: float = inf

    @property
    def may(self) -> RankMelds:
        return rank_melds_of(self.rules)

    @cached_property
    def nothing(self) -> JoinedWay:
        return JoinedWay(0, 0, 0, (0,) * len(self.may.out_needs), 0, ())

    def of(self, held: int, wilds: int) -> list[JoinedWay]:
        """The ways with so many naturals and wilds at most, of which none is beaten by one of as many."""
        kept: dict[tuple[int, int], list[JoinedWay]] = {}
        for groups in _groups(self.lying):
            for way in self._filled(groups, held, wilds):
                check_deadline(self.deadline)
                ways = kept.setdefault((way.naturals, way.wilds), [])
                if not any(_is_as_good(other, way) for other in ways):
                    ways[:] = [*(other for other in ways if not _is_as_good(way, other)), way]
        return [way for ways in kept.values() for way in ways]

    def _filled(
        self, groups: Sequence[tuple[tuple[int, RankCount], ...]], held: int, wilds: int
    ) -> Iterator[JoinedWay]:
        """The ways to fill each group of melds of the table, which is one meld then, and new ones."""
        if not groups:
            yield from self._new(held, wilds, (held, wilds))
            return
        places = tuple(place for place, _ in groups[0])
        before = [one for _, one in groups[0]]
        lying = sum(one.naturals for one in before), sum(one.wilds for one in before)
        for naturals in range(held + 1):
            for wild_count in range(wilds + 1):
                check_deadline(self.deadline)
                is_kept = len(places) == 1 and not (naturals or wild_count)
                after = lying[0] + naturals, lying[1] + wild_count
                if not (is_kept or self._is_legal(*after)):
                    continue
                grown = () if is_kept else (Grown(places, naturals, wild_count),)
                first = self._gain(before, after, naturals, wild_count, 0, grown)
                for way in self._filled(groups[1:], held - naturals, wilds - wild_count):
                    yield _added(first, way)

    def _new(self, held: int, wilds: int, largest: tuple[int, int]) -> Iterator[JoinedWay]:
        """The ways to lay new melds, of which none is larger than the one before it."""
        yield self.nothing
        for naturals in range(min(held, largest[0]) + 1):
            for wild_count in range(wilds + 1):
                after = naturals, wild_count
                if after > largest or not self._is_legal(*after):
                    continue
                check_deadline(self.deadline)
                first = self._gain((), after, naturals, wild_count, 1, (Grown((), naturals, wild_count),))
                for way in self._new(held - naturals, wilds - wild_count, after):
                    yield _added(first, way)

    def _is_legal(self, naturals: int, wilds: int) -> bool:
        """Whether so many cards are a meld of this rank."""
        if self.rank == ALONE:
            full = self.may.sequences.full if self.may.sequences else wilds
            return self.may.alone and not naturals and SMALLEST_MELD <= wilds <= full
        allowed = self.rules.wilds.count.allows(naturals, wilds, in_set=True)
        return allowed and naturals + wilds >= SMALLEST_MELD

    def _gain(
        self,
        before: Sequence[RankCount],
        after: tuple[int, int],
        naturals: int,
        wilds: int,
        new: int,
        grown: tuple[Grown, ...],
    ) -> JoinedWay:
        bonus, *gains = self._counted(RankCount(self.rank, *after, 0))
        for one in before:
            lost, *words = self._counted(one)
            bonus, gains = bonus - lost, [a - b for a, b in zip(gains, words, strict=True)]
        return JoinedWay(naturals, wilds, bonus, tuple(gains), new, grown)

    def _counted(self, one: RankCount) -> tuple[int, ...]:
        """What a meld counts beside its cards, and whether it is a canasta by each word that is asked for."""
        kind = self.may.kind_of(*one)
        return (kind.laid_points if kind else 0, *self.may.towards_out(kind))


def _groups(
    lying: Sequence[tuple[int, RankCount]],
) -> Iterator[tuple[tuple[tuple[int, RankCount], ...], ...]]:
    """Every way to join melds: those of a group are one meld."""
    if not lying:
        yield ()
        return
    first, rest = lying[0], lying[1:]
    for groups in _groups(rest):
        yield ((first,), *groups)
        for number, group in enumerate(groups):
            yield (*groups[:number], (first, *group), *groups[number + 1 :])


def _is_as_good(way: JoinedWay, other: JoinedWay) -> bool:
    more = (a >= b for a, b in zip(way.gains, other.gains, strict=True))
    return (way.bonus, -way.new) >= (other.bonus, -other.new) and all(more)


def _added(first: JoinedWay, then: JoinedWay) -> JoinedWay:
    gains = tuple(a + b for a, b in zip(first.gains, then.gains, strict=True))
    return JoinedWay(
        first.naturals + then.naturals,
        first.wilds + then.wilds,
        first.bonus + then.bonus,
        gains,
        first.new + then.new,
        (*first.grown, *then.grown),
    )
