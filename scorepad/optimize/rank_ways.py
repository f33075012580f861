"""The ways to lay one rank of a hand, in a game whose melds are of one rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import inf
from typing import NamedTuple

from scorepad.core.canastas import ALONE, RankMelds
from scorepad.core.cards import Meld
from scorepad.core.rank_melds import SMALLEST_MELD, RankCount, count_meld, rank_melds_of
from scorepad.core.rules import Rules
from scorepad.optimize.answer import check_deadline

NEW = -1


class Added(NamedTuple):
    """The cards added to a meld of the table, given by `place`, or to a new one (`NEW`)."""

    place: int
    naturals: int
    twos: int
    jokers: int = 0


class Way(NamedTuple):
    """A way to lay a rank: its numbers of naturals and wilds (twos or jokers), its bonus, the words of
    canastas completed or, with `-`, no longer so, and the cards added to each meld."""

    naturals: int
    wilds: int
    bonus: int
    words: tuple[str, ...]
    added: tuple[Added, ...]


NOTHING = Way(0, 0, 0, (), ())


@dataclass(frozen=True)
class RankWays:
    """The ways to add cards to a side's melds, including new ones, with `twos` and `jokers` in hand.
    `opened`: a first meld lies there."""

    rules: Rules
    lying: tuple[Meld, ...]
    opened: bool
    twos: int
    jokers: int
    deadline: float = inf

    @property
    def may(self) -> RankMelds:
        return rank_melds_of(self.rules)

    @cached_property
    def counts(self) -> tuple[RankCount, ...]:
        return tuple(count_meld(self.rules, meld) for meld in self.lying)

    def of_rank(self, rank: str, held: int) -> list[Way]:
        slots = [place for place, one in enumerate(self.counts) if one.rank == rank]
        # A side has one meld of a rank, unless a rank is begun again once its meld is full.
        new = held if self.may.again else int(not slots)
        return list(dict.fromkeys(self._filled(rank, held, self.twos + self.jokers, slots, new)))

    def _filled(self, rank: str, held: int, wilds: int, slots: Sequence[int], new: int) -> Iterator[Way]:
        """The ways to fill melds of the table, and at most `new` new ones."""
        if slots:
            before, rest = self.counts[slots[0]], slots[1:]
            place = slots[0]
        elif new and held:
            before, rest, place = RankCount(rank, 0, 0, 0), (), NEW
        else:
            yield NOTHING
            return
        for naturals, wild_count in product(range(held + 1), range(wilds + 1)):
            check_deadline(self.deadline)
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
        """Whether a meld may grow from `before` to `after` in one play; `before` is empty for a new meld."""
        may, count = self.may, self.rules.wilds.count
        if after.size < SMALLEST_MELD or (may.longest and after.size > may.longest):
            return False
        if after.rank in may.last_ranks:
            return not after.wilds
        if after.rank not in may.ranks or not count.allows(after.naturals, after.wilds, in_set=True):
            return False
        more_wilds = after.wilds - before.wilds
        # Aces may take wilds in a first meld, and then go on as any other meld (canasta A4).
        is_ordinary = not self.opened or before.wilds > 0
        if after.wilds and (after.rank in may.pure or (after.rank in may.pure_later and not is_ordinary)):
            return False
        # Naturals of the same play count: five kings and a wild may be laid at once.
        return not (self.opened and more_wilds and after.naturals < may.wilds_on)

    def _gain(self, before: RankCount, after: RankCount, added: tuple[Added, ...]) -> Way:
        """The gain of a meld; the word of a canasta that it no longer is has a minus."""
        # An empty meld has a kind by `kind_of`, but nothing is lost of it: so `before.size` is asked.
        old, new = self.may.kind_of(*before), self.may.kind_of(*after)
        bonus = (new.laid_points if new else 0) - (old.laid_points if old and before.size else 0)
        words = (
            ()
            if old == new
            else ((f"-{old.word}",) if old and before.size else ()) + ((new.word,) if new else ())
        )
        naturals, wilds = after.naturals - before.naturals, after.wilds - before.wilds
        return Way(naturals, wilds, bonus, words, added)

    @cached_property
    def alone(self) -> list[Way]:
        """The ways to lay wilds by themselves, including none."""
        if not self.may.alone:
            return [NOTHING]
        is_open = (one.rank == ALONE and not self._is_full(one) for one in self.counts)
        # A side has one meld of wilds that isn’t full, and new wilds go there first.
        place = next((place for place, goes_on in enumerate(is_open) if goes_on), NEW)
        return list(dict.fromkeys(self._alone_from(place, self.twos, self.jokers)))

    def _alone_from(self, place: int, twos: int, jokers: int) -> Iterator[Way]:
        """The ways that begin with the meld at that place, and continue with a new one once it is full."""
        yield NOTHING
        before = self.counts[place] if place != NEW else RankCount(ALONE, 0, 0, 0)
        for more_twos, more_jokers in product(range(twos + 1), range(jokers + 1)):
            check_deadline(self.deadline)
            wilds = before.wilds + more_twos + more_jokers
            after = before._replace(wilds=wilds, jokers=before.jokers + more_jokers)
            longest = self.may.longest or after.size
            if not (more_twos + more_jokers and SMALLEST_MELD <= after.size <= longest):
                continue
            first = self._gain(before, after, (Added(place, 0, more_twos, more_jokers),))
            goes_on = self._is_full(after)
            further = self._alone_from(NEW, twos - more_twos, jokers - more_jokers) if goes_on else (NOTHING,)
            yield from (_joined(first, way) for way in further)


def _joined(first: Way, then: Way) -> Way:
    # Numbers of the two ways add up, and their tuples follow each other.
    return Way(*(mine + other for mine, other in zip(first, then, strict=True)))  # type: ignore[operator]
