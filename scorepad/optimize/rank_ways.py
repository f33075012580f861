"""The ways to lay one rank of a hand, in a game whose melds are of one rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from scorepad.core.canastas import ALONE, RankMelds
from scorepad.core.cards import Meld
from scorepad.core.rank_melds import SMALLEST_MELD, RankCount, count_meld, rank_melds_of
from scorepad.core.rules import Rules

NEW = -1


class Added(NamedTuple):
    """Cards that go to a meld of the table, by its place, or to a new one."""

    place: int
    naturals: int
    twos: int
    jokers: int = 0


class Way(NamedTuple):
    """A way to lay a rank; of wilds that are not alone `wilds` says how many, whatever they are."""

    naturals: int
    wilds: int
    bonus: int
    words: tuple[str, ...]
    added: tuple[Added, ...]


NOTHING = Way(0, 0, 0, (), ())


@dataclass(frozen=True)
class RankWays:
    """What may go to the melds of a side, new ones among them, of `twos` and `jokers` that are held;
    `opened`: a first meld lies there."""

    rules: Rules
    lying: tuple[Meld, ...]
    opened: bool
    twos: int
    jokers: int

    @property
    def may(self) -> RankMelds:
        return rank_melds_of(self.rules)

    @cached_property
    def counts(self) -> tuple[RankCount, ...]:
        return tuple(count_meld(self.rules, meld) for meld in self.lying)

    def of_rank(self, rank: str, held: int) -> list[Way]:
        slots = [place for place, one in enumerate(self.counts) if one.rank == rank]
        new = held if self.may.again else int(not slots)
        return list(dict.fromkeys(self._filled(rank, held, self.twos + self.jokers, slots, new)))

    def _filled(self, rank: str, held: int, wilds: int, slots: Sequence[int], new: int) -> Iterator[Way]:
        """The ways to fill melds of the table, and so many new ones at most."""
        if slots:
            before, rest = self.counts[slots[0]], slots[1:]
            place = slots[0]
        elif new and held:
            before, rest, place = RankCount(rank, 0, 0, 0), (), NEW
        else:
            yield NOTHING
            return
        for naturals, wild_count in product(range(held + 1), range(wilds + 1)):
            is_kept = not (naturals or wild_count)
            if is_kept and place == NEW:
                yield NOTHING
                continue
            after = before._replace(naturals=before.naturals + naturals, wilds=before.wilds + wild_count)
            if not (is_kept or self._fits(before, after)):
                continue
            more = new - (place == NEW) if self._is_full(after) else 0  # of a rank one meld is not full
            for way in self._filled(rank, held - naturals, wilds - wild_count, rest, more):
                added = () if is_kept else (Added(place, naturals, wild_count),)
                yield _joined(self._gain(before, after, added), way)

    def _is_full(self, one: RankCount) -> bool:
        return self.may.again and one.size >= self.may.longest > 0

    def _fits(self, before: RankCount, after: RankCount) -> bool:
        """Whether a meld may grow to that; before a new one there is nothing."""
        may, wilds = self.may, self.rules.wilds
        if after.size < SMALLEST_MELD or (may.longest and after.size > may.longest):
            return False
        if after.rank in may.last_ranks:
            return not after.wilds
        if after.rank not in may.ranks or after.naturals < wilds.least_naturals:
            return False
        more_wilds = after.wilds - before.wilds
        is_ordinary = not self.opened or before.wilds > 0
        if after.wilds and (after.rank in may.pure or (after.rank in may.pure_later and not is_ordinary)):
            return False
        if self.opened and more_wilds and after.naturals < may.wilds_on:
            return False
        return after.wilds <= (wilds.most_wilds or after.wilds)

    def _gain(self, before: RankCount, after: RankCount, added: tuple[Added, ...]) -> Way:
        """What a meld gains; the word of a canasta that it was and is no more stands with a minus."""
        old, new = self.may.kind_of(*before), self.may.kind_of(*after)
        bonus = sum(kind.points for kind in (new,) if kind and kind.stage == "finished")
        bonus -= sum(kind.points for kind in (old,) if kind and kind.stage == "finished" and before.size)
        words = (
            ()
            if old == new
            else ((f"-{old.word}",) if old and before.size else ()) + ((new.word,) if new else ())
        )
        naturals, wilds = after.naturals - before.naturals, after.wilds - before.wilds
        return Way(naturals, wilds, bonus, words, added)

    @cached_property
    def alone(self) -> list[Way]:
        """The ways to lay wilds by themselves, none among them."""
        ways = [NOTHING]
        if not self.may.alone:
            return ways
        lying = [
            place for place, one in enumerate(self.counts) if one.rank == ALONE and not self._is_full(one)
        ]
        place = lying[0] if lying else NEW
        before = self.counts[place] if lying else RankCount(ALONE, 0, 0, 0)
        for twos, jokers in product(range(self.twos + 1), range(self.jokers + 1)):
            after = before._replace(wilds=before.wilds + twos + jokers, jokers=before.jokers + jokers)
            longest = self.may.longest or after.size
            if twos + jokers and SMALLEST_MELD <= after.size <= longest:
                ways.append(self._gain(before, after, (Added(place, 0, twos, jokers),)))
        return ways


def _joined(first: Way, then: Way) -> Way:
    return Way(*(mine + other for mine, other in zip(first, then, strict=True)))  # type: ignore[operator]
